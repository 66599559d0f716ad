/* Scopa for two, played by chance: what a programmer would write by hand, to measure the engine by.
 *
 * It follows rulesets/fishing/scopa.regole under its usual settings.  Chance is drawn as the engine draws it, and the moves of a
 * choice stand in the same order, so that hand N of a seed is the engine's hand N, card by card, and the sums must be the same.
 * A set of cards is a mask: card 10 * suit + rank, with denari the third suit.
 */

#include <stdint.h>

enum { CARDS = 40, SUITS = 4, RANKS = 10, DENARI = 2, PLAYERS = 2, IN_HAND = 3, ON_TABLE = 4, TOO_MANY_KINGS = 3, MOST_TAKES = 1024 };
enum { SCOPE, CARTE, COINS, SETTEBELLO, PRIMIERA, ALL, HEADINGS };

typedef uint64_t set;
typedef struct { int card; set taken; } take;
typedef struct { int64_t hands, moves, sums[HEADINGS][PLAYERS][2]; } statistics;

#define SUIT(suit) ((set)0x3ff << RANKS * (suit))
#define RANK(rank) ((set)0x40100401 << (rank))
static const int PRIME[RANKS] = {16, 12, 13, 14, 15, 18, 21, 10, 10, 10};

static uint32_t chance[4];

typedef struct {
    int stock[CARDS], left;              /* the top of the stock is its last card */
    set table, hand[PLAYERS], won[PLAYERS];
    int scope[PLAYERS], last_taker;
} game;

static int lowest(set cards) { return __builtin_ctzll(cards); }
static int count(set cards) { return __builtin_popcountll(cards); }
static int value(int card) { return card % RANKS + 1; }

/* The generator sfc32. */
static uint32_t draw(void) {
    uint32_t drawn = chance[0] + chance[1] + chance[3]++;
    chance[0] = chance[1] ^ chance[1] >> 9;
    chance[1] = chance[2] + (chance[2] << 3);
    chance[2] = (chance[2] << 21 | chance[2] >> 11) + drawn;
    return drawn;
}

static void seed(uint32_t low, uint32_t high, uint32_t hand) {
    chance[0] = low, chance[1] = high, chance[2] = hand, chance[3] = 1;
    for (int round = 0; round < 15; round++) draw();
}

static int below(uint32_t end) { return (int)((uint64_t)draw() * end >> 32); }

/* The first card of the shuffled pack is the top of the stock. */
static void shuffle(game *g) {
    int pack[CARDS];
    for (int n = 0; n < CARDS; n++) pack[n] = n;
    for (int last = CARDS - 1; last > 0; last--) {
        int other = below((uint32_t)last + 1), card = pack[other];
        pack[other] = pack[last], pack[last] = card;
    }
    for (int n = 0; n < CARDS; n++) g->stock[n] = pack[CARDS - 1 - n];
    g->left = CARDS;
}

static set deal(game *g, int number) {
    set dealt = 0;
    while (number-- && g->left) dealt |= (set)1 << g->stock[--g->left];
    return dealt;
}

static void deal_hands(game *g) {
    for (int player = 0; player < PLAYERS; player++) g->hand[player] = deal(g, IN_HAND);
}

static void begin(game *g) {
    do {
        shuffle(g);
        deal_hands(g);
        g->table = deal(g, ON_TABLE);
    } while (count(g->table & RANK(RANKS - 1)) >= TOO_MANY_KINGS);
    for (int player = 0; player < PLAYERS; player++) g->won[player] = 0, g->scope[player] = 0;
    g->last_taker = -1;
}

/* The takes of several cards that come to a value, from the lowest mask up: each by its highest card, then those below it. */
static int several(set cards, int left, set taken, int card, take *takes) {
    int found = 0;
    for (set rest = cards; rest; rest &= rest - 1) {
        int highest = lowest(rest), lacking = left - value(highest);
        set one = (set)1 << highest;
        if (lacking > 0) found += several(cards & (one - 1), lacking, taken | one, card, takes + found);
        if (lacking == 0 && taken) takes[found++] = (take){card, taken | one};
    }
    return found;
}

/* A single card of the same value must be taken rather than several. */
static int takes_with(set table, int card, take *takes) {
    set equals = table & RANK(card % RANKS);
    int found = 0;
    if (!equals) return several(table, value(card), 0, card, takes);
    for (; equals; equals &= equals - 1) takes[found++] = (take){card, equals & -equals};
    return found;
}

/* One move: takes first, then cards laid, which take nothing. */
static void move(game *g, int player) {
    static take options[MOST_TAKES];
    int found = 0;
    set idle = 0;
    for (set cards = g->hand[player]; cards; cards &= cards - 1) {
        int ways = takes_with(g->table, lowest(cards), options + found);
        if (!ways) idle |= cards & -cards;
        found += ways;
    }
    for (; idle; idle &= idle - 1) options[found++] = (take){lowest(idle), 0};
    take chosen = options[below((uint32_t)found)];
    set card = (set)1 << chosen.card;
    g->hand[player] &= ~card;
    if (!chosen.taken) {
        g->table |= card;
        return;
    }
    g->table &= ~chosen.taken;
    g->won[player] |= card | chosen.taken;
    g->last_taker = player;
    if (!g->table && (g->left || g->hand[0] || g->hand[1])) g->scope[player]++;
}

/* The best card of each suit, when all four are there. */
static int prime(set won) {
    int total = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        int best = 0;
        for (set cards = won & SUIT(suit); cards; cards &= cards - 1) {
            int worth = PRIME[lowest(cards) % RANKS];
            if (worth > best) best = worth;
        }
        if (!best) return 0;
        total += best;
    }
    return total;
}

static void point_for_more(int points[PLAYERS], int first, int second) {
    points[0] = first > second, points[1] = second > first;
}

static void score(const game *g, statistics *sums) {
    int points[HEADINGS][PLAYERS];
    point_for_more(points[CARTE], count(g->won[0]), count(g->won[1]));
    point_for_more(points[COINS], count(g->won[0] & SUIT(DENARI)), count(g->won[1] & SUIT(DENARI)));
    point_for_more(points[PRIMIERA], prime(g->won[0]), prime(g->won[1]));
    for (int player = 0; player < PLAYERS; player++) {
        points[SCOPE][player] = g->scope[player];
        points[SETTEBELLO][player] = (g->won[player] & SUIT(DENARI) & RANK(6)) != 0;
        points[ALL][player] = 0;
        for (int heading = 0; heading < ALL; heading++) points[ALL][player] += points[heading][player];
    }
    for (int heading = 0; heading < HEADINGS; heading++)
        for (int player = 0; player < PLAYERS; player++) {
            int64_t point = points[heading][player];
            sums->sums[heading][player][0] += point, sums->sums[heading][player][1] += point * point;
        }
}

static void hand(statistics *sums) {
    game g;
    begin(&g);
    for (int player = 0;; player = 1 - player) {
        move(&g, player);
        sums->moves++;
        if (g.hand[0] | g.hand[1]) continue;
        if (!g.left) break;
        deal_hands(&g);
    }
    if (g.last_taker >= 0) g.won[g.last_taker] |= g.table;
    sums->hands++;
    score(&g, sums);
}

/* Hands of a seed, given in two halves, from one number up to, and without, another, added to the sums. */
void hands(uint32_t low, uint32_t high, uint32_t first, uint32_t end, statistics *sums) {
    for (uint32_t number = first; number < end; number++) {
        seed(low, high, number);
        hand(sums);
    }
}
