package rup

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// mostVariables limits the variables of a formula. It is more than any round needs.
const mostVariables = 1_000_000

// mostLiterals limits the literals in memory. It is more than any round needs, and small enough for any
// machine. Tests change it.
var mostLiterals = 50_000_000

// ErrTooLarge means that a formula or a proof needs more memory than the checker allows. It does not say
// whether the proof is right.
var ErrTooLarge = errors.New("it is too large for this checker")

// ReadError is a failure to read a file. It does not say whether the proof is right.
type ReadError struct {
	// Line is the number of the line that could not be read, from 1.
	Line int
	// Err is the reason.
	Err error
}

// Error returns the line and the reason.
func (e *ReadError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the reason.
func (e *ReadError) Unwrap() error { return e.Err }

// errRefuted ends the reading of a complete proof.
var errRefuted = errors.New("the formula is refuted")

// ReadFormula reads a formula in DIMACS and adds its clauses.
func (c *Checker) ReadFormula(input io.Reader) error {
	variables := -1 // not known before the header
	clauses := 0
	count := 0 // the clauses read so far
	literals := 0
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

// header parses the line with the number of variables and clauses.
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

// literal parses a literal, or the 0 at the end of a clause. It returns an error for a literal whose
// variable is larger than variables.
func literal(word []byte, variables int) (int, error) {
	n, err := strconv.Atoi(string(word))
	switch {
	case err != nil:
		return 0, fmt.Errorf("%q is not a number", shortened(word))
	case n > variables || n < -variables:
		return 0, fmt.Errorf("there is no variable %d", max(n, -n))
	}
	return n, nil
}

// longestWord limits the bytes of a word in an error.
const longestWord = 40

// shortened returns a word for an error.
func shortened(word []byte) string {
	if len(word) > longestWord {
		return string(word[:longestWord]) + "..."
	}
	return string(word)
}

// binary reports whether a line holds bytes that do not occur in a text. Binary DRAT has such bytes.
func binary(line []byte) bool {
	return bytes.ContainsFunc(line, func(r rune) bool { return r < ' ' && r != '\t' && r != '\r' || r > '~' })
}

// ReadProof reads a proof in DRAT as text and checks it line by line, until the formula is refuted or
// the proof ends. It does not read lines after the one that refutes the formula. It calls progress
// before each line, including blank lines and comments, with the number of steps before it, and once at the
// end. An error of progress ends the reading. ReadProof returns a [*ReadError] if the text cannot be
// read, and an error that matches [ErrTooLarge] if the proof needs too much memory.
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

// longestLine limits the bytes of a line, including comments.
const longestLine = 1 << 20

// eachLine calls f for each line of a text. It adds the number of the line to errors.
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
