package web

import (
	"strconv"
	"strings"
)

// acceptedLanguage chooses among our languages, the default one first, by an
// Accept-Language header.
func acceptedLanguage(header string, ours []string) string {
	best, bestQ := ours[0], 0.0
	for part := range strings.SplitSeq(header, ",") {
		tag, parameter, _ := strings.Cut(strings.TrimSpace(part), ";")
		q := 1.0
		if value, ok := strings.CutPrefix(strings.TrimSpace(parameter), "q="); ok {
			parsed, err := strconv.ParseFloat(value, 64)
			if err != nil {
				continue
			}
			q = parsed
		}
		primary, _, _ := strings.Cut(strings.ToLower(tag), "-")
		for _, code := range ours {
			if primary == code && q > bestQ {
				best, bestQ = code, q
			}
		}
	}
	return best
}
