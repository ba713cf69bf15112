package bot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestOption reads answers. Whatever is not one object with the key option and a whole number is an error that shows
// what the program wrote.
func TestOption(t *testing.T) {
	for answer, want := range map[string]int{
		"{\"option\":0}\n": 0, "  { \"option\" :\t3 } \r\n": 3, `{"option":2}`: 2, `{"opt\u0069on":1}`: 1,
	} {
		n, err := option([]byte(answer), 4)
		require.NoError(t, err, answer)
		assert.Equal(t, want, n, answer)
	}
	for answer, want := range map[string]string{
		`{"OPTION":0}`:               "the key OPTION is not allowed, only option",
		`{"Option":0}`:               "the key Option is not allowed, only option",
		`{"options":0}`:              "the key options is not allowed, only option",
		`{"option":0,"why":"so"}`:    "the key why is not allowed, only option",
		`{"option":0,"\u001b[2J":1}`: `the key \x1b[2J is not allowed, only option`,
		`{"option":0,"option":0}`:    "the key option appears 2 times",
		`{"option":0,"option":1}`:    "the key option appears 2 times",
		`{}`:                         "the key option is missing",
		`{"option":null}`:            "null is not a whole number",
		`{"option":"0"}`:             `"0" is not a whole number`,
		`{"option":true}`:            "true is not a whole number",
		`{"option":[0]}`:             "[0] is not a whole number",
		`{"option":{"option":0}}`:    `{"option":0} is not a whole number`,
		`{"option":0.5}`:             "0.5 is not a whole number",
		`{"option":1.0}`:             "1.0 is not a whole number",
		`{"option":1e0}`:             "1e0 is not a whole number",
		`{"option":NaN}`:             "it is not JSON",
		`{"option":Infinity}`:        "it is not JSON",
		`{"option":01}`:              "it is not JSON",
		`{"option":+1}`:              "it is not JSON",
		`{"option":0`:                "it is not JSON",
		`{"option":0,}`:              "it is not JSON",
		`{'option':0}`:               "it is not JSON",
		"\uFEFF{\"option\":0}":       "it is not JSON",
		"{\"option\":0\x00}":         "it is not JSON",
		`option`:                     "it is not JSON",
		`0`:                          "it is not an object",
		`[0]`:                        "it is not an object",
		`null`:                       "it is not an object",
		`"option"`:                   "it is not an object",
		`{"option":0} {"option":0}`:  `the object is followed by {"option":0}`,
		`{"option":0}}`:              "the object is followed by }",
		`{"option":0} // the first`:  "the object is followed by // the first",
		strings.Repeat(`{"option":`, 20000) + "0": "it is not JSON",
	} {
		_, err := option([]byte(answer), 4)
		require.EqualError(t, err, "its answer is "+excerpt([]byte(answer))+` instead of one such as {"option":0}: `+want)
	}
	for answer, want := range map[string]string{
		`{"option":4}`:                                "option 4",
		`{"option":-1}`:                               "option -1",
		`{"option":9223372036854775808}`:              "option 9223372036854775808",
		`{"option":-9223372036854775809}`:             "option -9223372036854775809",
		`{"option":` + strings.Repeat("9", 500) + `}`: "option " + strings.Repeat("9", 80) + "…",
	} {
		_, err := option([]byte(answer), 4)
		require.EqualError(t, err, "its answer is "+want+", but the options are 0 to 3")
	}
	for _, answer := range []string{"", "\n", " \t\r\n"} {
		_, err := option([]byte(answer), 4)
		require.EqualError(t, err, `it wrote an empty line instead of an answer such as {"option":0}`)
	}
}

// TestExcerpt shows the beginning of whatever a program writes, short and safe for a terminal.
func TestExcerpt(t *testing.T) {
	for text, want := range map[string]string{
		"a\x1b[31mb\u202ec\xffd": `a\x1b[31mb\u202ec\xffd`,
		"äöü":                    "äöü",
		"one\ntwo":               "one…",
		"\uFFFD":                 "\uFFFD",
	} {
		assert.Equal(t, want, excerpt([]byte(text)))
	}
	rapid.Check(t, func(t *rapid.T) {
		shown := excerpt(rapid.SliceOf(rapid.Byte()).Draw(t, "text"))
		assert.LessOrEqual(t, len(shown), longestExcerpt+len("…"))
		for _, r := range shown {
			assert.False(t, r < ' ' || r >= 0x7f && r < 0xa0, "%q", shown)
		}
	})
}
