package strictyaml

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tagged has every word that a tag can say.
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

var kinds = Kinds{
	"loud":    func(v Value) string { return strings.ToUpper(v.Str()) },
	"letters": func(v Value) letters { return letters(v.Str()) },
}

func TestInto(t *testing.T) {
	src, root := Parse("f", []byte("{name: a, count: 8, large: 9223372036854775807, free: -3, sure: true, seats: [3, 0], loud: b, louder: [c, d], at: {line: e}, deep: {line: f}}"))
	var got tagged
	f := root.Into(&got, kinds)
	require.NoError(t, src.Err())
	assert.Equal(t, tagged{
		Name: "a", Count: 8, Large: 1<<63 - 1, Free: -3, Sure: true, Seats: []int{3, 0}, Loud: "B", Louder: []string{"C", "D"},
		At: &place{letters("e")}, inner: inner{place{letters("f")}},
	}, got)
	assert.True(t, f.Has("deep"), "it can be looked at again")
}

func TestIntoNothing(t *testing.T) {
	src, root := Parse("f", []byte("{name: a, count: null, at: ~}"))
	got := tagged{Count: 7}
	root.Map(Keys(got)...).DropNulls().Into(&got, kinds)
	require.NoError(t, src.Err())
	assert.Equal(t, tagged{Name: "a", Count: 7}, got, "what is missing stays as it is")
}

func TestIntoMistakes(t *testing.T) {
	src, root := Parse("f", []byte("nam: x\ncount: 9\nlarge: -1\nsure: yes\nseats: [1, 4, x, 1, 2, 3]\nlouder: [a, b, c]\nloud: 7\nat: {lime: x}\ndeep: {}\nHidden: x\nNever: y\nfree: []\n"))
	var got tagged
	root.Into(&got, kinds)
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

// A tag that says nonsense is a mistake of ours.
func TestIntoNonsense(t *testing.T) {
	_, root := Parse("f", []byte("{a: 1}"))
	assert.Panics(t, func() {
		root.Into(&struct {
			A int `yaml:"a" doc:"most=many"`
		}{}, nil)
	})
	assert.PanicsWithValue(t, "nothing reads a float64", func() {
		root.Into(&struct {
			A float64 `yaml:"a"`
		}{}, nil)
	})
	assert.Equal(t, []string{"line"}, Keys(&place{}))
	assert.Len(t, FieldsOf(reflect.TypeFor[tagged]()), 10)
}
