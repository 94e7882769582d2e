// Package studies holds positions of Ashtarashki to solve: White is to move and
// wins in a few moves, and exactly one first move wins at all. After every
// other one Black wins with best play. They grew out of games of the bots
// against themselves: Sharpen changed a position, a stone at a time, until a
// single move won, by a capture or an offer where that could be; Lengthen made
// those of six moves. Compose proved them by complete search, and a test proves
// each again by another one.
package studies
