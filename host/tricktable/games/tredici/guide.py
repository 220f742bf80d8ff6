"""How Tredici is played, for people who have never seen it. Its page in docs is made of this."""

from typing import Final

from tricktable.rules.guide import Detail, Grid, Guide
from tricktable.text.language import message

GUIDE: Final = Guide(
    goal=(
        message(
            "Collect all thirteen cards of one suit, your secret target, and call “tredici” before "
            "anybody else does."
        ),
        message(
            "Everybody is dealt seven cards. Look at yours, choose a suit in secret, and set aside "
            "all your cards of it, face down. The rest of the pack is the draw pile."
        ),
    ),
    turn=(
        message("Turns go clockwise from the dealer’s left. In your turn, do this in order:"),
        message(
            "First discard, if you must. If you drew an ace of another suit in your last turn, "
            "discard your whole hand. If you set nothing aside in your last turn, discard three "
            "cards of your choice."
        ),
        message("Then draw until your hand is full."),
        message(
            "Last, set aside all cards of your suit in stacks of three, three, three, three and "
            "one, so that everybody can count them."
        ),
        message(
            "Once in a game, between turns, anybody may call “kisché”: “I think somebody else is "
            "collecting my suit.” Everybody names their suit. Except for the caller, everyone who "
            "shares a suit discards all their cards and secretly chooses another suit. If nobody "
            "shares one, this happens to the caller instead."
        ),
    ),
    end=(
        message("A player who has thirteen cards set aside and calls “tredici” wins at once."),
        message(
            "When the draw pile is empty, the discards are shuffled and become the new one. When "
            "both piles are empty, everybody gives one card from their hand for a new pile, and a "
            "full hand is one card smaller from then on. If every hand then has at most one card, "
            "the game is a draw."
        ),
    ),
    score=(message("There are no points: one player or one team wins."),),
    trump=message(
        "There are no tricks and no trump. Only suits count, and aces: drawing an ace of another "
        "suit costs you your hand."
    ),
    ladders=lambda _: (),
    details=(
        Detail(
            message("Aces"),
            (
                message(
                    "An ace of your own suit is a card like any other. An ace in the hand that you "
                    "were dealt does not count, and one that you kept counts once, in the turn "
                    "after you drew it. If you drew an ace and set nothing aside, discard the "
                    "whole hand."
                ),
            ),
            ("D3", "D4", "D5", "D6"),
        ),
        Detail(
            message("Kisché"),
            (
                message(
                    "Every player but the caller who shares a suit with anybody is purged: their "
                    "hand and stacks go to the discards. If no two targets are the same, the "
                    "caller is purged instead. A purged player draws a whole new hand on their "
                    "next turn."
                ),
                message(
                    "A purged player secretly chooses a new target: any suit except their old one "
                    "and those announced by players who stay. A suit that only other purged "
                    "players had is free. They keep their old suit only if it is the one suit "
                    "left, as the caller does after a wrong call among four."
                ),
                message("These rules cover all the named cases (the caller’s suit comes first):"),
                Grid(
                    (
                        message("called"),
                        message("suits"),
                        message("purged"),
                        message("new target"),
                    ),
                    (
                        (message("kisché"), "{h}{h}{s}{d}", message("the other with {h}"), "{c}"),
                        (
                            message("triple kisché"),
                            "{h}{h}{h}{d}",
                            message("the two others with {h}"),
                            "{c} {s}",
                        ),
                        (
                            message("passive kisché"),
                            "{h}{s}{s}{d}",
                            message("both with {s}"),
                            "{c}",
                        ),
                        (
                            message("triple passive kisché"),
                            "{h}{s}{s}{s}",
                            message("all three with {s}"),
                            "{c} {d}",
                        ),
                        (
                            message("double kisché"),
                            "{h}{h}{s}{s}",
                            message("all but the caller"),
                            message("for {h}: {c} {d} {s}, for {s}: {c} {d}"),
                        ),
                        (
                            message("nimöglich"),
                            "{h}{h}{h}{h}",
                            message("all but the caller"),
                            "{c} {d} {s}",
                        ),
                        (
                            message("nimöglich of two"),
                            "{h}{h}",
                            message("the other"),
                            "{c} {d} {s}",
                        ),
                        (message("a wrong call"), "{h}{s}{d}{c}", message("the caller"), "{h}"),
                        (
                            message("a wrong call of three"),
                            "{h}{s}{d}",
                            message("the caller"),
                            "{c}",
                        ),
                        (
                            message("a wrong call of two"),
                            "{h}{s}",
                            message("the caller"),
                            "{c} {d}",
                        ),
                    ),
                ),
            ),
            ("D14", "D15", "D16", "D17", "D18", "D19", "D20", "D21", "D22", "D23"),
        ),
        Detail(
            message("Teams"),
            (
                message(
                    "Five players or more play in teams. There are two to four teams, and "
                    "team-mates sit next to each other. A team has one target and one set of "
                    "stacks, and wins together. Turns, draws and aces are each player’s own."
                ),
                message(
                    "You may call kisché only if your whole team agrees. When a team is purged, "
                    "all its hands go to the discards."
                ),
                message(
                    "With eight players or more, hands are as large as 52 cards allow: 6 cards for "
                    "eight, 5 for nine and ten, 4 for eleven to thirteen."
                ),
            ),
            ("D27", "D28", "D29"),
        ),
        Detail(
            message("When the piles run out"),
            (
                message(
                    "Cards are given as soon as both piles are empty, even during a draw; the draw "
                    "then goes on. A player without cards gives none. If two players have thirteen "
                    "cards of one suit between them, they may agree on a draw."
                ),
            ),
            ("D8", "D9", "D10", "D11", "D12", "D13", "D26"),
        ),
    ),
)
