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

// split returns the chunks of a stream as "line: text", and its errors as they are.
func split(r io.Reader) []string {
	var got []string
	for c, err := range Split("f", r) {
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
		{
			"yaml", "# c\n---\n# d\na: 1\n# e\n---\n\nb: 2\n...\nc: 3\n",
			[]string{"4: a: 1\n# e\n", "8: b: 2\n", "10: c: 3\n"},
		},
		{"separator with comment", "a\n--- # c\nb\n", []string{"1: a\n", "3: b\n"}},
		{
			"separator with content", "--- a\n--- |\n b\n---\tc\n",
			[]string{"1: --- a\n", "2: --- |\n b\n", "4: ---\tc\n"},
		},
		{"no separators", "a: |\n ---\n---x\n....\n... x\n", []string{"1: a: |\n ---\n---x\n....\n... x\n"}},
		{"crlf", "a: 1\r\n---\r\n{b: 2}\r\n...\r\nc\r\n", []string{"1: a: 1\r\n", "3: {b: 2}\r\n", "5: c\r\n"}},
		{"bom", "\uFEFF{a: 1}\n{b: 2}", []string{"1: {a: 1}\n", "2: {b: 2}"}},
		{
			"ndjson", "{\"a\":1}\n\n{\"b\":\"}{\\\"\"} # c\n{}\n",
			[]string{"1: {\"a\":1}\n", "3: {\"b\":\"}{\\\"\"} # c\n", "4: {}\n"},
		},
		{
			"mixed", "{a: 1}\nb: 2\n{c: 3}\n---\n{d: 4}\n{e: 5}\n",
			[]string{"1: {a: 1}\n", "2: b: 2\n", "3: {c: 3}\n", "5: {d: 4}\n", "6: {e: 5}\n"},
		},
		{
			"many lines", "{\n  a: [1,\n {b: 2},\n {c: 3}]\n}\n{d: 4}\n",
			[]string{"1: {\n  a: [1,\n {b: 2},\n {c: 3}]\n}\n", "6: {d: 4}\n"},
		},
		{"braces in yaml", "a:\n- {b: 1}\n- c: [\n  {d: 2}]\n", []string{"1: a:\n- {b: 1}\n- c: [\n  {d: 2}]\n"}},
		{
			"cut off", "{\"a\": 1\n{\"b\": 2}\n{\"c\": \"x\n{\"d\": 4}\n{\"e\": 5,\n{\"f\":6}\n",
			[]string{
				"1: {\"a\": 1\n", "2: {\"b\": 2}\n", "3: {\"c\": \"x\n", "4: {\"d\": 4}\n", "5: {\"e\": 5,\n",
				"6: {\"f\":6}\n",
			},
		},
		{"cut off by separator", "{a: 'b\n---\n{c: 1}\n", []string{"1: {a: 'b\n", "3: {c: 1}\n"}},
		{"indented brace", " {a: 1}\n{b: 2}\n\t {c: 3}\n", []string{"1:  {a: 1}\n", "2: {b: 2}\n", "3: \t {c: 3}\n"}},
		{
			"scrap", "}\n{a: 1}\n]\n\"\n{b: 2}\nfoo: [\n{c: 3}}\n{d: 4} {\n{e: 5}\n",
			[]string{
				"1: }\n", "2: {a: 1}\n", "3: ]\n\"\n", "5: {b: 2}\n", "6: foo: [\n", "7: {c: 3}}\n",
				"8: {d: 4} {\n", "9: {e: 5}\n",
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, split(strings.NewReader(c.stream)))
			assert.Equal(t, c.want, split(iotest.OneByteReader(strings.NewReader(c.stream))))
		})
	}
}

func TestSplitTooLong(t *testing.T) {
	long := strings.Repeat("x", MaxDocument)
	got := split(strings.NewReader("a: 1\n---\nb: " + long + "\nc: 2\n---\n# " + long + "\nd: 3\n...\n{e: " + long +
		"}\n{f: 4}\n{g:\n" + strings.Repeat("1\n", MaxDocument) + "}\n{h: 5}\n"))
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
	// An endless line must not be kept in memory.
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
	for c, err := range Split("f", r) {
		lines = append(lines, c.Line)
		last = err
	}
	assert.Equal(t, []int{1, 4}, lines)
	require.ErrorIs(t, last, broken)
	require.EqualError(t, last, "f: broken")
	var one *Error
	require.NotErrorAs(t, last, &one)
}

// TestSplitAsTheyCome checks that a record is yielded before the next one is sent.
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
	for c, err := range Split("f", r) {
		n++
		require.NoError(t, err)
		assert.Equal(t, n, c.Line)
		answered <- true
	}
	assert.Equal(t, 3, n)
}

func TestSplitStops(t *testing.T) {
	for _, err := range Split("f", strings.NewReader("{a: 1}\n{b: 2}\n")) {
		assert.NoError(t, err)
		break
	}
}

// TestSplitDocuments joins documents in any style and expects them back, each
// readable and on its line.
func TestSplitDocuments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kinds := rapid.SliceOf(rapid.SampledFrom([]string{
			"---\nid: %d\n", "--- {id: %d}\n...\n", "---\n{\"id\": %d}\n", "---\n{\n  id: %d # }\n}\n# c\n",
			"...\n\nid:\n  %d\n...\n", "---\n{\"s\": \"}\", \"id\": %d}\n\n",
		})).Draw(t, "kinds")
		var stream strings.Builder
		for i, k := range kinds {
			fmt.Fprintf(&stream, k, i)
		}
		id := 0
		for c, err := range Split("f", strings.NewReader(stream.String())) {
			require.NoError(t, err)
			s, root := ParseAt("f", c.Line, c.Data)
			assert.Equal(t, id, root.Map("id", "s").Need("id").Int(0, 1000))
			require.NoError(t, s.Err())
			id++
		}
		assert.Equal(t, len(kinds), id)
	})
}

// FuzzSplit checks that no line is lost, changed or read twice. It also checks that the complete
// documents after any input are found, each on its own.
func FuzzSplit(f *testing.F) {
	f.Add([]byte("---\na: 1\n...\n# c\n{b: 2}\n{c:\n[1, \"x\"]}\n"))
	f.Add([]byte("{\"a\": 1\n{\"b\": 2}\r\n--- |\n x"))
	f.Add([]byte("}\n{\"a\": 1}\n]\n\"\n{\"b\": 2}\n[\n{\"c\": 3}\nid: 4\n{\"d\": 5}\n"))
	f.Add([]byte("\uFEFF{\"a\":[\n{\"b\":\r\n{\"c\": 1}\n]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, c := range checkLines(t, data) {
			s, root := ParseAt("f", c.Line, c.Data)
			walk(root)
			checkPositions(t, s, c.Line, c.Data)
		}

		const whole = "{\"a\":1}\n"
		var last [3]Chunk
		for c, err := range Split("f",
			bytes.NewReader(append(append(bytes.Clone(data), '\n'), strings.Repeat(whole, len(last))...))) {
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
	for c, err := range Split("f", bytes.NewReader(data)) {
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
