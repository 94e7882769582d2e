package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// command is one word after "arena".
type command struct {
	name  string
	about string // one line for the list of commands
	run   func(ctx context.Context, args []string, stdin io.Reader, stdout io.Writer) error
}

// commands are all there are, in the order of the usage text.
func commands() []command {
	return []command{
		{"rules", "answer questions about the rules, one JSON object a line", runRules},
		{"bot", "answer positions with a bot's choice, one JSON object a line", runBot},
		{"play", "let two bots play a match, sides swapped and dice repeated", runPlay},
		{"perft", "count the leaves of the game tree to a depth", runPerft},
		{"dice", "check every throw in the log of a table", runDice},
		{"replay", "have the computer of a table choose again, from its log", runReplay},
		{"train", "teach the networks of a bot, by games against itself", runTrain},
		{"load", "measure a server under many tables beside a bare relay", runLoad},
		{"cluster", "run three NATS servers and two hods here, to try them out", runCluster},
		{"relay", "serve the relay that load measures against", runRelay},
	}
}

// The exit codes of the program.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// usageError is a mistake on the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// helpError asks for a help text instead of work.
type helpError struct{ text string }

func (helpError) Error() string { return "help is wanted" }

// run does what args say and returns the exit code. Errors go to stderr, in a
// sentence each.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		say(stderr, "%s", usage())
		return exitUsage
	}
	name := args[0]
	if name == "help" || name == "-h" || name == "-help" || name == "--help" {
		say(stdout, "%s", usage())
		return exitOK
	}
	for _, c := range commands() {
		if c.name != name {
			continue
		}
		err := c.run(ctx, args[1:], stdin, stdout)
		help, wanted := errors.AsType[helpError](err)
		_, misused := errors.AsType[usageError](err)
		switch {
		case err == nil:
			return exitOK
		case wanted:
			say(stdout, "%s", help.text)
			return exitOK
		case misused:
			say(stderr, "arena %s: %v\nRun \"arena %s -h\" for help.\n", name, err, name)
			return exitUsage
		default:
			say(stderr, "arena %s: %v\n", name, err)
			return exitFailed
		}
	}
	say(stderr, "arena: no such command: %q\n%s", name, usage())
	return exitUsage
}

// say writes to a person. Where that fails there is nobody to tell.
func say(w io.Writer, format string, args ...any) { _, _ = fmt.Fprintf(w, format, args...) }

func usage() string {
	var b strings.Builder
	b.WriteString("Usage: arena <command> [flags]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-8s %s\n", c.name, c.about)
	}
	b.WriteString("\nRun \"arena <command> -h\" for the flags of a command.\n")
	return b.String()
}

// parse reads the flags of a command, which takes no other arguments. The text
// stands above the list of flags in its help.
func parse(flags *flag.FlagSet, args []string, text string) error {
	var said strings.Builder
	flags.SetOutput(&said)
	flags.Usage = func() {}
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		said.Reset()
		flags.PrintDefaults()
		return helpError{strings.TrimSpace(text) + "\n\n" + said.String()}
	case err != nil:
		return usageError{err}
	case flags.NArg() > 0:
		return usageError{fmt.Errorf("what is %q? All arguments are flags", flags.Arg(0))}
	}
	return nil
}

// interruptible runs work that does not look at ctx. When ctx ends first, the
// work is left behind, so the process should end soon.
func interruptible(ctx context.Context, work func() error) error {
	done := make(chan error, 1)
	go func() { done <- work() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
