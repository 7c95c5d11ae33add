/* What goes wrong is answered by a sentence, and by nothing worse. Ends with 0 if all of it is. */

#include <secateur.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

static void expect(const char *what, int holds) {
    if (!holds) {
        fprintf(stderr, "%s: '%s'\n", what, secateur_error());
        failures++;
    }
}

static int says(const char *part) { return strstr(secateur_error(), part) != NULL; }

/* A call from within a search. */
static int meddle(const SecateurAnswer *report, void *user) {
    Secateur *game = user;
    expect("a report has a line", report->line != NULL && report->best != NULL);
    expect("a game that is searched is busy", secateur_undo(game) == SECATEUR_BUSY && says("busy"));
    expect("and gives no texts", secateur_moves(game) == NULL);
    secateur_stop(game);
    return 0;
}

int main(void) {
    expect("no error yet", secateur_error()[0] == '\0');
    expect("an unknown game", secateur_new("connect5") == NULL && says("connect5"));
    expect("no name", secateur_new(NULL) == NULL && says("null"));
    expect("no text in UTF-8", secateur_new("\xff") == NULL && says("UTF-8"));
    expect("no game", secateur_play(NULL, "4") == SECATEUR_REFUSED && says("no game"));
    expect("no game to draw", secateur_drawing(NULL) == NULL);
    secateur_free(NULL);
    secateur_stop(NULL);

    Secateur *game = secateur_new("connect4");
    expect("a game", game != NULL);
    expect("nothing to take back", secateur_undo(game) == SECATEUR_REFUSED && says("take back"));
    expect("an illegal move", secateur_play(game, "9") == SECATEUR_REFUSED && says("'9'"));
    expect("no move", secateur_play(game, NULL) == SECATEUR_REFUSED);
    expect("an unreadable position", secateur_set(game, "44444444") == SECATEUR_REFUSED);
    expect("which leaves the old one", strlen(secateur_moves(game)) == strlen("1 2 3 4 5 6 7"));

    SecateurAnswer answer;
    SecateurLimits unknown = {.algorithm = "mtdf"}, high = {.level = 11}, huge = {.hash = UINT64_MAX, .depth = 1};
    expect("an unknown algorithm", secateur_analyse(game, &unknown, &answer, NULL, NULL) == SECATEUR_REFUSED && says("mtd-f"));
    expect("an unknown level", secateur_analyse(game, &high, &answer, NULL, NULL) == SECATEUR_REFUSED && says("11"));
    expect("no such memory", secateur_analyse(game, &huge, &answer, NULL, NULL) == SECATEUR_REFUSED && says("memory"));
    expect("a search", secateur_analyse(game, NULL, &answer, meddle, game) == SECATEUR_OK && answer.best != NULL);
    expect("its move is legal", secateur_play(game, answer.best) == SECATEUR_OK);

    expect("a position", secateur_set(game, "1212121") == SECATEUR_OK);
    expect("that is lost", strcmp(secateur_outcome(game), "loss") == 0 && secateur_moves(game)[0] == '\0');
    expect("and not searched", secateur_analyse(game, NULL, &answer, NULL, NULL) == SECATEUR_REFUSED && says("over"));
    SecateurLimits depth = {.depth = 9, .algorithm = "mtd-f", .hash = 1 << 20};
    expect("another", secateur_set(game, "4455") == SECATEUR_OK);
    expect("searched to a depth", secateur_analyse(game, &depth, &answer, NULL, NULL) == SECATEUR_OK && answer.exact);
    secateur_free(game);
    return failures != 0;
}
