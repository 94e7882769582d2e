// Package table hosts games: it seats players, takes their commands one by
// one, keeps every fact in a log, and tells whoever watches.
//
// A table is the fold of its events. A live table holds the result in memory;
// after a restart anybody gets the same by reading the log again. There is no
// second source of truth.
//
// # One writer
//
// Commands for a table are decided one at a time, under the table's own lock,
// and each becomes visible only after the log has acknowledged its event. The
// expected number in Log.Append is the second lock: when two processes believe
// they own a table, one of them is refused and reads again.
//
// # What is due is derived, not remembered
//
// After every event, and after every load, the table looks at its state: a
// finished round without an ended event is due to be counted; Chance to act
// means that a roll is due; a forced pass is due; a computer to act is asked
// for its move. So one append per event is enough, and a crash between two
// events loses nothing.
//
// # Time
//
// A clock is a function of the events, whose times the host gives, and of now.
// Two kinds of events are due to time alone: resumed, which says how much of the
// time since the last event counts for nobody, and flagged. Every command is
// decided after them. What counts for nobody: where the site was down (no
// process of it ran) since the last event, the time from when it was last known
// to be up until the table is there again; and, while clocks run, the time in
// which the log kept nothing for some seconds. A Diary knows when the site was
// up: it is told every five seconds while a clock runs; without one that is
// known of the last event only. The host has one timer, for the flag that falls first, and asks the log once a
// second whether it answers. A table that leaves memory all the same is judged
// when it is next read; one whose clock runs stays.
//
// # Presence, and the lobby
//
// Who is connected is news and no fact: no event says it, and it may be some
// seconds old. Pages prove their seats on their feeds (Feed.Here); whoever has
// gone counts as there for AbsentAfter, so that a reload is no absence; changes
// are told once a second at the most. That anybody may take a free seat is a
// fact (offered, withdrawn), and so is who has taken it first; the lobby lists
// those offers whose openers are there, and is made anew from them after a
// restart. The list is bounded (MaxOffers); whoever looks for one kind of game
// finds the oldest OffersOfAKind of it all the same (Host.Waiting), among
// KnownOffers that each process knows of at the most. Once an opener's last page
// has closed the offer is away: it stays listed, since the page may be loaded
// again, and nobody who looks for an opponent is led there. A Herald carries both to other processes: each tells of the pages
// that are connected to it, shows every few seconds that it is alive, and what
// it told is forgotten when it does not.
//
// Whoever meets in the lobby does not know the other: a table that anybody may
// take, or once might, is nameless, so that nothing somebody has typed reaches a
// stranger. One at which a name was typed can not be offered, since its log has
// the name.
//
// # Taking back
//
// The position goes back to a code that the log has, and the events stay. Throws
// are facts: those that were undone stand in Dice.Stood and come again instead
// of new ones, whatever is played before them. Time that was used
// is a fact too; what undone turns have added to a clock goes with them, so that
// nobody has more than he had in the position gone back to. Nobody agrees to a
// question, nor declines it, that was asked after what he had seen.
//
// # Seats and sides
//
// A seat is a person's (or a computer's) place at the table for the whole
// series; a side is a colour in one round. The seat that begins a round plays
// the side game.First in it. Everything that leaves this package names seats,
// except a game's own view and actions. The order rule for the next round: at
// tables of two people the seats begin by turns; against the computer whoever
// began goes on to begin, until the person chooses otherwise.
package table
