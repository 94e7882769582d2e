// Package fair throws the dice of tables so that anybody can check every throw
// afterwards, from public events alone.
//
// # The idea
//
// Pips follow from secrets of the site and of the seats. Everybody commits
// himself to a secret, by its SHA-256, before any other secret of the throw is
// known, and nobody can change it later. So nobody can choose a throw, as long
// as one of those who contributed kept his secret to himself until then.
//
// # The throw, exactly
//
// Secrets and commitments are 32 bytes, written as 64 lower-case hexadecimal
// digits. The commitment to a secret is the SHA-256 of its 32 bytes (not of the
// digits). Throws of a table are numbered n = 1, 2, 3 … over all its rounds.
//
// The site's commitment for throw 1 is dice.commit in the body of the event
// "opened"; that for throw n+1 is nextCommit in the receipt of throw n. Its
// secret for throw n is made public as "site" in the receipt of throw n. (It is
// HMAC-SHA256 with a private key of the table as key and "hod/roll/" and n in
// decimal digits as message: derived, so that a throw that is made again after a
// crash, or by another process, is the same one.)
//
// A seat commits itself with "commit" in the body of an event of its own: for
// the first seat also in "opened", for a seat that is taken in "seated". That is
// its standing commitment from then on, until the seat commits itself to
// something else or reveals it. It reveals with "reveal" in the body of an
// event: the secret of the standing commitment, which thereby ceases to stand,
// also where no new "commit" comes with it. (In an event that has both, the
// secret belongs to the commitment that stood before.) The seat is "seat" in the
// body. An event "next" or "reset" has a seat only where it brings a share.
//
// A reveal is described by four things: the secret; its commitment; commitSeq,
// the number of the event that made the commitment; revealSeq, the number of the
// event that revealed it. Reveals that count for throw n are chosen among those
// made after throw n-1 (for throw 1: all of them) and before throw n:
//
//   - If no seat has revealed anything, none counts.
//   - If one seat alone has, its latest counts.
//   - If both have: two reveals a, b of the two seats fit together if
//     a.commitSeq < b.revealSeq and b.commitSeq < a.revealSeq. Of all pairs that
//     fit, the one counts whose smaller revealSeq is greatest, and among those
//     the one whose greater revealSeq is greatest.
//   - If both have and no pair fits, the very first reveal, the one with the
//     smallest revealSeq, counts alone.
//
// What counts is in the receipt as "shares", the first seat's before the
// second's. The pips are then computed as follows.
//
//	message = "hod/dice/1" LF table LF n LF dice LF faces LF first LF second LF
//
// LF is one byte 10; table is the ID of the table; n, dice (how many) and faces
// are decimal; first and second are the secrets of the seats in hexadecimal, or
// "-" for a seat that does not contribute. For k = 0, 1, 2 … take the 32 bytes
//
//	HMAC-SHA256(key = the 32 bytes of the site's secret, message + k in decimal)
//
// one after the other. Skip a byte b that is not below 256 - 256 mod faces (252
// for six faces); any other is one die, showing b mod faces + 1. The first
// "dice" of these are the throw, in this order.
//
// # When a throw is made
//
// A seat with a standing commitment that a person holds is waited for: when the
// throw is its own, until it sends the command "roll" (event "called", or
// "acted" with the action "roll" where the game asks first); for a throw of both
// seats, until each of these has, and at a table where one person holds both
// seats until one has. A throw of the computer waits for the person's seat in the
// same way where that has revealed nothing since the last throw: right after the
// draw, after a pass, and before an extra throw. Its page calls by itself, at
// once. Nobody else is waited for, so a seat that has never committed itself is
// thrown for at once. At a table for two people nothing is thrown before both
// have come.
//
// # Taking back
//
// A decision may be taken back, and never a throw. The event "tookback" undoes
// the last "plies" of the round, each "acted" and "rolled" being one. The throws
// among them stand, in their order and before those that stood already: when a
// throw is due again it is the first of them, in an event "rolled" that has the
// same pips, no receipt, and in "again" the number of the event that made the
// throw first. It is no throw of its own: it has no number n, needs no
// commitment, waits for nobody, and reveals since the last real throw go on to
// count for the next one. Nobody may raise the price of a game while throws
// stand: the table goes on for him, since he knows the dice. Only where other
// dice are due than those that stand, in number, is there a real throw, and then
// no other one stands any more; nor does one after "next" or "reset".
//
// # Who can do what
//
// A player alone, a watcher, and whoever listens: nothing. They do not know the
// site's secret before the throw. To copy the other seat's commitment does not
// help: the two secrets stand at different places of an HMAC.
//
// The site alone, also where the computer that it runs is the opponent: it
// commits itself before the shares of that throw are revealed, so it can not
// choose a throw to which somebody contributed, nor know it before that. It can
// refuse to go on, and it can leave a share out or out of order; the page that
// sent it sees that, and says so. Throws without any share it can choose: they
// are marked as covered by the site's commitment alone, which proves only that
// the throw was fixed before the throw before it was shown.
//
// The site together with one player, against the other:
//
//   - A throw to which the honest seat contributed can not be chosen at will.
//     But the accomplice may reveal his secret or withhold it (by calling
//     without it, or by committing himself anew, which comes too late to
//     count), and so take one of two throws, whenever he is the last to speak.
//     His commitment stands in the log and no reveal follows, so it can be seen.
//   - Where the accomplice throws, the two know the throw from the moment when
//     the honest seat has played: before his own decision whether to raise. They
//     know what comes if he does not raise. What comes if he raises they do not:
//     the answer "take" brings a new secret, and the latest pair counts.
//   - Where the honest seat throws, nobody knows the throw before it calls.
//   - A throw to which the honest seat has not contributed they can choose. Its
//     page contributes with everything it sends. It has sent nothing where it
//     had to pass (the table passes for it), before the first throw after the
//     draw, and before an extra throw of the opponent. For these a page
//     volunteers: while the opponent's throw is due and it has revealed nothing
//     since the last throw, it sends "commit" with its secret and the next
//     commitment. When the opponent is faster, or the page is closed, the throw
//     lacks its share, and is marked. The computer is never faster: it waits.
//
// Whoever takes back: he can not change a throw, but he knows those that stand
// before they come again, the opponent's too, and plays with that knowledge.
// Against the computer he needs nobody's consent, so there a game in which
// something was taken back is practice, and no proof of skill. It can be seen:
// the log has "tookback", the throws that come again have "again".
//
// Two players together can do nothing that they could not agree on anyway.
//
// # What this does not prove
//
// That the page is honest: the site serves it. Who doubts that reads its source,
// keeps the events he has seen (GET /api/tables/ID/log), and checks them with a
// program of his own, for which this text is enough. That the seats are held by
// different people. That nobody has read the database of the site: who can read
// the keys of its tables is "the site" in all of the above. And nothing at all
// about own dice, of which the table only notes who told it what they show.
//
// # What a page has to check
//
// That the receipt fits by itself (Receipt.Check), that its site commitment is
// the one it had seen before it revealed anything for this throw, that its own
// secret is in it wherever it revealed one that counts, and that the other
// seat's commitment was there before it revealed its own. CheckLog does all of
// this for a whole log, except that it can not know whether the log is the one
// that was seen while it was played.
package fair
