// Package ashtarashki is Ashtarashki, a game on the dark squares of a
// draughts-board by Yu. K. Khalafyan of Ashtarak.
//
// # The rules
//
// Where the author's text leaves a question open, the answer here is a house
// rule, marked [H].
//
// 1.1 The board is the 32 dark squares of a board of eight by eight, with a1
// dark and at White's left hand. White begins, then the sides alternate.
//
// 1.2 Each side has twelve stones, four of each rank. White's ones begin on b2,
// c1, e1 and h2, its twos on a3, d2, f2 and g3, its threes on a1, c3, e3 and
// g1. Black's ones begin on a7, d8, f8 and g7, its twos on b6, c7, e7 and h6,
// its threes on b8, d6, f6 and h8.
//
// 1.3 A stone is full (M, полноправный), retreated (V, отступивший: it lies
// turned over) or twice retreated (W, дважды отступивший: its number is
// covered).
//
// 2.1 A quiet move takes a stone one square along a diagonal, forward or
// backward, to an empty square. Forward is toward rank 8 for White and toward
// rank 1 for Black.
//
// 2.2 A quiet move backward is a retreat. It makes an M a V and a V a W; a W
// that retreats leaves the board and counts as captured. No stone ever
// recovers.
//
// 2.3 On its last rank (8 for White, 1 for Black) a stone has finished. It
// does not move or capture again, and it can not be captured.
//
// 3.1 A capture takes a stone one square along a diagonal, forward or
// backward, onto the square of an enemy stone, which leaves the board. Nothing
// is jumped over.
//
// 3.2 Only full stones capture. A three takes twos, a two takes ones, a one
// takes threes, full or retreated alike; and any of them takes a stone that
// has retreated twice, whatever its rank.
//
// 3.3 A capture backward is not a retreat.
//
// 3.4 Whoever can capture must: quiet moves are not allowed then.
//
// 3.5 A stone that can capture again from where it landed goes on, and the
// whole chain is one move. Which capture to begin with, and which way to go
// where a chain branches, is free; the longest has no precedence [H].
//
// 3.6 A chain is over as soon as it reaches the last rank, where the stone has
// finished [H].
//
// The end is looked for after every move, in the order of the clauses, and in
// each clause for the side that has just moved first [H]. A side's stones are
// all that it has on the board, the finished ones included.
//
// 4.1 A side without stones has lost, and the other one wins two points: a
// clean win (total, чистая победа).
//
// 4.2 A side with four stones on its last rank wins one point (finish).
//
// 4.3 If all stones of a side have finished, fewer than four, the game is
// over. It wins one point if it has at least as many stones as the other side
// (finish-few). If it has fewer, the other side wins one point (more-stones),
// unless that one would have no legal move if it were its turn: then the side
// that has finished wins it (block).
//
// 4.4 Otherwise a side that is to move and can not has lost one point (block).
//
// 4.5 There is no draw. Every game ends: moves forward, retreats and captures
// can not go on for ever.
//
// 5.1 A move is written as the stone's condition and rank and the square it
// goes to, M3d4; a covered stone is written without its rank, Wd6. A capture
// has ":" before every square, M1:e5:d4. Lists of moves are sorted by bytes.
//
// 5.2 The departure comes after the stone only where another legal move would
// be written the same: its file, M3cd4, or where that is not enough its square
// [H], M3c5:d4. Each move is looked at by itself.
//
// 5.3 A retreat bears a mark at the end for what it makes of the stone: V, W,
// or Z where it leaves the board. M3d6V, V2c7W, Wd8Z.
//
// 5.4 A reader trims spaces and also takes a longer departure than is needed,
// letters in the other case, the Cyrillic М, "x", "х" and "×" for ":", a W with
// its rank, and a capture without ":" if an enemy stone stands there. Of
// several squares the first without ":" is the departure, except where an
// enemy stone stands on it and the chain over it is legal. A reader does not
// guess a departure from a rank, nor a retreat without its mark.
//
// 5.5 A record ends with the points of White and of Black: # 1 : 0.
//
// 5.6 A position is the side to move (w or b), White's stones and Black's
// stones, each sorted by square, file first; "-" stands for none, and a W keeps
// its rank: w M3b8,V1d6,M2f8 M1c1,V3e1. Stones may be read in any order. A
// light square, a square that is not on the board or is taken twice, a fifth
// stone of a rank, and a condition or rank that does not exist are refused.
//
// An action that is not allowed is refused by the first of these that fits.
//
// 6.1 Not in the form of section 5: unreadable. A light square: light-square.
// The game is over: game-over.
//
// 6.2 Where the departure square is written: it is empty or holds a stone of
// another condition or rank: no-such-stone; the stone is the opponent's:
// not-your-stone. Otherwise all own stones of the condition and rank written,
// and of the file if there is one, can be meant; there is none: no-such-stone.
// In both cases, if all of them have finished: finished.
//
// 6.3 In a capture, hop by hop: no enemy stone there: nothing-to-capture; it
// has finished: finished-cannot-be-captured; no stone that can be meant is one
// diagonal step away: not-diagonal; the stone is not full:
// retreated-cannot-capture; wrong rank: rank-does-not-capture; the hop before
// ended on the last rank: finished. The chain stops where it could go on:
// must-continue. It bears a mark: mark-the-retreat.
//
// 6.4 In a quiet move: no stone that can be meant is one diagonal step away:
// not-diagonal; the square is not empty: occupied; the mark is missing, wrong
// or too much: mark-the-retreat; there is a capture: must-capture.
//
// 6.5 Several moves fit: ambiguous.
//
// # Requests
//
// Query answers {"type":"legal","pos":"w … …"} with
// {"legal":["M3cd4",…],"outcome":null}; once the game is over "legal" is empty
// and "outcome" is {"winner":"white","points":1,"reason":"more-stones"}. It
// answers {"type":"apply","pos":"w … …","move":"M3cd4"} with
// {"pos":"b … …","outcome":null}, or {"error":"…","rule":"ashtarashki.must-capture"}.
package ashtarashki
