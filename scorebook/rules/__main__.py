"""Ask the rules from a terminal: python -m scorebook.rules score link "KH 4S AS JK"."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from scorebook.rules import presets
from scorebook.rules.best import answers, best
from scorebook.rules.cards import parse_hand
from scorebook.rules.contracts import Meld, check_lay_down, hand_arithmetic
from scorebook.rules.describe import describe
from scorebook.rules.forms import FEWEST_SEATS, MOST_SEATS
from scorebook.rules.melds import Phase, check_meld
from scorebook.rules.scoring import hand_points, points_of
from scorebook.rules.variant import MeldType, Variant
from scorebook.rules.verdict import Verdict

Answer = tuple[str, Any]
BEST = "the best lay-down in a hand"


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line and ends with status 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{message[:1].upper()}{message[1:]}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the answer to one question; 0 for any answer, 2 for a question that cannot be read."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    try:
        if asked.answer is _best and asked.cards is None:
            return _best_of_lines(parser, asked)
        text, data = asked.answer(presets.get(asked.variant), asked)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps(data, ensure_ascii=False, indent=2) if asked.json else text)
    return 0


def _best_of_lines(parser: Parser, asked: argparse.Namespace) -> int:
    """Answer line by line what standard input asks."""
    if asked.variant or not asked.json:
        parser.error("name a variant, a round and a hand; or --json alone, with hands on lines")
    for answer in answers(sys.stdin):
        print(json.dumps(answer, ensure_ascii=False), flush=True)
    return 0


def _parser() -> Parser:
    parser = Parser(prog="python -m scorebook.rules", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)
    _command(commands, "describe", _describe, "the rules in plain sentences")
    score = _command(commands, "score", _score, "what the cards left in a hand cost")
    score.add_argument("cards", help='for example "KH 4S AS JK" or KK4A*')
    meld = _command(commands, "meld", _meld, "whether cards are a set or a run")
    meld.add_argument("type", type=_meld_type, help="set or run")
    meld.add_argument("cards", help="as they lie on the table")
    meld.add_argument("--players", type=_players, default=4, help="how many play (default: 4)")
    meld.add_argument("--unordered", action="store_true", help="let the engine arrange them")
    meld.add_argument("--laid", action="store_true", help="the meld lies there already")
    best = commands.add_parser("best", help=BEST, description=f"{BEST.capitalize()}.")
    best.add_argument("variant", nargs="?", choices=presets.SLUGS, metavar="VARIANT")
    best.add_argument("round", nargs="?", type=int)
    best.add_argument("cards", nargs="?", help='the hand after the draw: "7H 8H JK TH ..."')
    best.add_argument("--json", action="store_true", help="JSON; without a hand, one on each line")
    best.set_defaults(answer=_best)
    lay = _command(commands, "laydown", _lay_down, "whether melds fulfil a round's contract")
    lay.add_argument("round", type=int)
    lay.add_argument("melds", nargs="+", type=_meld_text, help='for example "run: 3H 4H 5H 6H"')
    lay.add_argument("--players", type=_players, default=4, help="how many play (default: 4)")
    lay.add_argument("--buys", type=_few, default=0, help="purchases in this round (default: 0)")
    lay.add_argument("--played-off", type=_few, default=0, help="cards played off as well")
    return parser


def _best(variant: Variant, asked: argparse.Namespace) -> Answer:
    return best(variant, asked.round, parse_hand(asked.cards))


def _command(commands: Any, name: str, answer: Any, words: str) -> Parser:
    parser: Parser = commands.add_parser(name, help=words, description=words.capitalize() + ".")
    parser.add_argument("variant", choices=presets.SLUGS, metavar="VARIANT")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    parser.set_defaults(answer=answer)
    return parser


def _meld_type(text: str) -> MeldType:
    if text not in list(MeldType):
        raise argparse.ArgumentTypeError(f"a meld is a set or a run, not {text}")
    return MeldType(text)


def _meld_text(text: str) -> Meld:
    type, colon, cards = text.partition(":")
    if not colon:
        raise argparse.ArgumentTypeError(f'write "run: 3H 4H 5H 6H" instead of "{text}"')
    try:
        return _meld_type(type.strip()), parse_hand(cards)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _whole(text: str, low: int, high: int) -> int:
    if not text.isdecimal() or not low <= int(text) <= high:
        raise argparse.ArgumentTypeError(f"write a number from {low} to {high} instead of {text}")
    return int(text)


def _players(text: str) -> int:
    return _whole(text, FEWEST_SEATS, MOST_SEATS)


def _few(text: str) -> int:
    return _whole(text, 0, 99)


def _describe(variant: Variant, asked: argparse.Namespace) -> Answer:
    statements = describe(variant)
    lines = [f"{variant.name}"]
    for number, one in enumerate(statements):
        if number == 0 or one.topic != statements[number - 1].topic:
            lines += ["", one.topic]
        lines.append(f"  {one.sentence} [{one.source.basis}]")
    return "\n".join(lines), [
        {
            "topic": one.topic,
            "sentence": one.sentence,
            "basis": one.source.basis,
            "quote": one.source.quote,
        }
        for one in statements
    ]


def _score(variant: Variant, asked: argparse.Namespace) -> Answer:
    cards = parse_hand(asked.cards)
    total = hand_points(variant, cards)
    priced = [(card.name, points_of(variant, card)) for card in cards]
    why = " + ".join(f"{name} {points}" for name, points in priced) or "no card"
    sign = ", counted as negative" if variant.sign < 0 else ""
    data = {
        "variant": asked.variant,
        "cards": [{"card": str(card), "points": points_of(variant, card)} for card in cards],
        "points": total,
    }
    return f"{total}\n{why} in {variant.name}{sign}", data


def _meld(variant: Variant, asked: argparse.Namespace) -> Answer:
    verdict = check_meld(
        variant,
        asked.type,
        parse_hand(asked.cards),
        packs=variant.packs_for(asked.players),
        ordered=not asked.unordered,
        phase=Phase.LAID if asked.laid else Phase.LAY_DOWN,
    )
    return _verdict(verdict)


def _lay_down(variant: Variant, asked: argparse.Namespace) -> Answer:
    held = hand_arithmetic(variant, asked.round, asked.buys).hand_after_draw
    rest = held - sum(len(cards) for _, cards in asked.melds) - asked.played_off
    discarded = 1 if rest > 0 else 0
    verdict = check_lay_down(
        variant,
        asked.round,
        asked.melds,
        packs=variant.packs_for(asked.players),
        left_in_hand=max(rest - discarded, 0),
        played_off=asked.played_off,
        discarded=discarded,
        hand_after_draw=held,
    )
    return _verdict(verdict)


def _verdict(verdict: Verdict) -> Answer:
    data = {
        "ok": verdict.ok,
        "reason": verdict.reason,
        "also": list(verdict.also),
        "sentence": verdict.sentence,
        "rule_set": verdict.rule_set,
        "axis": verdict.axis,
        "quote": verdict.quote,
        "assumed": verdict.assumed,
        "offending": [
            {"meld": bad.meld, "position": bad.position, "card": str(bad.card)}
            for bad in verdict.offending
        ],
        "warnings": list(verdict.warnings),
        "arrangement": [str(card) for card in verdict.arrangement],
        "stands_for": {place: str(card) for place, card in verdict.stands_for.items()},
        "goes_out": verdict.goes_out,
    }
    return f"{'Yes' if verdict.ok else 'No'}. {verdict.sentence}", data


def run() -> int:
    """`main`, for a reader such as `head` that may close the pipe before the end."""
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes once more
        return 1
    return status


if __name__ == "__main__":
    sys.exit(run())
