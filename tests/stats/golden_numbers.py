"""What the golden family's games come to, worked out by hand.

Every table is the working itself: a line is a person's, and what stands further right is added up
from what stands left of it, or from the lines of the games before. None of these numbers was ever
asked of the program.
"""

from scorebook.models.tallies import ALL_FAMILIES, ALL_YEARS

# Points of each round | what that made after each | total, place | rounds out wilds clean | exact
# cuts, those of others that were paid for | buys, rounds with one, points of these | lowest and
# highest hand left | furthest behind, and last with half of the rounds over: of whoever won |
# furthest ahead, and alone in front with half of the rounds over: of whoever did not
GAMES = {
    # Round 1: 25 for Rosa and Mike, as Karl cut. After two of three rounds Mike is 5 ahead.
    "The cut": """
        Rosa   25 20  5 | 25 45 50 |  50 1 won  | 3 1 0 x | 0 1 | 0 0 0 |  5 20 |  5 . |  0 .
        Mike   40  0 30 | 40 40 70 |  70 3 lost | 3 1 0 x | 0 1 | 0 0 0 | 15 30 |  0 . |  5 x
        Karl   50 10  0 | 50 60 60 |  60 2 -    | 3 1 1 . | 1 0 | 0 0 0 | 10 50 |  0 . |  0 .
    """,
    # Karl is 20 behind Rosa after one of two rounds, but before Tilda. He bought and went out.
    "The ties": """
        Rosa    0 20 |  0 20 |  20 1 won  | 2 1 0 x | 0 0 | 2 1 20 | 20 20 |  0 . | 0 .
        Mike   20 20 | 20 40 |  40 3 lost | 2 0 0 x | 0 0 | 1 1 20 | 20 20 |  0 . | 0 .
        Karl   20  0 | 20 20 |  20 1 won  | 2 1 0 x | 0 0 | 1 1  0 | 20 20 | 20 . | 0 .
        Tilda  30 10 | 30 40 |  40 3 lost | 2 0 0 x | 0 0 | 0 0  0 | 10 30 |  0 . | 0 .
    """,
    # Any two but that of spades is five points and no wild. After two of three rounds Otto is 25
    # ahead, and Tilda 75 behind and last.
    "The lead": """
        Rosa   50  5  30 | 50 55  85 |  85 2 -    | 3 0 1 . | 0 0 | 0 0  0 |   5  50 |  0 . |  0 .
        Mike    5 20  60 |  5 25  85 |  85 2 -    | 3 0 0 x | 0 0 | 1 1 60 |   5  60 |  0 . |  0 .
        Tilda  55 20   0 | 55 75  75 |  75 1 won  | 3 1 1 . | 0 0 | 0 0  0 |  20  55 | 75 x |  0 .
        Otto    0  0 150 |  0  0 150 | 150 4 lost | 3 2 2 . | 0 0 | 0 0  0 | 150 150 |  0 . | 25 x
    """,
    # Karl is 60 ahead after three rounds and still 30 after four. Otto is last after three of
    # seven, which is less than half of them, and second after four. Nobody knows the cards.
    "The paper": """
        Karl   0  0 10 60 40 50 45 |  0   0  10  70 110 160 205 | 205 3 lost \
            | 7 2 0 . | 0 0 | 0 0 0 | 10 60 |   0 . | 60 x
        Otto  50 50  0  0  0  5  0 | 50 100 100 100 100 105 105 | 105 1 won \
            | 7 4 0 . | 0 0 | 0 0 0 |  5 50 | 100 . |  0 .
        Mike  20 30 20 40  5  0 85 | 20  50  70 110 115 115 200 | 200 2 - \
            | 7 1 0 . | 0 0 | 0 0 0 |  5 85 |   0 . |  0 .
    """,
    # After two of four rounds it is Mike -20, Karl and Tilda -25, Rosa -30: she is last and 10
    # behind, Mike 5 ahead. After three Karl is 10 ahead, with -25 to Rosa's -35.
    "Below zero": """
        Rosa     0 -30  -5   0 |   0 -30 -35 -35 | -35 1 won  | 4 2 0 x | 0 0 | 1 1   0 \
            | -30  -5 | 10 x |  0 .
        Mike   -20   0 -20  -5 | -20 -20 -40 -45 | -45 2 -    | 4 1 1 . | 0 0 | 0 0   0 \
            | -20  -5 |  0 . |  5 x
        Karl   -15 -10   0 -35 | -15 -25 -25 -60 | -60 3 -    | 4 1 1 . | 0 0 | 0 0   0 \
            | -35 -10 |  0 . | 10 x
        Tilda  -15 -10 -40 -15 | -15 -25 -65 -80 | -80 4 lost | 4 0 2 . | 0 0 | 2 1 -40 \
            | -40 -10 |  0 . |  0 .
    """,
    # After the first round Karl shares the last place with Mike.
    "Two rounds": """
        Mike   -10 -15 | -10 -25 | -25 3 lost | 2 0 0 x | 0 0 | 0 0 0 | -15 -10 |  0 . |  0 .
        Karl   -10   0 | -10 -10 | -10 1 won  | 2 1 0 x | 0 0 | 0 0 0 | -10 -10 | 10 x |  0 .
        Tilda    0 -20 |   0 -20 | -20 2 -    | 2 1 1 . | 0 0 | 0 0 0 | -20 -20 |  0 . | 10 x
    """,
    # Rosa is 20 ahead after one of three rounds, which is too early to be thrown away; Jo, who
    # began with 15, is 10 ahead after two.
    "The latecomer": """
        Tilda  20  5  0 | 20 25 25 |  25 1 won  | 3 1 0 x | 0 0 | 0 0 0 |  5 20 | 20 . |  0 .
        Rosa    0 50  5 |  0 50 55 |  55 4 lost | 3 1 1 . | 0 0 | 0 0 0 |  5 50 |  0 . | 20 .
        Mike   30 10 10 | 30 40 50 |  50 3 -    | 3 0 0 x | 0 0 | 0 0 0 | 10 30 |  0 . |  0 .
        Jo      -  0 20 |  - 15 35 |  35 2 -    | 2 1 0 x | 0 0 | 0 0 0 | 20 20 |  0 . | 10 x
    """,
    # Karl leaves when he is 5 ahead: he has no place, and threw nothing away. Round 3: 25 for Rosa,
    # beside her ten, and for Mike, beside nothing; Mike was 10 behind Karl, then 5.
    "The last bus": """
        Rosa    5 10 35 |  5 15 50 |  50 3 lost | 3 0 0 x | 0 1 | 1 1 35 |  5 10 |  0 . | 0 .
        Mike   10  0 25 | 10 10 35 |  35 1 won  | 3 2 0 x | 0 1 | 0 0  0 | 10 10 | 10 . | 0 .
        Karl    0  5  - |  0  5  - |   5 - -    | 2 1 0 x | 0 0 | 0 0  0 |  5  5 |  0 . | 0 .
        Tilda  20 20  5 | 20 40 45 |  45 2 -    | 3 0 0 x | 1 0 | 0 0  0 |  5 20 |  0 . | 0 .
    """,
    # Otto is last after one of two rounds, 20 behind Karl.
    "The correction": """
        Otto  20  0 | 20 20 |  20 1 won  | 2 1 0 x | 0 0 | 0 0  0 | 20 20 | 20 x | 0 .
        Rosa  10 30 | 10 40 |  40 3 lost | 2 0 0 x | 0 0 | 1 1 30 | 10 30 |  0 . | 0 .
        Karl   0 20 |  0 20 |  20 1 won  | 2 1 0 x | 0 0 | 0 0  0 | 20 20 |  0 . | 0 .
    """,
    # Karl's 15 were given, not left in a hand. After one of two rounds Tilda is in front, but so is
    # Rosa.
    "Nobody out": """
        Rosa    5 20 |  5 25 |  25 1 won  | 2 0 0 x | 0 0 | 0 0  0 |  5 20 | 0 . | 0 .
        Karl   50 15 | 50 65 |  65 3 lost | 2 1 1 . | 0 0 | 1 1 50 | 50 50 | 0 . | 0 .
        Tilda   5 55 |  5 60 |  60 2 -    | 2 0 0 x | 0 0 | 0 0  0 |  5 55 | 0 . | 0 .
    """,
    # Any two is wild here.
    "For two": """
        Jo     0 50 |  0 50 |  50 2 lost | 2 1 1 . | 0 0 | 1 1 50 | 50 50 |  0 . | 35 x
        Rosa  35  0 | 35 35 |  35 1 won  | 2 1 1 . | 0 0 | 0 0  0 | 35 35 | 35 x |  0 .
    """,
}

# Played to their end were Below zero and The paper alone: no total of another game is a best or a
# worst one.
#
# games won lost | rounds out points | clean games, wilds | exact cuts, paid for | buys, rounds
# with one, points of these | comebacks, biggest | leads thrown away, biggest | lowest and highest
# game | lowest and highest hand | wins in a row, now | losses in a row, now
TALLIES = {
    # The cut, The ties, The paper. Mike lost the first two and came second in the third.
    ("link", 2025): """
        Rosa   2 2 0 |  5 2  70 | 2 0 | 0 1 | 2 1 20 | 0   5 | 0  0 |   -   - |  5 20 | 2 2 | 0 0
        Mike   3 0 2 | 12 2 310 | 2 0 | 0 1 | 1 1 20 | 0   0 | 1  5 | 200 200 |  5 85 | 0 0 | 2 0
        Karl   3 1 1 | 12 4 285 | 1 1 | 1 0 | 1 1  0 | 0  20 | 1 60 | 205 205 | 10 60 | 1 0 | 1 1
        Tilda  1 0 1 |  2 0  40 | 1 0 | 0 0 | 0 0  0 | 0   0 | 0  0 |   -   - | 10 30 | 0 0 | 1 1
        Otto   1 1 0 |  7 4 105 | 0 0 | 0 0 | 0 0  0 | 0 100 | 0  0 | 105 105 |  5 50 | 1 1 | 0 0
    """,
    # The latecomer, The last bus, The correction.
    ("link", 2026): """
        Rosa   3 0 3 | 8 1 145 | 2 1 | 0 1 | 2 2 65 | 0  0 | 0 20 | - - |  5 50 | 0 0 | 3 3
        Mike   2 1 0 | 6 2  85 | 2 0 | 0 1 | 0 0  0 | 0 10 | 0  0 | - - | 10 30 | 1 1 | 0 0
        Karl   2 1 0 | 4 2  25 | 2 0 | 0 0 | 0 0  0 | 0  0 | 0  0 | - - |  5 20 | 1 1 | 0 0
        Tilda  2 1 0 | 6 1  70 | 2 0 | 1 0 | 0 0  0 | 0 20 | 0  0 | - - |  5 20 | 1 0 | 0 0
        Otto   1 1 0 | 2 1  20 | 1 0 | 0 0 | 0 0  0 | 1 20 | 0  0 | - - | 20 20 | 1 1 | 0 0
        Jo     1 0 0 | 2 1  35 | 1 0 | 0 0 | 0 0  0 | 0  0 | 1 10 | - - | 20 20 | 0 0 | 0 0
    """,
    # Otto won the last one of 2025 and the only one of 2026.
    ("link", ALL_YEARS): """
        Rosa   5 2 3 | 13 3 215 | 4 1 | 0 2 | 4 3 85 | 0   5 | 0 20 |   -   - |  5 50 | 2 0 | 3 3
        Mike   5 1 2 | 18 4 395 | 4 0 | 0 2 | 1 1 20 | 0  10 | 1  5 | 200 200 |  5 85 | 1 1 | 2 0
        Karl   5 2 1 | 16 6 310 | 3 1 | 1 0 | 1 1  0 | 0  20 | 1 60 | 205 205 |  5 60 | 1 1 | 1 0
        Tilda  3 1 1 |  8 1 110 | 3 0 | 1 0 | 0 0  0 | 0  20 | 0  0 |   -   - |  5 30 | 1 0 | 1 0
        Otto   2 2 0 |  9 5 125 | 1 0 | 0 0 | 0 0  0 | 1 100 | 0  0 | 105 105 |  5 50 | 2 2 | 0 0
        Jo     1 0 0 |  2 1  35 | 1 0 | 0 0 | 0 0  0 | 0   0 | 1 10 |   -   - | 20 20 | 0 0 | 0 0
    """,
    # The lead.
    ("norwegian", 2025): """
        Rosa   1 0 0 | 3 0  85 | 0 1 | 0 0 | 0 0  0 | 0  0 | 0  0 | - - |   5  50 | 0 0 | 0 0
        Mike   1 0 0 | 3 0  85 | 1 0 | 0 0 | 1 1 60 | 0  0 | 0  0 | - - |   5  60 | 0 0 | 0 0
        Tilda  1 1 0 | 3 1  75 | 0 1 | 0 0 | 0 0  0 | 1 75 | 0  0 | - - |  20  55 | 1 1 | 0 0
        Otto   1 0 1 | 3 2 150 | 0 2 | 0 0 | 0 0  0 | 0  0 | 1 25 | - - | 150 150 | 0 0 | 1 1
    """,
    # Nobody out.
    ("norwegian", 2026): """
        Rosa   1 1 0 | 2 0 25 | 1 0 | 0 0 | 0 0  0 | 0 0 | 0 0 | - - |  5 20 | 1 1 | 0 0
        Karl   1 0 1 | 2 1 65 | 0 1 | 0 0 | 1 1 50 | 0 0 | 0 0 | - - | 50 50 | 0 0 | 1 1
        Tilda  1 0 0 | 2 0 60 | 1 0 | 0 0 | 0 0  0 | 0 0 | 0 0 | - - |  5 55 | 0 0 | 0 0
    """,
    ("norwegian", ALL_YEARS): """
        Rosa   2 1 0 | 5 0 110 | 1 1 | 0 0 | 0 0  0 | 0  0 | 0  0 | - - |   5  50 | 1 1 | 0 0
        Mike   1 0 0 | 3 0  85 | 1 0 | 0 0 | 1 1 60 | 0  0 | 0  0 | - - |   5  60 | 0 0 | 0 0
        Karl   1 0 1 | 2 1  65 | 0 1 | 0 0 | 1 1 50 | 0  0 | 0  0 | - - |  50  50 | 0 0 | 1 1
        Tilda  2 1 0 | 5 1 135 | 1 1 | 0 0 | 0 0  0 | 1 75 | 0  0 | - - |   5  55 | 1 0 | 0 0
        Otto   1 0 1 | 3 2 150 | 0 2 | 0 0 | 0 0  0 | 0  0 | 1 25 | - - | 150 150 | 0 0 | 1 1
    """,
    # Below zero, Two rounds.
    ("bga", 2026): """
        Rosa   1 1 0 | 4 2  -35 | 1 0 | 0 0 | 1 1   0 | 1 10 | 0  0 | -35 -35 | -30  -5 | 1 1 | 0 0
        Mike   2 0 1 | 6 1  -70 | 1 1 | 0 0 | 0 0   0 | 0  0 | 1  5 | -45 -45 | -20  -5 | 0 0 | 1 1
        Karl   2 1 0 | 6 2  -70 | 1 1 | 0 0 | 0 0   0 | 1 10 | 1 10 | -60 -60 | -35 -10 | 1 1 | 0 0
        Tilda  2 0 1 | 6 1 -100 | 0 3 | 0 0 | 2 1 -40 | 0  0 | 1 10 | -80 -80 | -40 -10 | 0 0 | 1 0
    """,
    # For two.
    ("gourt", 2026): """
        Rosa   1 1 0 | 2 1 35 | 0 1 | 0 0 | 0 0  0 | 1 35 | 0  0 | - - | 35 35 | 1 1 | 0 0
        Jo     1 0 1 | 2 1 50 | 0 1 | 0 0 | 1 1 50 | 0  0 | 1 35 | - - | 50 50 | 0 0 | 1 1
    """,
    # In order: The cut, The ties, The lead, The paper. Mike: lost, lost, second, second.
    (ALL_FAMILIES, 2025): """
        Rosa   3 2 0 |  8 2 155 | 2 1 | 0 1 | 2 1 20 | 0   5 | 0  0 |   -   - |  5  50 | 2 0 | 0 0
        Mike   4 0 2 | 15 2 395 | 3 0 | 0 1 | 2 2 80 | 0   0 | 1  5 | 200 200 |  5  85 | 0 0 | 2 0
        Karl   3 1 1 | 12 4 285 | 1 1 | 1 0 | 1 1  0 | 0  20 | 1 60 | 205 205 | 10  60 | 1 0 | 1 1
        Tilda  2 1 1 |  5 1 115 | 1 1 | 0 0 | 0 0  0 | 1  75 | 0  0 |   -   - | 10  55 | 1 1 | 1 0
        Otto   2 1 1 | 10 6 255 | 0 2 | 0 0 | 0 0  0 | 0 100 | 1 25 | 105 105 |  5 150 | 1 1 | 1 0
    """,
    # Rosa: won, -, lost twice on one day, lost, won, won. Karl: -, won, left, won, lost: by leaving
    # he ended a streak. Mike: -, lost, -, won. Tilda: lost, -, won, -, -.
    (ALL_FAMILIES, 2026): """
        Rosa   6 3 3 | 16 4 170 | 4 2 | 0 1 | 3 3  65 | 2 35 | 0 20 | -35 -35 | -30 50 | 2 2 | 3 0
        Mike   4 1 1 | 12 3  15 | 3 1 | 0 1 | 0 0   0 | 0 10 | 1  5 | -45 -45 | -20 30 | 1 1 | 1 0
        Karl   5 2 1 | 12 5  20 | 3 2 | 0 0 | 1 1  50 | 1 10 | 1 10 | -60 -60 | -35 50 | 1 0 | 1 1
        Tilda  5 1 1 | 14 2  30 | 3 3 | 1 0 | 2 1 -40 | 0 20 | 1 10 | -80 -80 | -40 55 | 1 0 | 1 0
        Otto   1 1 0 |  2 1  20 | 1 0 | 0 0 | 0 0   0 | 1 20 | 0  0 |   -   - |  20 20 | 1 1 | 0 0
        Jo     2 0 1 |  4 2  85 | 1 1 | 0 0 | 1 1  50 | 0  0 | 2 35 |   -   - |  20 50 | 0 0 | 1 1
    """,
    (ALL_FAMILIES, ALL_YEARS): """
        Rosa   9 5 3 | 24 6 325 | 6 3 | 0 2 | 5 4  85 | 2  35 | 0 20 | -35 -35 | -30  50 | 2 2 | 3 0
        Mike   8 1 3 | 27 5 410 | 6 1 | 0 2 | 2 2  80 | 0  10 | 2  5 | -45 200 | -20  85 | 1 1 | 2 0
        Karl   8 3 2 | 24 9 305 | 4 3 | 1 0 | 2 2  50 | 1  20 | 2 60 | -60 205 | -35  60 | 1 0 | 1 1
        Tilda  7 2 2 | 19 3 145 | 4 4 | 1 0 | 2 1 -40 | 1  75 | 1 10 | -80 -80 | -40  55 | 1 0 | 1 0
        Otto   3 2 1 | 12 7 275 | 1 2 | 0 0 | 0 0   0 | 1 100 | 1 25 | 105 105 |   5 150 | 2 2 | 1 0
        Jo     2 0 1 |  4 2  85 | 1 1 | 0 0 | 1 1  50 | 0   0 | 2 35 |   -   - |  20  50 | 0 0 | 1 1
    """,
}
# Which nobody had played in 2025.
TALLIES |= {(family, ALL_YEARS): TALLIES[family, 2026] for family in ("bga", "gourt")}

# Rounds points out | of those dealt | of those with a buy. Each line's points are added up from the
# games at the head of it, in their order.
CONTRACTS = {
    # The cut, The ties, The paper: Rosa, Mike, Karl deal the first round.
    ("link", 2025): """
        1 SS   Rosa   2  25 2 | 1 25 1 | 0  0 0
        1 SS   Mike   3  80 0 | 1 20 0 | 1 20 0
        1 SS   Karl   3  70 1 | 1  0 1 | 0  0 0
        1 SS   Tilda  1  30 0 | 0  0 0 | 0  0 0
        1 SS   Otto   1  50 0 | 0  0 0 | 0  0 0
        2 SR   Rosa   2  40 0 | 0  0 0 | 1 20 0
        2 SR   Mike   3  50 1 | 1  0 1 | 0  0 0
        2 SR   Karl   3  10 2 | 1  0 1 | 1  0 1
        2 SR   Tilda  1  10 0 | 0  0 0 | 0  0 0
        2 SR   Otto   1  50 0 | 1 50 0 | 0  0 0
        3 RR   Rosa   1   5 0 | 0  0 0 | 0  0 0
        3 RR   Mike   2  50 0 | 1 20 0 | 0  0 0
        3 RR   Karl   2  10 1 | 1  0 1 | 0  0 0
        3 RR   Otto   1   0 1 | 0  0 0 | 0  0 0
        4 SSS  Karl   1  60 0 | 1 60 0 | 0  0 0
        4 SSS  Otto   1   0 1 | 0  0 0 | 0  0 0
        4 SSS  Mike   1  40 0 | 0  0 0 | 0  0 0
        5 SSR  Karl   1  40 0 | 0  0 0 | 0  0 0
        5 SSR  Otto   1   0 1 | 1  0 1 | 0  0 0
        5 SSR  Mike   1   5 0 | 0  0 0 | 0  0 0
        6 SRR  Karl   1  50 0 | 0  0 0 | 0  0 0
        6 SRR  Otto   1   5 0 | 0  0 0 | 0  0 0
        6 SRR  Mike   1   0 1 | 1  0 1 | 0  0 0
        7 RRR  Karl   1  45 0 | 1 45 0 | 0  0 0
        7 RRR  Otto   1   0 1 | 0  0 0 | 0  0 0
        7 RRR  Mike   1  85 0 | 0  0 0 | 0  0 0
    """,
    # The latecomer, The last bus, The correction: Mike, Karl, Rosa deal the first round, and
    # Tilda, Tilda, Karl the second. Jo's fifteen points to begin with are no round's.
    ("link", 2026): """
        1 SS   Rosa   3  15 1 | 1 10 0 | 0  0 0
        1 SS   Mike   2  40 0 | 1 30 0 | 0  0 0
        1 SS   Karl   2   0 2 | 1  0 1 | 0  0 0
        1 SS   Tilda  2  40 0 | 0  0 0 | 0  0 0
        1 SS   Otto   1  20 0 | 0  0 0 | 0  0 0
        2 SR   Rosa   3  90 0 | 0  0 0 | 1 30 0
        2 SR   Mike   2  10 1 | 0  0 0 | 0  0 0
        2 SR   Karl   2  25 0 | 1 20 0 | 0  0 0
        2 SR   Tilda  2  25 0 | 2 25 0 | 0  0 0
        2 SR   Otto   1   0 1 | 0  0 0 | 0  0 0
        2 SR   Jo     1   0 1 | 0  0 0 | 0  0 0
        3 RR   Rosa   2  40 0 | 2 40 0 | 1 35 0
        3 RR   Mike   2  35 1 | 0  0 0 | 0  0 0
        3 RR   Tilda  2   5 1 | 0  0 0 | 0  0 0
        3 RR   Jo     1  20 0 | 0  0 0 | 0  0 0
    """,
    ("norwegian", 2025): """
        1 SS   Rosa   1  50 0 | 1 50 0 | 0  0 0
        1 SS   Mike   1   5 0 | 0  0 0 | 0  0 0
        1 SS   Tilda  1  55 0 | 0  0 0 | 0  0 0
        1 SS   Otto   1   0 1 | 0  0 0 | 0  0 0
        2 SR   Rosa   1   5 0 | 0  0 0 | 0  0 0
        2 SR   Mike   1  20 0 | 1 20 0 | 0  0 0
        2 SR   Tilda  1  20 0 | 0  0 0 | 0  0 0
        2 SR   Otto   1   0 1 | 0  0 0 | 0  0 0
        3 RR   Rosa   1  30 0 | 0  0 0 | 0  0 0
        3 RR   Mike   1  60 0 | 0  0 0 | 1 60 0
        3 RR   Tilda  1   0 1 | 1  0 1 | 0  0 0
        3 RR   Otto   1 150 0 | 0  0 0 | 0  0 0
    """,
    ("norwegian", 2026): """
        1 SS   Rosa   1   5 0 | 1  5 0 | 0  0 0
        1 SS   Karl   1  50 0 | 0  0 0 | 1 50 0
        1 SS   Tilda  1   5 0 | 0  0 0 | 0  0 0
        2 SR   Rosa   1  20 0 | 0  0 0 | 0  0 0
        2 SR   Karl   1  15 1 | 1 15 1 | 0  0 0
        2 SR   Tilda  1  55 0 | 0  0 0 | 0  0 0
    """,
    # Below zero is the short game, with two runs in its second round; Two rounds is the long one.
    # Tilda and Mike deal the first round.
    ("bga", 2026): """
        1 SS   Rosa   1   0 1 | 0   0 0 | 1   0 1
        1 SS   Mike   2 -30 0 | 1 -10 0 | 0   0 0
        1 SS   Karl   2 -25 0 | 0   0 0 | 0   0 0
        1 SS   Tilda  2 -15 1 | 1 -15 0 | 0   0 0
        2 RR   Rosa   1 -30 0 | 1 -30 0 | 0   0 0
        2 RR   Mike   1   0 1 | 0   0 0 | 0   0 0
        2 RR   Karl   1 -10 0 | 0   0 0 | 0   0 0
        2 RR   Tilda  1 -10 0 | 0   0 0 | 0   0 0
        2 SR   Mike   1 -15 0 | 0   0 0 | 0   0 0
        2 SR   Karl   1   0 1 | 1   0 1 | 0   0 0
        2 SR   Tilda  1 -20 0 | 0   0 0 | 0   0 0
        3 SSR  Rosa   1  -5 0 | 0   0 0 | 0   0 0
        3 SSR  Mike   1 -20 0 | 1 -20 0 | 0   0 0
        3 SSR  Karl   1   0 1 | 0   0 0 | 0   0 0
        3 SSR  Tilda  1 -40 0 | 0   0 0 | 1 -40 0
        4 RRR  Rosa   1   0 1 | 0   0 0 | 0   0 0
        4 RRR  Mike   1  -5 0 | 0   0 0 | 0   0 0
        4 RRR  Karl   1 -35 0 | 1 -35 0 | 0   0 0
        4 RRR  Tilda  1 -15 0 | 0   0 0 | 0   0 0
    """,
    ("gourt", 2026): """
        1 SS   Jo     1   0 1 | 1   0 1 | 0   0 0
        1 SS   Rosa   1  35 0 | 0   0 0 | 0   0 0
        2 SR   Jo     1  50 0 | 0   0 0 | 1  50 0
        2 SR   Rosa   1   0 1 | 1   0 1 | 0   0 0
    """,
}

# Where the correction of "The correction" is taken back, Rosa had a ten alone in the second round.
# All have 20 then: all won, and nobody lost. Rosa was 10 behind Karl after the first round, in the
# second place; the last place is no place when all share it.
UNCORRECTED_GAME = """
    Otto  20  0 | 20 20 |  20 1 won | 2 1 0 x | 0 0 | 0 0  0 | 20 20 | 20 x | 0 .
    Rosa  10 10 | 10 20 |  20 1 won | 2 0 0 x | 0 0 | 1 1 10 | 10 10 | 10 . | 0 .
    Karl   0 20 |  0 20 |  20 1 won | 2 1 0 x | 0 0 | 0 0  0 | 20 20 |  0 . | 0 .
"""
# Nobody's line becomes another one but Rosa's: 20 points less, and a win for a loss. In Link she
# won, won, lost, lost, won; over all won, won, -, won, lost, lost, won, won, won.
UNCORRECTED_TALLIES = {
    ("link", 2026): """
        Rosa   3 1 2 |  8 1 125 | 2 1 | 0 1 | 2 2 45 | 0 10 | 0 20 | - - |   5 50 | 1 1 | 2 0
    """,
    ("link", ALL_YEARS): """
        Rosa   5 3 2 | 13 3 195 | 4 1 | 0 2 | 4 3 65 | 0 10 | 0 20 | - - |   5 50 | 2 1 | 2 0
    """,
    (ALL_FAMILIES, 2026): """
        Rosa   6 4 2 | 16 4 150 | 4 2 | 0 1 | 3 3 45 | 2 35 | 0 20 | -35 -35 | -30 50 | 3 3 | 2 0
    """,
    (ALL_FAMILIES, ALL_YEARS): """
        Rosa   9 6 2 | 24 6 305 | 6 3 | 0 2 | 5 4 65 | 2 35 | 0 20 | -35 -35 | -30 50 | 3 3 | 2 0
    """,
}
UNCORRECTED_CONTRACTS = {
    ("link", 2026): """
        2 SR   Rosa   3  70 0 | 0  0 0 | 1 10 0
    """,
}

# Where "For two" goes on after all, nobody has played Gourt. Rosa has a win, two rounds and 35
# points less, her biggest comeback is the other one, and Jo has The latecomer alone.
WITHOUT_FOR_TWO = {
    (ALL_FAMILIES, 2026): """
        Rosa   5 2 3 | 14 3 135 | 4 1 | 0 1 | 3 3 65 | 1 10 | 0 20 | -35 -35 | -30 50 | 1 1 | 3 0
        Jo     1 0 0 |  2 1  35 | 1 0 | 0 0 | 0 0  0 | 0  0 | 1 10 |   -   - |  20 20 | 0 0 | 0 0
    """,
    (ALL_FAMILIES, ALL_YEARS): """
        Rosa   8 4 3 | 22 5 290 | 6 2 | 0 2 | 5 4 85 | 1 10 | 0 20 | -35 -35 | -30 50 | 2 1 | 3 0
        Jo     1 0 0 |  2 1  35 | 1 0 | 0 0 | 0 0  0 | 0  0 | 1 10 |   -   - |  20 20 | 0 0 | 0 0
    """,
}

# Where the paper is of Christmas 2026 again, it comes last. Otto has both his wins in 2026, and of
# 2025 the lost lead alone. Karl, who won before it, lost; Mike, who won before it, came second.
WRONG_YEAR = {
    ("link", 2026): """
        Otto   2 2 0 |  9 5 125 | 1 0 | 0 0 | 0 0  0 | 1 100 | 0  0 | 105 105 |   5  50 | 2 2 | 0 0
    """,
    ("link", ALL_YEARS): """
        Mike   5 1 2 | 18 4 395 | 4 0 | 0 2 | 1 1 20 | 0  10 | 1  5 | 200 200 |   5  85 | 1 0 | 2 0
        Karl   5 2 1 | 16 6 310 | 3 1 | 1 0 | 1 1  0 | 0  20 | 1 60 | 205 205 |   5  60 | 1 0 | 1 1
        Otto   2 2 0 |  9 5 125 | 1 0 | 0 0 | 0 0  0 | 1 100 | 0  0 | 105 105 |   5  50 | 2 2 | 0 0
    """,
    (ALL_FAMILIES, 2025): """
        Otto   1 0 1 |  3 2 150 | 0 2 | 0 0 | 0 0  0 | 0   0 | 1 25 | - - | 150 150 | 0 0 | 1 1
    """,
    (ALL_FAMILIES, 2026): """
        Otto   2 2 0 |  9 5 125 | 1 0 | 0 0 | 0 0  0 | 1 100 | 0  0 | 105 105 |   5  50 | 2 2 | 0 0
    """,
}
