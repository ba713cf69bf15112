package strictyaml

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"fellowship/characters/say"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// load reads a document of the files in testdata. It uses every accessor, as a real loader would.
func load(root Value) {
	f := root.Map("name", "goal", "count", "on", "ring", "tags", "kinds", "other")
	f.Need("name").Str()
	goal := f.Need("goal")
	if goal.IsScalar() {
		goal.Int(math.MinInt, math.MaxInt)
	}
	f.Get("count").Int(1, 8)
	f.Get("on").Bool()
	f.Get("ring").OneOf("character", "frodo", "sam", "gandalf")
	strs(f.Get("tags"))
	for _, v := range f.Get("kinds").List() {
		kind, arg := v.Single("draw", "exchange")
		if kind == "exchange" && arg.IsList() {
			strs(arg)
		}
	}
	for _, e := range f.Get("other").Entries() {
		e.Key.Text()
		e.Value.Text()
	}
}

var (
	marks    = regexp.MustCompile(`# ERROR (.*)`)
	patterns = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
)

func TestTestdata(t *testing.T) {
	files, err := filepath.Glob("testdata/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			src, root := Parse(file, data)
			load(root)
			var got Errors
			require.ErrorAs(t, src.Err(), &got)
			for i, line := range strings.Split(string(data), "\n") {
				if m := marks.FindStringSubmatch(line); m != nil {
					for _, quoted := range patterns.FindAllString(m[1], -1) {
						// Patterns are written like Go strings but with the
						// regexp's own escapes, so only \" is undone.
						pattern := strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
						got = take(t, got, file, i+1, pattern)
					}
				}
			}
			assert.Empty(t, got, "unexpected errors")
		})
	}
}

// take removes the wanted error from the errors found.
func take(t *testing.T, got Errors, file string, line int, pattern string) Errors {
	t.Helper()
	re, err := regexp.Compile(pattern)
	require.NoError(t, err)
	for i, e := range got {
		if e.File == file && e.Line == line && re.MatchString(e.Msg.String()) {
			return append(append(Errors{}, got[:i]...), got[i+1:]...)
		}
	}
	t.Errorf("%s:%d: no error matches %q; errors left:\n%v", file, line, pattern, got)
	return got
}

func messages(s *Source) string {
	if err := s.Err(); err != nil {
		return err.Error()
	}
	return ""
}

func TestBytes(t *testing.T) {
	deep := strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth)
	for _, c := range []struct{ name, data, want string }{
		{"empty", "", "line 1:1: the document is empty"},
		{"comment", "# c\n", "line 1:1: the document is empty"},
		{"bom", "\uFEFFa: 1", ""},
		{"bom inside", "a: 1\nb: \uFEFF", "line 2:4: a byte order mark is only allowed at the beginning"},
		{"nul", "a: é\x00", "line 1:5: the control character U+0000 is not allowed"},
		{"utf-8", "a: 1\nb: \xff", "line 2:4: byte 0xff is not valid UTF-8"},
		{"utf-16", "\xff\xfea\x00", "line 1:1: byte 0xff is not valid UTF-8"},
		{"carriage return", "a: 1\rb: 2", "line 1:5: a carriage return must be followed by a line feed"},
		{"line separator", "a: x\u2028y", "line 1:5: the line separator U+2028 is not allowed"},
		{"percent", "a:\n%b\n", "line 2:1: YAML directives (%) are not allowed"},
		{"deepest", deep, ""},
		{"too deep", "[" + deep + "]", "line 1:65: lists and mappings are nested deeper than 64 levels"},
		{"absurdly deep", strings.Repeat("[", 20000), "line 1:1: lists and mappings are nested far too deep here"},
		{"largest", "a: " + strings.Repeat("x", MaxDocument-3), ""},
		{"too long", "a: " + strings.Repeat("x", MaxDocument-2), "line 1:1: the document is longer than 1048576 bytes"},
		{
			"surrogates in YAML", `a: "\ud83d\ude00"`,
			`line 1:1: this \u escape is not a character: write the character itself`,
		},
		{
			"anchor and duplicate", "a: 1\na: &b 1",
			"line 2:1: duplicate key \"a\", first on line 1\nline 2:4: anchors are not allowed: leave out &b",
		},
		{"null root", "---\n", ""},
		{"document end", "---\na: 1\n...\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := Parse("", []byte(c.data))
			assert.Equal(t, c.want, messages(s))
		})
	}
}

func TestParseAt(t *testing.T) {
	s, root := ParseAt("x.ndjson", 10, []byte("{\"a\": 1,\n \"a\": 2}\n"))
	root.Map("b").Need("b")
	assert.Equal(t, `x.ndjson:10:1: missing key "b"
x.ndjson:10:2: unknown key "a"; expected "b"
x.ndjson:11:2: duplicate key "a", first on line 10`, messages(s))
	s, _ = ParseAt("x", 10, []byte("a: b\nc: d: e\n"))
	assert.Equal(t, `x:11:1: a ": " is not allowed here: check the indentation, or quote the text`, messages(s))
}

func TestAccessors(t *testing.T) {
	get := func(text string) (*Source, Value) {
		s, root := Parse("", []byte("v: "+text))
		return s, root.Map("v").Need("v")
	}
	str := func(v Value) any { return v.Str() }
	text := func(v Value) any { return v.Text() }
	small := func(v Value) any { return v.Int(-1, 8) }
	any64 := func(v Value) any { return v.Int(math.MinInt, math.MaxInt) }
	natural := func(v Value) any { return v.Int(0, math.MaxInt) }
	boolean := func(v Value) any { return v.Bool() }
	role := func(v Value) any { return v.OneOf("role", "hero", "7") }
	for _, c := range []struct {
		text string
		read func(Value) any
		want any
		msg  string
	}{
		{"Frodo", str, "Frodo", ""},
		{`"7"`, str, "7", ""},
		{"''", str, "", ""},
		{"yes", str, "yes", ""},
		{"7", str, "", "expected text, found 7: put it in quotes"},
		{"true", str, "", "expected text, found true: put it in quotes"},
		{"<<", str, "", "expected text, found <<: put it in quotes"},
		{"", str, "", "expected text, found nothing"},
		{"{a: 1}", str, "", "expected text, found a mapping"},
		{"7", text, "7", ""},
		{"1.50", text, "1.50", ""},
		{"'7'", text, "7", ""},
		{"~", text, "", "expected text, found nothing"},
		{"8", small, 8, ""},
		{"-1", small, -1, ""},
		{"9", small, 0, "expected a whole number from -1 to 8, found 9"},
		{"x", small, 0, `expected a whole number from -1 to 8, found "x"`},
		{`"3"`, small, 0, `expected a whole number from -1 to 8, found "3": drop the quotes`},
		{"1.5", small, 0, "expected a whole number from -1 to 8, found 1.5"},
		{"010", small, 0, "expected a whole number from -1 to 8, found 010: write it in plain decimal digits"},
		{"0x7", small, 0, "expected a whole number from -1 to 8, found 0x7: write it in plain decimal digits"},
		{"+7", small, 0, "expected a whole number from -1 to 8, found +7: write it in plain decimal digits"},
		{"1_0", small, 0, "expected a whole number from -1 to 8, found 1_0: write it in plain decimal digits"},
		{"1e3", small, 0, "expected a whole number from -1 to 8, found 1e3"},
		{"", small, 0, "expected a whole number from -1 to 8, found nothing"},
		{"[1]", small, 0, "expected a whole number from -1 to 8, found a list"},
		{"99999999999999999999", any64, 0, "expected a whole number, found 99999999999999999999"},
		{"-9223372036854775808", any64, math.MinInt, ""},
		{"-3", natural, 0, "expected a whole number of at least 0, found -3"},
		{"true", boolean, true, ""},
		{"false", boolean, false, ""},
		{"True", boolean, false, "expected true or false, found True"},
		{"yes", boolean, false, `expected true or false, found "yes"`},
		{"'true'", boolean, false, `expected true or false, found "true": drop the quotes`},
		{"1", boolean, false, "expected true or false, found 1"},
		{"hero", role, "hero", ""},
		{"7", role, "7", ""},
		{"hreo", role, "", `unknown role "hreo"; did you mean "hero"?`},
		{"ring", role, "", `unknown role "ring"; expected one of "7", "hero"`},
		{"[]", role, "", `expected one of "7", "hero", found a list`},
	} {
		t.Run(c.text, func(t *testing.T) {
			s, v := get(c.text)
			require.True(t, v.Present())
			assert.Equal(t, c.want, c.read(v))
			if c.msg == "" {
				assert.Empty(t, messages(s))
				return
			}
			column := 4
			if c.text == "" {
				column = 3 // the missing value is reported after the colon
			}
			assert.Equal(t, fmt.Sprintf("line 1:%d: %s", column, c.msg), messages(s))
			// No accessor complains after the first complaint.
			assert.False(t, v.Present())
			c.read(v)
			v.Map("x").Need("y").Str()
			v.Errorf("more")
			assert.Len(t, s.errs, 1)
		})
	}
}

func TestAbsent(t *testing.T) {
	s, root := Parse("f", []byte("\na: 1\n"))
	f := root.Map("a", "b")
	for _, v := range []Value{{}, f.Get("b")} {
		assert.False(t, v.Present() || v.IsScalar() || v.IsMap() || v.IsList() || v.Bool() || v.Map("x").HasKey("x"))
		assert.Empty(t, v.Str()+v.Text()+v.OneOf("x", "y"))
		assert.Zero(t, v.Int(3, 4))
		assert.Empty(t, v.List())
		assert.Empty(t, strs(v))
		assert.Empty(t, v.Entries())
		kind, arg := v.Single("x")
		assert.Empty(t, kind)
		assert.False(t, arg.Present())
		v.Map("x").Need("y").Map("z").Errorf("quiet")
		v.Map("x").Get("y").Int(1, 2)
	}
	Value{}.Errorf("quiet")
	require.NoError(t, s.Err())
	f.Get("b").Errorf("either a or b, please")
	assert.Equal(t, "f:2:1: either a or b, please", messages(s))
	line, column := f.Get("b").Pos()
	assert.Equal(t, []int{2, 1}, []int{line, column})
	line, column = f.Get("a").Pos()
	assert.Equal(t, []int{2, 4}, []int{line, column})
	line, column = Value{}.Pos()
	assert.Equal(t, []int{0, 0}, []int{line, column})
	assert.True(t, f.HasKey("a") && f.Key("a").Present() && !f.Key("b").Present())
}

func TestSingle(t *testing.T) {
	s, root := Parse("", []byte("- draw\n- {exchange: [frodo, sam]}\n- exchange:\n  - frodo\n- 'draw'\n- {draw: }\n"))
	kinds := []string{"draw", "exchange", "exchange", "draw", "draw"}
	for i, v := range root.List() {
		kind, arg := v.Single("exchange", "draw")
		assert.Equal(t, kinds[i], kind)
		if i == 0 {
			assert.False(t, arg.Present())
			arg.Errorf("draw what?")
		}
		if i == 1 {
			assert.Equal(t, []string{"frodo", "sam"}, strs(arg))
		}
	}
	assert.Equal(t, "line 1:3: draw what?", messages(s))
}

func TestErrors(t *testing.T) {
	s := &Source{file: "f", first: 1}
	s.add(2, 1, "b")
	s.add(1, 9, "c")
	s.add(2, 1, "a")
	s.add(2, 1, "b")
	err := s.Err()
	assert.Equal(t, "f:1:9: c\nf:2:1: a\nf:2:1: b", err.Error())
	var one *Error
	require.ErrorAs(t, fmt.Errorf("wrapped: %w", err), &one)
	assert.Equal(t, "c", one.Msg.String())
	assert.Equal(t, "f: m", (&Error{File: "f", Msg: say.Sprintf("m")}).Error())
	assert.Equal(t, "m", (&Error{Msg: say.Sprintf("m")}).Error())
	assert.Equal(t, "line 1:2: m", (&Error{Line: 1, Column: 2, Msg: say.Sprintf("m")}).Error())
	require.NotErrorIs(t, err, os.ErrNotExist)
}

func TestSuggest(t *testing.T) {
	known := []string{"goal", "gold", "name", "no", "exchange", "Frodo"}
	for word, want := range map[string]string{
		"gaol": "goal", "GOAL": "goal", "god": "gold", "gol": "goal", "nam": "name", "on": "no",
		"x": "", "exchagne": "exchange", "swap": "", "frodo": "Frodo", "exchnges": "exchange", "": "",
		strings.Repeat("x", 1<<20): "",
	} {
		assert.Equal(t, want, Suggest(word, known), short(word))
	}
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.StringMatching(`[a-cA]{0,6}`)).Draw(t, "words")
		word := rapid.StringMatching(`[a-cA]{0,6}`).Draw(t, "word")
		got := Suggest(word, words)
		if got != "" {
			assert.Contains(t, words, got)
		}
		assert.Equal(t, got, Suggest(word, rapid.Permutation(words).Draw(t, "shuffled")), "order matters")
		for _, w := range words {
			if w == word && w != "" {
				assert.True(t, strings.EqualFold(w, got))
			}
		}
	})
}

// TestRoundTrip checks that texts and numbers as Go or JSON write them are read back unchanged.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[ -~äß→😀]*`).Draw(t, "text")
		number := rapid.Int().Draw(t, "number")
		data := fmt.Sprintf("text: '%s'\n\"number\": %d\n", strings.ReplaceAll(text, "'", "''"), number)
		s, root := Parse("", []byte(data))
		f := root.Map("text", "number")
		assert.Equal(t, text, f.Need("text").Str())
		assert.Equal(t, number, f.Need("number").Int(math.MinInt, math.MaxInt))
		require.NoError(t, s.Err())
	})
}

// TestSlowInput makes sure that no small input keeps the reader busy.
func TestSlowInput(t *testing.T) {
	for _, unit := range []string{
		"[", "{", "- ", "? ", "a: ", "[a, ", "{a: ", "x\n", "- x\n", "\n", "#\n", "- #\n",
		"&a ", "'", "\"", "|\n", "a:\n #\n", "! ", "a\n: b\n", "[]", "{},",
	} {
		start := time.Now()
		Parse("", bytes.Repeat([]byte(unit), 100_000/len(unit)))
		assert.Less(t, time.Since(start), time.Minute, strconv.Quote(unit))
	}
}

// TestLateError makes sure that the search for the line of a mistake is fast in a large document.
func TestLateError(t *testing.T) {
	start := time.Now()
	const item = "- {a: [1, x], b: \"text\"}\n"
	data := strings.Repeat(item, MaxDocument/8/len(item)) + "b: 1\n"
	s, _ := Parse("", []byte(data))
	want := fmt.Sprintf("line %d:1: expected a list item \"- \" on this line: check the indentation",
		strings.Count(data, "\n"))
	assert.Equal(t, want, messages(s))
	assert.Less(t, time.Since(start), time.Minute)
}

func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.yaml")
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(data)
	}
	f.Add([]byte("{\"a\": [1, {\"b\": null}]}"))
	f.Add([]byte("a: |+\n  x\n\n#\n- >-\n  y\n"))
	f.Add([]byte("name: \"\\e]0;x\\a\"\ntags: [\"\\u202e\", '\u202e']\n"))
	f.Add([]byte(`{"name": "\u001b[2J", "\u009b": ["\ufeff", "\udb40\udc41"]}`))
	f.Add([]byte(strings.Repeat("namee: 1\n", 40)))
	f.Add([]byte(strings.Repeat("- [{x: ", 80)))
	f.Add([]byte("[" + strings.Repeat("[],", 300) + "{}]"))
	f.Add([]byte("name: \"" + strings.Repeat("x", 12_000) + "\\e[2J\\u202e\""))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, root := Parse("f", data)
		seeHidden(t, root)
		load(root)
		walk(root)
		checkPositions(t, s, 1, data)
		require.LessOrEqual(t, len(s.errs), MaxErrors)
	})
}

// walk reads a whole document with the wrong accessors, to get errors.
func walk(v Value) {
	v.Errorf("here")
	switch {
	case v.IsMap():
		for _, e := range v.Entries() {
			walk(e.Value)
			walk(e.Key)
		}
	case v.IsList():
		for _, item := range v.List() {
			walk(item)
		}
	default:
		v.Map()
	}
}

// checkPositions checks that the position of each error is in data or just after a line.
func checkPositions(t *testing.T, s *Source, first int, data []byte) {
	t.Helper()
	lines := bytes.Split(bytes.TrimPrefix(data, []byte(byteOrderMark)), []byte("\n"))
	for _, e := range s.errs {
		if e.Line < first || e.Line > first+len(lines)-1 {
			t.Fatalf("%v: there are only %d lines from %d on", e, len(lines), first)
		}
		if width := utf8.RuneCount(lines[e.Line-first]); e.Column < 1 || e.Column > width+1 {
			t.Fatalf("%v: the line has only %d characters", e, width)
		}
		if strings.ContainsFunc(e.Error(), Hidden) {
			t.Fatalf("%q is not one line of text", e)
		}
	}
}

// TestMissingEnd checks that a value or bracket that is missing at the end of a document is reported
// where the text ends, not on the blank lines after it.
func TestMissingEnd(t *testing.T) {
	s, _ := ParseAt("f", 3, []byte("{\"a\": 1,\n\"b\": [\n\n# c\n"))
	assert.Equal(t, "f:4:1: a value is missing on this line, or a bracket is not closed", messages(s))
}

// TestManyMistakes checks that some of many mistakes are reported with their positions, and then how
// many more there are.
func TestManyMistakes(t *testing.T) {
	const lines = 60_000
	var text strings.Builder
	for i := range lines {
		fmt.Fprintf(&text, "namee%d: 1\n", i)
	}
	s, root := Parse("f", []byte(text.String()))
	root.Map("name", "title")
	var got Errors
	require.ErrorAs(t, s.Err(), &got)
	require.Len(t, got, MaxErrors+1)
	assert.Equal(t, `f:1:1: unknown key "namee0"; did you mean "name"?`, got[0].Error())
	// One mistake says that the mapping is too long, so the remaining keys are not read.
	assert.Equal(t, fmt.Sprintf("f: and %d more mistakes", maxItems+1-MaxErrors), got[MaxErrors].Error())
	assert.Less(t, len(s.Err().Error()), 4000)

	s, root = Parse("f", []byte(strings.Repeat("- x\n", MaxErrors+1)))
	for _, v := range root.List() {
		v.Int(1, 2)
	}
	require.ErrorAs(t, s.Err(), &got)
	assert.Equal(t, "f: and 1 more mistake", got[MaxErrors].Error())
}

// TestAtMost checks that the items or keys beyond a limit are reported once, at the first of them, and left out.
func TestAtMost(t *testing.T) {
	s, root := Parse("f", []byte("list: [1, 2, 3, x]\nmap: {a: 1, b: 2}\ntext: abc\n"))
	f := root.Map("list", "map", "text", "none")
	assert.Len(t, f.Get("list").AtMost(4).List(), 4)
	require.NoError(t, s.Err())
	for range 2 {
		assert.Len(t, f.Get("list").AtMost(2).List(), 2)
		assert.Len(t, f.Get("map").AtMost(1).Entries(), 1)
		assert.Equal(t, "abc", f.Get("text").AtMost(1).Str())
		assert.False(t, f.Get("none").AtMost(1).Present())
	}
	assert.Equal(t,
		"f:1:14: these are 4 items: at most 2 are read here\nf:2:13: these are 2 keys: at most 1 are read here",
		s.Err().Error())

	s, root = Parse("f", []byte(strings.Repeat("- 1\n", maxItems+1)))
	assert.Len(t, root.List(), maxItems)
	assert.EqualError(t, s.Err(),
		fmt.Sprintf("f:%d:3: these are %d items: at most %d are read here", maxItems+1, maxItems+1, maxItems))
}

// TestShort checks that the length of a text is counted in characters.
func TestShort(t *testing.T) {
	s, root := Parse("f", []byte("a: äöü\nb: abcd\nc: "+strings.Repeat("x", maxText+1)+"\n"))
	f := root.Map("a", "b", "c")
	assert.Equal(t, "äöü", f.Get("a").Short(3).Str())
	require.NoError(t, s.Err())
	assert.Empty(t, f.Get("b").Short(3).Str())
	assert.Empty(t, f.Get("c").Text())
	assert.EqualError(t, s.Err(),
		fmt.Sprintf("f:2:4: this text has 4 characters: at most 3 are read here\nf:3:4: this text has %d characters: at most %d are read here", maxText+1, maxText))
}

// TestLongChoice checks that a message lists only some words of a very large choice.
func TestLongChoice(t *testing.T) {
	words := make([]string, 1000)
	for i := range words {
		words[i] = fmt.Sprintf("word%04d", i)
	}
	s, root := Parse("f", []byte("[x]"))
	root.OneOf("word", words...)
	assert.Contains(t, s.Err().Error(), `"word0059", …, found a list`)
}

// tagged has every option of a tag.
type tagged struct {
	Name   string   `yaml:"name" doc:"need"`
	Count  int      `yaml:"count,omitempty" doc:"1..8"`
	Large  uint64   `yaml:"large" doc:"0.."`
	Free   int      `yaml:"free"`
	Sure   bool     `yaml:"sure"`
	Seats  []int    `yaml:"seats" doc:"most=4,once,0..3"`
	Loud   string   `yaml:"loud" doc:"of=loud"`
	Louder []string `yaml:"louder" doc:"most=2,of=loud"`
	At     *place   `yaml:"at"`
	inner  `yaml:",inline"`
	Hidden string `yaml:"-"`
	Never  string
}

type inner struct {
	Deep place `yaml:"deep"`
}

type place struct {
	Line letters `yaml:"line" doc:"need"`
}

type letters []byte

var readers = Readers{
	"loud":    func(v Value) string { return strings.ToUpper(v.Str()) },
	"letters": func(v Value) letters { return letters(v.Str()) },
}

func TestInto(t *testing.T) {
	src, root := Parse("f",
		[]byte("{name: a, count: 8, large: 9223372036854775807, free: -3, sure: true, seats: [3, 0], loud: b, louder: [c, d], at: {line: e}, deep: {line: f}}"))
	var got tagged
	f := root.Decode(&got, readers)
	require.NoError(t, src.Err())
	assert.Equal(t, tagged{
		Name: "a", Count: 8, Large: 1<<63 - 1, Free: -3, Sure: true, Seats: []int{3, 0}, Loud: "B",
		Louder: []string{"C", "D"},
		At:     &place{letters("e")}, inner: inner{place{letters("f")}},
	}, got)
	assert.True(t, f.HasKey("deep"), "it can be looked at again")
}

func TestIntoNothing(t *testing.T) {
	src, root := Parse("f", []byte("{name: a, count: null, at: ~}"))
	got := tagged{Count: 7}
	root.Map(Keys(got)...).DropNulls().Decode(&got, readers)
	require.NoError(t, src.Err())
	assert.Equal(t, tagged{Name: "a", Count: 7}, got, "what is missing stays as it is")
}

func TestIntoMistakes(t *testing.T) {
	src, root := Parse("f",
		[]byte("nam: x\ncount: 9\nlarge: -1\nsure: yes\nseats: [1, 4, x, 1, 2, 3]\nlouder: [a, b, c]\nloud: 7\nat: {lime: x}\ndeep: {}\nHidden: x\nNever: y\nfree: []\n"))
	var got tagged
	root.Decode(&got, readers)
	assert.Equal(t, `f:1:1: unknown key "nam"; did you mean "name"?
f:2:8: expected a whole number from 1 to 8, found 9
f:3:8: expected a whole number of at least 0, found -1
f:4:7: expected true or false, found "yes"
f:5:12: expected a whole number from 0 to 3, found 4
f:5:15: expected a whole number from 0 to 3, found "x"
f:5:18: 1 is listed twice
f:5:21: these are 6 items: at most 4 are read here
f:6:16: these are 3 items: at most 2 are read here
f:7:7: expected text, found 7: put it in quotes
f:8:6: unknown key "lime"; did you mean "line"?
f:9:7: missing key "line"
f:10:1: unknown key "Hidden"; expected one of "at", "count", "deep", "free", "large", "loud", "louder", "name", "seats", "sure"
f:11:1: unknown key "Never"; expected one of "at", "count", "deep", "free", "large", "loud", "louder", "name", "seats", "sure"
f:12:7: expected a whole number, found a list`, messages(src))
	assert.Equal(t, []int{1}, got.Seats, "what is wrong is left out")
}

// A tag that makes no sense is a programming error, so reading panics.
func TestIntoNonsense(t *testing.T) {
	_, root := Parse("f", []byte("{a: 1}"))
	assert.Panics(t, func() {
		root.Decode(&struct {
			A int `yaml:"a" doc:"most=many"`
		}{}, nil)
	})
	assert.PanicsWithValue(t, "nothing reads a float64", func() {
		root.Decode(&struct {
			A float64 `yaml:"a"`
		}{}, nil)
	})
	assert.Equal(t, []string{"line"}, Keys(&place{}))
	assert.Len(t, FieldsOf(reflect.TypeFor[tagged]()), 10)
}

// strs returns the items of a list of texts.
func strs(v Value) (texts []string) {
	for _, item := range v.List() {
		s := item.Str()
		if item.Present() {
			texts = append(texts, s)
		}
	}
	return texts
}
