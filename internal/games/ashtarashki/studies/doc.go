// Package studies holds positions of Ashtarashki to solve: White is to move and
// wins in a few moves, and exactly one first move wins at all. After every
// other one Black wins with best play. They come from games of the bots against
// themselves; Compose found and proved them, and a test proves each again by
// looking at every move of both sides.
package studies
