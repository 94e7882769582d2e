package main

import (
	"bytes"
	"context"
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
	for about, c := range map[string]struct {
		args []string
		code int
	}{
		"no game":      {[]string{"-out", out}, exitUsage},
		"no file":      {[]string{"-game", id}, exitUsage},
		"no worker":    {[]string{"-game", id, "-out", out, "-workers", "0"}, exitUsage},
		"no variant":   {[]string{"-game", id, "-out", out, "-variant", "chess"}, exitFailed},
		"no such file": {[]string{"-game", id, "-out", out, "-from", out}, exitFailed},
	} {
		var failed bytes.Buffer
		if code := run(t.Context(), append([]string{"train"}, c.args...), strings.NewReader(""), &bytes.Buffer{}, &failed); code != c.code {
			t.Errorf("%s: exit %d, want %d\n%s", about, code, c.code, &failed)
		}
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
		var failed bytes.Buffer
		flags := []string{"train", "-game", id, "-variant", "hyper", "-from", nets, "-label", labels, "-positions", positions, "-plies", "1"}
		if code := run(t.Context(), flags, strings.NewReader(""), &bytes.Buffer{}, &failed); code != exitOK {
			t.Fatalf("label: exit %d\n%s", code, &failed)
		}
		data, err := os.ReadFile(labels)
		if err != nil {
			t.Fatal(err)
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
