package realtable

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/lines"
	"fellowship/cmd/internal/texts"
)

// ErrLeft means that the person left before the round was written down.
var ErrLeft = say.New("the round was not written down to its end")

// Ask takes a round down line by line, for pipes and screen readers, behind the lines that are there
// already. A line in which something is wrong does not count.
func Ask(lib *chapters.Library, t *texts.Texts, begun string, in io.Reader, out io.Writer) (text string, got Table, err error) {
	answers := lines.New(in)
	typed := slices.Collect(strings.Lines(begun))
	fmt.Fprintln(out, t.T("real.intro"))
	for {
		text = strings.Join(typed, "")
		answer, err := answers.Next()
		ended := errors.Is(err, io.EOF)
		switch w := word(answer); {
		case err != nil && !ended:
			return text, got, errors.Join(ErrLeft, err)
		case w == "quit":
			return text, got, ErrLeft
		case w == "back":
			typed = typed[:max(len(typed)-1, 0)]
			continue
		case answer == "":
			got = Read(lib, text)
			if len(got.Faults) > 0 {
				fmt.Fprintln(out, got.Faults[0].Told(t))
				if ended {
					return text, got, ErrLeft
				}
				continue
			}
			for _, note := range got.Notes {
				fmt.Fprintln(out, texts.Sentence(t.Tell(note)))
			}
			if got.Question == nil || ended {
				return text, got, nil
			}
			continue // an answer is one more line
		}
		typed = append(typed, answer+"\n")
		for _, f := range Read(lib, strings.Join(typed, "")).Faults {
			if !f.Open {
				fmt.Fprintln(out, f.Told(t))
				if f.Line == len(typed) {
					typed = typed[:len(typed)-1]
				}
				break
			}
		}
	}
}

// Told tells the fault in a language, with its line.
func (f *Fault) Told(t *texts.Texts) string { return t.T("real.line", f.Line, t.Tell(f.Err)) }
