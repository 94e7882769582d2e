package web_test

import (
	"strconv"
	"strings"
)

// nardyEffectOf compares two position codes of nardy, "p1,…,p24|bar|off phase
// side …", count by count.
func nardyEffectOf(before, after string) (effect string, n int) {
	was, is := strings.Fields(before), strings.Fields(after)
	switch {
	case is[1] == "answer":
		return "raise", 1
	case was[1] == "answer":
		return "take", 1
	case was[1] == "decide":
		return "roll", 1
	}
	switch mine := was[2] == is[2]; {
	case mine && strings.Contains(after, " extra") && !strings.Contains(before, " extra"):
		return "extra", 1
	case !mine && strings.Contains(after, " handed"):
		return "handed", 1
	case mine && strings.Contains(after, " from="):
		return "more", 1
	}
	us := strings.Index("LD", was[2])
	for _, count := range []struct {
		effect string
		of     func(code string) int
	}{
		{"hit", func(code string) int { return pairOf(code, 1, 1-us) }},
		{"cover", func(code string) int { return starred(code, us) }},
		{"off", func(code string) int { return pairOf(code, 2, us) }},
	} {
		if n := count.of(is[0]) - count.of(was[0]); n > 0 {
			return count.effect, n
		}
	}
	if is[0] == was[0] {
		return "pass", 1
	}
	return "quiet", 1
}

// pairOf reads a side's number of the bar (part 1) or of the checkers off (2).
func pairOf(code string, part, side int) int {
	n, err := strconv.Atoi(strings.Split(strings.Split(code, "|")[part], ",")[side])
	if err != nil {
		panic(err)
	}
	return n
}

// starred counts the points on which a side lies on an enemy checker.
func starred(code string, side int) int {
	n := 0
	for point := range strings.SplitSeq(strings.Split(code, "|")[0], ",") {
		if strings.HasSuffix(point, "*") && strings.HasPrefix(point, "-") == (side == 1) {
			n++
		}
	}
	return n
}
