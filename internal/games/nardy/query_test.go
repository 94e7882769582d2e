package nardy_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/games/nardy"
)

// readVectors returns the lines of a file of test vectors.
func readVectors(t *testing.T, name string) []map[string]any {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []map[string]any
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v map[string]any
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out = append(out, v)
	}
	return out
}

// ask sends a vector to Query and returns the answer as plain JSON values.
func ask(t *testing.T, request map[string]any) map[string]any {
	t.Helper()
	raw, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := nardy.Rules{}.Query(raw)
	if err != nil {
		t.Fatalf("vector %v: %v", request["id"], err)
	}
	raw, err = json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestQueryAnswersVectors compares every answer with an independent engine's.
func TestQueryAnswersVectors(t *testing.T) {
	seen := map[any]int{}
	for _, name := range []string{"vectors.jsonl", "vectors-more.jsonl"} {
		for _, v := range readVectors(t, name) {
			kind := v["type"]
			seen[kind]++
			t.Run(fmt.Sprintf("%v-%v-%v", v["variant"], kind, v["id"]), func(t *testing.T) {
				got := ask(t, v)
				var fields []string
				switch kind {
				case "legal":
					fields = []string{"used", "first_hops", "count"}
					compareResults(t, v, got)
				case "flow":
					fields = []string{"next"}
				case "game":
					fields = []string{"starter", "start", "stages", "status"}
				default:
					fields = []string{kind.(string)}
				}
				for _, f := range fields {
					if diff := cmp.Diff(v[f], got[f]); diff != "" {
						t.Errorf("%s of %v %v (-want +got):\n%s", f, v["id"], v["pos"], diff)
					}
				}
			})
		}
	}
	if seen["legal"] < 658 || seen["flow"] < 269 || seen["status"] < 76 || seen["dead"] < 1 || seen["game"] != 17 {
		t.Errorf("vectors are missing: %v", seen)
	}
}

func compareResults(t *testing.T, want, got map[string]any) {
	t.Helper()
	if hash, ok := want["sha256"]; ok {
		var codes []string
		for _, r := range got["results"].([]any) {
			codes = append(codes, r.(string))
		}
		sum := sha256.Sum256([]byte(strings.Join(codes, "\n")))
		if hex.EncodeToString(sum[:]) != hash {
			t.Errorf("results of %v differ", want["pos"])
		}
		return
	}
	if diff := cmp.Diff(want["results"], got["results"]); diff != "" {
		t.Errorf("results of %v (-want +got):\n%s", want["pos"], diff)
	}
}
