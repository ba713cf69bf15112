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

// Ask asks for a note line by line, for pipes and screen readers. It adds the lines to the note begun, and
// stops at an empty line when the note is complete. A line with a mistake is reported and does not count.
// The error is [ErrAborted] if the person left before that.
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
			continue // The next line can answer the question.
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
