package strictyaml

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// found is what these tests look for: a mapping with an id.
func found(c Chunk) bool {
	s, root := Parse("", c.Data)
	root.Map("id", "x", "a", "b", "c", "d", "e", "f", "g", "h").Need("id").Text()
	return s.Err() == nil
}

// split writes chunks as "line: text" and errors as they are.
func split(r io.Reader) []string {
	var got []string
	for c, err := range Split("f", r, found) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, fmt.Sprintf("%d: %s", c.Line, c.Data))
	}
	return got
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		name, stream string
		want         []string
	}{
		{"nothing", "", nil},
		{"no content", "\n# c\n---\n  # c\n---\n...\n", nil},
		{"one", "a: 1", []string{"1: a: 1"}},
		{"yaml", "# c\n---\n# d\na: 1\n# e\n---\n\nb: 2\n...\nc: 3\n", []string{"4: a: 1\n# e\n", "8: b: 2\n", "10: c: 3\n"}},
		{"separator with comment", "a\n--- # c\nb\n", []string{"1: a\n", "3: b\n"}},
		{"separator with content", "--- a\n--- |\n b\n---\tc\n", []string{"1: --- a\n", "2: --- |\n b\n", "4: ---\tc\n"}},
		{"no separators", "a: |\n ---\n---x\n....\n... x\n", []string{"1: a: |\n ---\n---x\n....\n... x\n"}},
		{"crlf", "a: 1\r\n---\r\n{b: 2}\r\n...\r\nc\r\n", []string{"1: a: 1\r\n", "3: {b: 2}\r\n", "5: c\r\n"}},
		{"bom", "\uFEFF{a: 1}\n{b: 2}", []string{"1: {a: 1}\n", "2: {b: 2}"}},
		{"ndjson", "{\"a\":1}\n\n{\"b\":\"}{\\\"\"} # c\n{}\n", []string{"1: {\"a\":1}\n", "3: {\"b\":\"}{\\\"\"} # c\n", "4: {}\n"}},
		{"mixed", "{a: 1}\nb: 2\n{c: 3}\n---\n{d: 4}\n{e: 5}\n", []string{"1: {a: 1}\n", "2: b: 2\n", "3: {c: 3}\n", "5: {d: 4}\n", "6: {e: 5}\n"}},
		{"many lines", "{\n  a: [1, # }\n{b: 2},\n{c: \n{d: 3}}]\n}\n{e: 'f}''{'\n}\n{g: it's}\n", []string{"1: {\n  a: [1, # }\n{b: 2},\n{c: \n{d: 3}}]\n}\n", "7: {e: 'f}''{'\n}\n", "9: {g: it's}\n"}},
		{"cut off", "{\"a\": 1\n{\"b\": 2}\n{\"c\": \"x\n{\"d\": 4}\n{\"e\": 5,\n{\"f\":6}\n", []string{"1: {\"a\": 1\n", "2: {\"b\": 2}\n", "3: {\"c\": \"x\n", "4: {\"d\": 4}\n", "5: {\"e\": 5,\n", "6: {\"f\":6}\n"}},
		{"cut off by separator", "{a: 'b\n---\n{c: 1}\n", []string{"1: {a: 'b\n", "3: {c: 1}\n"}},
		{"indented brace", " {a: 1}\n{b: 2}\n\t {c: 3}\n", []string{"1:  {a: 1}\n", "2: {b: 2}\n", "3: \t {c: 3}\n"}},
		{"stray bracket", "}\n{a: 1}\n]\n}\n {b: 2}\n,\nc: 3\n}\n---\n}\nd: 4", []string{"1: }\n", "2: {a: 1}\n", "3: ]\n}\n", "5:  {b: 2}\n", "6: ,\n", "7: c: 3\n}\n", "10: }\n", "11: d: 4"}},
		{"stray quote", "\"\n{a: 1}\n'\n{b: 2}\n\"\nc: 3\n", []string{"1: \"\n", "2: {a: 1}\n", "3: '\n", "4: {b: 2}\n", "5: \"\n", "6: c: 3\n"}},
		{"quoted key", "\"a\": 1\n'b' : 2\n", []string{"1: \"a\": 1\n'b' : 2\n"}},
		{"half a list", "{a: [\n{b: 2}\n\n# c\n{c: 3}\n", []string{"1: {a: [\n", "2: {b: 2}\n", "5: {c: 3}\n"}},
		{"half a list at the end", "{a: [\n{b: 2}\n---\nx: [\n{c: 3}\n", []string{"1: {a: [\n", "2: {b: 2}\n", "4: x: [\n", "5: {c: 3}\n"}},
		{"half a list and scrap", "{a: [\n{b: 2}\n}\n{c: 3}\n[\n{d: 4}\nx\n{e: 5}\n", []string{"1: {a: [\n", "2: {b: 2}\n", "3: }\n", "4: {c: 3}\n", "5: [\n", "6: {d: 4}\n", "7: x\n", "8: {e: 5}\n"}},
		{"halves in halves", "{a: [\n{b: [\n{\n\"c\": 3\n}\n{d: 4}\n", []string{"1: {a: [\n", "2: {b: [\n", "3: {\n\"c\": 3\n}\n", "6: {d: 4}\n"}},
		{"half a key", "{a:\n{b: 2}\n{c: 3}\nd:\n{e: 4}\n", []string{"1: {a:\n", "2: {b: 2}\n", "3: {c: 3}\n", "4: d:\n", "5: {e: 4}\n"}},
		{"half in yaml", "a: 1\nb: [\n{c: 2},\n{d: 3}\n{e: 4}\n", []string{"1: a: 1\nb: [\n{c: 2},\n", "4: {d: 3}\n", "5: {e: 4}\n"}},
		{"list in yaml", "a: [\n{b: 1},\n{c: 2} # d\n\n]\n- \"x: [\n{e: 3}\n", []string{"1: a: [\n{b: 1},\n{c: 2} # d\n\n]\n- \"x: [\n", "7: {e: 3}\n"}},
		{"list of documents", "[\n{a: 1},\n{b: [\n{c: 2}\n]}\n]\n{d: 4}\n", []string{"1: [\n{a: 1},\n{b: [\n{c: 2}\n]}\n]\n", "7: {d: 4}\n"}},
		{"garbage", "}\n---\n{a: 1}}\n{b: 2} {\n{c: 3}\n", []string{"1: }\n", "3: {a: 1}}\n", "4: {b: 2} {\n", "5: {c: 3}\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, split(strings.NewReader(c.stream)))
			assert.Equal(t, c.want, split(iotest.OneByteReader(strings.NewReader(c.stream))))
		})
	}
}

func TestSplitTooLong(t *testing.T) {
	long := strings.Repeat("x", MaxDocument)
	got := split(strings.NewReader("a: 1\n---\nb: " + long + "\nc: 2\n---\n# " + long + "\nd: 3\n...\n{e: " + long + "}\n{f: 4}\n{g:\n" + strings.Repeat("1\n", MaxDocument) + "}\n{h: 5}\n"))
	assert.Equal(t, []string{
		"1: a: 1\n",
		"f:3:1: the document is longer than 1048576 bytes",
		"7: d: 3\n",
		"f:9:1: the document is longer than 1048576 bytes",
		"10: {f: 4}\n",
		"f:11:1: the document is longer than 1048576 bytes",
		"1048589: {h: 5}\n",
	}, got)
}

func TestSplitEndless(t *testing.T) {
	// A line without end must be read, not kept.
	endless := io.LimitReader(repeat('x'), 1<<26)
	allocated := testing.AllocsPerRun(1, func() { split(endless) })
	assert.Less(t, allocated, 1000.0)
}

type repeat byte

func (r repeat) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(r)
	}
	return len(p), nil
}

func TestSplitReadError(t *testing.T) {
	broken := errors.New("broken")
	r := io.MultiReader(strings.NewReader("a: 1\n---\nb: 2\n"), iotest.ErrReader(broken))
	var lines []int
	var last error
	for c, err := range Split("f", r, found) {
		lines, last = append(lines, c.Line), err
	}
	assert.Equal(t, []int{1, 4}, lines)
	require.ErrorIs(t, last, broken)
	require.EqualError(t, last, "f: broken")
	var one *Error
	require.NotErrorAs(t, last, &one)
}

// TestSplitAsTheyCome checks that a record is yielded before the next is sent.
func TestSplitAsTheyCome(t *testing.T) {
	r, w := io.Pipe()
	answered := make(chan bool)
	go func() {
		for range 3 {
			_, _ = io.WriteString(w, "{a: 1}\n")
			<-answered
		}
		_ = w.Close()
	}()
	n := 0
	for c, err := range Split("f", r, found) {
		n++
		require.NoError(t, err)
		assert.Equal(t, n, c.Line)
		answered <- true
	}
	assert.Equal(t, 3, n)
}

func TestSplitStops(t *testing.T) {
	for _, err := range Split("f", strings.NewReader("{a: 1}\n{b: 2}\n"), found) {
		assert.NoError(t, err)
		break
	}
}

// TestSplitTakesOut: what is found is taken out of scrap that goes on rightly by
// chance, but not out of a document that is found itself, nor of a list.
func TestSplitTakesOut(t *testing.T) {
	for _, c := range []struct {
		name, stream string
		want         []string
	}{
		{"list never closed", "{\"a\":[1,\n{id: 1}\n]\n{id: 2}\n", []string{"1: {\"a\":[1,\n", "2: {id: 1}\n", "3: ]\n", "4: {id: 2}\n"}},
		{"list never closed at the end", "{\"a\":[\n{id: 1}\n]", []string{"1: {\"a\":[\n", "2: {id: 1}\n", "3: ]"}},
		{"half an item", "{\"a\":[{\"b\":1},\n{id: 1}\n]\n", []string{"1: {\"a\":[{\"b\":1},\n", "2: {id: 1}\n", "3: ]\n"}},
		{"an item", "{\"a\":[\n{\"b\":1},\n{id: 1}\n]\n", []string{"1: {\"a\":[\n{\"b\":1},\n", "3: {id: 1}\n", "4: ]\n"}},
		{"a whole by chance", "{\"c\":\"J\",\"b\":\n{id: 1}\n}\n{id: 2}\n", []string{"1: {\"c\":\"J\",\"b\":\n", "2: {id: 1}\n", "3: }\n", "4: {id: 2}\n"}},
		{"yaml by chance", "x: [\n{id: 1}\n]\n---\n{id: 2}\n", []string{"1: x: [\n", "2: {id: 1}\n", "3: ]\n", "5: {id: 2}\n"}},
		{"yaml behind", "no: [\n{id: 1}\n]\nid: 2\n", []string{"1: no: [\n", "2: {id: 1}\n", "3: ]\n", "4: id: 2\n"}},
		{"commas", "{\"a\":[\n{id: 1}\n,\n{id: 2}\n,\n{id: 3}", []string{"1: {\"a\":[\n", "2: {id: 1}\n", "3: ,\n", "4: {id: 2}\n", "5: ,\n", "6: {id: 3}"}},
		{"brackets", "[[[[\n{id: 1}\n]\n{id: 2}\n", []string{"1: [[[[\n", "2: {id: 1}\n", "3: ]\n", "4: {id: 2}\n"}},
		{"quotes", "{\"a\":[\"\n{id: 1}\n\"]}\n{id: 2}\n", []string{"1: {\"a\":[\"\n", "2: {id: 1}\n", "3: \"]}\n", "4: {id: 2}\n"}},
		{"separators", "{\"a\":[\n---\n{id: 1}\n]\n---\n]}\n{id: 2}\n", []string{"1: {\"a\":[\n", "3: {id: 1}\n", "4: ]\n", "6: ]}\n", "7: {id: 2}\n"}},
		{"crlf", "{\"a\":[1,\r\n{id: 1}\r\n]\r\n{id: 2}\r\n", []string{"1: {\"a\":[1,\r\n", "2: {id: 1}\r\n", "3: ]\r\n", "4: {id: 2}\r\n"}},
		{"bom", "\uFEFF{\"a\":[\n{id: 1}\n]\n", []string{"1: {\"a\":[\n", "2: {id: 1}\n", "3: ]\n"}},
		{"comments and blanks", "{a: [ # b\n\n{id: 1} # ]\n\n# d\n]\n{id: 2}\n", []string{"1: {a: [ # b\n\n", "3: {id: 1} # ]\n", "6: ]\n", "7: {id: 2}\n"}},
		{"closers in front", "]}\n,\n{id: 1}\n", []string{"1: ]}\n,\n", "3: {id: 1}\n"}},
		{"closed and opened", "{\"a\":[\n}{\n{id: 1}\n}{\n", []string{"1: {\"a\":[\n}{\n", "3: {id: 1}\n", "4: }{\n"}},
		{"two on a line", "{\"a\":[\n{id: 1}{id: 2}\n{id: 3}\n]\n", []string{"1: {\"a\":[\n", "2: {id: 1}{id: 2}\n", "3: {id: 3}\n", "4: ]\n"}},
		{"wrong bracket", "{\"a\":[\n{id: 1}\n,1}}\n{id: 2}\n", []string{"1: {\"a\":[\n", "2: {id: 1}\n", "3: ,1}}\n", "4: {id: 2}\n"}},
		{"half in half", "{\"a\":[1,\n{\"b\":\n{id: 1}\n},\n{\"c\":\n{id: 2}\n}\n]\n", []string{"1: {\"a\":[1,\n{\"b\":\n", "3: {id: 1}\n", "4: },\n", "5: {\"c\":\n", "6: {id: 2}\n", "7: }\n]\n"}},
		{"many lines", "{\"a\":[1,\n{\n\"id\": 1,\n\"x\":\n{id: 2}\n}\n]\n{id: 3}\n", []string{"1: {\"a\":[1,\n", "2: {\n\"id\": 1,\n\"x\":\n{id: 2}\n}\n", "7: ]\n", "8: {id: 3}\n"}},
		{"what is not found", "{\"a\":[1,\n{no: 1}\n]\n{no: 2}\n", []string{"1: {\"a\":[1,\n{no: 1}\n]\n", "4: {no: 2}\n"}},
		{"in what is found", "{id: 1, x: [\n{id: 2}\n,\n{id: 3}\n]}\nid: 4\nx:\n- [\n{id: 5}\n]\n", []string{"1: {id: 1, x: [\n{id: 2}\n,\n{id: 3}\n]}\n", "6: id: 4\nx:\n- [\n{id: 5}\n]\n"}},
		{"a list, deep", "x: [\n{no: [\n{no: 1},\n{no: 2}\n]}\n,\n{id: 1}\n]\n---\nno: [\n{no: 1},\n{no: [\n{no: 2},\n{id: 2}\n]\n},\n{id: 3}\n]\n", []string{"1: x: [\n{no: [\n{no: 1},\n{no: 2}\n]}\n,\n", "7: {id: 1}\n", "8: ]\n", "10: no: [\n{no: 1},\n{no: [\n{no: 2},\n{id: 2}\n]\n},\n{id: 3}\n]\n"}},
		{"a list in scrap", "- a\nno: [\n{no: 1},\n{id: 1}\n]\n", []string{"1: - a\nno: [\n{no: 1},\n", "4: {id: 1}\n", "5: ]\n"}},
		{"a list, many lines", "[\n{\n\"id\": 1, \"x\": [\n{},\n{}\n]\n}\n]\n", []string{"1: [\n", "2: {\n\"id\": 1, \"x\": [\n{},\n{}\n]\n}\n", "8: ]\n"}},
		{"a list", "[\n{id: 1},\n{id: 2}\n]\n{id: 3}\n", []string{"1: [\n{id: 1},\n{id: 2}\n]\n", "5: {id: 3}\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, split(strings.NewReader(c.stream)))
			assert.Equal(t, c.want, split(iotest.OneByteReader(strings.NewReader(c.stream))))
			checkLines(t, []byte(c.stream))
		})
	}
}

// TestSplitScrap puts lines that belong nowhere, and documents that are cut off,
// between whole ones: each whole one is still found, once and alone, unless it is a
// part of another.
func TestSplitScrap(t *testing.T) {
	scrap := []string{
		`"`, `'`, `foo`, `no: 3`, `- x`, `a: |`, `? `, `%YAML`, `{"play":"0:H`, `{"play"`, `{`, `{"a":"}`, `it's`, `---`, `...`, `# [`, ``, "\t", "\r", `"a": 'b`,
		`- "a: [`, `a: b [`, `[`, `[[[[`, `{"a":`, `{"a":[`, `{"a":[{"b":[`, `{"a":[1,`, `{"a":[{"b":1},`, `hands: [`, `hands:`, `- [`, "{\n  \"no\": [", `{a: [ # b`,
		`}`, `]`, `,`, ` }`, `]}`, `},`, `{}}`, `}{`, `,1}}`, `,{"a":[`, `{"b":1} {`, `{"b":1}`, `{"b":1}}`,
		strings.Repeat("x", MaxDocument+1), `{"a":"` + strings.Repeat("x", MaxDocument+1),
	}
	whole := []string{
		`{"id":"whole %d"}`, ` # c`, `{"id":"whole %d","x":[{}]} # c`, "{\n\"x\": [\n{},\n{}\n],\n\"id\":\"whole %d\"}",
		"{\"id\":\"whole %d\",\"x\":[\n{\"id\":\"inner\"}\n,\n{\"id\":\"inner\"}\n]}", "{\"x\":\n{\"id\":\"inner\"}\n,\"id\":\"whole %d\"\n}",
	}
	rapid.Check(t, func(t *rapid.T) {
		var stream strings.Builder
		var want, got []string
		n := rapid.IntRange(0, 16).Draw(t, "n")
		for i := range n {
			text := rapid.SampledFrom(scrap).Draw(t, "scrap")
			if rapid.Bool().Draw(t, "whole") {
				text = strings.ReplaceAll(rapid.SampledFrom(whole).Draw(t, "doc"), "%d", fmt.Sprint(i))
			}
			if strings.Contains(text, "whole") {
				want = append(want, fmt.Sprintf("%d: %s", 1+strings.Count(stream.String(), "\n"), text))
			}
			stream.WriteString(text + rapid.SampledFrom([]string{"\n", "\n", "\n", "\r\n"}).Draw(t, "end"))
		}
		for c, err := range Split("f", strings.NewReader(stream.String()), found) {
			if err == nil && (bytes.Contains(c.Data, []byte("whole")) || bytes.Contains(c.Data, []byte("inner"))) {
				text := strings.TrimRight(string(c.Data), "# c[\r\n\t") // behind a document comments and blanks do no harm
				got = append(got, fmt.Sprintf("%d: %s", c.Line, text))
			}
		}
		for i := range want {
			want[i] = strings.TrimRight(want[i], "# c")
		}
		assert.Equal(t, want, got, "%.1000q", strings.ReplaceAll(stream.String(), strings.Repeat("x", MaxDocument), "…"))
		if stream.Len() < MaxDocument {
			checkLines(t, []byte(stream.String()))
		}
	})
}

// TestSplitAsksLittle: however mappings lie in each other, and whatever follows
// them, good gets no more than four times the stream.
func TestSplitAsksLittle(t *testing.T) {
	for _, text := range growing(1 << 16) {
		asked := 0
		chunks := 0
		for _, err := range Split("f", strings.NewReader(text), func(c Chunk) bool {
			asked += len(c.Data)
			return false
		}) {
			require.NoError(t, err)
			chunks++
		}
		assert.LessOrEqual(t, asked, 4*len(text), "%.40q", text)
		assert.Positive(t, chunks)
	}
}

// TestSplitTakesOutOfTheTooLong: a document that is too long is told once, and takes
// no good line along.
func TestSplitTakesOutOfTheTooLong(t *testing.T) {
	stream := "{\"a\":[1,\n{id: 1}\n" + strings.Repeat(",\n{no: 1}\n", MaxDocument/8) + ",\n{id: 2}\n" + strings.Repeat(",\n", MaxDocument) + "{id: 3}\n{id: 4}\n"
	n := MaxDocument / 8 * 2
	assert.Equal(t, []string{
		"f:1:1: the document is longer than 1048576 bytes",
		"2: {id: 1}\n",
		fmt.Sprintf("%d: {id: 2}\n", n+4),
		fmt.Sprintf("%d: {id: 3}\n", n+5+MaxDocument),
		fmt.Sprintf("%d: {id: 4}\n", n+6+MaxDocument),
	}, split(strings.NewReader(stream)))
}

// growing are streams of about n bytes that may cost more than others.
func growing(n int) map[string]string {
	lines := func(s string) string { return strings.Repeat(s, n/len(s)) }
	return map[string]string{
		"braces": lines("{\n"), "lists": lines("{\"a\":[\n"), "items": lines("{\"a\":[1,\n"), "keys": lines("{\"a\":\n"), "brackets": lines("["),
		"commas": "{\"a\":[\n" + lines("{}\n,\n"), "halves": lines("{\"a\":[1,\n{}\n,\n"), "one": "{\"a\":[\n" + lines("{}\n,\n") + "{}\n]}\n",
		"nested":      strings.Repeat("{\"a\":[\n", n/10) + "{}\n" + strings.Repeat("]}\n", n/10),
		"half nested": strings.Repeat("{\"a\":[\n", n/10) + "{}\n" + strings.Repeat("]}\n", n/20),
		"wrongly":     strings.Repeat("{\"a\":[\n", n/10) + "{}\n" + strings.Repeat("}]\n", n/10),
		"in a list":   "{\"a\":[1,\n" + strings.Repeat("{\"a\":[\n", n/10) + "{} 1\n" + strings.Repeat("]}\n", n/10),
	}
}

// BenchmarkSplit cuts and parses a mebibyte of scrap.
func BenchmarkSplit(b *testing.B) {
	for name, text := range growing(1 << 20) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				for c, err := range Split("f", strings.NewReader(text), found) {
					if err == nil {
						ParseAt("f", c.Line, c.Data)
						Salvage(c.Data, "id")
					}
				}
			}
		})
	}
}

// TestSplitDocuments joins documents in any style and expects them back, each
// readable and on its line.
func TestSplitDocuments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kinds := rapid.SliceOf(rapid.SampledFrom([]string{
			"---\nid: %d\n", "--- {id: %d}\n...\n", "---\n{\"id\": %d}\n", "---\n{\n  id: %d # }\n}\n# c\n", "...\n\nid:\n  %d\n...\n", "---\n{\"s\": \"}\", \"id\": %d}\n\n",
		})).Draw(t, "kinds")
		var stream strings.Builder
		for i, k := range kinds {
			fmt.Fprintf(&stream, k, i)
		}
		id := 0
		for c, err := range Split("f", strings.NewReader(stream.String()), found) {
			require.NoError(t, err)
			s, root := ParseAt("f", c.Line, c.Data)
			assert.Equal(t, id, root.Map("id", "s").Need("id").Int(0, 1000))
			require.NoError(t, s.Err())
			id++
		}
		assert.Equal(t, len(kinds), id)
	})
}

// FuzzSplit: no line is lost, changed or read twice, and whatever comes, the whole
// documents behind it are found, each alone.
func FuzzSplit(f *testing.F) {
	f.Add([]byte("---\na: 1\n...\n# c\n{b: 2}\n{c:\n[1, \"x\"]}\n"))
	f.Add([]byte("{\"a\": 1\n{\"b\": 2}\r\n--- |\n x"))
	f.Add([]byte("}\n{\"a\": 1}\n]\n\"\n{\"b\": 2}\n[\n{\"c\": 3}\nid: 4\n{\"d\": 5}\n"))
	f.Add([]byte("{\"a\": [\n{\"b\":\n{\"c\": 1}\n{\"d\": 2}\nx: [\n{},\n{}\n{\"e\": 3}\n"))
	for _, scrap := range []string{
		"{\"a\":[1,\n%s]\n%s", "{\"a\":[\n%s]\n", "{\"hands\":[{\"cards\":\"H1\"},\n%s]\n", "{\"id\":\"J\",\"players\":\n%s}\n", "x: [\n%s]\n", "{\"a\":[\n%s,\n%s,\n%s",
		"[[[[\n%s", "{\"a\":[\"\n%s\"]}\n", "{\"a\":[\n---\n%s]\n", "{\"a\":[1,\r\n%s]\r\n", "\uFEFF{\"a\":[\n%s]", "}\n]\n,\n%s", "}{\n%s", "{\"a\":[\n%s,1}}\n", "{\"a\":[1,\n{\"b\":\n%s},\n%s]",
		"{\"id\":1,\"x\":[\n%s,\n%s]}\n", "[\n{\"id\":1},\n%s]\n",
	} {
		f.Add([]byte(strings.ReplaceAll(scrap, "%s", "{\"id\":\"good\"}\n")))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, c := range checkLines(t, data) {
			s, root := ParseAt("f", c.Line, c.Data)
			walk(root)
			checkPositions(t, s, c.Line, c.Data)
		}

		const whole = "{\"a\":1}\n"
		var last [3]Chunk
		for c, err := range Split("f", bytes.NewReader(append(append(bytes.Clone(data), '\n'), strings.Repeat(whole, len(last))...)), found) {
			if err != nil {
				t.Fatal(err)
			}
			last = [...]Chunk{last[1], last[2], c}
		}
		for i, c := range last {
			if string(c.Data) != whole || c.Line != last[0].Line+i {
				t.Fatalf("behind %q document %d is on line %d: %q", data, i+1, c.Line, c.Data)
			}
		}
	})
}

// checkLines checks that no line of a stream is lost, changed or read twice, and
// returns its documents, of which none is too long.
func checkLines(t require.TestingT, data []byte) (chunks []Chunk) {
	lines := bytes.SplitAfter(bytes.TrimPrefix(data, []byte(byteOrderMark)), []byte("\n"))
	next := 0 // the first line not seen in a chunk
	skip := func(end int) {
		for ; next < end; next++ {
			if l := lines[next]; !isBlank(l) && (!isMarker(l) || !isBlank(l[3:])) {
				require.Fail(t, "a line is lost", "line %d: %q", next+1, l)
			}
		}
	}
	for c, err := range Split("f", bytes.NewReader(data), found) {
		require.NoError(t, err)
		require.Greater(t, c.Line, next, "a line is read again")
		skip(c.Line - 1)
		for rest := c.Data; len(rest) > 0; next++ {
			if next == len(lines) || len(lines[next]) == 0 || !bytes.HasPrefix(rest, lines[next]) {
				require.Fail(t, "a line is changed", "line %d: %q", next+1, rest)
			}
			rest = rest[len(lines[next]):]
		}
		chunks = append(chunks, c)
	}
	skip(len(lines))
	return chunks
}
