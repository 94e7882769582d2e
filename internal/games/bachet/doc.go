// Package bachet is Bachet's game: one heap of sticks, takes of one to a few,
// and the last stick decides.
//
// # The rules
//
// 1.1 One heap of N sticks lies on the table, and both sides always see how
// many are left. N is 1 to 99, and 15 unless chosen otherwise.
//
// 2.1 The side to move takes at least one stick. To pass, to take nothing and
// to give sticks back are not moves.
//
// 2.2 It takes at most M sticks. M is 1 to 9, and 3 unless chosen otherwise.
//
// 2.3 It never takes more sticks than are left.
//
// 2.4 A take is a whole number. A move that was made is final.
//
// 3.1 First begins, then the sides alternate. Who sits on which side is a
// matter of the table; inside a round the order does not change.
//
// 4.1 The round ends when no stick is left. In normal play the side that took
// the last one wins.
//
// 4.2 In misère play the side that took the last stick loses.
//
// 4.3 There is no draw. A win is one point.
//
// An action that is not allowed is refused by the first clause that forbids it
// in the order 2.4, 2.1, 2.2, 2.3. So a number that breaks several clauses
// always gets the same answer, and with no stick left every take from 1 to M is
// "not enough".
//
// # Who wins
//
// Call n the sticks left. In normal play the side to move loses against perfect
// play exactly when n mod (M+1) = 0, in misère play exactly when
// n mod (M+1) = 1: whatever it takes, the other side can fill the take up to
// M+1 and so keep the remainder until the heap is gone, or down to the one
// stick that nobody wants. From any other n the side to move takes what is over
// and hands such a position on. LessonFor says it in numbers.
//
// # Notation
//
// An action is the number of sticks to take in decimal, without a sign and
// without leading zeros: "3". Read also takes spaces around it, a sign,
// leading zeros and full-width digits, as phones type them.
//
// A position code is the number of sticks left and the side whose turn it is:
// "12 second". With no stick left it is the side that would be next, the one
// that did not take the last stick: "0 first". Options are not part of the
// code. A code that no play from the initial heap can reach is refused:
// "15 second" of 15, or "13 second" of 15 where one is the most to take.
//
// # Requests of programs
//
// Rules.Query answers two types of request. "left" is needed, 0 to 99; "max"
// and "misere" have the defaults of the options; other fields are ignored.
//
//	{"type":"legal","left":15,"max":3,"misere":false} → {"legal":[1,2,3]}
//	{"type":"best","left":15,"max":3,"misere":false}  → {"take":3}
//
// "best" is the choice of the winning bot; it is an error when nothing is left.
package bachet
