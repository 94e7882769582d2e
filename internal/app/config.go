package app

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/hod-games/hod/internal/web"
)

// Stores that -store can name.
const (
	storeSQLite    = "sqlite"
	storeJetStream = "jetstream"
	storeMemory    = "memory"
)

// Config is how a server is started. Each field is a flag and, in upper case
// and with HOD_ before it, an environment variable.
type Config struct {
	Listen  string // host:port; port 0 takes a free one
	Data    string // folder of the database
	Store   string // "sqlite", "jetstream", "memory"
	NATS    NATS   // where tables are kept with "jetstream"
	Origin  string // where the public finds the site, when that is not Listen
	Pause   time.Duration
	Workers int           // computers that think at a time; 0 lets the number of processors decide
	Claim   time.Duration // how long an absent opponent is waited for, at the least
	Limits  web.Limits
	Tables  int // in memory at a time; 0 means 50,000
	Level   slog.Level
	Profile string // host:port for profiles, empty for none
}

// NATS says where the servers of the jetstream store are, and which stream of
// theirs is ours; see jetstream.Options.
type NATS struct {
	URL         string
	Stream      string
	Replicas    int
	Credentials string
	Monitors    string
}

// Parse reads arguments, and the environment where an argument is missing.
// Asked for help it writes help to w and returns flag.ErrHelp.
func Parse(args []string, env func(string) string, w io.Writer) (Config, error) {
	c := Config{}
	f := flag.NewFlagSet("hod", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&c.Listen, "listen", "localhost:8080", "`host:port` to serve on; port 0 takes a free one")
	storeFlags(f, &c)
	f.StringVar(&c.Origin, "origin", "", "public origin behind a proxy, as `https://hod.example`")
	f.DurationVar(&c.Pause, "bot-pause", 500*time.Millisecond, "how long the computer waits before it thinks")
	f.IntVar(&c.Workers, "bot-workers", 0, "computers that think at a time; 0 is one for each processor but one")
	f.DurationVar(&c.Claim, "claim-after", 5*time.Minute, "how long an absent opponent is waited for, at the least, before a game without a clock can be claimed")
	f.IntVar(&c.Limits.Sockets, "max-sockets", 0, "sockets open at a time; 0 takes what the descriptors allow, -1 is no limit")
	f.IntVar(&c.Limits.SocketsPerAddress, "max-sockets-per-address", 0, "sockets of one address; 0 is 1000, -1 is no limit")
	f.IntVar(&c.Tables, "max-tables", 0, "tables in play at a time, beyond which no new ones are opened; 0 is 50000")
	f.IntVar(&c.Limits.TablesPerAddress, "max-tables-per-address", 0, "tables that one address opens in ten minutes; 0 is 1200, -1 is no limit")
	f.IntVar(&c.Limits.CommandsPerSecond, "max-commands", 0, "commands of one seat in a second; 0 is 50, -1 is no limit")
	f.TextVar(&c.Level, "log-level", slog.LevelInfo, "least `level` that is logged: DEBUG, INFO, WARN, ERROR")
	f.StringVar(&c.Profile, "profile", "", "`host:port` for runtime profiles; empty for none")
	if err := f.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(w, "hod serves board games to play in a browser.\n\n"+
				"Every flag is also an environment variable: -bot-pause is HOD_BOT_PAUSE.\n"+
				"hod backup and hod tables look after what it keeps; -h after them says how.\n\n")
			f.SetOutput(w)
			f.PrintDefaults()
		}
		return Config{}, fmt.Errorf("arguments: %w", err)
	}
	if f.NArg() > 0 {
		return Config{}, fmt.Errorf("arguments: %q is not a flag", f.Arg(0))
	}
	if err := fromEnvironment(f, env); err != nil {
		return Config{}, err
	}
	if err := c.check(); err != nil {
		return Config{}, err
	}
	return c, nil
}

// check says whether there is such a store, and whether numbers and waits mean
// something.
func (c Config) check() error {
	switch {
	case c.Pause < 0:
		return fmt.Errorf("-bot-pause is a time to wait, not %s", c.Pause)
	case c.Workers < 0:
		return fmt.Errorf("-bot-workers is a number of computers, or 0, not %d", c.Workers)
	case c.Claim < 0:
		return fmt.Errorf("-claim-after is a time to wait, not %s", c.Claim)
	case c.Tables < 0:
		return fmt.Errorf("-max-tables is a number of tables, or 0, not %d", c.Tables)
	}
	for _, limit := range []struct {
		name string
		most int
	}{
		{"-max-sockets", c.Limits.Sockets},
		{"-max-sockets-per-address", c.Limits.SocketsPerAddress},
		{"-max-tables-per-address", c.Limits.TablesPerAddress},
		{"-max-commands", c.Limits.CommandsPerSecond},
	} {
		if limit.most < -1 {
			return fmt.Errorf("%s is a number, or 0, or -1 for no limit, not %d", limit.name, limit.most)
		}
	}
	switch c.Store {
	case storeSQLite, storeJetStream, storeMemory:
		return nil
	default:
		return fmt.Errorf("-store is %s, %s or %s, not %q", storeSQLite, storeJetStream, storeMemory, c.Store)
	}
}

// storeFlags are the flags that say where tables are kept.
func storeFlags(f *flag.FlagSet, c *Config) {
	f.StringVar(&c.Data, "data", "data", "`folder` of the database; it is made if it is not there")
	f.StringVar(&c.Store, "store", storeSQLite, "where tables are kept: sqlite; jetstream, for many processes; memory, which forgets them at the end")
	f.StringVar(&c.NATS.URL, "nats", "nats://localhost:4222", "`addresses` of the NATS servers for jetstream, with commas")
	f.StringVar(&c.NATS.Stream, "nats-stream", "HOD", "`name` of the stream for jetstream")
	f.IntVar(&c.NATS.Replicas, "nats-replicas", 3, "copies that the stream keeps; 1 only to try things out")
	f.StringVar(&c.NATS.Credentials, "nats-credentials", "", "`file` with the user's key for NATS")
	f.StringVar(&c.NATS.Monitors, "nats-monitor", "", "monitoring `addresses` of the NATS servers, with commas; they are asked whether they sync always")
}

// fromEnvironment sets the flags that were not given.
func fromEnvironment(f *flag.FlagSet, env func(string) string) error {
	given := make(map[string]bool)
	f.Visit(func(one *flag.Flag) { given[one.Name] = true })
	var err error
	f.VisitAll(func(one *flag.Flag) {
		name := "HOD_" + strings.ToUpper(strings.ReplaceAll(one.Name, "-", "_"))
		value := env(name)
		if value == "" || given[one.Name] || err != nil {
			return
		}
		if e := f.Set(one.Name, value); e != nil {
			err = fmt.Errorf("environment: %s is %q: %w", name, value, e)
		}
	})
	return err
}
