package scripttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

const sources = "../../web/src/"

func TestMain(m *testing.M) {
	if os.Getenv("HOD_CHECK") == "later" {
		fmt.Println("HOD_CHECK=later: these tests wait for make check")
		return
	}
	m.Run()
}

// run bundles a script as pages get theirs, runs it in Node and returns what
// it prints, line by line. Input is what the script reads.
func run(t *testing.T, script, input string) []string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("HOD_NODE_REQUIRED") != "" {
			t.Fatal("no node, which HOD_NODE_REQUIRED asks for")
		}
		t.Skip("no node: scripts are not run")
	}
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{sources + script},
		Bundle:      true,
		Format:      api.FormatIIFE,
		Target:      api.ES2022,
		Charset:     api.CharsetUTF8,
		LogLevel:    api.LogLevelSilent,
	})
	if len(result.Errors) > 0 {
		t.Fatal(strings.Join(api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage}), ""))
	}
	quoted, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "test.js")
	text := "globalThis.testInput = " + string(quoted) + ";\n" + string(result.OutputFiles[0].Contents)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), node, file)
	var out, trouble bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &trouble
	if err := cmd.Run(); err != nil {
		t.Fatalf("node %s: %v\n%s", script, err, &trouble)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// runTests runs a script of tests and reports those that fail; there must be
// some.
func runTests(t *testing.T, script, input string) {
	t.Helper()
	passed := 0
	for _, line := range run(t, script, input) {
		if name, ok := strings.CutPrefix(line, "ok "); ok {
			t.Log(name)
			passed++
		} else {
			t.Error(line)
		}
	}
	if passed == 0 {
		t.Errorf("%s: no test has passed", script)
	}
}
