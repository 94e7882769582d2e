package app

import (
	"runtime"
	"testing"
)

func TestComputersHaveProcessorsOfTheirOwn(t *testing.T) {
	before := runtime.GOMAXPROCS(4) // given by the operator
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
	if n := makeRoom(0, true); n != 3 || runtime.GOMAXPROCS(0) != 4 {
		t.Errorf("of 4 processors that were given, %d workers got %d", n, runtime.GOMAXPROCS(0)-4)
	}
	if n := makeRoom(7, true); n != 7 || runtime.GOMAXPROCS(0) != 4 {
		t.Errorf("of 4 processors that were given, %d workers got %d", n, runtime.GOMAXPROCS(0)-4)
	}

	runtime.SetDefaultGOMAXPROCS()
	n := runtime.GOMAXPROCS(0)
	for asked, want := range map[int]int{0: max(1, n-1), 1: 1, 5: 5} {
		for range 2 { // a second time it does not count its own
			if got := makeRoom(asked, false); got != want || runtime.GOMAXPROCS(0) != n+want {
				t.Errorf("asked for %d workers: %d, and %d processors for all; want %d and %d", asked, got, runtime.GOMAXPROCS(0), want, n+want)
			}
		}
	}
}
