package web

import (
	"maps"
	"slices"
	"strconv"
	"testing"
	"time"
)

func TestIdleAddressesAreForgottenOnceAMinute(t *testing.T) {
	a, begin := newAddresses[bool](), time.Now()
	idle := func(one bool) bool { return one }
	a.sweep(begin, idle)
	a.of["idle"], a.of["busy"] = true, false
	a.sweep(begin.Add(sweepEvery-1), idle)
	if len(a.of) != 2 {
		t.Errorf("after less than a minute %v are left", a.of)
	}
	a.sweep(begin.Add(sweepEvery), idle)
	if left := slices.Collect(maps.Keys(a.of)); !slices.Equal(left, []string{"busy"}) {
		t.Errorf("after a minute %v are left", left)
	}
}

func TestTooManyAddressesAreForgottenAtOnce(t *testing.T) {
	a, now := newAddresses[bool](), time.Now()
	idle := func(one bool) bool { return one }
	a.sweep(now, idle)
	for i := range maxAddresses {
		a.of[strconv.Itoa(i)] = i == 0
	}
	a.sweep(now, idle)
	if len(a.of) != maxAddresses-1 {
		t.Errorf("%d are left where one was idle", len(a.of))
	}
	a.of["one more"] = false
	a.sweep(now, idle)
	if len(a.of) != 0 {
		t.Errorf("%d are left where none was idle", len(a.of))
	}
}
