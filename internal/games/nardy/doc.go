// Package nardy is the nardy family: seventeen variants from one table of
// parameters, long ones and short ones, with the raise cube. It decides which
// turns are legal, what follows them and what they are worth.
//
// # The rules
//
// 1.1 The board has 24 points, numbered along Light's route. Light and Dark
// move their checkers along their own routes from step 1 to step 24 and off.
// On the route "same" Dark starts twelve points further on and goes the same
// way round; on "opposed" he goes the other way. Steps 19 to 24 are home, step
// 1 is the head. Every rule is meant in steps, so it is the same for both.
//
// 2.1 Each side throws a die, the higher one begins, equal dice are thrown
// again. By variant the starter throws anew, or plays the two dice of the draw.
//
// 2.2 A hop moves one checker forward by one unused die. It lands on a free
// point, on own checkers, or where 4.4 allows it. Two dice for one checker are
// two hops, and it must be able to stand where it lands between them.
//
// 2.3 A stage is played as far as possible: only plays that use the most dice
// are legal, and of those that can not use all of them only the ones with the
// greatest dice, compared from the greatest down. A play that ends the game
// counts as having used all. With nothing to play the stage is passed.
//
// 2.4 A turn is the remainder that the opponent has left, then the chance to
// raise the price, then the throw with its stages. Two equal dice are four hops
// in variants with two dice; with three or four dice there are no doubles.
//
// 2.5 The game ends when a side has borne off all its checkers, when a mother
// is lost (4.9), or as a draw when at the start of a turn neither side has a
// legal hop with any number.
//
// 3.1 The variants differ in the parameters that Variants lists, and in
// nothing else.
//
// 4.1 One checker may leave the head in a throw; a progression counts as one
// throw, an extra throw and a remainder count anew. Two may leave it in the
// first own throw when that is one of the variant's doubles; in sport only the
// side that did not begin has this right.
//
// 4.2 Six or more points in a row of the opponent's route are a block. Where
// blocks are restricted, no hop may land in one unless an enemy checker is
// ahead of it or off. In Fevga no hop may fill the own steps 1 to 6, and an
// opponent whose fifteen checkers stand on one point behind a block must be let
// out when a play can do it.
//
// 4.3 In Fevga, until a checker has gone past the enemy head, another may leave
// the own head only if all fifteen stand there.
//
// 4.4 By variant one enemy checker closes a point; or two close it and a single
// one is hit and goes to the bar, from where it must enter before anything else
// moves; or two close it and a single one is covered and can not move until it
// is free. In caucasian a checker that has hit in its home stays there for the
// rest of the turn, as long as anything else can be played.
//
// 4.5 Checkers are borne off while all of them are home and none is covered.
// The exact number always takes one off; a greater one takes it from the
// rearmost point, except in crazy, where only the exact number counts.
//
// 4.6 In gulbar and khachapuri a double played in full gives one more throw in
// the same turn, once.
//
// 4.7 In the crazy variants, from the sixth own throw on, a double played in
// full is followed by four hops of each next number up to six, unless all
// checkers were home at the throw or have come home since.
//
// 4.8 By variant the hops of a double that could not be played, and the numbers
// of the progression that would have followed, go to the opponent. He plays
// them before his throw, number by number from the lowest; what he can not play
// is lost.
//
// 4.9 In Plakoto the last checker on the own head is the mother. Who covers the
// enemy mother with no checker left on his own head wins two prices; when both
// mothers are covered the game is a draw.
//
// 6.1 The winner gets one price for an oyn, two for a mars (the loser has borne
// nothing off), and in short variants three for a koks (a mars with a loser's
// checker on the bar or in the winner's home). Giving up costs what the
// position would cost if the opponent bore off his last checker now.
//
// 6.2 With the linear cube the side whose throw is next may offer to raise the
// price by one stake, not before the first throw of the game, not before an
// extra throw. Who accepts may offer next; at most five raises are accepted.
// Who refuses loses the price before the offer.
//
// 6.3 The doubling cube is the same with a price that doubles, up to 64 stakes.
// It rests in the Crawford game of a match, the first one in which a side needs
// a single point.
//
// 7.1 Automatic bear-off plays exact bear-offs, the greatest die first, while
// all checkers are home; not while the opponent could still hit or cover.
//
// 8.1 A turn is written as its hops, "24/18 13/11", with bar and off, "(2)" for
// repeats and "*" for a hit. Typed by people, hops may stand in any order, and
// one move may stand for several hops of a checker unless its way makes a
// difference. A star on such a move wants the way that hits; where nothing is
// hit the turn is refused, while a hit needs no star.
//
// # Programs
//
// A bot works on Position and Generator: compact boards and every distinct
// result of a stage without an allocation. State.After takes a result back into
// the game, State.ActionTo says what to send. State is a thin face over them.
//
// Rules.Query answers requests about single positions; its fields are those of
// testdata/vectors.jsonl:
//
//	{"type":"legal","variant":"short","pos":"…","turn":"L","dice":[3,1],"first":true,"second":false,"head_taken":0,"handover":false}
//	{"type":"flow","variant":"gulbar","pos":"…","turn":"L","throw":[6,6],"throws":3,"number":6,"unplayed":2,"rerolled":false,"home_at_throw":false}
//	{"type":"status","variant":"short","pos":"…"}
//	{"type":"dead","variant":"short","pos":"…"}
//	{"type":"game","variant":"short","opening":[6,4],"stages":[{"dice":[6,4],"result":"…"},…]}
package nardy
