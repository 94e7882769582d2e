package lang

import (
	"strconv"
	"time"
)

// Day returns the day of a time, in its zone, as people write it in this
// language: "30 ноября 2026", "30 November 2026".
func (c *Catalogue) Day(t time.Time) string {
	month := c.Text("date.month." + strconv.Itoa(int(t.Month())))
	return c.Text("date.day", "day", t.Day(), "month", month, "year", t.Year())
}
