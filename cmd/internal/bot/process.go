package bot

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"fellowship/characters/say"
	"fellowship/characters/strictyaml"

	"github.com/charmbracelet/x/ansi"
)

// process is a running program in a process group of its own. If this program dies, the standard
// input of the process ends.
type process struct {
	cmd *exec.Cmd
	// in is the standard input of the program.
	in io.WriteCloser
	// lines receives the lines that it writes.
	lines chan line
	// abandoned is closed once nobody reads the lines any more.
	abandoned chan struct{}
	stderr    *errorOutput
}

// line is a line that a program wrote, or the error in its place.
type line struct {
	text []byte
	err  error
	// more is the beginning of the text that had arrived after the line, empty if there was none.
	more []byte
}

// start starts a program. tell receives the lines of its standard error.
func start(words []string, tell func(string)) (*process, error) {
	p := &process{
		cmd: exec.Command(words[0], words[1:]...), lines: make(chan line), abandoned: make(chan struct{}),
		stderr: &errorOutput{tell: tell},
	}
	apart(p.cmd)
	p.cmd.Stderr = p.stderr
	p.cmd.WaitDelay = grace
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		p.in, err = p.cmd.StdinPipe()
	}
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		return nil, err
	}
	go p.read(out)
	return p, nil
}

// read reads lines until the program ends or a line is too long.
func (p *process) read(out io.Reader) {
	r := bufio.NewReaderSize(out, longestAnswer)
	for err := error(nil); err == nil; {
		var text []byte
		text, err = r.ReadSlice('\n')
		text = bytes.Clone(text)
		more, _ := r.Peek(min(r.Buffered(), 2*longestExcerpt)) // the reader has these bytes, so Peek does not wait
		select {
		case p.lines <- line{text, err, bytes.Clone(more)}:
		case <-p.abandoned:
			return
		}
	}
	close(p.lines)
}

var errMore = say.New("it wrote more than the one line that was requested")

// checkUnasked returns an error if the program has written something without being asked.
func (p *process) checkUnasked() error {
	select {
	case l := <-p.lines:
		return p.fault(l, true)
	default:
		return nil
	}
}

// fault returns why a line is not an answer, nil if it is one. unasked reports that no question was
// asked.
func (p *process) fault(l line, unasked bool) error {
	switch {
	case errors.Is(l.err, bufio.ErrBufferFull):
		return say.Errorf("it wrote a line of more than %d bytes: %s", longestAnswer, excerpt(l.text))
	case l.err != nil && len(l.text) == 0, l.err == nil && l.text == nil:
		return say.Errorf("it exited: %s", p.waitEnd())
	case l.err != nil:
		return say.Errorf("it exited in the middle of a line, %s: %s", excerpt(l.text), p.waitEnd())
	case unasked:
		return unaskedFault(l.text)
	case len(l.more) > 0:
		return unaskedFault(l.more)
	}
	return nil
}

// unaskedFault returns the error for what the program wrote without being asked.
func unaskedFault(text []byte) error {
	if excerpt(text) == "" {
		return say.Errorf("%w: an empty line", errMore)
	}
	return say.Errorf("%w: %s", errMore, excerpt(text))
}

// ask writes a question and returns the line of the answer. The error is the cause of the context's
// end, or the program's fault.
func (p *process) ask(ctx context.Context, question []byte) ([]byte, error) {
	if err := p.checkUnasked(); err != nil {
		return nil, err
	}
	written := p.write(question)
	select {
	case l := <-p.lines:
		if err := p.fault(l, false); err != nil {
			return nil, err
		}
		select {
		case <-written: // a program may answer before it has read the whole question
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		return l.text, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// write writes a line in the background. The channel is closed once the program has read it.
func (p *process) write(text []byte) <-chan struct{} {
	written := make(chan struct{})
	go func() {
		defer close(written)
		_, _ = p.in.Write(text) // a program that does not read answers nothing either
	}()
	return written
}

// finish writes the last line and waits a short time for the program to end by itself.
func (p *process) finish(text []byte) error {
	if err := p.checkUnasked(); errors.Is(err, errMore) {
		return err
	}
	deadline := time.After(grace)
	select {
	case <-p.write(text):
	case <-deadline:
		return nil
	}
	_ = p.in.Close()
	for {
		select {
		case _, more := <-p.lines: // what it says now does not matter
			if !more {
				return nil
			}
		case <-deadline:
			return nil
		}
	}
}

// waitEnd waits for a program that has closed its output, and says how it ended.
func (p *process) waitEnd() string {
	timer := time.AfterFunc(grace, func() { killGroup(p.cmd) })
	defer timer.Stop()
	_ = p.cmd.Wait()
	return p.cmd.ProcessState.String()
}

// kill ends the program and all programs that it has started.
func (p *process) kill() {
	killGroup(p.cmd)
	close(p.abandoned)
	_ = p.in.Close()
	if p.cmd.ProcessState == nil {
		_ = p.cmd.Wait()
	}
	p.stderr.end()
}

const (
	// maxErrorBytes is how many bytes of a program's standard error are passed on.
	maxErrorBytes = 64 << 10
	// maxErrorLine is how many bytes a line of it may have.
	maxErrorLine = 1 << 10
)

// errorOutput receives the standard error of a program, and passes on its lines without control
// characters.
type errorOutput struct {
	tell func(string)

	// mu guards the fields below.
	mu sync.Mutex
	// line is the beginning of a line whose end has not been written yet.
	line []byte
	// passedBytes counts the bytes that were passed on.
	passedBytes int
	// lastLine is the last line that was not empty, whether it was passed on or not.
	lastLine string
}

// Write passes on the lines that are complete.
func (v *errorOutput) Write(p []byte) (int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, b := range p {
		switch {
		case b == '\n':
			v.flush()
		case len(v.line) < maxErrorLine:
			v.line = append(v.line, b)
		}
	}
	return len(p), nil
}

// flush passes on a line.
func (v *errorOutput) flush() {
	line := strings.TrimSpace(strictyaml.Visible(ansi.Strip(string(v.line))))
	v.line = v.line[:0]
	if line == "" {
		return
	}
	v.lastLine = line
	switch total := v.passedBytes; {
	case total > maxErrorBytes:
		return
	default:
		v.passedBytes += len(line)
		if v.passedBytes > maxErrorBytes {
			line = "(it says more, which is left out)"
		}
		v.tell(line)
	}
}

// end passes on a line that was not ended.
func (v *errorOutput) end() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.flush()
}

// last returns the last line.
func (v *errorOutput) last() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.lastLine
}
