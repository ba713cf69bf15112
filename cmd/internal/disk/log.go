package disk

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Log is a locked file of lines that is added to at its end. Where the file is
// deleted meanwhile, it is written anew.
type Log struct {
	// Sync waits with each line until the disk has it.
	Sync bool

	file *os.File
	info os.FileInfo // which file that is
	path string
	// size is the end of the last whole line. With torn set there is something
	// behind it; with unended set the line's newline is missing.
	size    int64
	torn    bool
	unended bool
	// end is how the last whole line ends, as far as tail.
	end []byte
}

// tail is how much of a file is looked at before it is added to.
const tail = 64

// NewLog returns the log in a file that is locked. Size is the end of its last whole line: bytes
// behind it go with the next one.
func NewLog(file *os.File, size int64) *Log {
	l := &Log{file: file, path: file.Name(), size: size}
	if info, err := file.Stat(); err == nil {
		l.info = info
		l.torn = info.Size() > size
	}
	l.end = make([]byte, min(size, tail))
	n, _ := file.ReadAt(l.end, size-int64(len(l.end))) // what cannot be read is not as it was
	l.end = l.end[:n]
	l.unended = n > 0 && l.end[n-1] != '\n'
	return l
}

// Size returns how long the file is, in bytes.
func (l *Log) Size() int64 { return l.size }

// Reader reads the file from its beginning to the end of its last whole line.
func (l *Log) Reader() io.Reader { return io.NewSectionReader(l.file, 0, l.size) }

// Append writes a line. When that fails the file stays as it was, and Append may
// be tried again. Errors match ErrFull, ErrReadOnly or ErrGone where that is the
// reason.
func (l *Log) Append(line []byte) error {
	if err := l.checkEnd(); err != nil {
		return err
	}
	if l.torn {
		if err := l.file.Truncate(l.size); err != nil {
			return Classify(err)
		}
		l.torn = false
	}
	if l.unended {
		line = append([]byte{'\n'}, line...)
	}
	_, err := l.file.WriteAt(line, l.size)
	if err == nil && l.Sync {
		err = l.file.Sync()
	}
	size := l.size
	if err == nil {
		l.size += int64(len(line))
		err = l.Keep()
	}
	if err != nil {
		// Take back what may have been written, now or at the next attempt.
		l.size = size
		l.torn = l.file.Truncate(l.size) != nil
		return Classify(err)
	}
	l.unended = false
	l.end = bytes.Clone(line[max(len(line)-tail, 0):])
	return nil
}

// checkEnd checks that the file ends as it was left: one that was cut, or replaced by that of the
// day before, cannot be gone on with.
func (l *Log) checkEnd() error {
	end := make([]byte, len(l.end))
	_, err := l.file.ReadAt(end, l.size-int64(len(end)))
	info, bad := l.file.Stat()
	switch {
	case errors.Is(err, fs.ErrClosed): // writing says so
		return nil
	case err != nil, !bytes.Equal(end, l.end), bad == nil && !l.torn && info.Size() != l.size:
		return &fs.PathError{Op: "write", Path: l.path, Err: ErrChanged}
	}
	return nil
}

// Unchanged reports whether the file still ends as it was left and is where it was: the error matches
// ErrChanged where another program has written to it, and ErrGone where another file has taken its
// place. One that was deleted is written anew with the next line.
func (l *Log) Unchanged() error {
	if current, err := os.Lstat(l.path); err == nil && (l.info == nil || !os.SameFile(l.info, current)) {
		return &fs.PathError{Op: "write", Path: l.path, Err: ErrGone}
	}
	return l.checkEnd()
}

// Keep sees to it that the file is where it was, with all lines in it: one that
// was deleted is written anew. The error matches ErrGone where another one has
// taken its place.
func (l *Log) Keep() error {
	switch current, err := os.Lstat(l.path); {
	case errors.Is(err, fs.ErrNotExist):
		return l.rewrite()
	case err != nil:
		return err
	case l.info == nil || !os.SameFile(l.info, current):
		return &fs.PathError{Op: "write", Path: l.path, Err: ErrGone}
	}
	return nil
}

// rewrite writes a file that was deleted anew: its content can still be read as long as it is open.
func (l *Log) rewrite() error {
	if err := os.MkdirAll(filepath.Dir(l.path), 0o700); err != nil {
		return Classify(err)
	}
	f, err := os.OpenFile(l.path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return Classify(err)
	}
	if err = Lock(f); err == nil {
		_, err = io.Copy(f, l.Reader())
	}
	if err == nil {
		err = f.Sync()
	}
	var info os.FileInfo
	if err == nil {
		info, err = f.Stat()
	}
	if err != nil {
		return errors.Join(Classify(err), f.Close(), os.Remove(l.path))
	}
	_ = l.file.Close()
	l.file = f
	l.info = info
	l.torn = false
	SyncFolder(filepath.Dir(l.path))
	return nil
}

// Close ends the lock.
func (l *Log) Close() error { return l.file.Close() }

// AddLine adds a line to a file to which other programs may add lines at the same time, and waits until the disk has
// it. Its folder is there. A piece of a line at the end of the file, which somebody could not finish, stays a line of
// its own.
func AddLine(path string, line []byte) error {
	f, err := OpenOwn(path, os.O_RDWR|os.O_CREATE|os.O_APPEND)
	if err != nil {
		return err
	}
	end := []byte{'\n'}
	if info, err := f.Stat(); err == nil && info.Size() > 0 {
		_, _ = f.ReadAt(end, info.Size()-1)
	}
	line = append(bytes.Clone(line), '\n')
	if end[0] != '\n' {
		line = append([]byte{'\n'}, line...)
	}
	_, err = f.Write(line)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		SyncFolder(filepath.Dir(path))
	}
	return err
}

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
