"""What it takes to fill the gaps of a whole lay-down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from scorebook.rules.axes import MeldType, RoundRules
from scorebook.rules.drafts import NO_SUIT, of_rank
from scorebook.rules.gaps import Draft, bits
from scorebook.rules.lay_down import may_keep
from scorebook.rules.run_ways import ROUND
from scorebook.rules.stock import Stock

NEVER = 1000  # more cards than any contract asks for


class Purchase:
    """The fewest cards that have to come for some drafts, of those that are still there.

    `too_few` tells that once there were too few of some natural card.
    """

    def __init__(self, stock: Stock, rules: RoundRules) -> None:
        self.stock, self.rules = stock, rules
        self.tables = stock.tables
        self.too_few = False

    def cards(self, drafts: Sequence[Draft], below: int) -> int:
        """How many cards have to come; `below` if not fewer."""
        cards = self._with_enough(drafts)
        if cards >= below:
            return below
        too_many = self._where_too_many(drafts)
        if too_many is None:
            return cards
        self.too_few = True
        for at, draft in too_many:
            below = self.cards([*drafts[:at], draft, *drafts[at + 1 :]], below)
        return below

    def _with_enough(self, drafts: Sequence[Draft]) -> int:
        """How many, if there are enough of every natural card."""
        stock = self.stock
        at_home = sorted((faces for draft in drafts for faces in self._at_home(draft)), key=len)
        to_come = _unmatched(at_home, stock.held)
        gaps = sum(draft.gaps for draft in drafts)
        fewest = sum(draft.meld.fewest for draft in drafts)
        most = sum(draft.meld.most for draft in drafts)
        laid = min(stock.wilds, most - len(to_come))
        kept = stock.cards - sum(draft.meld.length for draft in drafts) + gaps - laid
        cards = gaps - laid + (not may_keep(self.rules, kept))
        possible = (
            may_keep(self.rules, kept + cards - gaps + laid)
            and max(len(to_come), fewest - stock.wilds) <= stock.wilds_coming
            and not _unmatched(to_come, stock.coming)
            and cards <= stock.coming.total()
        )
        return cards if possible else NEVER

    def _at_home(self, draft: Draft) -> Iterator[list[int]]:
        """For each wild in its own place the faces that it may be of."""
        meld, is_wild = draft.meld, self.tables.prices.is_wild
        if draft.slot.type is MeldType.SET:
            places = [(draft.meld.start, True)] * meld.at_home
        else:
            of_any_suit = self.tables.mixed_runs or draft.lane == NO_SUIT
            places = [((meld.start + at) % ROUND, of_any_suit) for at in bits(meld.at_home)]
        for rank, of_any_suit in places:
            if of_any_suit:
                yield [face for face in of_rank(rank) if is_wild[face]]
            else:
                yield [draft.lane * ROUND + rank]

    def _where_too_many(self, drafts: Sequence[Draft]) -> list[tuple[int, Draft]] | None:
        """Drafts with one wild more, one of which has to do; None if no natural card is short."""
        faces: Counter[int] = Counter()
        ranks: Counter[int] = Counter()
        for draft in drafts:
            if draft.slot.type is MeldType.SET:
                ranks[draft.meld.start] += draft.meld.length - draft.meld.fewest
            else:
                for at in bits(_natural(draft)):
                    rank = (draft.meld.start + at) % ROUND
                    ranks[rank] += 1
                    faces[draft.lane * ROUND + rank] += not self.tables.mixed_runs
        for face, wanted in faces.items():
            if wanted > self.stock.naturals_there([face]):
                return list(self._wilder(drafts, face % ROUND, [face // ROUND]))
        for rank, wanted in ranks.items():
            if wanted > self.stock.naturals_there(of_rank(rank)):
                return list(self._wilder(drafts, rank, range(NO_SUIT + 1)))
        return None

    def _wilder(
        self, drafts: Sequence[Draft], rank: int, lanes: Iterable[int]
    ) -> Iterator[tuple[int, Draft]]:
        """Each draft that may take a wild where it would take a card of this rank."""
        for number, draft in enumerate(drafts):
            meld = draft.meld
            if draft.slot.type is MeldType.SET:
                if meld.start == rank and meld.fewest < meld.most:
                    yield number, draft._replace(meld=meld._replace(fewest=meld.fewest + 1))
            elif draft.lane in lanes:
                gaps = self.tables.run_gaps(draft.slot.length, meld.length)
                for at in bits(_natural(draft) & ~(meld.taken | meld.named)):
                    wild = meld._replace(wild=meld.wild | 1 << at)
                    legal = gaps.gapped(wild, draft.proper)
                    if legal and (meld.start + at) % ROUND == rank:
                        yield number, draft._replace(meld=legal)


def _natural(draft: Draft) -> int:
    """The places of a run where no wild has to lie."""
    meld = draft.meld
    return ((1 << meld.length) - 1) & ~(meld.wild | meld.at_home)


def _unmatched(wanted: Iterable[list[int]], supply: Counter[int]) -> list[list[int]]:
    """Those for which there is no card of their faces; the choosiest come first."""
    left, unmatched = supply.copy(), []
    for faces in wanted:
        face = next((face for face in faces if left[face]), None)
        if face is None:
            unmatched.append(faces)
        else:
            left[face] -= 1
    return unmatched
