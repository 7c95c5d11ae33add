/* A game of Connect-4 between two levels, and how a search is watched.
 *
 * cc play.c -I ../include -L ../../../target/release -lsecateur_c -o play && ./play */

#include <secateur.h>
#include <stdio.h>
#include <stdlib.h>

static void check(SecateurStatus status) {
    if (status != SECATEUR_OK) {
        fprintf(stderr, "%s\n", secateur_error());
        exit(1);
    }
}

static int report(const SecateurAnswer *found, void *user) {
    printf("depth %2u: %+d, %s\n", found->depth, found->value, found->line);
    return found->depth >= *(unsigned *)user; /* anything but 0: that is enough */
}

int main(void) {
    Secateur *game = secateur_new("connect4");
    if (game == NULL) {
        fprintf(stderr, "%s\n", secateur_error());
        return 1;
    }
    unsigned enough = 6;
    check(secateur_analyse(game, NULL, NULL, report, &enough));

    SecateurLimits players[2] = {{.level = 2, .seed = 1}, {.level = 7, .seed = 1}};
    for (int ply = 0; secateur_outcome(game)[0] == '\0'; ply++) {
        SecateurAnswer answer;
        check(secateur_analyse(game, &players[ply % 2], &answer, NULL, NULL));
        check(secateur_play(game, answer.best));
    }
    printf("%s\n", secateur_drawing(game));
    printf("%s to move: %s\n", secateur_side(game), secateur_outcome(game));
    secateur_free(game);
    return 0;
}
