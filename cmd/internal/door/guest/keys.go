package guest

import (
	"bytes"
	"context"
	"io"
	"time"

	"golang.org/x/time/rate"
)

// keyReader hands a visitor's keys to the program. It reads on even when the program does not, so
// that nothing piles up: keys that come too fast, or while the program is busy for long, are
// dropped.
//
// Bubbletea keeps the bytes it has read until it understands them: a read that fills its buffer of
// 256 bytes, and all of a paste, for as long as its end does not come. So reads stay below that,
// and a paste is ended when it grows too long.
type keyReader struct {
	ctx    context.Context
	v      *Visitor
	pieces chan []byte
	rest   []byte
	paste  paste
}

// These are limits: of a visitor's keys, of one read, of a paste, and of the pieces that wait to be read.
const (
	// idleFor is how long nothing may be typed. A table has its own time for those who keep
	// it waiting.
	idleFor = 2 * time.Hour
	// keysASecond is how many bytes of keys a second are taken in the long run, and keysAtOnce
	// how many at once. More are dropped.
	keysASecond   = 1000
	keysAtOnce    = 4000
	longestRead   = 200
	longestPaste  = 2000
	waitingPieces = 16
)

// readKeys begins to read the visitor's keys. It goes on until the terminal ends,
// which the door sees to.
func readKeys(ctx context.Context, v *Visitor, count *Counters) *keyReader {
	k := &keyReader{ctx: ctx, v: v, pieces: make(chan []byte, waitingPieces)}
	v.Go(func() {
		idle := time.AfterFunc(idleFor, func() { v.End(Idle) })
		defer idle.Stop()
		defer close(k.pieces)
		budget := rate.NewLimiter(keysASecond, keysAtOnce)
		buffer := make([]byte, 1024)
		for {
			n, err := v.In.Read(buffer)
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

// offer hands a piece to the program, if it may and can take it.
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

// Read returns keys. After the last of them, and after the visit, it returns io.EOF.
func (k *keyReader) Read(p []byte) (int, error) {
	for len(k.rest) == 0 {
		select {
		case <-k.ctx.Done():
			return 0, io.EOF
		case piece, ok := <-k.pieces:
			if !ok {
				k.v.End(Lost) // nothing more will come
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

// wholeKeys is how much of a text to take so that no key is cut in two, as far as
// can be seen: a key that is several bytes begins with escape, and is short.
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

// paste follows texts that are pasted: the terminal says where they begin and end.
type paste struct {
	inside bool
	// size is how much of it has come; more than the longest is left out.
	size int
	// tail is the end of what has come, in which the mark of the end may begin.
	tail []byte
}

var pasteStart, pasteEnd = []byte("\x1b[200~"), []byte("\x1b[201~")

// bound returns the text with no paste in it that is too long.
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
		// The mark of the end may have come in part.
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
