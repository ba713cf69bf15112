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

// ErrAborted means that the person left before the round was written down.
var ErrAborted = say.New("the round was not written down to its end")

// Ask takes a round down line by line, for pipes and screen readers, behind the lines that are there
// already. A line in which something is wrong does not count.
func Ask(lib *chapters.Library, t *texts.Texts, begun string, in io.Reader,
	out io.Writer,
) (text string, got Table, err error) {
	answers := lines.New(in)
	typed := slices.Collect(strings.Lines(begun))
	fmt.Fprintln(out, t.T("real.intro"))
	for {
		text = strings.Join(typed, "")
		answer, err := answers.Next()
		ended := errors.Is(err, io.EOF)
		switch w := word(answer); {
		case err != nil && !ended:
			return text, got, errors.Join(ErrAborted, err)
		case w == "quit":
			return text, got, ErrAborted
		case w == "back":
			typed = typed[:max(len(typed)-1, 0)]
			continue
		case answer == "":
			got = Read(lib, text)
			if len(got.Faults) > 0 {
				fmt.Fprintln(out, got.Faults[0].Text(t))
				if ended {
					return text, got, ErrAborted
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
			if !f.Incomplete {
				fmt.Fprintln(out, f.Text(t))
				if f.Line == len(typed) {
					typed = typed[:len(typed)-1]
				}
				break
			}
		}
	}
}

// Text tells the fault in a language, with its line.
func (f *Fault) Text(t *texts.Texts) string { return t.T("real.line", f.Line, t.Tell(f.Err)) }
