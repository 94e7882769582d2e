// Package scripttest runs the scripts of the pages in Node and compares what
// they make of positions and receipts with what the rules and the dice say. It
// holds tests only. They are skipped where there is no node, unless
// HOD_NODE_REQUIRED is set. With HOD_CHECK=later none of them runs: where make
// check follows, once is enough.
package scripttest
