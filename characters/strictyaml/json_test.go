package strictyaml

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"
)

// TestJSON reads valid JSON that the YAML parser alone would refuse.
func TestJSON(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"surrogate pair", `{"id": "\ud83c\udf32"}`, "🌲"},
		{"slash", `{"id": "a\/b"}`, "a/b"},
		{"delete character", "{\"id\": \"a\x7fb\"}", "a\x7fb"},
		{"line separators", "{\"id\": \"a\u0085\u2028\u2029b\"}", "a\u0085\u2028\u2029b"},
		{"byte order mark inside", "{\"id\": \"a\uFEFFb\"}", "a\uFEFFb"},
		{"no character", "{\"id\": \"a\uFFFFb\"}", "a\uFFFFb"},
		{"escaped control character", `{"id": "\u0000\b\f"}`, "\x00\b\f"},
		{"backslash before u", `{"id": "\\ud83c"}`, `\ud83c`},
		{"replacement character", `{"id": "\ufffd` + "\uFFFD" + `"}`, "\uFFFD\uFFFD"},
		{"very long key", `{"` + strings.Repeat("k", 5000) + `": 1, "id": "a"}`, "a"},
		{"on several lines", "\n{\n\t\"id\":\r\n\t\t\"a\"\n}\n", "a"},
		{"byte order mark", "\uFEFF{\"id\": \"a\"}", "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.True(t, json.Valid([]byte(strings.TrimPrefix(c.text, byteOrderMark))))
			s, root := Parse("", []byte(c.text))
			for _, e := range root.Entries() {
				if e.Key.Text() == "id" {
					assert.Equal(t, c.want, e.Value.Opaque())
				}
			}
			assert.Empty(t, messages(s))
		})
	}
}

// TestJSONPositions checks that errors in JSON have the positions that an editor shows.
func TestJSONPositions(t *testing.T) {
	s, root := ParseAt("x", 10,
		[]byte("{\"🌲\": \"\\ud83c\\udf32\", \"a\": 1,\n  \"list\": [1, {\"a\": 7}, \"\\ud83c\"], \"a\": 2,\n\t\"b\": {}}"))
	f := root.Map("🌲", "a", "list", "b")
	f.Get("a").Str()
	for _, v := range f.Get("list").List() {
		v.Int(2, 3)
	}
	f.Get("b").Map("c").Need("c")
	assert.Equal(t, `x:10:28: expected text, found 1: put it in quotes
x:11:12: expected a whole number from 2 to 3, found 1
x:11:15: expected a whole number from 2 to 3, found a mapping
x:11:25: a \u escape in this text is only one half of a surrogate pair
x:11:36: duplicate key "a", first on line 10
x:12:7: missing key "c"`, messages(s))
}

// TestJSONAsYAML checks that both readers make the same tree, with the same positions, of a text that is
// both JSON and YAML.
func TestJSONAsYAML(t *testing.T) {
	space := rapid.SampledFrom([]string{"", "", " ", "\n ", "\t", "\r\n  "})
	scalar := rapid.OneOf(
		rapid.SampledFrom([]string{"0", "-1", "17", "1.5", "-2.5e3", "1E+2", "true", "false", "null"}),
		rapid.Map(rapid.StringMatching(`[ -~äöé♠]{0,8}`), func(s string) string {
			b, _ := json.Marshal(s)
			return string(b)
		}))
	var value func(t *rapid.T, depth int) string
	value = func(t *rapid.T, depth int) string {
		around := func(s string) string { return space.Draw(t, "before") + s + space.Draw(t, "after") }
		kind := rapid.IntRange(0, 3).Draw(t, "kind")
		if depth == 0 {
			kind = rapid.IntRange(2, 3).Draw(t, "outer kind")
		}
		if depth > 3 || kind < 2 {
			return around(scalar.Draw(t, "scalar"))
		}
		var parts []string
		for range rapid.IntRange(0, 3).Draw(t, "n") {
			part := value(t, depth+1)
			if kind == 2 {
				key, _ := json.Marshal(rapid.StringMatching(`[a-z<]{0,4}`).Draw(t, "key"))
				part = around(string(key)) + ":" + part
			}
			parts = append(parts, part)
		}
		if kind == 2 {
			return around("{" + strings.Join(parts, ",") + "}")
		}
		return around("[" + strings.Join(parts, ",") + "]")
	}
	both := 0
	rapid.Check(t, func(t *rapid.T) {
		text := value(t, 0)
		require.True(t, isJSON([]byte(text)), text)
		doc, err := decode([]byte(text))
		if err != nil {
			t.Skip("YAML has more rules about tabs and line breaks")
		}
		both++
		s := &Source{first: 1}
		require.Equal(t, nodes(doc.Content[0]), nodes(s.parseJSON([]byte(text))), text)
	})
	assert.Positive(t, both)
}

// nodes lists the properties of a tree that accessors depend on.
func nodes(n *yaml.Node) []yaml.Node {
	out := []yaml.Node{{Kind: n.Kind, Style: n.Style, Tag: n.Tag, Value: n.Value, Line: n.Line, Column: n.Column}}
	for _, c := range n.Content {
		out = append(out, nodes(c)...)
	}
	return out
}
