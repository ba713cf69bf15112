package texts

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// A text with values is written like a function: its key names the values, in the order in which
// the program gives them, and the text has the names in braces where it wants the values:
//
//	event.passed(player, receiver, card): "{player} passes {card} to {receiver}."
//
// So a translator can read a text alone, and put its values into any order. A text need not use all.

// signature matches a key with the names of its values.
var signature = regexp.MustCompile(`^([a-z_.0-9]+)\(([a-z_0-9, ]+)\)$`)

// valueName matches a value's name in a text.
var valueName = regexp.MustCompile(`\{([a-z_0-9]*)\}`)

// splitKey returns the key of a text and the names of its values, from how a file writes them.
func splitKey(written string) (key string, values []string) {
	if !strings.HasSuffix(written, ")") { // most keys, for which the expression would take its time
		return written, nil
	}
	m := signature.FindStringSubmatch(written)
	if m == nil {
		return written, nil
	}
	return m[1], strings.Split(m[2], ", ")
}

// compile returns a text as a format of package fmt, in which each value has its number. A name that
// the key does not have is an error.
func compile(text string, values []string) (format string, err error) {
	format = strings.ReplaceAll(text, "%", "%%")
	if !strings.Contains(format, "{") {
		return format, nil
	}
	format = valueName.ReplaceAllStringFunc(format, func(braced string) string {
		i := slices.Index(values, strings.Trim(braced, "{}"))
		if i < 0 {
			err = fmt.Errorf("the key has no value %s", braced)
		}
		return fmt.Sprintf("%%[%d]v", i+1)
	})
	return format, err
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
