"""How TriATri is played, for people who have never seen it. Its page in docs is made of this."""

from typing import Final

from tricktable.rules.cards import COLOURS, cards_in
from tricktable.rules.game import Header
from tricktable.rules.guide import Detail, Grid, Guide, Ladder, ladders
from tricktable.rules.ranking import PRINTED
from tricktable.text.language import message


def _ladders(header: Header) -> tuple[Ladder, ...]:
    """The numbers; below them the imitations, which have none."""
    cards = [*cards_in(header.deck)]
    numbers = [each for each in cards if PRINTED.letters[each] in COLOURS]
    imitations = [each for each in cards if each not in numbers]
    none = message("Imitations: no number, no colour")
    return (*ladders(numbers, int), *ladders(imitations, lambda card: -card, title=none))


GUIDE: Final = Guide(
    goal=(
        message(
            "Win gems of three colours, and have most points after three rounds. A gem is worth "
            "more, the more gems of its colour are still in the stock. Two gems of every colour "
            "win at once."
        ),
    ),
    turn=(
        message(
            "Everybody gets six cards and reveals one of them, all at once. The highest number "
            "starts. These cards are out, and five tricks follow."
        ),
        message(
            "The starter names the prize: a gem from the stock, or one of their own. Clockwise, "
            "everybody plays a card of the prize’s colour, the starter too; a player who has none "
            "plays any card. An imitation may always be played."
        ),
        message(
            "A card counts as its number. If its colour dominates that of the card before it, it "
            "counts double, and a 2 counts 8."
        ),
        message(
            "An imitation takes the winning card with its count, and leaves its owner with the "
            "imitation, which counts 0. An imitation that is led counts 0."
        ),
        message(
            "The highest count takes the prize, and that player starts the next trick. If two tie, "
            "the dominant colour wins."
        ),
    ),
    end=(
        message(
            "The game ends after a trick if a player has two gems of every colour (that player "
            "wins), if the stock has no gem left of some colour, or if it was the fifth trick of "
            "the third round."
        ),
    ),
    score=(
        message(
            "Each set of three different gems scores 1. Then each pair of different gems costs 2. "
            "Each gem left over scores as many points as there are gems of its colour in the stock."
        ),
        message("Most points win, then most gems; a tie is shared."),
    ),
    trump=message(
        "There is no trump, but each colour dominates another: {B} puts {R} out, {G} drinks {B}, "
        "and {R} burns {G}."
    ),
    ladders=_ladders,
    details=(
        Detail(
            message("The cards"),
            (
                message(
                    "There are numbers in three colours, one of each, and imitations. The 18 gems, "
                    "six of each colour, lie in a stock. Every round uses the whole deck; gems "
                    "stay with their owners."
                ),
                Grid(
                    (
                        message("players"),
                        message("numbers"),
                        message("number cards"),
                        message("imitations"),
                        message("dealt to each"),
                        message("left over"),
                    ),
                    (
                        ("2", "2–6", "15", "2", "6", "5"),
                        ("3", "2–7", "18", "1", "6", "1"),
                        ("4", "2–8", "21", "3", "6", "0"),
                    ),
                ),
                message("Nobody looks at the cards left over."),
            ),
            ("A1", "A30", "A32"),
        ),
        Detail(
            message("Who starts a round"),
            (
                message(
                    "When cards are revealed, an imitation counts 0. If two tie for the highest "
                    "number, the dominant colour starts; if three tie, the fourth player starts. "
                    "If nobody is left to start (three of three players tie, or two players show "
                    "imitations), all take their cards back and reveal again."
                ),
            ),
            ("A14", "A15", "A16", "A17"),
        ),
        Detail(
            message("The prize"),
            (
                message(
                    "The starter may name a gem of their own even if the stock has that colour. "
                    "The winner of the trick gets it. The winner of a trick starts the next one."
                ),
            ),
            ("A8", "A11", "A12", "A13"),
        ),
        Detail(
            message("Doubling and imitations"),
            (
                message(
                    "The first card of a trick counts once; nothing doubles it. A 2 counts 8 only "
                    "where another card would count double."
                ),
                message(
                    "An imitation that is not the first card changes places with the winning card: "
                    "that card, with its count, belongs to the player of the imitation, and the "
                    "imitation takes its place and counts 0. For the next card, the card that was "
                    "moved there is the one before it."
                ),
                message("An imitation that is led doubles nothing."),
            ),
            ("A2", "A3", "A4", "A5", "A6", "A7", "A9", "A10", "A21"),
        ),
        Detail(
            message("Ties"),
            (
                message(
                    "If several tie in two colours, the dominant one wins, and within a colour the "
                    "card played last. If they tie in one colour or in all three, the card played "
                    "last wins."
                ),
            ),
            ("A20",),
        ),
        Detail(
            message("The last points"),
            (
                message(
                    "A player who wins by two gems of every colour is shown with 100 points; the "
                    "others are placed by their points. A gem that is named leaves the stock at "
                    "once, but the trick is played to its end. A colour that ran out counts 0."
                ),
                message(
                    "Example: you have two red, one blue and one green gem; the stock has three "
                    "red, two blue and three green ones. One set, and one red gem worth 3: "
                    "4 points."
                ),
            ),
            ("A22", "A23", "A24", "A25", "A27", "A28", "A29", "A31"),
        ),
    ),
)
