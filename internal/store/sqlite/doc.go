// Package sqlite keeps the events of tables in one SQLite file. It is the
// engine a server uses unless told otherwise.
//
// An append is acknowledged when it is on stable storage: the file is in WAL
// mode with synchronous=FULL, and Open refuses to work with anything less. One
// goroutine owns the one connection that writes. While it waits for the disk,
// appends queue up; whatever has queued up then goes into the next
// transaction, so that the cost of a sync is shared by all who wait and a lone
// append is never held back by a timer.
//
// Beside the file, here called hod.db, lie
//
//   - hod.db-wal and hod.db-shm: part of the database while it is open, and
//     after a crash. Never move or copy hod.db without them; use Log.Backup.
//   - hod.db.lock: locked as long as a process has the file open, so that a
//     second one is turned away. It may be deleted when none has.
//
// The file also holds the one note of table.Diary, in a table of its own.
//
// The file must be on a local disk: WAL does not work across a network.
package sqlite
