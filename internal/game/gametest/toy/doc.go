// Package toy is a small dice game for tests of everything that hosts games. It
// has what the real games have: a lot, throws, whole turns of several hops,
// forced passes, a raise with its answer, a price of giving up. No catalogue
// lists it.
//
// # The rules
//
// 1.1 Each side has two pieces on square 0 of one track that both share, and
// brings them home to its last square, L. Any number of pieces may stand on 0
// and on L.
//
// 1.2 The lot: a die of four faces for each side; the higher one begins, and
// equal dice are thrown again.
//
// 2.1 A turn is a throw of two such dice. Each die moves one of the side's own
// pieces by its number; a piece that would go beyond L stops there.
//
// 2.2 A hop may not end on a square between 0 and L on which an opposing piece
// stands.
//
// 2.3 Both dice are played if that is possible, in one order or the other; one
// if only one can be. Who can play none passes. A side whose pieces are both
// home has played its turn.
//
// 3.1 Before its throw, a side may raise instead of rolling at once. The other
// side takes the raise, and the stake doubles, or drops, and loses the stake as
// it was before.
//
// 3.2 The stake goes from 1 to 2 to 4. Only the side that took the last raise
// may raise again.
//
// 4.1 Who brings both pieces home wins the stake, and twice the stake if the
// other side has none at home ("mars").
//
// 4.2 Giving up costs what the position is worth so: twice the stake with no
// piece at home, the stake otherwise.
//
// # Notation
//
// Actions are "roll", "raise", "take", "drop", "pass" and turns such as
// "0/3 3/4", hops in the order in which they are played.
//
// Position codes are words: the phase, its side, the pieces of First and of
// Second, the stake, and who took the last raise; then the dice of a turn or
// the reason of an end: "play first 0,4 2,2 1 nobody 31",
// "over second 3,8 8,8 2 first home". In the phase "answer" the side is the one
// that has raised.
package toy
