package realtable

import (
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
)

// IsNote reports whether a text is meant as a note: it is not empty, and does not begin like a document.
func IsNote(text []byte) bool {
	for line := range strings.Lines(string(text[:min(len(text), MostText)])) {
		for part := range strings.SplitSeq(line, ";") {
			part, _, _ = strings.Cut(part, "#")
			part = strings.TrimSpace(part)
			if part != "" {
				return isHeading(part)
			}
		}
	}
	return false
}

// HasHeading reports whether the first line of a text says chapter and players, so that the text is a note and nothing
// else.
func HasHeading(lib *chapters.Library, text string) bool {
	r := newReader(lib)
	r.read(text)
	return r.note.head.seatCount > 0
}

// mostRounds is the maximum number of rounds that Documents makes of one note.
const mostRounds = 8

// Documents reads a note that is part of a stream of documents. line is the line of the stream at which
// the text begins. ok is false if the text is not a note.
func Documents(lib *chapters.Library, file string, line int, text []byte) (list []chapters.Document, ok bool) {
	if !IsNote(text) {
		return nil, false
	}
	table := Read(lib, string(text))
	for _, f := range table.Faults {
		err := &strictyaml.Error{File: file, Line: line + f.Line - 1, Column: 1, Msg: say.Sprintf("%v", f.Err)}
		return []chapters.Document{{Err: err, Line: line, Size: len(text)}}, true
	}
	if len(table.Rounds) > mostRounds {
		err := &strictyaml.Error{
			File: file, Line: line, Column: 1,
			Msg: say.Sprintf("%v; %v", table.Notes[0], table.Notes[len(table.Notes)-1]),
		}
		return []chapters.Document{{Err: err, Line: line, Size: len(text)}}, true
	}
	for i := range table.Rounds {
		e := table.Rounds[i]
		e.Line = line
		e.Size = len(text)
		if i == 0 {
			e.Notes = table.Notes
		}
		if len(table.Rounds) > 1 {
			e.Record.ID = say.Sprintf("%d of %d", i+1, len(table.Rounds)).String()
		}
		list = append(list, e)
	}
	return list, true
}
