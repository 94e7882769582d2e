package app

import "runtime"

// makeRoom returns how many computers think at a time, 0 meaning that it is for
// the machine to say, and sees to it that they keep no goroutine of anybody else
// waiting: the runtime has so many processors more. Their threads have a low
// priority, so that the real ones are everybody else's first. Where the number
// of the runtime's processors was given, it stays.
func makeRoom(workers int, given bool) int {
	if !given {
		runtime.SetDefaultGOMAXPROCS() // for who calls this again
	}
	n := runtime.GOMAXPROCS(0)
	if workers == 0 {
		workers = max(1, n-1)
	}
	if !given {
		runtime.GOMAXPROCS(n + workers)
	}
	return workers
}
