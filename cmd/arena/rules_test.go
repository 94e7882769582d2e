package main

import (
	"runtime"
	"testing"
)

// A question must not cost more than its answer: thousands of them come in a
// second. Making the list of games for each, with the weights of all bots, took
// a hundred times as long.
func TestAQuestionIsAnsweredWithLittleMemory(t *testing.T) {
	q := newQuestions()
	for name, request := range map[string]string{
		"bachet":      `{"game":"bachet","type":"legal","left":15,"max":3,"misere":false}`,
		"ashtarashki": `{"game":"ashtarashki","type":"legal","pos":"w M3b8,V1d6,M2f6 M1c3,V3e3"}`,
	} {
		const times = 200
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range times {
			if _, err := q.ask(t.Context(), []byte(request)); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		runtime.ReadMemStats(&after)
		if each := (after.TotalAlloc - before.TotalAlloc) / times; each > 64<<10 {
			t.Errorf("%s: %d bytes a question", name, each)
		}
	}
}
