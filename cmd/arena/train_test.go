package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func trainTo(t *testing.T, args ...string) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out.net")
	call := append([]string{"train", "-variant", "hyper", "-hidden", "8", "-hidden-race", "4", "-out", out}, args...)
	var said, failed bytes.Buffer
	if code := run(t.Context(), call, strings.NewReader(""), &said, &failed); code != exitOK {
		t.Fatalf("arena %s: exit %d\n%s", strings.Join(call, " "), code, &failed)
	}
	if !strings.Contains(said.String(), " games, ") && !strings.Contains(said.String(), "epoch 1: ") {
		t.Errorf("arena %s says %q", strings.Join(call, " "), &said)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestTrainIsReproducible runs the same training in one go, and with a stop at
// a checkpoint and more workers.
func TestTrainIsReproducible(t *testing.T) {
	id := trained()[0]
	whole := trainTo(t, "-game", id, "-games", "64")
	checkpoint := filepath.Join(t.TempDir(), "run.checkpoint")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	flags := []string{
		"train", "-game", id, "-variant", "hyper", "-hidden", "8", "-hidden-race", "4", "-games", "64",
		"-every", "16", "-checkpoint", checkpoint, "-out", filepath.Join(t.TempDir(), "half.net"),
	}
	var failed bytes.Buffer
	stopAtFirst := writerFunc(func(p []byte) (int, error) { cancel(); return len(p), nil })
	if code := run(ctx, flags, strings.NewReader(""), stopAtFirst, &failed); code != exitFailed {
		t.Fatalf("a run that is stopped: exit %d\n%s", code, &failed)
	}
	resumed := trainTo(t, "-game", id, "-games", "64", "-checkpoint", checkpoint, "-workers", "2")
	if !bytes.Equal(whole, resumed) {
		t.Error("a run with a stop gives other networks")
	}
	if line, _, _ := bytes.Cut(whole, []byte("\n")); !bytes.Contains(line, []byte(`"command":"arena train -game `+id+` -variant hyper -games 64 -seed 1 `)) {
		t.Errorf("the header is %s", line)
	}
	failed.Reset()
	other := append(slices.Clip(flags), "-seed", "2")
	if code := run(t.Context(), other, strings.NewReader(""), &bytes.Buffer{}, &failed); code != exitFailed || !strings.Contains(failed.String(), "another run") {
		t.Errorf("the checkpoint of another run: exit %d\n%s", code, &failed)
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func TestTrainWantsSense(t *testing.T) {
	id := trained()[0]
	out := filepath.Join(t.TempDir(), "x.net")
	label, fit := []string{"-from", out, "-label", out}, []string{"-from", out, "-fit", out, "-out", out}
	for about, c := range map[string]struct {
		args   []string
		code   int
		stderr string
	}{
		"no game":           {[]string{"-out", out, "-game", ""}, exitUsage, `no trainer for the game ""`},
		"no file":           {nil, exitUsage, "-out is missing"},
		"no worker":         {[]string{"-out", out, "-workers", "0"}, exitUsage, "-workers and -every are at least 1"},
		"no variant":        {[]string{"-out", out, "-variant", "zz"}, exitUsage, `has no variant "zz"; there are classic, sport, `},
		"label, no variant": {append(label, "-variant", "zz"), exitUsage, `has no variant "zz"; there are classic, sport, `},
		"no such file":      {[]string{"-out", out, "-from", out}, exitFailed, "no such file"},
		"games":             {[]string{"-out", out, "-games", "0"}, exitUsage, "-games: 0 is not 1 or more\n"},
		"hidden":            {[]string{"-out", out, "-hidden", "0"}, exitUsage, "-hidden: 0 is not 1 or more\n"},
		"rate":              {[]string{"-out", out, "-rate", "-4"}, exitUsage, "-rate: -4 is not above 0\n"},
		"plies":             {append(label, "-plies", "3"), exitUsage, "-plies: 3 is not from 0 to 2\n"},
		"positions":         {append(label, "-positions", "0"), exitUsage, "-positions: 0 is not 1 or more\n"},
		"epochs":            {append(fit, "-epochs", "0"), exitUsage, "-epochs: 0 is not 1 or more\n"},
		"grow":              {append(fit, "-grow", "-1"), exitUsage, "-grow: -1 is not 0 or more\n"},
	} {
		var failed bytes.Buffer
		code := run(t.Context(), append([]string{"train", "-game", id}, c.args...), strings.NewReader(""), &bytes.Buffer{}, &failed)
		if code != c.code || !strings.Contains(failed.String(), c.stderr) {
			t.Errorf("%s: exit %d, want %d and %q\n%s", about, code, c.code, c.stderr, &failed)
		}
	}
}

// TestTrainLooksAtItsFilesFirst names files that can not be written. The run is
// so long that the test would not end if it began.
func TestTrainLooksAtItsFilesFirst(t *testing.T) {
	id, dir := trained()[0], t.TempDir()
	nets, out := filepath.Join(dir, "nets"), filepath.Join(dir, "out")
	if err := os.WriteFile(nets, trainTo(t, "-game", id, "-games", "16"), 0o600); err != nil {
		t.Fatal(err)
	}
	nowhere := filepath.Join(dir, "nowhere", "x")
	call := []string{"train", "-game", id, "-variant", "hyper", "-games", "1000000000", "-from", nets}
	for about, c := range map[string]struct {
		args   []string
		stderr string
	}{
		"networks":      {[]string{"-out", nowhere}, nowhere + " can not be written: no such file or directory\n"},
		"a checkpoint":  {[]string{"-out", out, "-checkpoint", nowhere}, nowhere + " can not be written: no such file or directory\n"},
		"labels":        {[]string{"-label", nowhere, "-positions", "1000000000"}, nowhere + " can not be written: no such file or directory\n"},
		"what was fit":  {[]string{"-out", nowhere, "-fit", out}, nowhere + " can not be written: no such file or directory\n"},
		"into a folder": {[]string{"-out", dir}, dir + " is a folder\n"},
	} {
		var said, failed bytes.Buffer
		code := run(t.Context(), append(slices.Clip(call), c.args...), strings.NewReader(""), &said, &failed)
		if code != exitFailed || !strings.Contains(failed.String(), c.stderr) || said.Len() > 0 {
			t.Errorf("%s: exit %d\n%s%s", about, code, &said, &failed)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("it leaves %v (%v)", left, err)
	}
}

// TestLabelsGoOnAfterAStop cuts a file of labels in the middle of a line, goes
// on, and learns from it.
func TestLabelsGoOnAfterAStop(t *testing.T) {
	id, dir := trained()[0], t.TempDir()
	nets := filepath.Join(dir, "nets")
	if err := os.WriteFile(nets, trainTo(t, "-game", id, "-games", "16"), 0o600); err != nil {
		t.Fatal(err)
	}
	labels := filepath.Join(dir, "labels")
	label := func(positions string) []byte {
		t.Helper()
		var said, failed bytes.Buffer
		flags := []string{"train", "-game", id, "-variant", "hyper", "-from", nets, "-label", labels, "-positions", positions, "-plies", "1"}
		if code := run(t.Context(), flags, strings.NewReader(""), &said, &failed); code != exitOK {
			t.Fatalf("label: exit %d\n%s", code, &failed)
		}
		data, err := os.ReadFile(labels)
		if err != nil {
			t.Fatal(err)
		}
		// The last line tells what stands in the file: a line is a game.
		want := fmt.Sprintf("%d games, %d positions\n", bytes.Count(data, []byte("\n")), bytes.Count(data, []byte(`"pos":`)))
		if !strings.HasSuffix("\n"+said.String(), "\n"+want) {
			t.Errorf("it says\n%swant at the end\n%s", &said, want)
		}
		return data
	}
	whole := label("60")
	if err := os.WriteFile(labels, whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if again := label("60"); !bytes.Equal(whole, again) {
		t.Errorf("%d bytes of labels after a stop, %d without", len(again), len(whole))
	}
	trainTo(t, "-game", id, "-from", nets, "-fit", labels, "-epochs", "2")
}

// TestLabelsCostLess labels with fewer plays and fewer throws, as the labels before
// it teach, and wants the same again.
func TestLabelsCostLess(t *testing.T) {
	id, dir := trained()[0], t.TempDir()
	nets, first := filepath.Join(dir, "nets"), filepath.Join(dir, "first")
	if err := os.WriteFile(nets, trainTo(t, "-game", id, "-games", "16"), 0o600); err != nil {
		t.Fatal(err)
	}
	label := func(to string, more ...string) (int, string) {
		t.Helper()
		var failed bytes.Buffer
		flags := append([]string{"train", "-game", id, "-variant", "hyper", "-from", nets, "-label", to, "-positions", "40", "-plies", "1"}, more...)
		return run(t.Context(), flags, strings.NewReader(""), &bytes.Buffer{}, &failed), failed.String()
	}
	if code, said := label(first); code != exitOK {
		t.Fatalf("exit %d\n%s", code, said)
	}
	var files [][]byte
	for _, c := range [][]string{nil, {"-prune", first, "-keep", "2"}, {"-throws", "5"}, {"-prune", first, "-keep", "2"}, {"-throws", "5"}} {
		to := filepath.Join(dir, fmt.Sprint(len(files)))
		if code, said := label(to, c...); code != exitOK {
			t.Fatalf("%q: exit %d\n%s", c, code, said)
		}
		data, err := os.ReadFile(to)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, data)
	}
	if !bytes.Equal(files[1], files[3]) || !bytes.Equal(files[2], files[4]) {
		t.Error("the same call gives other labels")
	}
	if bytes.Equal(files[0], files[1]) || bytes.Equal(files[0], files[2]) {
		t.Error("fewer plays or throws make no difference")
	}
	if code, said := label(filepath.Join(dir, "other"), "-prune", first+"x"); code != exitFailed || !strings.Contains(said, "no positions in "+first+"x") {
		t.Errorf("a file that is not there: exit %d\n%s", code, said)
	}
}

// TestTruthIsOfHyper gives files of exact values that can be none.
func TestTruthIsOfHyper(t *testing.T) {
	id, dir := trained()[0], t.TempDir()
	nets, values := filepath.Join(dir, "nets"), filepath.Join(dir, "values")
	if err := os.WriteFile(nets, trainTo(t, "-game", id, "-games", "16"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(values, make([]byte, 4000), 0o600); err != nil {
		t.Fatal(err)
	}
	for about, c := range map[string]struct{ variant, truth, want string }{
		"no file":         {"hyper", values + "x", "no such file"},
		"too short":       {"hyper", values, "is no file of them"},
		"another variant": {"short", values, "no exact values of short"},
	} {
		var failed bytes.Buffer
		flags := []string{
			"train", "-game", id, "-variant", c.variant, "-from", nets, "-label", filepath.Join(dir, "labels"), "-truth", c.truth,
		}
		if code := run(t.Context(), flags, strings.NewReader(""), &bytes.Buffer{}, &failed); code != exitFailed || !strings.Contains(failed.String(), c.want) {
			t.Errorf("%s: exit %d\n%s", about, code, &failed)
		}
	}
}
