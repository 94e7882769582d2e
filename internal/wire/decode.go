package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// MaxMessage is the greatest size of a message from a client, in bytes.
const MaxMessage = 16 << 10

// Decode reads one JSON object of a known shape: unknown fields, a second
// value, and anything that is no object are errors that say what is wrong.
func Decode(data []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		var syntax *json.SyntaxError
		var kind *json.UnmarshalTypeError
		switch {
		case errors.Is(err, io.EOF):
			return errors.New("the message is empty")
		case errors.As(err, &syntax), errors.Is(err, io.ErrUnexpectedEOF):
			return errors.New("the message is not JSON")
		case errors.As(err, &kind) && kind.Field == "":
			return errors.New("the message is not a JSON object")
		case errors.As(err, &kind):
			return fmt.Errorf("the field %q has the wrong type: %s", kind.Field, kind.Value)
		default:
			// encoding/json has no type for this one.
			if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
				return fmt.Errorf("there is no field %s", name)
			}
			return errors.New("the message cannot be read")
		}
	}
	if trimmed := bytes.TrimLeft(data, " \t\r\n"); trimmed[0] != '{' {
		return errors.New("the message is not a JSON object")
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("the message holds more than one object")
	}
	return nil
}
