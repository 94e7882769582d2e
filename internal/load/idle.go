package load

import (
	"context"
	"errors"
	"time"
)

// idle measures the memory of connections that do nothing.
func (o Options) idle(ctx context.Context, run *Run, command []string) (err error) {
	p, err := start(ctx, o.Progress, command[0], command[1:]...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	if err := p.rest(ctx, o.Rest); err != nil {
		return err
	}
	empty, err := p.memory()
	if err != nil {
		return err
	}
	targets, err := open(ctx, p.url, run.Server, o.Idle)
	if err != nil {
		return err
	}
	time.Sleep(o.Settle)
	opened, err := p.memory()
	if err != nil {
		return err
	}
	duels := make([]*duel, len(targets))
	defer func() {
		for _, d := range duels {
			if d != nil {
				d.leave()
			}
		}
	}()
	err = each(len(targets), 16, func(i int) error {
		duels[i] = &duel{target: targets[i]}
		return duels[i].join(ctx)
	})
	if err != nil {
		return err
	}
	time.Sleep(o.Settle)
	connected, err := p.memory()
	if err != nil {
		return err
	}
	run.IdleTables = o.Idle
	run.IdlePerSocket = float64(connected-opened) / float64(2*o.Idle)
	run.IdlePerTable = float64(connected-empty) / float64(o.Idle)
	o.say("%s: %d idle tables, %.1f KiB a connection, %.1f KiB a table (empty %d, tables %d, connected %d KiB)\n",
		run.Server, o.Idle, run.IdlePerSocket, run.IdlePerTable, empty, opened, connected)
	return nil
}
