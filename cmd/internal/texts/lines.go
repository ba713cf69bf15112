package texts

import (
	"strconv"
	"strings"
)

// readLines reads a file of texts in which each line is a comment, a key with its text in one line, or a line of a block
// below its key. It reports false for a file with anything else, which the YAML parser reads. The parser takes ten
// times as long, which delays each start of the program in a browser.
func readLines(file string) (texts map[string]string, isSimple bool) {
	texts = make(map[string]string, strings.Count(file, "\n"))
	block := "" // the key of the block to which indented lines belong
	for line := range strings.Lines(file) {
		if indented, ok := strings.CutPrefix(line, blockIndent); ok {
			isPlain := strings.TrimLeft(indented, " \t\r\n") == indented && strings.HasSuffix(line, "\n")
			if block == "" || !isPlain {
				return nil, false
			}
			texts[block] += strings.TrimRight(indented, "\r\n") + "\n"
			continue
		}
		line = strings.TrimRight(line, "\r\n")
		if block != "" && texts[block] == "" {
			return nil, false
		}
		block = ""
		if line == "" || line[0] == '#' {
			continue
		}
		key, rest, ok := cutScalar(line, ": ")
		if _, isTwice := texts[key]; !ok || isTwice {
			return nil, false
		}
		if rest == "|" {
			block = key
			continue
		}
		texts[key], _, ok = cutScalar(rest, "")
		if !ok {
			return nil, false
		}
	}
	return texts, block == "" || texts[block] != ""
}

// blockIndent is how far the lines of a block are indented.
const blockIndent = "  "

// cutScalar cuts a text in double quotes, or without quotes, from the beginning of a line, and the separator after it.
// It reports false for anything that YAML may read in another way.
func cutScalar(line, separator string) (scalar, rest string, ok bool) {
	if strings.HasPrefix(line, `"`) {
		quoted, err := strconv.QuotedPrefix(line)
		if err != nil {
			return "", "", false
		}
		scalar, err = strconv.Unquote(quoted)
		rest, ok = strings.CutPrefix(line[len(quoted):], separator)
		return scalar, rest, ok && err == nil && (separator != "" || rest == "")
	}
	scalar = line
	if separator != "" {
		if scalar, rest, ok = strings.Cut(line, separator); !ok {
			return "", "", false
		}
	}
	return scalar, rest, isPlain(scalar)
}

// isPlain reports whether YAML reads a text without quotes as it is written.
func isPlain(text string) bool {
	const special = "!&*-?:{}[],#|>@`\"'%~ "
	if text == "" || strings.ContainsRune(special, rune(text[0])) || strings.EqualFold(text, "null") {
		return false
	}
	return !strings.Contains(text, ": ") && !strings.Contains(text, " #") && !strings.HasSuffix(text, ":") &&
		!strings.HasSuffix(text, " ") && !strings.Contains(text, "\t")
}
