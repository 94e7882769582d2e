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

// TestQuerySaysWhatIsWrong reads the sentences of refused requests: they name
// the field, in the words of the request.
func TestQuerySaysWhatIsWrong(t *testing.T) {
	const long = `"pos":"15,0,0,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|0,0"`
	flow := func(variant, rest string) string {
		return `{"type":"flow","variant":"` + variant + `",` + long + `,"turn":"L",` + rest + `}`
	}
	tests := []struct{ request, want string }{
		{``, "it is no JSON"},
		{`{"type":`, "it is no JSON"},
		{`[]`, "it is no JSON object"},
		{`{"type":"legal","variant":"classic",` + long + `,"turn":"L","dice":"6-5"}`, "dice has the wrong type"},
		{`{"type":"legal","variant":"classic","pos":7}`, "pos has the wrong type"},
		{`{"type":"game","variant":"classic","opening":[2,1],"stages":[{"dice":true}]}`, "stages.dice has the wrong type"},
		{`{"type":"legal","variant":"classic"}`, "pos is missing"},
		{`{"type":"legal",` + long + `}`, "variant is missing"},
		{`{"type":"game"}`, "variant is missing"},
		{flow("crazy", `"throw":[4,4],"throws":6`), "number is missing"},
		{flow("crazy", `"throw":[4,4],"throws":6,"number":0`), "number is missing"},
		{flow("crazy", `"throw":[4,4],"throws":6,"number":3`), "number 3 is below the throw"},
		{flow("crazy", `"throw":[4,4],"throws":5,"number":5`), "belongs to a progression"},
		{flow("crazy", `"throw":[4,4,4,4],"throws":6,"number":4`), "throw has 4 dice, not 2"},
		{flow("triple", `"throw":[4,4],"throws":6`), "throw has 2 dice, not 3"},
		{flow("classic", `"throw":[4,3],"number":4`), "1 or more"},
		{flow("classic", `"throw":[4,3],"throws":-1,"number":4`), "1 or more"},
		{flow("classic", `"throw":[4,3],"throws":1,"number":4,"unplayed":3`), "3 unplayed"},
	}
	for _, c := range tests {
		a, err := nardy.Rules{}.Query([]byte(c.request))
		switch {
		case err == nil:
			t.Errorf("%s is answered by %v", c.request, a)
		case !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: %v, want %q", c.request, err, c.want)
		case strings.Contains(err.Error(), "unmarshal") || strings.Contains(err.Error(), "nardy."):
			t.Errorf("%s: %v shows its inside", c.request, err)
		}
	}
	for _, request := range []string{
		flow("crazy", `"throw":[4,4],"throws":6,"number":5`),
		flow("classic", `"throw":[4,3],"throws":1`),
		flow("two_by_two", `"throw":[4,4,4,4],"throws":1,"unplayed":4`),
	} {
		if _, err := (nardy.Rules{}).Query([]byte(request)); err != nil {
			t.Errorf("%s: %v", request, err)
		}
	}
}
