package terminal

import (
	"bytes"
	"slices"
	"time"

	"golang.org/x/time/rate"
)

// keyBudget bounds the keys of one visitor. A key costs much more than its bytes, because the screen is drawn anew.
// What somebody types by hand stays below the limits, also with a key held down, and a text that is pasted fits into
// what may come at once.
type keyBudget struct {
	// keys limits the keys of the visitor.
	keys *rate.Limiter
	// bytes limits the bytes of the visitor.
	bytes *rate.Limiter
	// address limits the keys of all visitors from the address; nil for an address without limits.
	address *rate.Limiter
	// heldBack is the beginning of a key at the end of what was dropped. It belongs to what comes next, so that the
	// rest of the key is not taken for keys of its own. Before it may stand the mark at the end of a paste, see refuse.
	heldBack []byte
}

const (
	// keysASecond is the number of keys that are taken from a visitor in a second in the long run. A key that is held
	// down repeats 30 to 50 times in a second.
	keysASecond = 100
	// keysAtOnce is the number of keys that are taken at once.
	keysAtOnce = 2000
	// bytesASecond is the number of bytes of keys that are taken from a visitor in a second in the long run.
	bytesASecond = 2000
	// bytesAtOnce is the number of bytes of keys that are taken at once.
	bytesAtOnce = 20_000
)

// newKeyBudget returns the budget of a visitor from an address with a limit of its own, nil for none.
func newKeyBudget(address *rate.Limiter) *keyBudget {
	return &keyBudget{
		keys:    rate.NewLimiter(keysASecond, keysAtOnce),
		bytes:   rate.NewLimiter(bytesASecond, bytesAtOnce),
		address: address,
	}
}

// admit returns the keys of a piece that are within the limits. It drops the keys behind them, but never the mark at
// the end of a paste. Without that mark all later keys would belong to the paste.
func (b *keyBudget) admit(piece []byte, now time.Time) []byte {
	text := slices.Concat(b.heldBack, piece)
	b.heldBack = nil
	size := b.take(text, now)
	admitted := text[:size:size]
	dropped := text[size:]
	if bytes.Contains(dropped, pasteEnd) {
		admitted = append(admitted, pasteEnd...)
	}
	b.drop(dropped)
	return admitted
}

// drop drops a text. If the text ends with the beginning of a key, drop holds that back until the rest of the key
// comes.
func (b *keyBudget) drop(text []byte) { b.heldBack = bytes.Clone(text[wholeKeys(text):]) }

// refuse drops keys that were admitted last, because the program has no room for them. The mark at the end of a paste
// comes before the next keys instead.
func (b *keyBudget) refuse(admitted []byte) {
	later := b.heldBack // what admit has held back came behind the admitted keys
	if len(later) == 0 {
		b.drop(admitted)
		later = b.heldBack
	}
	if bytes.Contains(admitted, pasteEnd) {
		b.heldBack = slices.Concat(pasteEnd, later)
	}
}

// take takes the keys at the beginning of a text from the limits, as many as they allow, and returns the size of these
// keys.
func (b *keyBudget) take(text []byte, now time.Time) (size int) {
	most := int(b.keys.TokensAt(now))
	mostBytes := int(b.bytes.TokensAt(now))
	keys := 0
	for len(text) > size && keys < most {
		next := len(text) // if only the beginning of a key is left
		if length := keyLength(text[size:]); length > 0 {
			next = size + length
		}
		if next > mostBytes || b.address != nil && !b.address.AllowN(now, 1) {
			break
		}
		size = next
		keys++
	}
	b.keys.AllowN(now, keys)
	b.bytes.AllowN(now, size)
	return size
}
