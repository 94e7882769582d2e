// Package jetstream keeps the events of tables in a stream of NATS JetStream,
// for sites that have outgrown one machine: any number of processes serve any
// table, and any one of three NATS nodes may be lost.
//
// # One subject a table
//
// The stream has a subject for each table; its messages are the table's
// events. An append names the last message that it follows, by its number in
// the stream, and the server refuses it when there is another one by then: two
// processes that both believe they own a table can not both append.
//
// # When no answer comes
//
// An append without an answer is repeated as it is. Only one of the repetitions
// can be kept, since each of them names the same predecessor. A refusal then
// may mean that an earlier one was kept: the event is read back, and known by
// the mark that each append puts on its own.
//
// # What others append
//
// The server tells, after it has stored a message, everybody who listens that
// there is one, by a copy of its headers. A process listens to the whole stream
// over one subscription (some microseconds a message) and passes on what
// concerns its own live tables. Numbers in the stream have no gaps, so that a
// copy that got lost is noticed, and what was missed is asked for.
//
// # A server that leads no more
//
// A server that was halted, or is cut off from the others, takes itself for the
// leader until it hears of the next one, and answers questions from what it
// knew. It can keep nothing, since that takes most of the servers, so that no
// two histories come of it; but a read may lack what was acknowledged meanwhile.
// Whoever would refuse something for that asks with Last, whose answers tell
// whether most of the servers are in touch with the one that gives them.
//
// # The note
//
// When the site was up last is told by the one message of a stream of its own,
// HOD_NOTES, which is made with the first note and may be removed.
//
// # What the server must be told
//
// sync_interval: always. Without it JetStream acknowledges up to two minutes
// before it asks the disk to keep anything, and the loss of power at two of
// three nodes loses what was acknowledged. Three replicas on three machines.
// max_payload as it is (1 MB) is far more than an event needs.
package jetstream
