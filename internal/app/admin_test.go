package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/app"
)

// command runs the program for a command that ends by itself.
func command(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = app.Main(context.WithoutCancel(t.Context()), args, none, &out, &err)
	return code, out.String(), err.String()
}

// play opens a table and plays it until n sticks are left of 15.
func (r *running) play(left int) (table string) {
	r.t.Helper()
	_, text := r.ask(http.MethodPost, "/api/tables", "", `{"game":"bachet","mode":"hotseat"}`)
	var made struct {
		Table string
		Seats map[string]string
	}
	if err := json.Unmarshal([]byte(text), &made); err != nil {
		r.t.Fatal(err)
	}
	for seen := 1; seen <= 15-left; seen++ {
		seat := []string{"second", "first"}[seen%2]
		status, text := r.ask(http.MethodPost, "/api/tables/"+made.Table+"/commands", made.Seats[seat],
			fmt.Sprintf(`{"key":"%d","seen":%d,"kind":"act","text":"1"}`, seen, seen))
		if status != http.StatusOK {
			r.t.Fatalf("move %d: %d %s", seen, status, text)
		}
	}
	return made.Table
}

func (r *running) look(table string) string {
	r.t.Helper()
	status, text := r.ask(http.MethodGet, "/api/tables/"+table, "", "")
	if status != http.StatusOK {
		return fmt.Sprint(status)
	}
	return text
}

func TestABackupIsTakenWhileTheServerRuns(t *testing.T) {
	data, copied := t.TempDir(), t.TempDir()
	r := run(t, "-data", data)
	table := r.play(10)
	want := r.look(table)
	if code, _, stderr := command(t, "backup", "-data", data, filepath.Join(copied, "hod.db")); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if code, _, stderr := command(t, "backup", "-data", data, filepath.Join(copied, "hod.db")); code != 1 || !strings.Contains(stderr, "exists") {
		t.Errorf("a backup onto a file that is there: exit code %d: %s", code, stderr)
	}
	if code, _, stderr := command(t, "backup", "-data", t.TempDir(), filepath.Join(copied, "other")); code != 1 || !strings.Contains(stderr, "no such file") {
		t.Errorf("a backup of nothing: exit code %d: %s", code, stderr)
	}
	r.stop()
	r = run(t, "-data", copied)
	defer r.stop()
	if got := r.look(table); got != want {
		t.Errorf("the copy has\n%s\nin place of\n%s", got, want)
	}
}

func TestOldTablesAreListedArchivedDroppedAndRestored(t *testing.T) {
	data, shelf := t.TempDir(), filepath.Join(t.TempDir(), "shelf")
	r := run(t, "-data", data)
	over, running := r.play(0), r.play(3)
	wasOver, wasRunning := r.look(over), r.look(running)
	if code, _, stderr := command(t, "tables", "-data", data); code != 1 || !strings.Contains(stderr, "is in use by another hod") {
		t.Errorf("while a server runs: exit code %d: %s", code, stderr)
	}
	r.stop()

	for _, step := range []struct {
		args  string
		says  string
		files int
	}{
		{"", "0 of 2 tables would be", 0}, // nothing is 90 days old
		{"-older 0s", over + "\t17 events\t", 0},
		{"-older 0s", "1 of 2 tables would be archived or dropped", 0},
		{"-older 0s -unfinished", "2 of 2 tables would be", 0},
		{"-older 0s -archive " + shelf, "1 of 2 tables archived\n", 1},
		{"-older 0s -unfinished -archive " + shelf + " -drop", "2 of 2 tables archived and dropped\n", 2},
		{"-older 0s -unfinished", "0 of 0 tables", 2},
	} {
		code, stdout, stderr := command(t, append([]string{"tables", "-data", data}, strings.Fields(step.args)...)...)
		if code != 0 || !strings.Contains(stdout, step.says) {
			t.Fatalf("tables %s: exit code %d\n%s%s", step.args, code, stdout, stderr)
		}
		if files, _ := os.ReadDir(shelf); len(files) != step.files {
			t.Errorf("tables %s: %d files in the archive, want %d", step.args, len(files), step.files)
		}
	}
	// Into an empty store, and again, where they are already.
	for _, data := range []string{t.TempDir(), data} {
		if code, stdout, stderr := command(t, "tables", "-data", data, "-restore", shelf); code != 0 || stdout != "2 of 2 tables restored\n" {
			t.Fatalf("restore: exit code %d\n%s%s", code, stdout, stderr)
		}
		if code, stdout, stderr := command(t, "tables", "-data", data, "-restore", shelf); code != 0 || stdout != "0 of 2 tables restored, the others were there\n" {
			t.Fatalf("restore again: exit code %d\n%s%s", code, stdout, stderr)
		}
		r = run(t, "-data", data)
		if got := r.look(over); got != wasOver {
			t.Errorf("the finished table is\n%s\nin place of\n%s", got, wasOver)
		}
		if got := r.look(running); got != wasRunning {
			t.Errorf("the running table is\n%s\nin place of\n%s", got, wasRunning)
		}
		r.stop()
	}
}

// TestAnArchiveThatIsNoneIsNotRestored: a wrong folder is an error, and where
// a damaged file ends it, it is said what was put back before.
func TestAnArchiveThatIsNoneIsNotRestored(t *testing.T) {
	data, shelf := t.TempDir(), filepath.Join(t.TempDir(), "shelf [1]")
	r := run(t, "-data", data)
	r.play(0)
	r.play(0)
	r.stop()
	if code, _, stderr := command(t, "tables", "-data", data, "-older", "0s", "-archive", shelf); code != 0 {
		t.Fatal(stderr)
	}
	restore := func(folder, says string) {
		t.Helper()
		code, stdout, stderr := command(t, "tables", "-data", t.TempDir(), "-restore", folder)
		if code != 1 || stdout != "" || !strings.Contains(stderr, says) {
			t.Errorf("exit code %d, says %q%q, want %q", code, stdout, stderr, says)
		}
	}
	restore(t.TempDir(), "holds no archived tables")
	restore(shelf+"s", "no such file or directory")
	// A name that no table has, and that comes after all others.
	if err := os.WriteFile(filepath.Join(shelf, "zzzzzzzzzzzz.jsonl"), []byte("spoilt"), 0o600); err != nil {
		t.Fatal(err)
	}
	restore(shelf, "of the tables before it 2 were restored, 0 were there already")
}

func TestMistakesInCommandsAreSaid(t *testing.T) {
	empty := t.TempDir()
	for args, says := range map[string]string{
		"serve":                                `"serve" is neither a flag nor a command`,
		"backup":                               "name one file",
		"backup a b":                           "name one file",
		"tables -data " + empty + " -drop now": `"now" is not a flag`,
		"tables -store paper":                  "-store is sqlite",
		"tables -store memory":                 "keeps nothing",
		"tables -restore x -drop":              "does not go with",
		"tables -oldest 3h":                    "flag provided but not defined",
		"tables -older -1h":                    "-older is a time that has passed, not -1h0m0s",
		"-claim-after -5s":                     "-claim-after is a time to wait, not -5s",
		"-bot-pause -1s":                       "-bot-pause is a time to wait, not -1s",
		"-bot-workers -1":                      "-bot-workers is a number of computers, or 0, not -1",
		"-max-tables -3":                       "-max-tables is a number of tables, or 0, not -3",
		"-max-sockets -5":                      "-max-sockets is a number, or 0, or -1 for no limit, not -5",
		"-max-sockets-per-address -2":          "-max-sockets-per-address is a number, or 0, or -1 for no limit, not -2",
		"-max-tables-per-address -9":           "-max-tables-per-address is a number, or 0, or -1 for no limit, not -9",
		"-max-commands -2":                     "-max-commands is a number, or 0, or -1 for no limit, not -2",
	} {
		if code, stdout, stderr := command(t, strings.Fields(args)...); code != 2 || stdout != "" || !strings.Contains(stderr, says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("hod %s: exit code %d, says %q", args, code, stderr)
		}
	}
	if code, _, stderr := command(t, "tables", "-data", empty); code != 1 || !strings.Contains(stderr, "there is no database") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if files, _ := os.ReadDir(empty); len(files) != 0 {
		t.Error("it has made a database where there was none")
	}
	for _, name := range []string{"backup", "tables"} {
		if code, stdout, _ := command(t, name, "-h"); code != 0 || !strings.Contains(stdout, "-data") {
			t.Errorf("help of %s: exit code %d\n%s", name, code, stdout)
		}
	}
	// What to do is not read from the environment.
	var stderr bytes.Buffer
	env := func(name string) string { return map[string]string{"HOD_DROP": "true", "HOD_DATA": empty}[name] }
	if code := app.Main(t.Context(), []string{"tables"}, env, &stderr, &stderr); code != 1 || !strings.Contains(stderr.String(), empty) {
		t.Errorf("exit code %d: %s", code, &stderr)
	}
}
