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

// Log is a locked file of lines to which lines are appended. If somebody deletes the file, it is
// written anew.
type Log struct {
	// Sync makes Append wait until the disk has the line.
	Sync bool

	file *os.File
	// info identifies the file, whatever its name leads to later.
	info os.FileInfo
	path string
	// size is the end of the last whole line, in bytes.
	size int64
	// torn reports whether other bytes follow the last whole line.
	torn bool
	// unended reports whether the last line lacks its newline.
	unended bool
	// end has the last bytes of the last whole line, at most tail.
	end []byte
}

// tail is the number of bytes at the end of a file that are compared before a line is appended.
const tail = 64

// NewLog returns the log in a locked file. size is the end of its last whole line: the next line
// replaces the bytes after it.
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

// Size returns the length of the file in bytes.
func (l *Log) Size() int64 { return l.size }

// Reader returns a reader of the file from its beginning to the end of its last whole line.
func (l *Log) Reader() io.Reader { return io.NewSectionReader(l.file, 0, l.size) }

// Append writes a line. If it fails, the file stays as it was, and Append may be called again.
// Errors match ErrFull, ErrReadOnly or ErrGone if that is the reason.
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
		// Remove what may have been written, now or at the next attempt.
		l.size = size
		l.torn = l.file.Truncate(l.size) != nil
		return Classify(err)
	}
	l.unended = false
	l.end = bytes.Clone(line[max(len(line)-tail, 0):])
	return nil
}

// checkEnd returns an error unless the file ends as this program has left it. A file that was cut,
// or replaced by an older copy, cannot be continued.
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

// Unchanged returns an error unless the file still ends as it was left, and is still in its place.
// The error matches ErrChanged if another program has written to it, and ErrGone if another file
// has taken its place. A deleted file is not an error: the next line writes it anew.
func (l *Log) Unchanged() error {
	if current, err := os.Lstat(l.path); err == nil && (l.info == nil || !os.SameFile(l.info, current)) {
		return &fs.PathError{Op: "write", Path: l.path, Err: ErrGone}
	}
	return l.checkEnd()
}

// Keep makes sure that the file is in its place with all lines in it, and writes a deleted file
// anew. The error matches ErrGone if another file has taken its place.
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

// rewrite writes a deleted file anew: its content can still be read as long as it is open.
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

// Close releases the lock and closes the file.
func (l *Log) Close() error { return l.file.Close() }

// AddLine appends a line to a file to which other programs may append at the same time, and waits
// until the disk has it. The folder must exist. If the file ends in the middle of a line, because a
// program died there, that piece stays a line of its own.
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

// Lines reads a file of JSON lines to which lines are appended, and calls take with each line and
// its newline. It returns the error of take. The remains of a line that a crash left at the end,
// the line's beginning or zeros in the place of data that did not arrive, are not a line and are
// returned as torn; a whole line without its newline is a line. size is the length of all lines in
// bytes. The error is [bufio.ErrTooLong] for a line of more than longest bytes.
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
