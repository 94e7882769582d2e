// Package cluster runs NATS servers on this machine, each in a process of its
// own, for tests and for trying out what a site on many machines does: they
// can be killed one by one, and come back with what they had on disk.
//
// The servers are set up as README.md advises for real ones: every message is
// on disk before it is acknowledged. On one machine that says nothing about
// the loss of a machine, and is no faster than one server.
package cluster
