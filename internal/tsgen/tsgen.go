// Package tsgen writes TypeScript types for Go structs as encoding/json sees
// them. The types of the socket's messages and of every game's view are made
// with it, so that a renamed field fails the type checker and not a player.
package tsgen

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// File returns the source of one TypeScript module that exports an interface
// for the type of every value and for every named struct below them. Doc is
// its first line. Types are named as in Go, without their package; two of one
// name are an error, as is what JSON can not hold.
func File(doc string, values ...any) ([]byte, error) {
	g := &generator{names: make(map[string]reflect.Type)}
	for _, v := range values {
		t := reflect.TypeOf(v)
		if t == nil || t.Kind() != reflect.Struct {
			return nil, fmt.Errorf("make types: %v is no struct", t)
		}
		if err := g.declare(t); err != nil {
			return nil, err
		}
	}
	return []byte("// " + doc + "\n" + strings.Join(g.declarations, "")), nil
}

type generator struct {
	names        map[string]reflect.Type
	declarations []string
}

// declare adds the declaration of t, and before it what it needs.
func (g *generator) declare(t reflect.Type) error {
	if known, ok := g.names[t.Name()]; ok {
		if known != t {
			return fmt.Errorf("make types: both %v and %v would be %s", known, t, t.Name())
		}
		return nil
	}
	g.names[t.Name()] = t
	var extends []string
	var fields strings.Builder
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "-" {
			continue
		}
		if f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct {
			if err := g.declare(f.Type); err != nil {
				return err
			}
			extends = append(extends, f.Type.Name())
			continue
		}
		if name == "" {
			name = f.Name
		}
		ts, err := g.typeOf(f.Type)
		if err != nil {
			return fmt.Errorf("field %s of %v: %w", f.Name, t, err)
		}
		mark := ""
		if slices.ContainsFunc(strings.Split(options, ","), func(o string) bool { return o == "omitempty" || o == "omitzero" }) {
			mark = "?"
			ts = strings.TrimSuffix(ts, " | null")
		}
		fmt.Fprintf(&fields, "  %s%s: %s;\n", name, mark, ts)
	}
	head := "export interface " + t.Name()
	if len(extends) > 0 {
		head += " extends " + strings.Join(extends, ", ")
	}
	g.declarations = append(g.declarations, "\n"+head+" {\n"+fields.String()+"}\n")
	return nil
}

func (g *generator) typeOf(t reflect.Type) (string, error) {
	if t == reflect.TypeFor[json.RawMessage]() {
		return "unknown", nil
	}
	if t.Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
		return words(t), nil
	}
	switch t.Kind() {
	case reflect.String:
		return "string", nil
	case reflect.Bool:
		return "boolean", nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Float32, reflect.Float64:
		return "number", nil
	case reflect.Struct:
		return t.Name(), g.declare(t)
	case reflect.Pointer:
		elem, err := g.typeOf(t.Elem())
		return elem + " | null", err
	case reflect.Slice:
		elem, err := g.typeOf(t.Elem())
		return parenthesized(elem) + "[]", err
	case reflect.Array:
		elem, err := g.typeOf(t.Elem())
		if t.Len() > 4 {
			return parenthesized(elem) + "[]", err
		}
		return "[" + strings.Join(slices.Repeat([]string{elem}, t.Len()), ", ") + "]", err
	case reflect.Map:
		elem, err := g.typeOf(t.Elem())
		return "Record<string, " + elem + ">", err
	default:
		return "", fmt.Errorf("%v has no form in JSON", t)
	}
}

// words returns the union of the texts that a small enumeration writes: those
// of the values 0, 1, 2 … up to the first that it refuses. A type that refuses
// nothing, or is no enumeration, is any text.
func words(t reflect.Type) string {
	const most = 32
	if !slices.Contains([]reflect.Kind{reflect.Int, reflect.Int8, reflect.Uint8}, t.Kind()) {
		return "string"
	}
	var all []string
	for i := range most {
		v := reflect.New(t).Elem()
		if v.CanInt() {
			v.SetInt(int64(i))
		} else {
			v.SetUint(uint64(i))
		}
		text, err := v.Interface().(encoding.TextMarshaler).MarshalText()
		if err != nil {
			break
		}
		all = append(all, strconv.Quote(string(text)))
	}
	if len(all) == 0 || len(all) == most {
		return "string"
	}
	return strings.Join(all, " | ")
}

func parenthesized(ts string) string {
	if strings.Contains(ts, " ") {
		return "(" + ts + ")"
	}
	return ts
}
