package app

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/hod-games/hod/internal/store/sqlite"
	"github.com/hod-games/hod/internal/table"
)

// admin carries out a command of whoever looks after the site; args begin with
// its name.
func admin(ctx context.Context, args []string, env func(string) string, stdout, stderr io.Writer) error {
	logger := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	switch args[0] {
	case "backup":
		return backup(ctx, args[1:], env, stdout)
	case "tables":
		return tables(ctx, args[1:], env, stdout, logger)
	default:
		return fmt.Errorf("%w: %q is neither a flag nor a command (backup, tables)", errUsage, args[0])
	}
}

// errUsage is wrapped by what is wrong with the command line.
var errUsage = errors.New("arguments")

// parseAdmin reads the flags of a command and returns the words after them.
func parseAdmin(f *flag.FlagSet, args []string, env func(string) string, stdout io.Writer, about string) ([]string, error) {
	f.SetOutput(io.Discard)
	err := f.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		_, _ = fmt.Fprintln(stdout, about)
		f.SetOutput(stdout)
		f.PrintDefaults()
		return nil, err
	}
	if err == nil {
		err = fromEnvironment(f, func(name string) string {
			// Where the data are, yes; what to do with them must be said.
			if name == "HOD_DATA" || name == "HOD_STORE" || strings.HasPrefix(name, "HOD_NATS") {
				return env(name)
			}
			return ""
		})
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errUsage, err)
	}
	return f.Args(), nil
}

// backup copies the database, whether a server uses it or not.
func backup(ctx context.Context, args []string, env func(string) string, stdout io.Writer) error {
	f := flag.NewFlagSet("hod backup", flag.ContinueOnError)
	data := f.String("data", "data", "`folder` of the database")
	words, err := parseAdmin(f, args, env, stdout, `hod backup [-data folder] file

copies the database into a new file, as it is at one moment, while a server
goes on using it. The copy is a database that -data can name, as hod.db in a
folder of its own. For the jetstream store, see README.md.
`)
	if err != nil {
		return err
	}
	if len(words) != 1 {
		return fmt.Errorf("%w: name one file for the backup", errUsage)
	}
	return sqlite.Copy(ctx, filepath.Join(*data, databaseName), words[0])
}

// housekeeping is what tables does.
type housekeeping struct {
	older      time.Duration
	unfinished bool
	archive    string // folder, or empty
	drop       bool
	restore    string // folder, or empty
}

// tables lists, archives, drops and restores tables.
func tables(ctx context.Context, args []string, env func(string) string, stdout io.Writer, logger *slog.Logger) (err error) {
	var (
		c Config
		h housekeeping
	)
	f := flag.NewFlagSet("hod tables", flag.ContinueOnError)
	storeFlags(f, &c)
	f.DurationVar(&h.older, "older", 90*24*time.Hour, "tables at which nothing has happened for so `long`")
	f.BoolVar(&h.unfinished, "unfinished", false, "also tables whose round is not over")
	f.StringVar(&h.archive, "archive", "", "`folder` that gets a file for each of them, from which it can be restored")
	f.BoolVar(&h.drop, "drop", false, "remove them for good, after they are archived if that is asked for")
	f.StringVar(&h.restore, "restore", "", "`folder` of an archive, of this store or another, whose tables are put back")
	words, err := parseAdmin(f, args, env, stdout, `hod tables [flags]

lists the tables at which nothing has happened for long, and changes nothing
unless it is told to archive, drop or restore. With sqlite no server may be
running on the same data. Archives hold everything, the hashes of seats and
the keys of dice that were not thrown yet included: keep them as you keep the
database.
`)
	switch {
	case err != nil:
		return err
	case len(words) > 0:
		return fmt.Errorf("%w: %q is not a flag", errUsage, words[0])
	case h.restore != "" && (h.archive != "" || h.drop):
		return fmt.Errorf("%w: -restore does not go with -archive or -drop", errUsage)
	case h.older < 0:
		return fmt.Errorf("%w: -older is a time that has passed, not %s", errUsage, h.older)
	}
	if err := c.check(); err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	if c.Store == storeSQLite && h.restore == "" {
		if _, err := os.Stat(filepath.Join(c.Data, databaseName)); err != nil {
			return fmt.Errorf("there is no database in %s: %w", c.Data, cause(err))
		}
	}
	l, err := openLog(ctx, c, logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	index, ok := l.(table.Index)
	if !ok {
		return fmt.Errorf("%w: -store %s keeps nothing", errUsage, c.Store)
	}
	if h.restore != "" {
		return h.putBack(ctx, index, stdout)
	}
	return h.tidy(ctx, index, stdout)
}

// tidy lists what is old, and does with it what is asked for.
func (h housekeeping) tidy(ctx context.Context, index table.Index, stdout io.Writer) error {
	var old []table.Listed
	all := 0
	for one, err := range index.Tables(ctx) {
		if err != nil {
			return err
		}
		all++
		if time.Since(one.Last.At) >= h.older && (h.unfinished || one.Last.Kind == table.KindEnded) {
			old = append(old, one)
		}
	}
	slices.SortFunc(old, func(a, b table.Listed) int { return a.Last.At.Compare(b.Last.At) })
	if h.archive != "" {
		if err := os.MkdirAll(h.archive, 0o700); err != nil {
			return fmt.Errorf("make the folder of the archive: %w", err)
		}
	}
	done := 0
	for _, one := range old {
		if h.archive != "" {
			if err := archive(ctx, index, one, h.archive); err != nil {
				return err
			}
		}
		if h.drop {
			err := index.Drop(ctx, one.ID, one.Last.Seq)
			if errors.Is(err, table.ErrConflict) {
				continue // somebody has come back to it
			}
			if err != nil {
				return err
			}
		}
		done++
		if _, err := fmt.Fprintf(stdout, "%s\t%d events\t%s\t%s\n", one.ID, one.Last.Seq, one.Last.At.Format(time.RFC3339), one.Last.Kind); err != nil {
			return err
		}
	}
	did := "would be archived or dropped"
	switch {
	case h.archive != "" && h.drop:
		did = "archived and dropped"
	case h.archive != "":
		did = "archived"
	case h.drop:
		did = "dropped"
	}
	_, err := fmt.Fprintf(stdout, "%d of %d tables %s\n", done, all, did)
	return err
}

// archiveSuffix ends the names of archived tables.
const archiveSuffix = ".jsonl"

// archive writes a table into a file of its own, an event a line, which is on
// disk when it returns.
func archive(ctx context.Context, index table.Index, one table.Listed, folder string) (err error) {
	name := filepath.Join(folder, string(one.ID)+archiveSuffix)
	if filepath.Base(name) != string(one.ID)+archiveSuffix {
		return fmt.Errorf("archive table %q: its name is no file name", one.ID)
	}
	draft := name + ".part"
	f, err := os.OpenFile(draft, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("archive table %s: %w", one.ID, err)
	}
	w := bufio.NewWriter(f)
	encoder := json.NewEncoder(w)
	n := uint64(0)
	for e, failed := range index.Read(ctx, one.ID, 0) {
		if err = failed; err != nil {
			break
		}
		if err = encoder.Encode(e); err != nil {
			break
		}
		n = e.Seq
	}
	if err == nil && n < one.Last.Seq {
		err = fmt.Errorf("it has %d events, and should have %d", n, one.Last.Seq)
	}
	if err = errors.Join(err, w.Flush(), f.Sync(), f.Close()); err == nil {
		err = os.Rename(draft, name)
	}
	if err != nil {
		return fmt.Errorf("archive table %s: %w", one.ID, err)
	}
	return nil
}

// putBack appends the events of an archive. What is there already stays.
func (h housekeeping) putBack(ctx context.Context, index table.Index, stdout io.Writer) error {
	// Not Glob: a folder that is not there has no files either, and its name
	// may hold what Glob takes for a pattern.
	entries, err := os.ReadDir(h.restore)
	if err != nil {
		return fmt.Errorf("read the archive %s: %w", h.restore, cause(err))
	}
	restored, there := 0, 0
	for _, entry := range entries {
		id, ok := strings.CutSuffix(entry.Name(), archiveSuffix)
		if !ok {
			continue
		}
		n, err := putBackOne(ctx, index, table.ID(id), filepath.Join(h.restore, entry.Name()))
		switch {
		case err != nil:
			return fmt.Errorf("restore table %s: %w; of the tables before it %d were restored, %d were there already", id, err, restored, there)
		case n > 0:
			restored++
		default:
			there++
		}
	}
	if restored+there == 0 {
		return fmt.Errorf("restore: %s holds no archived tables, files whose names end in %s", h.restore, archiveSuffix)
	}
	told := fmt.Sprintf("%d of %d tables restored", restored, restored+there)
	if there > 0 {
		told += ", the others were there"
	}
	_, err = fmt.Fprintln(stdout, told)
	return err
}

// putBackOne returns how many events were missing.
func putBackOne(ctx context.Context, index table.Index, id table.ID, name string) (n int, err error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	have := uint64(0)
	for e, err := range index.Read(ctx, id, 0) {
		if err != nil {
			return 0, err
		}
		have = e.Seq
	}
	for decoder := json.NewDecoder(f); ; {
		var e table.Event
		if err := decoder.Decode(&e); errors.Is(err, io.EOF) {
			return n, nil
		} else if err != nil {
			return n, fmt.Errorf("read %s: %w", name, err)
		}
		if e.Seq <= have {
			continue
		}
		if err := index.Append(ctx, id, e); err != nil {
			return n, err
		}
		n++
	}
}
