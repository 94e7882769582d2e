// Package archtest holds the architecture of the program as tests: which
// package may import which, that the rules of games are pure, that only a
// game's own folders and its pages know the game by name, and that every
// direct dependency was decided upon. A package that no rule covers fails, so
// whoever adds one decides where it stands. The tables in rules_test.go are
// what to read and, after a decision, what to change.
package archtest
