package proof

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// Write writes comments, the meaning of each variable, and the formula in DIMACS.
func (f *Formula) Write(w io.Writer, comments ...string) error {
	out := bufio.NewWriter(w)
	line := func(text string) {
		_, _ = out.WriteString("c " + strings.Map(printable, text) + "\n") // Flush returns the error
	}
	for _, text := range comments {
		line(text)
	}
	f.describe(line)
	text := []byte("p cnf ")
	text = strconv.AppendInt(text, int64(f.Variables()), 10)
	text = append(text, ' ')
	text = strconv.AppendInt(text, int64(f.count), 10)
	text = append(text, '\n')
	_, _ = out.Write(text)
	for clause := range f.Each {
		text = appendClause(text[:0], clause)
		_, _ = out.Write(text)
	}
	return out.Flush()
}

// printable returns a blank for a control character, which could end a comment or affect a terminal.
func printable(r rune) rune {
	if unicode.IsControl(r) {
		return ' '
	}
	return r
}

// describe calls line with the meaning of each variable.
func (f *Formula) describe(line func(text string)) {
	line(strconv.Itoa(trueNumber) + " is always true")
	for i, name := range f.names {
		line(strconv.Itoa(firstName+i) + " " + name)
	}
	if len(f.helpers) == 0 {
		return
	}
	line("Helper variables of linear conditions. Each may be true only if what it says is so.")
	described := 0
	for i, h := range f.helpers {
		for ; described <= h.condition; described++ {
			line("Condition " + strconv.Itoa(described+1) + ", " + f.conditions[described].text())
		}
		line(strconv.Itoa(f.last+1+i) + " the first " + strconv.Itoa(h.first) + " of condition " +
			strconv.Itoa(h.condition+1) + " bring " + strconv.Itoa(h.sum) + " at least")
	}
}

// text returns a linear condition in words.
func (c *condition) text() string {
	text := c.topic + ": "
	if c.given != trueNumber {
		text += "if " + strconv.Itoa(c.given) + ", "
	}
	text += "of"
	for i, l := range c.lits {
		text += " " + strconv.Itoa(l)
		if w := c.weights[i]; w != 1 {
			text += " (counts " + strconv.Itoa(int(w)) + ")"
		}
	}
	return text + " at least " + strconv.Itoa(c.bound)
}

// appendClause appends a clause as a line of DIMACS and of DRAT.
func appendClause(text []byte, clause []int) []byte {
	for _, n := range clause {
		text = strconv.AppendInt(text, int64(n), 10)
		text = append(text, ' ')
	}
	return append(text, '0', '\n')
}

// Writer writes a refutation in DRAT, line by line.
type Writer struct {
	out *bufio.Writer
	// Lines counts the lines.
	Lines int64
	// Bytes counts the bytes of the lines.
	Bytes int64
	// scratch is reused memory for a line.
	scratch []byte
}

// NewWriter returns a writer. [Writer.Flush] must be called at the end.
func NewWriter(w io.Writer) *Writer { return &Writer{out: bufio.NewWriterSize(w, 1<<16)} }

// Learn implements [Refutation].
func (w *Writer) Learn(clause []int) { w.line("", clause) }

// Forget implements [Refutation].
func (w *Writer) Forget(clause []int) { w.line("d ", clause) }

// line writes a line with a clause after a sign.
func (w *Writer) line(sign string, clause []int) {
	w.scratch = appendClause(append(w.scratch[:0], sign...), clause)
	_, _ = w.out.Write(w.scratch) // Err and Flush return the error
	w.Lines++
	w.Bytes += int64(len(w.scratch))
}

// Err returns the error of earlier writes, nil if there was none.
func (w *Writer) Err() error {
	_, err := w.out.Write(nil)
	return err
}

// Flush writes the rest. It returns the error of this or any earlier write.
func (w *Writer) Flush() error { return w.out.Flush() }
