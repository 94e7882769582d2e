//go:build !race

package nardy_test

const raceEnabled = false
