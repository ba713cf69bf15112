package dealform

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/lines"
	"fellowship/tricks"
)

// ErrLeft says that the person left before the form was filled in.
var ErrLeft = say.New("the deal was not entered to its end")

// Ask fills the form in line by line, for pipes and screen readers: each line
// is asked for until it can be used. The word rest stands for all cards that are
// missing, back goes to the line before.
func Ask(f *Form, in io.Reader, out io.Writer) (chapters.Position, error) {
	answers := lines.New(in)
	fmt.Fprintln(out, f.T("entry.intro"))
	for k := Chapter; ; {
		question := f.Label(k) + "."
		if k.seat() < 1 { // the others go like the first one
			question += " " + f.Hint(k)
		}
		fmt.Fprintln(out, question)
		if v := f.Value(k); v != "" {
			fmt.Fprintln(out, f.T("entry.keeps", v))
		}
		text, err := answers.Next()
		switch {
		case errors.Is(err, io.EOF):
			return chapters.Position{}, ErrLeft
		case err != nil:
			return chapters.Position{}, errors.Join(ErrLeft, err)
		}
		switch {
		case f.is(text, "back"):
			keys := f.Keys()
			k = keys[max(slices.Index(keys, k)-1, 0)]
			continue
		case f.is(text, "quit"):
			return chapters.Position{}, ErrLeft
		case text == "" && f.Value(k) != "":
		default:
			f.Set(k, f.Fill(text))
		}
		r, keys := f.Check(), f.Keys()
		if p, bad := r.Problems[k]; bad && !(p.Hard && f.later(k)) {
			fmt.Fprintln(out, p.Text)
			if p.Hard {
				continue
			}
		}
		if next := slices.Index(keys, k) + 1; next < len(keys) {
			k = keys[next]
			continue
		}
		if r.Ready() {
			if r.Missing != 0 {
				fmt.Fprintln(out, f.T("entry.missing", r.Missing))
			}
			return f.Position()
		}
		// A line before does not fit any more.
		k = keys[slices.IndexFunc(keys, func(k Key) bool { return r.Problems[k].Hard })]
		fmt.Fprintf(out, "%s: %s\n", f.Label(k), r.Problems[k].Text)
	}
}

// later reports whether what is wrong with a line may be mended by one that was
// not asked for yet: no card may be lost because a character has taken it, and
// characters may follow at later seats.
func (f *Form) later(k Key) bool {
	d := f.read()
	switch s := k.seat(); {
	case k == Lost:
		cards, problem := d.cards(d.values[k], tricks.ParseCards)
		return len(cards) == 0 && problem == ""
	case k == Pool:
		return d.values[k] == ""
	case s < 0 || s == len(d.seats)-1:
		return false
	default:
		at := &d.seats[s]
		return len(at.problems) == 0 && len(at.all) > 0 && at.hand.Character == "" && d.cast()
	}
}

// Fill puts the cards that are missing in the place of the word rest, and takes
// an empty answer as nothing.
func (f *Form) Fill(text string) string {
	words := strings.Fields(text)
	for i, w := range words {
		if f.is(w, "rest") {
			words[i] = f.Rest()
			return strings.Join(words, " ")
		}
	}
	return text
}

// is reports whether a word is one of the form's words, in its language or in
// English.
func (f *Form) is(text, word string) bool {
	return strings.EqualFold(text, word) || strings.EqualFold(text, f.T("entry.word."+word))
}
