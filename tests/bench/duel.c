/* The search of rules/review/trick_counts.py in C: can one seat take so many tricks against all
 * others, with all cards open? It looks at the same positions in the same order, so that what is
 * measured beside it is the language alone. For four seats and at most 13 cards a suit.
 */

#include <stdint.h>
#include <stdlib.h>

typedef uint64_t cards;

enum { SEATS = 4, SUITS = 4, SLOTS = 1 << 20 };

typedef struct {
    uint64_t low, high;  /* the shape: who has the lowest card of each suit, and who the next */
    uint32_t search;  /* that it was found by; others left it there */
    uint8_t want_and_leader, answer;
} slot;

static cards own[SEATS], suits[SUITS], first, trump;
static int owner[64], me;
static slot *known;
static uint32_t searches;
static long positions;

static cards suit_of(cards bit) {
    for (int suit = 0; suit < SUITS; suit++)
        if (suits[suit] & bit) return suits[suit];
    return 0;
}

static cards higher(cards best, cards suit) {
    if (best & trump) return trump & -(best << 1);
    return best & suit ? trump | (suit & -(best << 1)) : 0;
}

/* The lowest of each group of cards between which nobody else has one. */
static cards unlike(cards mine, cards others) {
    cards may = ~first, free = ~others & may, reach = (mine << 1) & may, flood = reach & free;
    for (int step = 1; step <= 8; step *= 2) {
        flood |= free & (flood << step);
        free &= free << step;
    }
    return mine & ~(reach | ((flood << 1) & may));
}

static void shape(cards left, uint64_t *low, uint64_t *high) {
    uint64_t found[SUITS];
    for (int suit = 0; suit < SUITS; suit++) {
        found[suit] = 1;
        for (cards some = left & suits[suit]; some; some &= some - 1)
            found[suit] = found[suit] * SEATS + owner[__builtin_ctzll(some)];
    }
    *low = found[0] << 32 | found[1];
    *high = found[2] << 32 | found[3];
}

static slot *slot_of(uint64_t low, uint64_t high, int of) {
    uint64_t hash = (low * 0x9E3779B97F4A7C15u) ^ (high * 0xC2B2AE3D27D4EB4Fu) ^ of;
    hash ^= hash >> 29;
    hash *= 0xBF58476D1CE4E5B9u;
    hash ^= hash >> 32;
    for (;; hash++) {
        slot *at = &known[hash % SLOTS];
        if (at->search != searches || (at->low == low && at->high == high && at->want_and_leader == of))
            return at;
    }
}

static int lead(cards left, int leader, int want);

static int follow(
    cards left, int seat, int laid, cards best, int taker, cards suit, int want
) {
    cards mine = left & own[seat], may = mine & suit ? mine & suit : mine;
    may = unlike(may, (left ^ mine) | best);
    cards above = higher(best, suit);
    int is_ours = seat == me;
    for (; may; may &= may - 1) {
        cards bit = may & -may, now = bit & above ? bit : best;
        int winner = bit & above ? seat : taker, value;
        if (laid + 1 < SEATS)
            value = follow(left ^ bit, (seat + 1) % SEATS, laid + 1, now, winner, suit, want);
        else
            value = lead(left ^ bit, winner, want - (winner == me));
        if (value == is_ours) return is_ours;
    }
    return !is_ours;
}

static int lead(cards left, int leader, int want) {
    cards mine = left & own[leader];
    int tricks = __builtin_popcountll(mine), is_ours = leader == me;
    if (want < 0 || want > tricks) return 0;
    if (!tricks) return 1;
    uint64_t low, high;
    shape(left, &low, &high);
    slot *before = slot_of(low, high, want * SEATS + leader);
    if (before->search == searches) return before->answer;
    if (++positions > SLOTS / 2) abort();  /* it would look for room in vain */
    int found = !is_ours;
    for (cards may = unlike(mine, left ^ mine); may; may &= may - 1) {
        cards bit = may & -may;
        int next = (leader + 1) % SEATS;
        if (follow(left ^ bit, next, 1, bit, leader, suit_of(bit), want) == is_ours) {
            found = is_ours;
            break;
        }
    }
    slot *at = slot_of(low, high, want * SEATS + leader);
    *at = (slot){low, high, searches, want * SEATS + leader, found};
    return found;
}

/* Returns the positions that were looked at, twice, and whether it can in the lowest bit.
 * The cards of suits and seats are given as in `Search`, each suit's from its lowest card on.
 */
long duel(
    const cards *of_seats, const cards *of_suits, cards of_trump, int leader, int seat, int want
) {
    first = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        suits[suit] = of_suits[suit];
        first |= suits[suit] & -suits[suit];
    }
    cards left = 0;
    for (int each = 0; each < SEATS; each++) {
        own[each] = of_seats[each];
        left |= own[each];
        for (cards some = own[each]; some; some &= some - 1) owner[__builtin_ctzll(some)] = each;
    }
    trump = of_trump;
    me = seat;
    positions = 0;
    if (!known) known = calloc(SLOTS, sizeof *known);
    if (!known) return -1;
    searches++;
    int can = lead(left, leader, want);
    return 2 * positions + can;
}
