package jetstream

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// checkMonitors asks the servers whether they put every message on disk before
// they acknowledge it. A client can not see it otherwise. One that does not
// answer is passed over, since a site must be able to start while one of its
// servers is down; but one has to.
func checkMonitors(ctx context.Context, o Options) error {
	if o.Monitors == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	answered := false
	var silent error
	for url := range strings.SplitSeq(o.Monitors, ",") {
		url = strings.TrimRight(strings.TrimSpace(url), "/")
		always, err := syncsAlways(ctx, url)
		switch {
		case err != nil:
			silent = fmt.Errorf("no NATS server says how it is set up; at %s: %w", url, err)
		case !always:
			return fmt.Errorf("the NATS server with the monitor %s acknowledges before it writes to disk: set sync_interval: always in its jetstream block", url)
		default:
			answered = true
		}
	}
	if !answered {
		return silent
	}
	if silent != nil {
		o.Logger.Warn("one NATS server could not be asked for its settings", "err", silent)
	}
	return nil
}

func syncsAlways(ctx context.Context, url string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/jsz?config=true", nil)
	if err != nil {
		return false, err
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		return false, err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return false, fmt.Errorf("status %s", answer.Status)
	}
	var info struct {
		Config struct {
			SyncAlways bool `json:"sync_always"`
		} `json:"config"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&info); err != nil {
		return false, fmt.Errorf("read its answer: %w", err)
	}
	return info.Config.SyncAlways, nil
}
