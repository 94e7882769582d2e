package jetstream

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// checkMonitors asks the servers whether they put every message on disk before
// they acknowledge it. A client can not see it otherwise.
func checkMonitors(ctx context.Context, o Options) error {
	if o.Monitors == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	for url := range strings.SplitSeq(o.Monitors, ",") {
		url = strings.TrimRight(strings.TrimSpace(url), "/")
		always, err := syncsAlways(ctx, url)
		if err != nil {
			return fmt.Errorf("the NATS server does not say at %s how it is set up: %w", url, err)
		}
		if !always {
			return fmt.Errorf("the NATS server with the monitor %s acknowledges before it writes to disk: set sync_interval: always in its jetstream block", url)
		}
	}
	return nil
}

func syncsAlways(ctx context.Context, url string) (bool, error) {
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
