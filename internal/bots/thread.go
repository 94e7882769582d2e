package bots

import "runtime"

// Aside calls f on a thread that computes only while nobody else wants the
// processor, where the system has such threads, and returns when f has
// returned.
func Aside(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		aside(func(error) { f() })
	}()
	<-done
}

// aside makes the thread that it runs on one of low priority, and calls f there,
// with an error if the thread is one like any other.
func aside(f func(error)) {
	// It is never unlocked, so the thread ends with the goroutine and nobody
	// inherits its priority.
	runtime.LockOSThread()
	if mainThread() {
		// Which does not end, and whose priority is what the process is seen to
		// have. While it is locked here, f runs on another one.
		defer runtime.UnlockOSThread()
		done := make(chan struct{})
		go func() {
			defer close(done)
			aside(f)
		}()
		<-done
		return
	}
	f(yieldProcessor())
}

// thread is a thread of low priority for one function after the other. It ends
// when it is closed.
type thread chan func()

// thread returns a new one, which Close waits for.
func (p *Pool) thread() thread {
	t := make(thread)
	p.running.Go(func() {
		aside(func(err error) {
			if err != nil {
				p.reported.Do(func() {
					p.logger.Warn("computers think with the priority of everybody else", "err", err)
				})
			}
			for f := range t {
				f()
			}
		})
	})
	return t
}

// do calls f on the thread and returns when it has returned.
func (t thread) do(f func()) {
	done := make(chan struct{})
	t <- func() {
		defer close(done)
		f()
	}
	<-done
}
