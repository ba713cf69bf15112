package terminal

import (
	"bytes"
	"context"
	"io"
	"time"

	"fellowship/cmd/internal/door/guest"

	"golang.org/x/time/rate"
)

// keyReader passes a visitor's keys to the program. It goes on reading when the program does not, so that nothing piles
// up: keys that come too fast, or while the program is busy for long, are dropped.
//
// Bubbletea keeps the bytes of a key or a paste until it is complete. It would keep a read that fills its buffer of 256
// bytes, and a paste without an end. So a read stays below that size, and a paste that grows too long is ended.
type keyReader struct {
	ctx     context.Context
	visitor *guest.Visitor
	// pieces are the texts that the program has not read yet.
	pieces chan []byte
	// rest is the rest of the piece that the program is reading.
	rest  []byte
	paste paste
}

const (
	// idleFor is how long a visitor may type nothing. A table has its own limit for people who keep it waiting.
	idleFor = 2 * time.Hour
	// keysASecond is the number of bytes of keys that are taken in a second in the long run. More are dropped.
	keysASecond = 1000
	// keysAtOnce is the number of bytes of keys that are taken at once. More are dropped.
	keysAtOnce = 4000
	// longestRead is the number of bytes of one read.
	longestRead = 200
	// longestPaste is the number of bytes of a paste.
	longestPaste = 2000
	// waitingPieces is the number of pieces that wait for the program.
	waitingPieces = 16
)

// readKeys begins to read the visitor's keys. It goes on until the terminal ends, which the door ensures.
func readKeys(ctx context.Context, t *Terminal, count *guest.Counters) *keyReader {
	k := &keyReader{ctx: ctx, visitor: t.Visitor, pieces: make(chan []byte, waitingPieces)}
	t.Visitor.Go(func() {
		idle := time.AfterFunc(idleFor, func() { t.Visitor.End(guest.Idle) })
		defer idle.Stop()
		defer close(k.pieces)
		budget := rate.NewLimiter(keysASecond, keysAtOnce)
		buffer := make([]byte, 1024)
		for {
			n, err := t.In.Read(buffer)
			if n > 0 {
				idle.Reset(idleFor)
				count.In.Add(int64(n))
				if !k.offer(buffer[:n], budget) {
					count.Dropped.Add(int64(n))
				}
			}
			if err != nil || ctx.Err() != nil {
				return
			}
		}
	})
	return k
}

// offer passes a piece to the program, and reports whether it did. It drops a piece beyond the budget, or if too many
// wait.
func (k *keyReader) offer(piece []byte, budget *rate.Limiter) bool {
	if !budget.AllowN(time.Now(), len(piece)) {
		return false
	}
	select {
	case k.pieces <- bytes.Clone(piece):
		return true
	default:
		return false
	}
}

// Read reads keys. It returns io.EOF after the last key, and after the session.
func (k *keyReader) Read(p []byte) (int, error) {
	for len(k.rest) == 0 {
		select {
		case <-k.ctx.Done():
			return 0, io.EOF
		case piece, ok := <-k.pieces:
			if !ok {
				k.visitor.End(guest.Lost) // nothing more will come
				return 0, io.EOF
			}
			k.rest = k.paste.bound(piece)
		}
	}
	n := copy(p[:min(len(p), longestRead)], k.rest)
	if n < len(k.rest) {
		n = wholeKeys(k.rest[:n])
	}
	k.rest = k.rest[n:]
	return n, nil
}

// wholeKeys returns the number of bytes to take from a text so that no key is cut in two, as far as that can be seen: a
// key of several bytes begins with escape, and is short.
func wholeKeys(text []byte) int {
	const longestKey = 16
	if i := bytes.LastIndexByte(text, '\x1b'); i > 0 && i > len(text)-longestKey {
		return i
	}
	for i := len(text) - 1; i > 0 && i > len(text)-4; i-- {
		if text[i] >= 0xc0 { // the beginning of a character
			return i
		}
		if text[i] < 0x80 {
			break
		}
	}
	return len(text)
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
			if p.size <= longestPaste {
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
