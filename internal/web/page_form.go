package web

import (
	"errors"
	"hash/fnv"
	"net/http"
	"strconv"

	"github.com/hod-games/hod/internal/table"
)

// maxForm bounds the body of a form, in bytes.
const maxForm = 16 << 10

// readForm parses the body of a form.
func readForm(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		if _, tooBig := errors.AsType[*http.MaxBytesError](err); tooBig {
			return &requestError{status: http.StatusRequestEntityTooLarge, key: "error.too-big"}
		}
		return badMessage("the form can not be read")
	}
	return nil
}

// tableForm reads a form that was sent to a table, and returns the table that
// the path names.
func tableForm(w http.ResponseWriter, r *http.Request) (table.ID, error) {
	id, err := tableID(r)
	if err != nil {
		return "", err
	}
	return id, readForm(w, r)
}

// formKey is the key of a command from a form. All buttons of a form share the
// page's key; with the text in it, the same button pressed twice is one
// command, and another button of a page that was gone back to is another.
func formKey(key, text string) string {
	if key == "" {
		return ""
	}
	h := fnv.New64a()
	h.Write([]byte(text)) // never fails, by its own promise
	return key + "-" + strconv.FormatUint(h.Sum64(), 36)
}
