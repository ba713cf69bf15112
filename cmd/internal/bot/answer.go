package bot

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
)

// optionKey is the only key of an answer. It has to be written exactly so.
const optionKey = "option"

// option reads the number of an option from an answer. The number is at least 0 and less than options. The answer is an
// object with one key, which stands there once, and nothing else on the line. An error shows what the program wrote.
func option(answer []byte, options int) (int, error) {
	if excerpt(answer) == "" {
		return 0, say.Errorf("it wrote an empty line instead of an answer such as %s", `{"option":0}`)
	}
	value, fault := optionValue(answer)
	if fault != nil {
		return 0, say.Errorf("its answer is %s instead of one such as %s: %w", excerpt(answer), `{"option":0}`, fault)
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n >= options {
		return 0, say.Errorf(
			"its answer is option %s, but the options are 0 to %d",
			excerpt([]byte(value)),
			options-1,
		)
	}
	return n, nil
}

// wholeNumber matches a whole number as JSON writes it, without a fraction or an exponent.
var wholeNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-?[0-9]+$`) })

// optionValue returns the digits of the option in an answer.
func optionValue(answer []byte) (string, error) {
	var object json.RawMessage
	dec := json.NewDecoder(bytes.NewReader(answer))
	if dec.Decode(&object) != nil {
		return "", say.New("it is not JSON")
	}
	rest := answer[dec.InputOffset():]
	switch {
	case object[0] != '{':
		return "", say.New("it is not an object")
	case len(bytes.TrimSpace(rest)) > 0:
		return "", say.Errorf("the object is followed by %s", excerpt(rest))
	}
	values, err := optionsOf(object)
	switch {
	case err != nil:
		return "", err
	case len(values) == 0:
		return "", say.Errorf("the key %s is missing", optionKey)
	case len(values) > 1:
		return "", say.Errorf("the key %s appears %d times", optionKey, len(values))
	case !wholeNumber().Match(values[0]):
		return "", say.Errorf("%s is not a whole number", excerpt(values[0]))
	}
	return string(values[0]), nil
}

// optionsOf returns the values of the key option in a JSON object, which has to be the only key.
func optionsOf(object []byte) (values []json.RawMessage, err error) {
	dec := json.NewDecoder(bytes.NewReader(object))
	_, err = dec.Token() // the brace
	for err == nil && dec.More() {
		var key json.Token
		var value json.RawMessage
		if key, err = dec.Token(); err == nil {
			err = dec.Decode(&value)
		}
		if name, _ := key.(string); err == nil && name != optionKey {
			return nil, say.Errorf("the key %s is not allowed, only %s", excerpt([]byte(name)), optionKey)
		}
		values = append(values, value)
	}
	return values, err
}

// longestExcerpt is how many bytes of a program's output an error shows.
const longestExcerpt = 80

// excerpt returns the beginning of the first line of a program's output, for an error. What a terminal would obey or
// nobody would see is escaped, such as \x1b.
func excerpt(text []byte) string {
	text, _, hasMore := bytes.Cut(bytes.TrimSpace(text), []byte("\n"))
	var out strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		piece := string(text[:size])
		if strictyaml.Hidden(r) || r == utf8.RuneError && size <= 1 {
			piece = strings.Trim(strconv.QuoteToASCII(piece), `"`)
		}
		if out.Len()+len(piece) > longestExcerpt {
			hasMore = true
			break
		}
		out.WriteString(piece)
		text = text[size:]
	}
	if hasMore {
		out.WriteString("…")
	}
	return out.String()
}
