package jetstream_test

import (
	"testing"
	"time"
)

// TestNewsReachTheOtherProcess: an open table is on offer at the other process
// of the cluster, and taken there.
func TestNewsReachTheOtherProcess(t *testing.T) {
	s := node(t, options(t.TempDir()))
	a, b := over(t, s), over(t, s)
	heard := make(chan string, 10)
	stop, err := b.Hear(func(news []byte) { heard <- string(news) })
	if err != nil {
		t.Fatal(err)
	}
	// The subscription is on its way to the server: an answer of the server
	// comes after it.
	for _, err := range b.Read(t.Context(), "nothing", 0) {
		t.Fatal(err)
	}
	if err := a.Announce([]byte("somebody is here")); err != nil {
		t.Fatal(err)
	}
	select {
	case got := <-heard:
		if got != "somebody is here" {
			t.Errorf("heard %q", got)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the news have not come")
	}
	stop()
	if err := a.Announce([]byte("nobody hears this")); err != nil {
		t.Fatal(err)
	}
	// What is in the log is not news: the stream keeps none of them.
	for one, err := range a.Tables(t.Context()) {
		t.Errorf("the log holds %v, %v", one, err)
	}
}
