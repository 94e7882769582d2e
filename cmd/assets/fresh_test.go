package main

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

func TestGeneratedFilesAreFresh(t *testing.T) {
	if err := checkFresh(root); err != nil {
		t.Error(err)
	}
}

func TestCheckNamesWhatIsStale(t *testing.T) {
	err := checkFresh(t.TempDir())
	if err == nil {
		t.Fatal("an empty folder is fresh")
	}
	for name := range mustTypes(t) {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%v does not name %s", err, name)
		}
	}
}

func TestEveryGameOnOfferHasTheTypeOfItsView(t *testing.T) {
	files := mustTypes(t)
	for _, name := range []string{"web/src/gen/wire.ts", "web/src/gen/bachet.ts"} {
		if _, ok := files[name]; !ok {
			t.Errorf("no %s among %v", name, slices.Sorted(maps.Keys(files)))
		}
	}
	if view := string(files["web/src/gen/bachet.ts"]); !strings.Contains(view, "export interface View {") {
		t.Errorf("no View in %s", view)
	}
}

func mustTypes(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := typeFiles()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestBundlesHoldNoInlineSource(t *testing.T) {
	files, err := bundles(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		if strings.Contains(string(content), "sourceMappingURL") {
			t.Errorf("%s names a source map, which is not served", name)
		}
	}
	for _, name := range []string{"web/dist/site.css", "web/dist/table.js", "web/dist/join.js", "web/dist/favicon.svg"} {
		if len(files[name]) == 0 {
			t.Errorf("%s is missing", name)
		}
	}
}
