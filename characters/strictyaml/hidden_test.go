package strictyaml

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// hidden are characters of every kind that a terminal would obey or hide.
var hidden = []rune{
	0, '\a', '\b', '\f', '\v', 0x1b, 0x7f, 0x80, 0x85, 0x9b, 0x9d, 0xad, 0x61c, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029,
	0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0xfeff, 0xfff9, 0xfffe, 0xffff, 0xfdd0, 0x1fffe, 0xe0041,
}

// TestHiddenIsRefused checks that no notation brings a hidden character into a
// text or a key: JSON or YAML, raw or escaped.
func TestHiddenIsRefused(t *testing.T) {
	for _, r := range hidden {
		require.True(t, Hidden(r), "%U", r)
		text := "a" + string(r) + "b"
		quoted, err := json.Marshal(text)
		require.NoError(t, err)
		ways := map[string]string{
			"JSON":          `{"id": ` + string(quoted) + `}`,
			"JSON, escaped": `{"id": "a` + escape(r) + `b"}`,
			"JSON, raw":     `{"id": "` + text + `"}`,
			"JSON key":      `{"id": {"a` + escape(r) + `b": 1}}`,
			"JSON list":     "{\n\"id\": [\"a\", \"a" + escape(r) + `b"]}`,
			"YAML, escaped": fmt.Sprintf("id: \"a\\U%08xb\"\n", r),
			"YAML key":      fmt.Sprintf("id: {\"a\\U%08xb\": 1}\n", r),
			"YAML, raw":     "id: " + text + "\n",
			"YAML quoted":   "id: '" + text + "'\n",
			"YAML block":    "id: |\n  " + text + "\n",
			"YAML comment":  "id: a # " + text + "\n",
		}
		for name, doc := range ways {
			s, root := Parse("x", []byte(doc))
			seeHidden(t, root)
			require.Error(t, s.Err(), "%U as %s", r, name)
			assert.False(t, strings.ContainsFunc(messages(s), func(r rune) bool {
				return Hidden(r) && r != '\n'
			}), "%q", messages(s))
		}
	}
	s, root := Parse("x", []byte("{\"id\": \"\\u001b\",\n  \"by\": [\"ann\", \"\\u001b[2J\"]}"))
	f := root.Map("id", "by")
	assert.Equal(t, "\x1b", f.Get("id").Opaque(), "an id is given back as it came")
	assert.Equal(t, []string{"ann"}, strs(f.Get("by")))
	assert.Equal(t, "x:2:17: the character U+001B is not allowed in a text: a terminal would obey it or hide it",
		messages(s))
}

// escape writes a character as JSON may.
func escape(r rune) string {
	var out string
	for _, unit := range utf16.Encode([]rune{r}) {
		out += fmt.Sprintf(`\u%04x`, unit)
	}
	return out
}

// seeHidden fails if any text below v holds a hidden character.
func seeHidden(t *testing.T, v Value) {
	t.Helper()
	switch {
	case v.IsMap():
		for _, e := range v.Entries() {
			seeHidden(t, e.Key)
			seeHidden(t, e.Value)
		}
	case v.IsList():
		for _, item := range v.List() {
			seeHidden(t, item)
		}
	default:
		text := v.Text()
		assert.False(t, strings.ContainsFunc(text, Hidden), "%q", text)
	}
}

// TestLinesAreSpaces checks that a text written on several lines is read as one line.
func TestLinesAreSpaces(t *testing.T) {
	for text, want := range map[string]string{
		"|\n  one\n  two\n":         "one two",
		">\n  one\n  two\n\n  3\n":  "one two 3",
		"one\n  two\n\n  three\n":   "one two three",
		"'one\n\n  two'\n":          "one two",
		"one\ttwo\n":                "one two",
		"\"one\n  two\"\n":          "one two",
		"\"one\\\n  two\"\n":        "onetwo",
		"\"one\\u200dtwo\\u200c\"":  "one\u200dtwo\u200c",
		"\"\\U0001F469\\u200d\\n\"": "",
		"\"one\n\n  two\"\n":        "",
		"\"a\\tb\"":                 "",
		"\"a\\rb\"":                 "",
	} {
		s, root := Parse("", []byte("v: "+text))
		assert.Equal(t, want, root.Map("v").Get("v").Text(), text)
		assert.Equal(t, want == "", s.Err() != nil, "%q: %v", text, s.Err())
	}
}

// TestVisible checks that a text to be shown is one line, and that normal text is not changed.
func TestVisible(t *testing.T) {
	assert.Equal(t, "Glóin – 3 Stiche, 🌲", Visible("Glóin – 3 Stiche, 🌲"))
	assert.Equal(t, "\uFFFD[2Ja\uFFFDb\uFFFDc\uFFFD", Visible("\x1b[2Ja\nb\u202ec\xff"))
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string {
			return string(b)
		})).Draw(t, "s")
		v := Visible(s)
		assert.True(t, utf8.ValidString(v))
		assert.False(t, strings.ContainsFunc(v, func(r rune) bool { return Hidden(r) || unicode.IsControl(r) }))
		assert.Equal(t, v, Visible(v))
	})
}

func TestCheckJSON(t *testing.T) {
	for _, text := range []string{`{"a":["b","` + escape(0x9b) + `"]}`, `{"` + escape('\a') + `":1}`, "1\n\"\u202e\""} {
		require.Error(t, CheckJSON([]byte(text)), text)
	}
	for _, text := range []string{`{"a":["ä",1.5,null,true]} {"b":"\u003c"}`, `{"a":`, ``, `x`} {
		require.NoError(t, CheckJSON([]byte(text)), text)
	}
}
