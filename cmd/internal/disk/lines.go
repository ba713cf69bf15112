package disk

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Lines reads a file of JSON lines that is added to at its end, and hands each line with its newline to a
// function, whose error it returns. The end that a crash has left of a line, its beginning or zeros where
// its data did not arrive, is no line, and is returned; where the newline alone is missing there is one. Size
// is how many bytes the lines have. The error is [bufio.ErrTooLong] for a line of more than longest bytes.
func Lines(r io.Reader, longest int, take func(line []byte) error) (size int64, torn []byte, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		part, err := in.ReadSlice('\n')
		line := part
		for errors.Is(err, bufio.ErrBufferFull) && len(line) <= longest {
			line = bytes.Clone(line)
			part, err = in.ReadSlice('\n')
			line = append(line, part...)
		}
		switch last := errors.Is(err, io.EOF); {
		case len(line) > longest:
			return size, nil, bufio.ErrTooLong
		case err != nil && !last:
			return size, nil, err
		case last && unfinished(line):
			return size, bytes.Clone(line), nil // without the whole buffer behind it
		case last:
			if err = take(append(bytes.Clone(line), '\n')); err == nil {
				size += int64(len(line))
			}
			return size, nil, err
		}
		if err := take(line); err != nil {
			return size, nil, err
		}
		size += int64(len(line))
	}
}

// unfinished reports whether the end of a file is what a crash leaves of a line.
func unfinished(line []byte) bool {
	end := bytes.TrimRight(line, "\x00")
	var value json.RawMessage
	err := json.NewDecoder(bytes.NewReader(end)).Decode(&value)
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || len(end) < len(line) && json.Valid(end)
}
