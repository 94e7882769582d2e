package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/hod-games/hod/internal/game"
)

// maxLine is the longest request in bytes, its newline not counted.
const maxLine = 1 << 20

// answerer answers a request, which is a JSON object.
type answerer func(ctx context.Context, request []byte) (any, error)

// filter answers every line of stdin with one line on stdout, in order. The
// request's "id" is repeated. Whatever is wrong with a request is said in its
// answer, and the next line is read; only input and output that fail end it.
func filter(ctx context.Context, stdin io.Reader, stdout io.Writer, answer answerer) error {
	return interruptible(ctx, func() error {
		in := bufio.NewReaderSize(stdin, 64<<10)
		out := bufio.NewWriterSize(stdout, 64<<10)
		for ctx.Err() == nil {
			line, tooLong, err := readLine(in)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return fmt.Errorf("read a request: %w", err)
			}
			if tooLong {
				err = writeAnswer(out, nil, nil, fmt.Errorf("the line is longer than %d bytes", maxLine))
			} else {
				err = answerLine(ctx, out, line, answer)
			}
			// Programs that wait for an answer get it, and those that send
			// many requests at once don't pay for a write each.
			if err == nil && in.Buffered() == 0 {
				err = out.Flush()
			}
			if err != nil {
				return fmt.Errorf("write an answer: %w", err)
			}
		}
		if err := out.Flush(); err != nil {
			return fmt.Errorf("write an answer: %w", err)
		}
		return ctx.Err()
	})
}

// readLine returns the next line without its end. A line that is too long is
// read to its end and not kept. A last line may lack its newline.
func readLine(in *bufio.Reader) (line []byte, tooLong bool, err error) {
	for {
		part, err := in.ReadSlice('\n')
		ended := err == nil
		if ended {
			part = part[:len(part)-1]
		}
		if tooLong = tooLong || len(line)+len(part) > maxLine; tooLong {
			line = nil
		} else {
			line = append(line, part...)
		}
		switch {
		case ended:
			return line, tooLong, nil
		case errors.Is(err, io.EOF) && (len(line) > 0 || tooLong):
			return line, tooLong, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, false, err
		}
	}
}

func answerLine(ctx context.Context, out *bufio.Writer, line []byte, answer answerer) error {
	var request struct {
		ID json.RawMessage `json:"id"`
	}
	line = bytes.TrimSpace(line)
	if err := json.Unmarshal(line, &request); err != nil || line[0] != '{' {
		return writeAnswer(out, nil, nil, errors.New("the request is not a JSON object"))
	}
	value, err := answer(ctx, line)
	return writeAnswer(out, request.ID, value, err)
}

// writeAnswer writes value, or the error where there is one, and the id.
func writeAnswer(out *bufio.Writer, id json.RawMessage, value any, failure error) error {
	if failure != nil {
		broken := struct {
			Error string `json:"error"`
			Rule  string `json:"rule,omitempty"`
		}{Error: failure.Error()}
		if refusal, ok := errors.AsType[*game.Refusal](failure); ok {
			broken.Rule = refusal.Rule
		}
		value = broken
	}
	object, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if id == nil {
		_, err = out.Write(append(object, '\n'))
		return err
	}
	_, err = fmt.Fprintf(out, "%s\n", withFields(object, append([]byte(`"id":`), id...)))
	return err
}

// withFields puts fields, such as "a":1,"b":2 without braces, in front of
// those of a JSON object.
func withFields(object, fields []byte) []byte {
	rest := bytes.TrimLeft(object[1:], " \t\r\n")
	whole := append([]byte{'{'}, fields...)
	if len(fields) > 0 && rest[0] != '}' {
		whole = append(whole, ',')
	}
	return append(whole, rest...)
}
