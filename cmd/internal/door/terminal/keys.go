package terminal

import (
	"bytes"
	"context"
	"io"
	"slices"
	"time"

	"fellowship/cmd/internal/door/guest"
)

// keyReader passes a visitor's keys to the program. It goes on reading when the program does not, so that nothing piles
// up: keys that come too fast, or while the program is busy for long, are dropped.
//
// Bubbletea takes the end of a read for the end of a key. A network may send a key of several bytes in two pieces, so a
// key whose end is missing waits for it, see [wholeKeys].
//
// Bubbletea keeps the bytes of a paste until it is complete. It would keep a read that fills its buffer of 256
// bytes, and a paste without an end. So a read stays below that size, and a paste that grows too long is ended.
type keyReader struct {
	ctx     context.Context
	visitor *guest.Visitor
	// pieces are the texts that the program has not read yet.
	pieces chan []byte
	// part is the beginning of a key whose end has not come yet.
	part []byte
	// ahead is a piece that comes after rest.
	ahead []byte
	// rest is the rest of the piece that the program is reading.
	rest  []byte
	paste paste
}

const (
	// idleFor is how long a visitor may type nothing. A table has its own limit for people who keep it waiting.
	idleFor = 2 * time.Hour
	// longestRead is the number of bytes of one read.
	longestRead = 200
	// longestPaste is the number of bytes of a paste.
	longestPaste = 2000
	// waitingPieces is the number of pieces that wait for the program.
	waitingPieces = 16
	// escapeWait is how long a lone escape waits for the rest of a key, before it counts as the key Escape.
	escapeWait = 50 * time.Millisecond
	// partWait is how long any other beginning of a key waits for the rest, before it is passed on as it is.
	partWait = 500 * time.Millisecond
)

// readKeys begins to read the visitor's keys. It goes on until the terminal ends, which the door ensures.
func readKeys(ctx context.Context, t *Terminal, sessions *guest.Sessions) *keyReader {
	k := &keyReader{ctx: ctx, visitor: t.Visitor, pieces: make(chan []byte, waitingPieces)}
	count := &sessions.Counters
	t.Visitor.Go(func() {
		idle := time.AfterFunc(idleFor, func() { t.Visitor.End(guest.Idle) })
		defer idle.Stop()
		defer close(k.pieces)
		budget := newKeyBudget(sessions.KeyLimiter(t.Visitor.Address))
		buffer := make([]byte, 1024)
		for {
			n, err := t.In.Read(buffer)
			if n > 0 {
				idle.Reset(idleFor)
				count.In.Add(int64(n))
				passed := k.pass(buffer[:n], budget, time.Now())
				count.Dropped.Add(int64(max(n-passed, 0)))
			}
			if err != nil || ctx.Err() != nil {
				return
			}
		}
	})
	return k
}

// pass passes what a budget admits of a piece to the program, and returns how many bytes it passed on.
func (k *keyReader) pass(piece []byte, budget *keyBudget, now time.Time) int {
	admitted := budget.admit(piece, now)
	if len(admitted) == 0 {
		return 0
	}
	if !k.offer(admitted) {
		budget.refuse(admitted)
		return 0
	}
	return len(admitted)
}

// offer passes a piece to the program, and reports whether it did. It drops the piece if too many wait.
func (k *keyReader) offer(piece []byte) bool {
	select {
	case k.pieces <- piece:
		return true
	default:
		return false
	}
}

// Read reads keys. It returns io.EOF after the last key, and after the session.
func (k *keyReader) Read(p []byte) (int, error) {
	for len(k.rest) == 0 {
		if len(k.ahead) > 0 {
			k.take(k.ahead)
			continue
		}
		select {
		case <-k.ctx.Done():
			return 0, io.EOF
		case <-k.partEnds():
			k.rest = k.paste.bound(k.part)
			k.part = nil
		case piece, ok := <-k.pieces:
			if !ok {
				k.visitor.End(guest.Lost) // nothing more will come
				return 0, io.EOF
			}
			k.take(piece)
		}
	}
	n := copy(p[:min(len(p), longestRead)], k.rest)
	if whole := wholeKeys(k.rest[:n]); n < len(k.rest) && whole > 0 {
		n = whole
	}
	k.rest = k.rest[n:]
	return n, nil
}

// take takes a piece behind the beginning of a key. An escape alone is the beginning only of a sequence; before
// anything else it is the key Escape, which the program reads by itself.
func (k *keyReader) take(piece []byte) {
	k.ahead = nil
	if isLoneEscape(k.part) && piece[0] != '[' && piece[0] != 'O' {
		k.rest = k.paste.bound(k.part)
		k.part = nil
		k.ahead = piece
		return
	}
	text := slices.Concat(k.part, piece)
	end := wholeKeys(text)
	k.part = bytes.Clone(text[end:])
	k.rest = k.paste.bound(text[:end])
}

// isLoneEscape reports whether a text is an escape and nothing else.
func isLoneEscape(text []byte) bool { return len(text) == 1 && text[0] == escape }

// partEnds returns a channel that reports when the beginning of a key has waited long enough, nil if none waits.
func (k *keyReader) partEnds() <-chan time.Time {
	switch {
	case len(k.part) == 0:
		return nil
	case isLoneEscape(k.part):
		return time.After(escapeWait)
	}
	return time.After(partWait)
}

// paste bounds texts that are pasted. The terminal marks where they begin and end.
type paste struct {
	// inside reports whether a paste has begun and not ended.
	inside bool
	// size is the number of bytes of the paste so far. Beyond longestPaste they are left out.
	size int
	// tail is the end of the text so far, in which the mark of the end may begin.
	tail []byte
}

// pasteStart and pasteEnd are the marks around a paste.
var pasteStart, pasteEnd = []byte("\x1b[200~"), []byte("\x1b[201~")

// bound returns a text of keys, in which a paste that is too long is cut.
func (p *paste) bound(text []byte) []byte {
	var out []byte
	for len(text) > 0 {
		if !p.inside {
			i := bytes.Index(text, pasteStart)
			if i < 0 {
				return append(out, text...)
			}
			i += len(pasteStart)
			out = append(out, text[:i]...)
			text = text[i:]
			p.inside = true
			p.size = 0
			p.tail = nil
			continue
		}
		// A part of the end mark may be in the text before.
		seen := len(p.tail)
		joined := append(bytes.Clone(p.tail), text...)
		end := bytes.Index(joined, pasteEnd)
		if end >= 0 {
			inner := joined[seen : end+len(pasteEnd)]
			text = text[len(inner):]
			switch {
			case p.size > longestPaste: // It was ended before.
			case p.size+len(inner) > longestPaste+len(pasteEnd):
				out = append(out, pasteEnd...)
			default:
				out = append(out, inner...)
			}
			p.inside = false
			continue
		}
		if p.size <= longestPaste {
			p.size += len(text)
			if p.size <= longestPaste {
				out = append(out, text...)
			} else {
				out = append(out, pasteEnd...)
			}
		}
		p.tail = joined[max(len(joined)-len(pasteEnd)+1, 0):]
		return out
	}
	return out
}
