package lang_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/lang"
)

// forms are the plural forms a catalogue must have where it has any.
func forms() map[string][]string {
	return map[string][]string{
		"ru": {"few", "many", "one", "other"},
		"en": {"one", "other"},
	}
}

func TestPluralFormsOfRussianAndEnglish(t *testing.T) {
	all, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	for code, cases := range map[string]map[int]string{
		"ru": {0: "0 палочек", 1: "1 палочка", 2: "2 палочки", 5: "5 палочек", 11: "11 палочек", 12: "12 палочек", 21: "21 палочка", 22: "22 палочки", 111: "111 палочек"},
		"en": {0: "0 sticks", 1: "1 stick", 2: "2 sticks", 21: "21 sticks"},
	} {
		for n, want := range cases {
			if got := all[code].Text("bachet.sticks", "n", n); got != want {
				t.Errorf("%s, %d: %q, want %q", code, n, got, want)
			}
		}
	}
}

func TestAnUnknownKeyComesBack(t *testing.T) {
	all, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	if got := all["ru"].Text("no.such.key"); got != "no.such.key" {
		t.Errorf("got %q", got)
	}
}

func TestLanguagesHaveTheSameKeysPlacesAndForms(t *testing.T) {
	place := regexp.MustCompile(`\{[a-zA-Z]+\}`)
	texts := make(map[string]map[string][]string) // language → key → places
	for _, code := range lang.Languages() {
		texts[code] = make(map[string][]string)
		for key, m := range read(t, code) {
			var kinds []string
			places := make(map[string]bool)
			for form, text := range m {
				kinds = append(kinds, form)
				for _, p := range place.FindAllString(text, -1) {
					// {nameMid} is {name} in the middle of a sentence; languages begin theirs differently.
					places[strings.Replace(p, "Mid}", "}", 1)] = true
				}
				if text == "" {
					t.Errorf("%s: %s is empty", code, key)
				}
			}
			sort.Strings(kinds)
			if len(kinds) > 1 && !slices.Equal(kinds, forms()[code]) {
				t.Errorf("%s: %s has forms %v, want %v", code, key, kinds, forms()[code])
			}
			list := []string{}
			for p := range places {
				list = append(list, p)
			}
			sort.Strings(list)
			texts[code][key] = list
		}
	}
	if diff := cmp.Diff(texts["ru"], texts["en"]); diff != "" {
		t.Errorf("the catalogues differ in keys or places (-ru +en):\n%s", diff)
	}
}

// read reads the files of a catalogue without the code under test.
func read(t *testing.T, code string) map[string]map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("catalogue", code, "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no catalogue %s: %v", code, err)
	}
	all := make(map[string]map[string]string)
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var part map[string]any
		if err := json.Unmarshal(data, &part); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for key, value := range part {
			all[key] = make(map[string]string)
			switch v := value.(type) {
			case string:
				all[key]["other"] = v
			case map[string]any:
				for form, text := range v {
					all[key][form] = fmt.Sprint(text)
				}
			default:
				t.Errorf("%s: %s is a %T", name, key, value)
			}
		}
	}
	return all
}
