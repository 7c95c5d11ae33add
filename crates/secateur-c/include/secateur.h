/* Secateur for C: positions, moves, and searches of board games.
 *
 * Texts are UTF-8 and end with a zero byte. Those that are handed out belong to the library, and are good until the
 * function that handed them out is called with the same game again, or the game is freed. A call that fails changes nothing, and secateur_error() says what was wrong. A game may be used by several
 * threads, but while it is searched every call with it but secateur_stop() is refused as busy. */

#ifndef SECATEUR_H
#define SECATEUR_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A game in play. */
typedef struct Secateur Secateur;

/* The end of a call. */
typedef enum SecateurStatus {
    /* Done. */
    SECATEUR_OK = 0,
    /* What was asked for cannot be. */
    SECATEUR_REFUSED = 1,
    /* The game is being searched, in another thread or by whoever calls. */
    SECATEUR_BUSY = 2,
    /* An error of the library. The game should be freed. */
    SECATEUR_BROKEN = 3
} SecateurStatus;

/* How far to search. Whatever is 0 or NULL sets no limit, or has its default; without any limit a search takes five seconds. */
typedef struct SecateurLimits {
    /* The deepest iteration, in plies. */
    uint32_t depth;
    /* The time, in milliseconds. */
    uint32_t milliseconds;
    /* The nodes. */
    uint64_t nodes;
    /* The bytes of the table; 64 MiB by default. */
    uint64_t hash;
    /* The threads; one by default. */
    uint32_t threads;
    /* The level, 1 for a beginner to 10 for full strength, which is the default. Below 10 the search is the engine's. */
    uint32_t level;
    /* The seed of a level's misjudgements. */
    uint64_t seed;
    /* The name of the algorithm; the engine by default. */
    const char *algorithm;
} SecateurLimits;

/* An answer, or the report of an iteration. */
typedef struct SecateurAnswer {
    /* The best move; NULL if there is none. */
    const char *best;
    /* The line that begins with it, separated by spaces. */
    const char *line;
    /* The value for the side to move, in the game's points. */
    int32_t value;
    /* The plies to the end of the game where that is known; -1 where it is not. */
    int32_t plies_to_end;
    /* The depth that is done, in plies. */
    uint32_t depth;
    /* Whether the value is proven. */
    bool exact;
    /* The nodes. */
    uint64_t nodes;
    /* The time, in milliseconds. */
    double milliseconds;
} SecateurAnswer;

/* What is called with each iteration, and with `user` of secateur_analyse(). Anything but 0 ends the search. The texts of the
 * report are good until it returns. Of this library it may call secateur_stop() alone with the game that is searched. */
typedef int (*SecateurReport)(const SecateurAnswer *report, void *user);

/* The version of the library, such as "0.1.0". */
const char *secateur_version(void);

/* One sentence on what was wrong with the last call of this thread that failed; empty if none has. */
const char *secateur_error(void);

/* A game by its name, at its start; NULL if there is none of that name. To be freed by secateur_free(). */
Secateur *secateur_new(const char *game);

/* Frees a game. Nothing happens to NULL. */
void secateur_free(Secateur *game);

/* Sets a position, in the form that the game reads; "" is the start. The moves before it are forgotten. */
SecateurStatus secateur_set(Secateur *game, const char *position);

/* Plays a legal move. */
SecateurStatus secateur_play(Secateur *game, const char *played);

/* Takes the last move back. */
SecateurStatus secateur_undo(Secateur *game);

/* The legal moves, separated by spaces; "" once the game is over. NULL, like the four below, if the call fails. */
const char *secateur_moves(Secateur *game);

/* The position, as secateur_set() reads it. */
const char *secateur_position(Secateur *game);

/* The position drawn in several lines. */
const char *secateur_drawing(Secateur *game);

/* The name of the side to move; "" if the game has no names for its sides. */
const char *secateur_side(Secateur *game);

/* How the game has ended for the side to move: "win", "draw", "loss" or "loss by 12"; "" as long as it goes on. */
const char *secateur_outcome(Secateur *game);

/* Searches the position. limits, answer and report may be NULL. */
SecateurStatus secateur_analyse(Secateur *game, const SecateurLimits *limits, SecateurAnswer *answer,
                                SecateurReport report, void *user);

/* Ends a search that is under way in another thread, with the best answer so far. It may be called at any time. */
void secateur_stop(const Secateur *game);

#ifdef __cplusplus
}
#endif

#endif
