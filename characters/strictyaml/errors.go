package strictyaml

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fellowship/characters/say"
)

// Error is one mistake in a document, with the position at which the author should look.
type Error struct {
	File string
	// Line is counted from 1. It is 0 if the position is unknown.
	Line int
	// Column is counted from 1, in characters.
	Column int
	Msg    say.Text
	// Cause is the file system's error if the file could not be read, else nil.
	Cause error
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Error returns the mistake as "file:line:column: message". Without a file name
// it begins with "line L:C:", and without a line the position is left out.
func (e *Error) Error() string { return Visible(say.English(e)) }

// FormatArgs returns the format of the mistake and its values.
func (e *Error) FormatArgs() (format string, args []any) {
	file := Visible(e.File)
	switch {
	case e.Line == 0 && file == "":
		return "%s", []any{e.Msg}
	case e.Line == 0:
		return "%s: %s", []any{file, e.Msg}
	case file == "":
		return "line %d:%d: %s", []any{e.Line, e.Column, e.Msg}
	}
	return "%s:%d:%d: %s", []any{file, e.Line, e.Column, e.Msg}
}

// Errors lists the mistakes of a document, sorted by position and without duplicates. If there are more
// than [MaxErrors], the last entry has no position and says how many are left out.
type Errors []*Error

// Error returns the mistakes, one on each line.
func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the single mistakes, for errors.As and errors.Is.
func (es Errors) Unwrap() []error {
	errs := make([]error, len(es))
	for i, e := range es {
		errs[i] = e
	}
	return errs
}

func compareErrors(a, b *Error) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
		cmp.Compare(a.Msg.String(), b.Msg.String()))
}

// Suggest returns the known word nearest to word, or "" if none is near enough. A known word is near
// enough if it is at most two edits away, or at most a third of its length if that is more. No more
// than half of a word may change, so that short words do not suggest unrelated ones. Letter case is
// ignored. Exchanging two neighbouring letters is one edit. The alphabet decides between equally near
// words.
func Suggest(word string, known []string) string {
	best := ""
	bestDistance := -1
	w := []rune(strings.ToLower(word))
	for _, k := range known {
		r := []rune(strings.ToLower(k))
		limit := max(2, len(r)/3)
		// The difference in length is a lower bound of the distance. Checking it first keeps an
		// absurdly long word cheap.
		if max(len(w)-len(r), len(r)-len(w)) > limit {
			continue
		}
		d := editDistance(w, r)
		if d > limit || 2*d > max(len(w), len(r)) {
			continue
		}
		if bestDistance < 0 || d < bestDistance || d == bestDistance && k < best {
			best = k
			bestDistance = d
		}
	}
	return best
}

// DidYouMean returns the end of an error message about a word: the suggestion of a known word. It
// returns "" if [Suggest] finds none.
func DidYouMean(word string, known []string) string {
	if suggestion := Suggest(word, known); suggestion != "" {
		return fmt.Sprintf("; did you mean %s?", suggestion)
	}
	return ""
}

// editDistance returns the least number of insertions, deletions, replacements and
// exchanges of neighbours that turn a into b.
func editDistance(a, b []rune) int {
	var older, previous []int // rows i-2 and i-1 of the usual table
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		older, previous, row = previous, row, make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			if a[i-1] == b[j-1] {
				row[j] = previous[j-1]
				continue
			}
			row[j] = 1 + min(previous[j-1], previous[j], row[j-1])
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], 1+older[j-2])
			}
		}
	}
	return row[len(b)]
}

// unknown returns the message about a word that is not among the known words.
func unknown(kind string, word string, known []string) string {
	if s := Suggest(word, known); s != "" {
		return fmt.Sprintf("unknown %s %s; did you mean %s?", kind, quote(word), quote(s))
	}
	if len(known) == 0 {
		return fmt.Sprintf("unknown %s %s; none is expected here", kind, quote(word))
	}
	return fmt.Sprintf("unknown %s %s; expected %s", kind, quote(word), oneOf(known))
}

const mostWords = 60

// oneOf returns the description of a choice: `"a"`, or `one of "a", "b"`.
func oneOf(words []string) string {
	sorted := slices.Sorted(slices.Values(words))
	quoted := make([]string, 0, min(len(sorted), mostWords+1))
	for i, w := range sorted {
		if i == mostWords {
			quoted = append(quoted, "…")
			break
		}
		quoted = append(quoted, quote(w))
	}
	if len(quoted) == 1 {
		return quoted[0]
	}
	return fmt.Sprintf("one of %s", strings.Join(quoted, ", "))
}

// quote returns text from a document as a message shows it: shortened, on one line and
// without control characters.
func quote(s string) string { return strconv.Quote(short(s)) }

func short(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most]) + "…"
	}
	return s
}
