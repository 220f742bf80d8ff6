"""What page and display of each game say at named moments, to the word."""

from players import etori, tredici, triatri, troika
from players.torite import (
    DEALT,
    ENDS,
    FOUR,
    FOUR_SUITS,
    PAIRED,
    SIDES,
    THREE,
    arranged,
    declared,
    played,
    plays,
)
from records.lines import record_of
from records.moments import add
from tricktable.rules.display import Rows
from tricktable.rules.view import view
from tricktable.text.sentences import spoken


def told(record, *parts):
    """The sentences, the middle and the sheets of the page, and what the display shows.

    Only some of these parts, where a moment is about them and the others are as at another one.
    """
    return [line for part in parts or _ALL for line in part(record)]


def _phase(record):
    phase = view(record).phase
    yield " / ".join(filter(None, map(spoken, (phase.headline, phase.own))))
    yield from filter(None, (spoken(phase.beside), spoken(phase.why), phase.due.words))
    small = (phase.place, phase.lies, phase.foot and phase.foot.words.strip(), phase.hint)
    yield f"({' / '.join(filter(None, small))})"


def _middle(record):
    seen = view(record)
    middle = seen.rules.page.middle(seen)
    yield " / ".join(filter(None, map(spoken, (middle.title, middle.side))))
    for each in middle.places:
        marks = [name for name in ("leads", "wins", "is_due") if getattr(each, name)]
        shown = [each.name, each.card, spoken(each.said), each.worth, each.lies, *marks]
        yield " ".join(["-", *(str(part) for part in shown if part not in (None, ""))])
    yield from (f"- {heap.name} {heap.cards}" for heap in middle.heaps)


def _sheets(record):
    seen = view(record)
    for sheet in seen.rules.page.sheets(seen):
        flags = [flag for flag in ("is_plain", "is_long") if getattr(sheet, flag)]
        flags = " ".join(filter(None, [*flags, sheet.layout]))
        title = f"{sheet.title} ({flags})" if flags else sheet.title
        yield " | ".join([f"{title}:", *map(spoken, sheet.heads)])
        for row in sheet.rows:
            yield " | ".join([*map(spoken, (row.head, *row.cells)), row.mark]).rstrip("| ")
        for fact in sheet.facts:
            yield " ".join(filter(None, [f"* {spoken(fact.words)}", fact.state]))


def _score(record):
    seen = view(record)
    score = seen.rules.score(seen)
    yield "= " + "; ".join(f"{each.title} {list(each.values)}" for each in score.figures)
    yield from (f"= deal {deal.number}: {list(deal.gains)}" for deal in score.deals)


def _display(record):
    seen, options = view(record), record.header.options
    display = seen.rules.display
    has_ended = seen.phase.is_between and seen.deal
    if seen.phase.is_in_words and not has_ended:
        return  # it asks in a sentence
    if seen.phase.is_between:
        yield from _shown(display.between(seen, options))
    yield from _shown(display.page(seen, options))
    if not seen.phase.is_between:
        yield from _shown(display.standings(seen, options))


def _shown(what):
    if isinstance(what, Rows):
        yield f"# {what.title}"
        yield from (" ".join(row) for row in what.rows)
    else:
        yield f"## {what.title} / {what.beside}"
        yield " ".join(f"{name}: {has}," for name, has in zip(what.names, what.has, strict=True))
        lies = [" ".join(map(str, each)) for each in what.cards]
        yield f"lies {', '.join(lies)}; best {what.best}, awaited {what.awaited} {[*what.due]}"


_ALL = (_phase, _middle, _sheets, _score, _display)


def test_before_the_first_deal_of_etori():
    record = record_of(6, [], "etori")
    assert told(record) == [
        "Who deals?",
        "Who deals?",
        "()",
        "No trick yet / spades trump · ace of clubs Rensho",
        "- Seat 1",
        "- Seat 2",
        "- Seat 3",
        "- Seat 4",
        "- Seat 5",
        "- Seat 6",
        "Teams (is_plain): | Team | Faces | Chips",
        "Seat 1 & Seat 4 | – | 5",
        "Seat 2 & Seat 5 | – | 5",
        "Seat 3 & Seat 6 | – | 5",
        "= Faces [None, None, None]; Chips [5, 5, 5]",
    ]


def test_before_the_first_deal_of_troika():
    record = troika.table()
    assert told(record) == [
        "Who deals?",
        "Who deals?",
        "()",
        "No trick yet",
        "- North",
        "- East",
        "- South",
        "- West",
        "Sides (is_plain): | Side | This deal | Total, to 52",
        "North & South | – | 0",
        "East & West | – | 0",
        "= This deal [None, None]; Total, to 52 [0, 0]",
    ]


def test_before_the_deal_of_tredici():
    record = tredici.table(3)
    assert told(record) == [
        "Who deals?",
        "Who deals?",
        "()",
        "Piles / A full hand is 7",
        "- Draw pile 52",
        "- Discards 0",
        "Stacks (is_plain): | Seat | Stacks, of 13 | Hand | Target",
        "Seat 1 |  0 | 0 | secret",
        "Seat 2 |  0 | 0 | secret",
        "Seat 3 |  0 | 0 | secret",
        "Kisché:",
        "* Nobody has called kisché yet",
        "= Hand [0, 0, 0]; Stacks [0, 0, 0]",
    ]


def test_before_the_first_round_of_triatri():
    record = triatri.table(3)
    assert told(record) == [
        "Who deals?",
        "Round 1 of 3",
        "Who deals?",
        "()",
        "No trick yet",
        "- Seat 1",
        "- Seat 2",
        "- Seat 3",
        "Gems and points (is_plain digits): | Gems | fire | water | wood | Points",
        "Seat 1 | 0 | 0 | 0 | 0",
        "Seat 2 | 0 | 0 | 0 | 0",
        "Seat 3 | 0 | 0 | 0 | 0",
        "Stock | 6 | 6 | 6 |  | apart",
        "* Points as if the game ended now",
        "* A leftover gem scores one point for each gem of its colour in the stock",
        "= fire [0, 0, 0]; water [0, 0, 0]; wood [0, 0, 0]; Points [0, 0, 0]",
    ]


def test_before_the_deal_of_the_torite():
    record = record_of(3)
    assert told(record) == [
        "Who deals?",
        "Who deals?",
        "()",
        "No trick yet / spades trump",
        "- Seat 1",
        "- Seat 2",
        "- Seat 3",
        "Seats (is_plain): | Seat | Tricks | Can end with",
        "Seat 1 | 0 | 840",
        "Seat 2 | 0 | 840",
        "Seat 3 | 0 | 840",
        "To win together:",
        "* Tricks 8 · 4 · 0, no matter who takes them: 12 still to play open",
        "* Kept cards in four suits: spades: 0hearts: 0diamonds: 0clubs: 0 open",
        "= Tricks [0, 0, 0]; Score [None, None, None]",
    ]


def test_the_end_of_troika():
    record = troika.table(*troika.match(*[(0, "10N", 10)] * 3))
    assert told(record) == [
        "North & South win",
        "Deal 3",
        "North & South win, 60 to 0.",
        "North and South win, 60 to 0",
        "(deal 3)",
        "North took trick 8",
        "- North TD leads wins",
        "- East 9D",
        "- South 8D",
        "- West 7D",
        "Sides (is_plain): | Side | This deal | Total, to 52",
        "North & South | 20 | 60 | won",
        "East & West | 0 | 0",
        "Deals so far (is_long sums): | Deal | Bid | North & South | East & West",
        "3 | 10 No\xa0✓ | +20 → 60 | 0 → 0",
        "2 | 10 No\xa0✓ | +20 → 40 | 0 → 0",
        "1 | 10 No\xa0✓ | +20 → 20 | 0 → 0",
        "= This deal [20, 0]; Total, to 52 [60, 0]",
        "= deal 1: [20, 0]",
        "= deal 2: [20, 0]",
        "= deal 3: [20, 0]",
        "# Troika to 52, after deal 3",
        "North & South +20 60",
        "East & West +0 0",
        "## Deal 3 is over / ",
        "North: 60, East: 0, South: 60, West: 0,",
        "lies 0 TD, 1 9D, 2 8D, 3 7D; best 0, awaited -1 []",
    ]


def test_a_colour_of_triatri_runs_out():
    record = triatri.table(2, *triatri.round_of_2(0, "RRRRR"), *triatri.round_of_2(1, "R"))
    assert told(record, _phase, _sheets, _score) == [
        "Seat 1 wins",
        "Round 2 of 3",
        "Seat 1 wins with 0 points and more gems: the stock has no fire left.",
        "Seat 1 wins with 0 points and more gems: the stock has no fire left",
        "(round 2)",
        "Gems and points (is_plain digits): | Gems | fire | water | wood | Points",
        "Seat 1 | 5 | 0 | 0 | 0 | won",
        "Seat 2 | 1 | 0 | 0 | 0",
        "Stock | 0 | 6 | 6 |  | apart",
        "* A colour ran out in the stock: that ended the game",
        "= fire [5, 1]; water [0, 0]; wood [0, 0]; Points [0, 0]",
        "= deal 1: [5, 0]",
        "= deal 2: [-5, 0]",
    ]


def test_no_card_of_triatri_lies_or_wins_once_the_next_prize_is_named():
    lines = triatri.round_of_2(0, "RR")[:7]
    assert told(triatri.table(2, *lines))[-6:-3] == [
        "## R1 T2/5 for \x0e / \x0e4 \x0f6 \x106",
        "Seat 1: 1 0 0, Seat 2: 0 0 0,",
        "lies ; best -1, awaited 0 []",
    ]


def test_the_first_leader_of_the_torite_is_asked_for():
    record = record_of(4, [DEALT])
    assert told(record, _phase) == [
        "Who leads first?",
        "The player with two of clubs says so",
        "Who holds 2C?",
        "(trick 1)",
    ]


def test_the_last_of_three_cards_is_the_one_set_aside():
    record = record_of(3, arranged(3, [THREE], [["AH", "7C", "9D"]], aside="5S").lines[:-1])
    assert told(record, _phase, _sheets, _display) == [
        "Show the kept cards / Show your last card",
        "Twelve tricks are done; each hand has one card left",
        "Lay the card set aside",
        "(trick 12 / Lay the card set aside)",
        "Seats (is_plain): | Seat | Tricks | Kept",
        "Seat 1 | 8 | ace of hearts",
        "Seat 2 | 4 | seven of clubs",
        "Seat 3 | 0 | nine of diamonds",
        "To win together:",
        "* Tricks 8 · 4 · 0 met",
        "* Kept cards in four suits: spades: 0hearts: 1diamonds: 1clubs: 1 open",
        "## Trick 12/12 / S",
        "Seat 1: 8, Seat 2: 4, Seat 3: 0,",
        "lies 0 AH, 1 7C, 2 9D; best -1, awaited -1 []",
        "# The Torite",
        "Seat 1 8 A\x03",
        "Seat 2 4 7\x05",
        "Seat 3 0 9\x04",
    ]


def test_one_kept_card_of_the_torite_is_missing():
    record = record_of(4, arranged(4, [FOUR], [FOUR_SUITS]).lines[:-1])
    assert told(record, _phase, _sheets, _display) == [
        "West, show your card / Show your last card",
        "Twelve tricks are done; each hand has one card left",
        "West: lay your last card",
        "(trick 12 / West to show a card)",
        "Seats (is_plain): | Seat | Tricks | Kept",
        "North | 6 | ace of hearts",
        "East | 4 | seven of clubs",
        "South | 2 | nine of diamonds",
        "West | 0 | 6420 | due",
        "To win together:",
        "* Tricks 6 · 4 · 2 · 0 met",
        "* Kept cards in four suits: spades: 0hearts: 1diamonds: 1clubs: 1 open",
        "## Trick 12/12 / S",
        "North: 6, East: 4, South: 2, West: 0,",
        "lies 0 AH, 1 7C, 2 9D, 3 ; best -1, awaited 3 []",
        "# The Torite",
        "North 6 A\x03",
        "East 4 7\x05",
        "South 2 9\x04",
        "West 0",
    ]


def test_a_deal_of_etori_under_way():
    record = record_of(
        4, [*etori.arranged(9, "AC AS"), etori.dealt(1), *etori.plays(0, "AC KC")], "etori"
    )
    assert told(record) == [
        "South to play / Your turn",
        "Deal 2 · Trick 1 of 13 · clubs led",
        "South to play",
        "(deal 2, trick 1 / clubs led, AC KC)",
        "Trick 1 / spades trump · ace of clubs Rensho",
        "- North AC leads wins",
        "- East KC",
        "- South is_due",
        "- West",
        "Teams (is_plain): | Team | Faces | Chips",
        "North & South | 0 | 6 | due",
        "East & West | 0 | 4",
        "* 16 of 16 face cards are still out; nine win the deal",
        "Deals so far (is_long names): | Deal | Won by | Faces | Chips",
        "1 | North & South | 9–7 | +1",
        "= Faces [0, 0]; Chips [6, 4]",
        "= deal 1: [1, -1]",
        "## D2 T1/13 / S",
        "North: 6\x120\x11, East: 4\x120\x11, South: 6\x120\x11, West: 4\x120\x11,",
        "lies 0 AC, 1 KC; best 0, awaited 2 []",
        "# Etori, after deal 1",
        "North & South +1 6\x12",
        "East & West  4\x12",
    ]


def test_a_team_of_etori_sits_out():
    record = record_of(
        6, [etori.dealt(1), declared(None, "trump", "H")], "etori", trump_change="on"
    )
    assert told(record, _phase, _sheets, _display) == [
        "Seat 3 or Seat 6 leads / You lead",
        "Deal 1 · Trick 1 of 13",
        "Seat 3 or Seat 6 to lead",
        "(deal 1, trick 1)",
        "Teams (is_plain): | Team | Faces | Chips",
        "Seat 1 & Seat 4 | 0 | 5",
        "Seat 2 & Seat 5, sitting out | – | 5 | out",
        "Seat 3 & Seat 6 | 0 | 5 | due",
        "* 16 of 16 face cards are still out; nine win the deal",
        "## D1 T1/13 / H",
        "Seat 1: 5\x120\x11, Seat 3: 5\x120\x11, Seat 4: 5\x120\x11, Seat 6: 5\x120\x11,",
        "lies ; best -1, awaited -1 [1, 3]",
        "# Etori",
        "Seat 1 & Seat 4  5\x12",
        "Seat 2 & Seat 5  5\x12",
        "Seat 3 & Seat 6  5\x12",
    ]


def test_a_team_of_etori_has_more_than_half():
    record = record_of(
        4,
        [
            etori.dealt(1),
            *etori.plays(0, "AC KC QC JC"),
            *etori.plays(0, "KS 2S QS 3S"),
            *etori.plays(0, "JS 4S 2H QD"),
            *etori.plays(0, "5S JD 2D 3D"),
        ],
        "etori",
    )
    assert told(record, _sheets) == [
        "Teams (is_plain): | Team | Faces | Chips",
        "North & South | 9 | 5 | due",
        "East & West | 0 | 5",
        "* North & South have more than half; 7 face cards are still out",
    ]


def test_eight_each_fall_to_those_without_the_rensho():
    record = record_of(4, etori.arranged(8, "AH", won=1, lost=0, dealer=0, first=1), "etori")
    assert told(record, _sheets) == [
        "Teams (is_plain): | Team | Faces | Chips",
        "North & South | – | 3",
        "East & West | – | 7",
        "Deals so far (is_long names): | Deal | Won by | Faces | Chips",
        "1 | East & West | 8–8, Rensho | +2",
    ]


def test_after_a_deal_of_etori_only_those_who_played_are_shown():
    record = record_of(6, etori.arranged(16, players=6, dealer=2), "etori")
    assert told(record, _middle, _score, _display) == [
        "Seat 1 took trick 5 / spades trump · ace of clubs Rensho",
        "- Seat 1 9S leads wins",
        "- Seat 2 AH",
        "- Seat 4 TH",
        "- Seat 5 9H",
        "- Seat 3",
        "- Seat 6",
        "= Faces [None, None, None]; Chips [9, 1, 5]",
        "= deal 1: [4, -4, 0]",
        "# Etori, after deal 1",
        "Seat 1 & Seat 4 +4 9\x12",
        "Seat 2 & Seat 5  1\x12",
        "Seat 3 & Seat 6  5\x12",
        "## D1 T5/13 / S",
        "Seat 1: 9\x12, Seat 2: 1\x12, Seat 4: 9\x12, Seat 5: 1\x12,",
        "lies 0 9S, 1 AH, 2 TH, 3 9H; best 0, awaited -1 []",
    ]


def test_the_end_of_etori():
    record = record_of(4, [*etori.arranged(16), *etori.arranged(9, "AC AS")], "etori")
    assert told(record, _phase, _sheets, _score) == [
        "North & South win",
        "Deal 2",
        "North & South win with all 10 chips.",
        "North and South win with all 10 chips",
        "(deal 2)",
        "Teams (is_plain): | Team | Faces | Chips",
        "North & South | – | 10 | won",
        "East & West, out | – | 0 | out",
        "Deals so far (is_long names): | Deal | Won by | Faces | Chips",
        "2 | North & South | 9–7 | +1",
        "1 | North & South | 12–4 | +4",
        "= Faces [None, None]; Chips [10, 0]",
        "= deal 1: [4, -4]",
        "= deal 2: [1, -1]",
    ]


def test_the_bids_of_troika():
    record = troika.table(*troika.bidding("7", "pass", "8N"))
    assert told(record) == [
        "West to bid / Your bid",
        "Deal 1",
        "West to bid, 8 No or more",
        "(deal 1 / North 7, East pass, South 8 No)",
        "Bids",
        "- North 7",
        "- East Pass",
        "- South 8 No wins",
        "- West is_due",
        "Sides (is_plain): | Side | This deal | Total, to 52",
        "North & South | 0 | 0",
        "East & West | 0 | 0 | due",
        "= This deal [0, 0]; Total, to 52 [0, 0]",
        "## Deal 1 / to 52",
        "North: 0, East: 0, South: 0, West: 0,",
        "lies 0 7, 1 pass, 2 8 No; best 2, awaited 3 []",
        "# Troika to 52",
        "North & South +0 0",
        "East & West +0 0",
    ]


def test_trump_of_troika_is_to_be_named():
    record = troika.kitty(*troika.bidding("8", *troika.PASSES))
    assert told(record, _phase, _sheets) == [
        "North names trump / You name trump",
        "Deal 1",
        "North to name trump",
        "(deal 1)",
        "Sides (is_plain): | Side | This deal | Total, to 52",
        "North & South | 0 | 0 | due",
        "East & West | 0 | 0",
        "The bid:",
        "* North bid 8: 0 so far, 8 more needed open",
        "* five of hearts +5 is still out",
        "* three of spades −3 is still out",
    ]


def test_a_bid_of_troika_that_needs_more():
    record = troika.table(*troika.begun("7"), *troika.tricks(0, troika.taking(0, 6))[:14])
    assert told(record) == [
        "South to play / Your turn",
        "Deal 1 · Trick 4 of 8 · spades led",
        "South to play",
        "(deal 1, trick 4 / spades led, KS QS)",
        "Trick 4 / hearts trump",
        "- North KS leads wins",
        "- East QS",
        "- South is_due",
        "- West",
        "Sides (is_plain): | Side | This deal | Total, to 52",
        "North & South | 5 | 0 | due",
        "East & West | 0 | 0",
        "The bid:",
        "* North bid 7 in hearts: 5 so far, 2 more needed open",
        "* five of hearts +5 to North & South in trick 1",
        "* three of spades −3 to North & South in trick 3",
        "= This deal [5, 0]; Total, to 52 [0, 0]",
        "## T4/8 7 North / H",
        "North: 0+5, East: 0+0, South: 0+5, West: 0+0,",
        "lies 0 KS, 1 QS; best 0, awaited 2 []",
        "# Troika to 52",
        "North & South +0 0",
        "East & West +0 0",
    ]


def test_a_bid_of_troika_that_has_enough_for_now():
    record = troika.table(*troika.begun("6"), *troika.tricks(0, [0] * 8)[:4])
    assert told(record, _sheets) == [
        "Sides (is_plain): | Side | This deal | Total, to 52",
        "North & South | 6 | 0 | due",
        "East & West | 0 | 0",
        "The bid:",
        "* North bid 6 in hearts: 6 so far, enough for now open",
        "* five of hearts +5 to North & South in trick 1",
        "* three of spades −3 is still out",
    ]


def test_a_bid_of_troika_that_is_made():
    record = troika.table(*troika.begun("6"), *troika.tricks(0, [0] * 8)[:20])
    assert told(record, _sheets) == [
        "Sides (is_plain): | Side | This deal | Total, to 52",
        "North & South | 7 | 0 | due",
        "East & West | 0 | 0",
        "The bid:",
        "* North bid 6 in hearts: made, with 7 met",
        "* five of hearts +5 to North & South in trick 1",
        "* three of spades −3 to North & South in trick 3",
    ]


def test_a_bid_of_troika_that_is_lost():
    record = troika.kitty(*troika.begun("9L", ""), *troika.tricks(0, [1] * 8, True)[:8])
    assert told(record, _sheets) == [
        "Sides (is_plain): | Side | This deal | Total, to 52",
        "North & South | 0 | 0",
        "East & West | 7 | 0 | due",
        "The bid:",
        "* North bid 9 Low: can no longer be made, with 0 lost",
        "* five of hearts +5 to East & West in trick 1",
        "* three of spades −3 is still out",
    ]


def test_deals_of_troika():
    record = troika.table(*troika.match((0, "7", 8), (1, "8N", 5)))
    assert told(record, _phase, _sheets, _score) == [
        "South deals / You deal",
        "Deal 2",
        "South to deal.",
        "(after deal 2)",
        "Sides (is_plain): | Side | This deal | Total, to 52",
        "North & South | 5 | 13 | due",
        "East & West | −16 | −14",
        "Deals so far (is_long sums): | Deal | Bid | North & South | East & West",
        "2 | 8 No\xa0✗ | +5 → 13 | −16 → −14",
        "1 | 7 hearts\xa0✓ | +8 → 8 | +2 → 2",
        "= This deal [5, -16]; Total, to 52 [13, -14]",
        "= deal 1: [8, 2]",
        "= deal 2: [5, -16]",
    ]


def test_who_scores_only_by_bidding():
    record = troika.table(*troika.match(*[(0, "9", 9)] * 5), troika.dealt(1))
    assert told(record) == [
        "South to bid / Your bid",
        "Deal 6",
        "South to bid, 6 or more",
        "(deal 6)",
        "Bids",
        "- South is_due",
        "- West",
        "- North",
        "- East",
        "Sides (is_plain): | Side | This deal | Total, to 52",
        "North & South | 0 | 45 | due",
        "East & West | 0 | 5",
        "* North & South have 45 or more: they score only by bidding",
        "Deals so far (is_long sums): | Deal | Bid | North & South | East & West",
        "5 | 9 hearts\xa0✓ | +9 → 45 | +1 → 5",
        "4 | 9 hearts\xa0✓ | +9 → 36 | +1 → 4",
        "3 | 9 hearts\xa0✓ | +9 → 27 | +1 → 3",
        "2 | 9 hearts\xa0✓ | +9 → 18 | +1 → 2",
        "1 | 9 hearts\xa0✓ | +9 → 9 | +1 → 1",
        "= This deal [0, 0]; Total, to 52 [45, 5]",
        "= deal 1: [9, 1]",
        "= deal 2: [9, 1]",
        "= deal 3: [9, 1]",
        "= deal 4: [9, 1]",
        "= deal 5: [9, 1]",
        "## Deal 6 / to 52",
        "North: 45, East: 5, South: 45, West: 5,",
        "lies ; best -1, awaited 2 []",
        "# Troika to 52, after deal 5",
        "North & South +9 45",
        "East & West +1 5",
    ]


def test_who_starts_a_round_of_triatri():
    record = triatri.table(3, *triatri.begun("6R", "X1"))
    assert told(record, _phase, _middle, _display) == [
        "Seat 3, show a card / Show a card",
        "Round 1 of 3",
        "Seat 3 to show a card",
        "(round 1 / Seat 3 to turn one up)",
        "One card each",
        "- Seat 1 6R",
        "- Seat 2 X1",
        "- Seat 3",
        "## R1 / \x0e6 \x0f6 \x106",
        "Seat 1: 0 0 0, Seat 2: 0 0 0, Seat 3: 0 0 0,",
        "lies 0 6R, 1 X1; best -1, awaited 2 []",
        "# TriATri",
        "Seat 1 \x0e0 \x0f0 \x100 0p",
        "Seat 2 \x0e0 \x0f0 \x100 0p",
        "Seat 3 \x0e0 \x0f0 \x100 0p",
    ]


def test_a_trick_of_triatri_for_an_own_gem():
    record = triatri.table(2, *triatri.round_of_2(0, "Rr")[:-1])
    assert told(record, _middle, _sheets, _display) == [
        "Trick 2 / for fire of Seat 1",
        "- Seat 1 5B 5 leads wins",
        "- Seat 2 is_due",
        "Gems and points (is_plain digits): | Gems | fire | water | wood | Points",
        "Seat 1 | 1 | 0 | 0 | 5",
        "Seat 2 | 0 | 0 | 0 | 0 | due",
        "Stock | 5 | 6 | 6 |  | apart",
        "* Points as if the game ended now",
        "* A leftover gem scores one point for each gem of its colour in the stock",
        "## R1 T2/5 own \x0e / \x0e5 \x0f6 \x106",
        "Seat 1: 1 0 0, Seat 2: 0 0 0,",
        "lies 0 5B 5; best 0, awaited 1 []",
        "# TriATri",
        "Seat 1 \x0e1 \x0f0 \x100 5p",
        "Seat 2 \x0e0 \x0f0 \x100 0p",
    ]


def test_an_exchange_of_triatri():
    record = triatri.table(
        3,
        *triatri.begun("7R", "6B", "6G"),
        triatri.prize(0, "R"),
        *triatri.trick(0, "R", "5R", "X1")[1:],
    )
    assert told(record, _phase, _middle, _display) == [
        "Seat 3 to play / Your turn",
        "Round 1 of 3 · Trick 1 of 5",
        "Seat 3 to play",
        "(round 1, trick 1 / for fire from the stock, 5R X1)",
        "Trick 1 / for fire from the stock",
        "- Seat 1 5R 0 X1 leads",
        "- Seat 2 X1 5 5R wins",
        "- Seat 3 is_due",
        "## R1 T1/5 for \x0e / \x0e5 \x0f6 \x106",
        "Seat 1: 0 0 0, Seat 2: 0 0 0, Seat 3: 0 0 0,",
        "lies 0 5R 0, 1 X1 5; best 1, awaited 2 []",
        "# TriATri",
        "Seat 1 \x0e0 \x0f0 \x100 0p",
        "Seat 2 \x0e0 \x0f0 \x100 0p",
        "Seat 3 \x0e0 \x0f0 \x100 0p",
    ]


def test_after_a_round_of_triatri():
    record = triatri.table(2, *triatri.round_of_2(0, "RBGRB"))
    assert told(record, _phase, _sheets) == [
        "Seat 1 or Seat 2 deals",
        "Round 1 of 3",
        "Who deals?",
        "(after round 1)",
        "Gems and points (is_plain digits): | Gems | fire | water | wood | Points",
        "Seat 1 | 2 | 2 | 1 | −1",
        "Seat 2 | 0 | 0 | 0 | 0",
        "Stock | 4 | 4 | 5 |  | apart",
        "* Points as if the game ended now",
        "* A leftover gem scores one point for each gem of its colour in the stock",
    ]


def test_two_sets_of_triatri():
    record = triatri.table(2, *triatri.round_of_2(0, "RBGRB"), *triatri.round_of_2(0, "G"))
    assert told(record, _phase, _sheets) == [
        "Seat 1 wins",
        "Round 2 of 3",
        "Seat 1 wins with two gems of every colour.",
        "Seat 1 wins with two gems of every colour",
        "(round 2)",
        "Gems and points (is_plain digits): | Gems | fire | water | wood | Points",
        "Seat 1 | 2 | 2 | 2 | 100 | won",
        "Seat 2 | 0 | 0 | 0 | 0",
        "Stock | 4 | 4 | 4 |  | apart",
        "* Two gems of every colour win at once",
    ]


def test_the_torite_begins():
    record = record_of(4, [DEALT, declared(0, "leader"), *plays("QH", "2H")])
    assert told(record) == [
        "South to play / Your turn",
        "Trick 1 of 12 · hearts led",
        "South to play",
        "(trick 1 / hearts led, QH 2H)",
        "Trick 1 / spades trump",
        "- North QH leads wins",
        "- East 2H",
        "- South is_due",
        "- West",
        "Seats (is_plain): | Seat | Tricks | Can end with",
        "North | 0 | 6420",
        "East | 0 | 6420",
        "South | 0 | 6420 | due",
        "West | 0 | 6420",
        "To win together:",
        "* Tricks 6 · 4 · 2 · 0, no matter who takes them: 12 still to play open",
        "* Kept cards in four suits: spades: 0hearts: 0diamonds: 0clubs: 0 open",
        "= Tricks [0, 0, 0, 0]; Score [None, None, None, None]",
        "## Trick 1/12 / S",
        "North: 0, East: 0, South: 0, West: 0,",
        "lies 0 QH, 1 2H; best 0, awaited 2 []",
        "# The Torite",
        "North 0",
        "East 0",
        "South 0",
        "West 0",
    ]


def test_the_torite_is_out_of_reach():
    record = record_of(4, arranged(4, [[0] * 12], [FOUR_SUITS]).lines[: 2 + 28])
    assert told(record, _sheets) == [
        "Seats (is_plain): | Seat | Tricks | Can end with",
        "North | 7 | 6420 | due",
        "East | 0 | 6420",
        "South | 0 | 6420",
        "West | 0 | 6420",
        "To win together:",
        "* Tricks 6 · 4 · 2 · 0 are out of reach lost",
        "* Kept cards in four suits: spades: 0hearts: 0diamonds: 0clubs: 0 open",
    ]


def test_kept_cards_of_the_torite_are_shown():
    record = record_of(4, arranged(4, [FOUR], [FOUR_SUITS]).lines[:-2])
    assert told(record, _phase, _sheets) == [
        "Show the kept cards / Show your last card",
        "Twelve tricks are done; each hand has one card left",
        "Lay your last cards",
        "(trick 12 / Show cards)",
        "Seats (is_plain): | Seat | Tricks | Kept",
        "North | 6 | ace of hearts",
        "East | 4 | seven of clubs",
        "South | 2 | 6420",
        "West | 0 | 6420",
        "To win together:",
        "* Tricks 6 · 4 · 2 · 0 met",
        "* Kept cards in four suits: spades: 0hearts: 1diamonds: 0clubs: 1 open",
    ]


def test_three_players_set_a_card_aside():
    record = record_of(3, arranged(3, [THREE], [["AH", "7C", "9D"]], aside="5S").lines)
    assert told(record, _phase, _sheets, _score, _display) == [
        "Won with 17 points",
        "The tricks are 8, 4 and 0, and all kept suits differ.",
        "Won, 17 points",
        "()",
        "Seats (is_plain): | Seat | Tricks | Kept",
        "Seat 1 | 8 | ace of hearts",
        "Seat 2 | 4 | seven of clubs",
        "Seat 3 | 0 | nine of diamonds",
        "Set aside |  | five of spades",
        "How it ended:",
        "* Tricks 8 · 4 · 0 met",
        "* Kept cards in four suits: spades: 1hearts: 1diamonds: 1clubs: 1 met",
        "* Score 17 met",
        "= Tricks [8, 4, 0]; Score [17, 17, 17]",
        "= deal 0: [17, 17, 17]",
        "## Game over / OK: next game",
        "Seat 1: 8, Seat 2: 4, Seat 3: 0, aside: ,",
        "lies 0 AH, 1 7C, 2 9D, 3 5S; best -1, awaited -1 []",
        "## Trick 12/12 / S",
        "Seat 1: 8, Seat 2: 4, Seat 3: 0,",
        "lies 1 8C, 2 5C, 0 6C; best 0, awaited -1 []",
    ]


def test_two_kept_cards_of_a_suit_lose():
    record = record_of(4, arranged(4, [FOUR], [["AH", "7H", "9D", "2S"]]).lines)
    assert told(record, _phase, _sheets, _display) == [
        "Not won this time",
        "Two kept cards share a suit.",
        "Not won: two kept cards share a suit",
        "()",
        "Seats (is_plain): | Seat | Tricks | Kept",
        "North | 6 | ace of hearts",
        "East | 4 | seven of hearts",
        "South | 2 | nine of diamonds",
        "West | 0 | two of spades",
        "How it ended:",
        "* Tricks 6 · 4 · 2 · 0 met",
        "* Kept cards in four suits: spades: 1hearts: 2diamonds: 1clubs: 0 lost",
        "## Game over / OK: next game",
        "North: 6, East: 4, South: 2, West: 0,",
        "lies 0 AH, 1 7H, 2 9D, 3 2S; best -1, awaited -1 []",
        "## Trick 12/12 / S",
        "North: 6, East: 4, South: 2, West: 0,",
        "lies 2 4H, 3 2C, 0 3H, 1 2H; best 0, awaited -1 []",
    ]


def test_the_second_round_of_two():
    record = record_of(2, arranged(2, SIDES, ENDS).lines[:32])
    assert told(record, _phase, _sheets, _score, _display) == [
        "Seat 2 leads / You lead",
        "Round 2 of 2 · Trick 3 of 12",
        "Seat 2 to lead",
        "(round 2, trick 3)",
        "Seats (is_plain): | Seat | Round 1 | Round 2 | Can end",
        "Seat 1 | 8 ten of hearts | 0 | 84",
        "Seat 2 | 4 three of spades | 2 | 84 | due",
        "To win together:",
        "* Tricks 8 · 4 in round 1, reversed in round 2: 10 still to play open",
        "* Kept cards in four suits: spades: 1hearts: 1diamonds: 0clubs: 0 open",
        "Stacks (is_long):",
        "* Seat 1: stack 1, then 2",
        "* Seat 2: stack 3, then 4",
        "= Round 1 [8, 4]; Round 2 [0, 2]; Score [None, None]",
        "## R2 T2/12 / S",
        "Seat 1: 0, Seat 2: 2,",
        "lies 1 8S, 0 7S; best 0, awaited 1 []",
        "# The Torite",
        "Seat 1 8 10\x03 0",
        "Seat 2 4 3\x06 2",
    ]


def test_the_stacks_of_one_and_the_dummys_cards():
    record = record_of(
        1,
        [
            DEALT,
            declared(None, "stacks", [[4, 3, 3, 3], [3, 4, 3, 3], [3, 3, 4, 3], [3, 3, 3, 4]]),
            *PAIRED[1:],
            played("shown", 1, "7H"),
            played("shown", 1, "QS"),
        ],
    )
    assert told(record, _phase, _sheets) == [
        "Turn up clubs and diamonds for Dummy",
        "Round 1 of 2 · Trick 1 of 12",
        "Turn up clubs and diamonds for Dummy",
        "(round 1, trick 1 / Turn up clubs and diamonds for Dummy)",
        "Seats (is_plain): | Seat | Tricks | Can end with",
        "You | 0 | 84",
        "Dummy | 0 | 84 | due",
        "To win together:",
        "* Tricks 8 · 4 in round 1, reversed in round 2: 12 still to play open",
        "* Kept cards in four suits: spades: 0hearts: 0diamonds: 0clubs: 0 open",
        "Stacks (is_long): | Stack | clubs | diamonds | hearts | spades",
        "1 | 4 | 3 | 3 | 3",
        "2 | 3 | 4 | 3 | 3",
        "3 | 3 | 3 | 4 | 3",
        "4 | 3 | 3 | 3 | 4",
        "* Dummy shows queen of spades seven of hearts ",
        "* You: stack 1, then 2",
        "* Dummy: stack 3, then 4",
    ]


def test_stacks_that_are_to_be_paired():
    record = record_of(
        2,
        [DEALT, declared(None, "stacks", [[4, 3, 3, 3], [3, 4, 3, 3], [3, 3, 4, 3], [3, 3, 3, 4]])],
    )
    assert told(record, _phase, _sheets, _display) == [
        "Choose the stacks",
        "Round 1 of 2 · Who plays which stack in which round",
        "Choose who plays which stack in which round",
        "()",
        "Seats (is_plain): | Seat | Tricks | Can end with",
        "Seat 1 | 0 | 84",
        "Seat 2 | 0 | 84",
        "To win together:",
        "* Tricks 8 · 4 in round 1, reversed in round 2: 12 still to play open",
        "* Kept cards in four suits: spades: 0hearts: 0diamonds: 0clubs: 0 open",
        "Stacks: | Stack | clubs | diamonds | hearts | spades",
        "1 | 4 | 3 | 3 | 3",
        "2 | 3 | 4 | 3 | 3",
        "3 | 3 | 3 | 4 | 3",
        "4 | 3 | 3 | 3 | 4",
        "# The Torite",
        "Stack 1 4\x05 3\x04 3\x03 3\x06",
        "Stack 2 3\x05 4\x04 3\x03 3\x06",
        "Stack 3 3\x05 3\x04 4\x03 3\x06",
        "Stack 4 3\x05 3\x04 3\x03 4\x06",
        "# The Torite",
        "Seat 1 0",
        "Seat 2 0",
    ]


def test_a_kische_of_tredici():
    record = tredici.table(3, *tredici.ready("SSH", [1, 2, 1]), tredici.KISCHE[0])
    assert told(record) == [
        "Seat 2 chooses a suit / Choose your suit in secret",
        "Secretly, by phone or on the host's screen",
        "Seat 2 to choose a target in secret",
        "(Seat 2 to pick a target in secret)",
        "Piles / A full hand is 7",
        "- Draw pile 31",
        "- Discards 7",
        "Stacks (is_plain): | Seat | Stacks, of 13 | Hand | Target",
        "Seat 1 | 1 1 | 6 | spades",
        "Seat 2 |  0 | 0 | secret | due",
        "Seat 3 | 1 1 | 6 | hearts",
        "Kisché:",
        "* Seat 1 called: Seat 2 was purged",
        "= Hand [6, 0, 6]; Stacks [1, 0, 1]",
        "## draw 31  discards 7 / hand 7",
        "\x06 Seat 1: hand 6, Seat 2: hand 0, \x03 Seat 3: hand 6,",
        "lies 0 1, 1 0, 2 1; best -1, awaited 1 []",
        "# Tredici",
        "Seat 1 \x06 1/13",
        "Seat 2  0/13",
        "Seat 3 \x03 1/13",
    ]


def test_teams_of_tredici():
    record = tredici.table(
        5, tredici.dealt(4), declared(0, "target", "S"), tredici.aside(0, 4), teams=tredici.TEAMS
    )
    assert told(record) == [
        "Everybody chooses a suit / Choose your suit in secret",
        "Secretly, by phone or on the host's screen",
        "Seat 3, Seat 4 and Seat 5 to choose a target in secret",
        "(Pick targets)",
        "Piles / A full hand is 7",
        "- Draw pile 17",
        "- Discards 0",
        "Stacks (is_plain): | Team | Stacks, of 13 | Target",
        "Seat 1 & Seat 2 | 31 4 | secret",
        "Seat 3, Seat 4 & Seat 5 |  0 | secret | due",
        "Hands (list): | Seat | Cards",
        "Seat 1 | 3",
        "Seat 2 | 7",
        "Seat 3 | 7 | due",
        "Seat 4 | 7 | due",
        "Seat 5 | 7 | due",
        "Kisché:",
        "* Nobody has called kisché yet",
        "= Hand [10, 21]; Stacks [4, 0]",
        "## draw 17  discards 0 / hand 7",
        "Seat 1 & Seat 2: 3 7, Seat 3 +2: 7 7 7,",
        "lies 0 4, 1 0; best -1, awaited -1 [1]",
        "# Tredici",
        "Seat 1 & Seat 2  4/13",
        "Seat 3 +2  0/13",
    ]


def test_a_turn_of_tredici():
    record = tredici.table(3, *tredici.ready("SHD", [1, 2, 1]), kische_when="own_turn")
    assert told(record, _phase, _sheets) == [
        "Seat 1 draws 1 / Draw 1 card",
        "Seat 1 to draw 1 card",
        "()",
        "Stacks (is_plain): | Seat | Stacks, of 13 | Hand | Target",
        "Seat 1 | 1 1 | 6 | secret | due",
        "Seat 2 | 2 2 | 5 | secret",
        "Seat 3 | 1 1 | 6 | secret",
        "Kisché:",
        "* Nobody has called kisché yet",
        "* Seat 1 can call kisché now",
    ]


def test_a_discard_of_tredici():
    record = tredici.table(3, *tredici.ready("SHD", [0, 2, 1]))
    assert told(record, _phase, _sheets) == [
        "Seat 1 discards 3 / Discard 3 cards",
        "Seat 1 to discard 3 cards",
        "()",
        "Stacks (is_plain): | Seat | Stacks, of 13 | Hand | Target",
        "Seat 1 |  0 | 7 | secret | due",
        "Seat 2 | 2 2 | 5 | secret",
        "Seat 3 | 1 1 | 6 | secret",
        "Kisché:",
        "* Nobody has called kisché yet",
        "* Anybody can call kisché now",
    ]


def test_a_wrong_kische_of_tredici():
    record = tredici.table(3, *tredici.ready("SHD", [1, 2, 1]), tredici.KISCHE[0])
    assert told(record, _phase, _sheets) == [
        "Seat 1 chooses a suit / Choose your suit in secret",
        "Secretly, by phone or on the host's screen",
        "Seat 1 to choose a target in secret",
        "(Seat 1 to pick a target in secret)",
        "Stacks (is_plain): | Seat | Stacks, of 13 | Hand | Target",
        "Seat 1 |  0 | 0 | secret | due",
        "Seat 2 | 2 2 | 5 | hearts",
        "Seat 3 | 1 1 | 6 | diamonds",
        "Kisché:",
        "* Seat 1 called: Seat 1 was purged",
    ]


def test_the_end_of_tredici():
    record = add(tredici.all_but(13), declared(0, "tredici"))
    assert told(record, _phase, _sheets, _score) == [
        "Seat 1 wins",
        "Seat 1 has all thirteen cards: tredici.",
        "Seat 1 has all thirteen cards: tredici",
        "()",
        "Stacks (is_plain): | Seat | Stacks, of 13 | Hand | Target",
        "Seat 1 | 33331 13 | 13 | never told | won",
        "Seat 2 |  0 | 26 | never told",
        "Kisché:",
        "* Nobody has called kisché yet",
        "= Hand [13, 26]; Stacks [13, 0]",
        "= deal 0: [1, 0]",
    ]
