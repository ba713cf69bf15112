package rup

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// The most variables that a formula may have, and the most literals that are kept at a time: more than any
// round needs, and little enough for any machine. The second is changed by tests.
const mostVariables = 1_000_000

var mostLiterals = 50_000_000

// ErrTooLarge means that a formula or a proof needs more memory than the checker gives it. It says nothing
// of whether the proof is right.
var ErrTooLarge = errors.New("it is too large for this checker")

// ReadError is a failure to read a file. It says nothing of whether the proof is right.
type ReadError struct {
	// Line is the line that could not be read, from 1.
	Line int
	// Err is the reason.
	Err error
}

// Error says which line could not be read, and why.
func (e *ReadError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the reason.
func (e *ReadError) Unwrap() error { return e.Err }

// errRefuted ends the reading of a proof that is complete.
var errRefuted = errors.New("the formula is refuted")

// ReadFormula takes a formula in DIMACS.
func (c *Checker) ReadFormula(input io.Reader) error {
	variables, clauses := -1, 0
	count, literals := 0, 0
	var clause []int
	err := eachLine(input, func(line []byte) (err error) {
		words := bytes.Fields(line)
		switch {
		case len(words) == 0 || words[0][0] == 'c':
			return nil
		case variables < 0:
			variables, clauses, err = header(words)
			return err
		}
		for _, word := range words {
			n, err := literal(word, variables)
			switch {
			case err != nil:
				return err
			case n != 0:
				clause = append(clause, n)
				literals++
				continue
			}
			c.Add(clause)
			clause = clause[:0]
			count++
		}
		if literals > mostLiterals {
			return fmt.Errorf("%w: it has more than %d literals", ErrTooLarge, mostLiterals)
		}
		return nil
	})
	switch {
	case err != nil:
	case variables < 0:
		err = errors.New(`the line "p cnf" is missing`)
	case len(clause) > 0:
		err = errors.New("the last clause has no 0 at its end")
	case count != clauses:
		err = fmt.Errorf("it has %d clauses, and its line \"p cnf\" says %d", count, clauses)
	}
	return err
}

// header reads the line that says how many variables and clauses there are.
func header(words [][]byte) (variables, clauses int, err error) {
	wrong := errors.New(`a line such as "p cnf 5 12" has to stand before the clauses`)
	if len(words) != 4 || string(words[0]) != "p" || string(words[1]) != "cnf" {
		return 0, 0, wrong
	}
	variables, err = strconv.Atoi(string(words[2]))
	if err != nil || variables < 0 {
		return 0, 0, wrong
	}
	clauses, err = strconv.Atoi(string(words[3]))
	if err != nil || clauses < 0 {
		return 0, 0, wrong
	}
	if variables > mostVariables {
		return 0, 0, fmt.Errorf("%w: it has more than %d variables", ErrTooLarge, mostVariables)
	}
	return variables, clauses, nil
}

// literal reads a number of one of so many variables, or the 0 at the end of a clause.
func literal(word []byte, variables int) (int, error) {
	n, err := strconv.Atoi(string(word))
	switch {
	case err != nil:
		return 0, fmt.Errorf("%q is no number", shortened(word))
	case n > variables || n < -variables:
		return 0, fmt.Errorf("there is no variable %d", max(n, -n))
	}
	return n, nil
}

// longestWord is how many bytes of a word an error shows.
const longestWord = 40

// shortened is a word as an error shows it.
func shortened(word []byte) string {
	if len(word) > longestWord {
		return string(word[:longestWord]) + "..."
	}
	return string(word)
}

// binary reports whether a line is none of a text: binary DRAT has bytes that no text has.
func binary(line []byte) bool {
	return bytes.ContainsFunc(line, func(r rune) bool { return r < ' ' && r != '\t' && r != '\r' || r > '~' })
}

// ReadProof checks a proof in DRAT, in text, line by line, until the formula is refuted or the proof
// ends. What stands after the line that refutes the formula is not read. Told is called at each line, also
// at a blank one or a comment, with the number of steps before it, and at the end; its error ends the
// reading. The error is a [*ReadError] if the text cannot be read, and matches [ErrTooLarge] if it needs
// too much memory.
func (c *Checker) ReadProof(input io.Reader, progress func(lines int64) error) error {
	lines := int64(0)
	var clause []int
	err := eachLine(input, func(line []byte) error {
		if c.refuted {
			return errRefuted
		}
		if err := progress(lines); err != nil {
			return err
		}
		words := bytes.Fields(line)
		if len(words) == 0 || words[0][0] == 'c' {
			return nil
		}
		if binary(line) {
			return errors.New("this is binary DRAT, and only text is read; use cadical --no-binary")
		}
		forget := string(words[0]) == "d"
		if forget {
			words = words[1:]
		}
		clause = clause[:0]
		for _, word := range words {
			n, err := literal(word, max(len(c.values)/2-1, 0))
			if err != nil {
				return err
			}
			clause = append(clause, n)
		}
		if len(clause) == 0 || clause[len(clause)-1] != 0 {
			return errors.New("it has no 0 at its end")
		}
		clause = clause[:len(clause)-1]
		for _, n := range clause {
			if n == 0 {
				return errors.New("there is a 0 before its end")
			}
		}
		lines++
		if forget {
			c.Forget(clause)
			return nil
		}
		if len(c.literals) > mostLiterals {
			return fmt.Errorf("%w: it needs more than %d literals at once", ErrTooLarge, mostLiterals)
		}
		return c.Learn(clause)
	})
	if err != nil && !errors.Is(err, errRefuted) {
		return err
	}
	return progress(lines)
}

// longestLine is the most bytes of a line, comments included.
const longestLine = 1 << 20

// eachLine calls f for each line of a text. Errors say which line they are about.
func eachLine(input io.Reader, f func(line []byte) error) error {
	lines := bufio.NewScanner(input)
	lines.Buffer(make([]byte, 0, 1<<16), longestLine)
	n := 0
	for lines.Scan() {
		n++
		if err := f(lines.Bytes()); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	err := lines.Err()
	switch {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("line %d is longer than %d MiB: %w", n+1, longestLine>>20, ErrTooLarge)
	case err != nil:
		return &ReadError{Line: n + 1, Err: err}
	}
	return nil
}
