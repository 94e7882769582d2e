package lang_test

import (
	"testing"
	"time"

	"github.com/hod-games/hod/internal/lang"
)

func TestDaysAreWrittenInWords(t *testing.T) {
	all, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	for code, want := range map[string][2]string{
		"ru": {"1\u00a0мая 2026", "30\u00a0ноября 2026"},
		"en": {"1\u00a0May 2026", "30\u00a0November 2026"},
	} {
		for i, day := range [...]time.Time{time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 11, 30, 23, 59, 0, 0, time.UTC)} {
			if got := all[code].Day(day); got != want[i] {
				t.Errorf("%s: %q, want %q", code, got, want[i])
			}
		}
		for m := time.January; m <= time.December; m++ {
			if got := all[code].Day(time.Date(2026, m, 1, 0, 0, 0, 0, time.UTC)); len(got) < len("1\u00a0May 2026") {
				t.Errorf("%s: month %d is written %q", code, m, got)
			}
		}
	}
}
