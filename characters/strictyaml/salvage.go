package strictyaml

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
)

// Salvage looks for the first of some keys at the top of a document that cannot be read as
// a whole. It returns the value of the key, if that is a scalar, and else an absent one. So
// an answer can tell which document it is about.
func Salvage(data []byte, keys ...string) Value {
	if !slices.ContainsFunc(keys, func(key string) bool { return bytes.Contains(data, []byte(key)) }) {
		return Value{} // as in most broken documents, of which there may be many
	}
	text, ok := salvageJSON(data, keys)
	if !ok {
		text, ok = salvageLine(data, keys)
	}
	if !ok {
		return Value{}
	}
	src, v := Parse("", text)
	if src.Err() != nil || !v.IsScalar() {
		return Value{}
	}
	return v
}

// salvageJSON looks for the keys in what is JSON up to the first mistake.
func salvageJSON(data []byte, keys []string) (text []byte, ok bool) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return nil, false
	}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return nil, false
		}
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			return nil, false
		}
		if key, _ := token.(string); slices.Contains(keys, key) && value[0] != '{' && value[0] != '[' {
			return value, true
		}
	}
	return nil, false
}

// keyAndScalar matches the beginning of a line with a key and a scalar.
var keyAndScalar = regexp.MustCompile(`^(?:"(\w+)"|(\w+))[ \t]*:[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s,"'{}\[\]][^,{}\[\]\n]*)`)

// salvageLine looks for a line, or the beginning of a mapping in braces, with one of the keys
// and a scalar. It skips what lies in brackets inside the document, such as a mapping in a
// list.
func salvageLine(data []byte, keys []string) (text []byte, ok bool) {
	inner := bytes.TrimLeft(data, " \t")
	inBraces := bytes.HasPrefix(inner, []byte("{"))
	top := flow{block: !inBraces}
	depth := 0
	if inBraces {
		top.scan([]byte("{"))
		data, depth = inner[1:], 1
	}
	for line := range bytes.Lines(data) {
		if top.quote == 0 && len(top.open) == depth {
			from := line
			if inBraces {
				from = bytes.TrimLeft(line, " \t")
			}
			m := keyAndScalar.FindSubmatch(from)
			if m != nil && slices.Contains(keys, string(m[1])+string(m[2])) {
				return m[3], true
			}
		}
		top.scan(line)
		if inBraces && top.closed() {
			break // what follows is not its own
		}
	}
	return nil, false
}
