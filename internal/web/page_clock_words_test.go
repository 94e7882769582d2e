package web

import (
	"testing"
	"time"

	"github.com/hod-games/hod/internal/lang"
)

func TestAShortWaitIsSaidInSeconds(t *testing.T) {
	t.Parallel()
	all, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	c := all["en"]
	for wait, want := range map[time.Duration]string{
		0: "1\u00a0second", 9500 * time.Millisecond: "10\u00a0seconds", time.Minute: "60\u00a0seconds",
		61 * time.Second: "2\u00a0minutes", 2 * time.Hour: "2\u00a0hours", 48 * time.Hour: "2\u00a0days",
	} {
		if got := waitText(c, wait); got != want {
			t.Errorf("%v is %q, want %q", wait, got, want)
		}
	}
}
