"""An evening at the table, tapped on a phone the way a scorekeeper does it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from playwright.sync_api import expect

from scorebook.models.people import SHORT_NAME_LENGTH
from tests.browser.phone import Phone

KEYS = {"*": "JK", "♠": "2S"}  # how the rounds below write the cards whose key is not their letter

# Everything in one of the stores on the phone.
KEPT = """
(store) => new Promise((done) => {
  const opening = indexedDB.open("scorebook");
  opening.onsuccess = () => {
    const asked = opening.result.transaction(store).objectStore(store).getAll();
    asked.onsuccess = () => { opening.result.close(); done(asked.result); };
  };
})
"""


@dataclass(frozen=True)
class Round:
    """Who went out, and the cards left with the others ("*": a joker, "♠": the two of spades)."""

    out: str
    hands: Mapping[str, str]
    cut: bool = False
    buys: Mapping[str, int] = field(default_factory=dict)

    @property
    def cards(self) -> int:
        return sum(map(len, self.hands.values()))


def start_same_table(phone: Phone) -> None:
    phone.page.goto("/")
    same_table(phone)


def same_table(phone: Phone) -> None:
    """From home to the table."""
    phone.tap(phone.link("New game"))
    phone.tap(phone.button("Yes."))
    expect(phone.page.locator(".grid")).to_be_visible()


def play(phone: Phone, round: Round) -> None:
    """From the table to the review, one tap a card."""
    if round.cut:
        phone.tap(phone.button("Nailed the cut"))
        expect(phone.button("nailed the cut. Take it back")).to_be_visible()
    phone.tap(phone.button(round.out[:SHORT_NAME_LENGTH], exact=True))
    for _ in round.hands:
        name = phone.page.locator(".entry h2").inner_text()
        tap_cards(phone, round.hands[name])
        here = phone.page.url
        phone.tap(phone.page.locator("[data-at=next]"))
        expect(phone.page).not_to_have_url(here)


def play_typing(phone: Phone, round: Round) -> None:
    """The same without JavaScript: the plain form of each hand."""
    if round.cut:
        phone.tap(phone.button("Nailed the cut"))
    phone.tap(phone.button(round.out[:SHORT_NAME_LENGTH], exact=True))
    for _ in round.hands:
        name = phone.page.locator(".entry h2").inner_text()
        typed = round.hands[name].replace("♠", "2S ")
        phone.page.get_by_label("Cards left in the hand").fill(typed)
        phone.tap(phone.page.locator("button[value=next]"))


def tap_cards(phone: Phone, cards: str) -> None:
    for card in cards:
        # A key has its count once the keypad is alive.
        phone.tap(phone.page.locator(f"[data-key='{KEYS.get(card, card)}'][data-n]"))


def looks_right(phone: Phone) -> None:
    """From the review to the table, which has some buttons of the same names."""
    here = phone.page.url
    phone.tap(phone.link("Looks right"))
    expect(phone.page).not_to_have_url(here)


def buy(phone: Phone, round: Round) -> None:
    for name, times in round.buys.items():
        for _ in range(times):
            phone.tap(phone.button(f"{name} bought once more"))


def totals(phone: Phone) -> dict[str, str]:
    """Totals as the sheet's last row shows them, by the column's name."""
    names = columns(phone)
    return dict(zip(names, phone.page.locator(".grid tfoot td b").all_inner_texts(), strict=True))


def columns(phone: Phone) -> list[str]:
    expect(phone.page.locator(".grid")).to_be_visible()
    return [abbr.get_attribute("title") for abbr in phone.page.locator(".grid thead abbr").all()]


def row(phone: Phone, number: int) -> dict[str, str]:
    """A round's row: what each cell says, its spaces folded."""
    names = columns(phone)
    cells = phone.page.locator(f".grid tbody tr:nth-child({number}) td").all_inner_texts()
    return dict(zip(names, (" ".join(cell.split()) for cell in cells), strict=True))
