package nardy_test

import (
	"syscall"
	"testing"
)

// measureCPU reports the processor time of a benchmark besides its wall time:
// the figure to go by on a machine that is busy with other things.
func measureCPU(b *testing.B) func() {
	before := cpu()
	return func() { b.ReportMetric(float64(cpu()-before)/float64(b.N), "cpu-ns/op") }
}

func cpu() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
