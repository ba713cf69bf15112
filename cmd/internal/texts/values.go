package texts

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// A text with values is written like a function: its key names the values, in the order in which
// the program gives them, and the text has the names in braces where it wants the values:
//
//	event.passed(player, receiver, card): "{player} passes {card} to {receiver}."
//
// So a translator can read a text alone, and put its values into any order. A text need not use all.

// splitKey returns the key of a text and the names of its values, from how a file writes them.
func splitKey(written string) (key string, values []string) {
	signature, ok := strings.CutSuffix(written, ")")
	key, list, hasValues := strings.Cut(signature, "(")
	if !ok || !hasValues {
		return written, nil
	}
	return key, strings.Split(list, ", ")
}

// compile returns a text as a format of package fmt, in which each value has its number. A name that
// the key does not have is an error.
func compile(text string, values []string) (format string, err error) {
	var out strings.Builder
	rest := strings.ReplaceAll(text, "%", "%%")
	for {
		before, from, _ := strings.Cut(rest, "{")
		out.WriteString(before)
		name, after, ok := strings.Cut(from, "}")
		if !ok {
			out.WriteString(rest[len(before):])
			return out.String(), nil
		}
		i := slices.Index(values, name)
		if i < 0 {
			return "", fmt.Errorf("the key has no value {%s}", name)
		}
		out.WriteString("%[" + strconv.Itoa(i+1) + "]v")
		rest = after
	}
}

// loadFormats reads the texts in the files of a folder as formats of package fmt.
func loadFormats(fsys fs.FS, folder string) (map[string]string, error) {
	written, err := load(fsys, folder)
	if err != nil {
		return nil, err
	}
	formats := make(map[string]string, len(written))
	for w, text := range written {
		key, values := splitKey(w)
		if _, has := formats[key]; has {
			return nil, fmt.Errorf("%s: two texts have the key %s", folder, key)
		}
		if formats[key], err = compile(text, values); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", folder, key, err)
		}
	}
	return formats, nil
}
