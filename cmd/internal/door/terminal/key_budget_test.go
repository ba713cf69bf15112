package terminal

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/time/rate"
	"pgregory.net/rapid"
)

// TestTypedByHand checks that nothing is lost of what somebody types by hand: a key that is held down for ten minutes,
// the wheel of a mouse, and a text that is pasted now and then.
func TestTypedByHand(t *testing.T) {
	const repeats = 50
	pasted := string(pasteStart) + strings.Repeat("fellowship ", 60) + string(pasteEnd)
	for _, key := range []string{"\x1b[A", "h", "ä", "\x1b[<65;3;4M"} {
		now := time.Now()
		b := newKeyBudget(rate.NewLimiter(500, 10_000))
		for n := range repeats * 600 {
			now = now.Add(time.Second / repeats)
			typed := key
			if n%(repeats*60) == 0 {
				typed = pasted
			}
			require.Equal(t, typed, string(b.admit([]byte(typed), now)), "%q after %d", key, n)
		}
	}
}

// TestKeyLimits checks how many keys are taken at once and in a second, whatever a key is, and that no key is cut.
func TestKeyLimits(t *testing.T) {
	for _, key := range []string{"h", "\r", "ä", "\x1bx", "\x1b[A", "\x1b[M !!", "\x1b[<0;1;1M", "😀"} {
		now := time.Now()
		b := newKeyBudget(nil)
		admit := func() int {
			count := 0
			for range 100 {
				admitted := string(b.admit([]byte(strings.Repeat(key, 100)), now))
				require.Equal(t, len(admitted)/len(key), strings.Count(admitted, key), "%q: whole keys", key)
				require.Zero(t, len(admitted)%len(key), "%q: whole keys", key)
				count += len(admitted) / len(key)
			}
			return count
		}
		assert.Equal(t, keysAtOnce, admit(), "%q", key)
		assert.Zero(t, admit(), "%q", key)
		for range 5 {
			now = now.Add(time.Second)
			assert.InDelta(t, keysASecond, admit(), 1, "%q", key)
		}
	}
}

// TestKeysOfAnAddress lets many visitors of one address type at the same moment: exactly as many keys are taken as may
// come from the address.
func TestKeysOfAnAddress(t *testing.T) {
	const most = 5000
	address := rate.NewLimiter(500, most)
	now := time.Now()
	var taken atomic.Int64
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() {
			b := newKeyBudget(address)
			for range 20 {
				taken.Add(int64(len(b.admit([]byte(strings.Repeat("h", 100)), now))))
			}
		})
	}
	all.Wait()
	assert.EqualValues(t, most, taken.Load())
	taken.Store(0)
	assert.Len(t, newKeyBudget(nil).admit([]byte("hello"), now), 5, "another address")
}

// TestEndOfPasteIsNeverDropped checks that a paste whose end comes too late still ends, also if its end comes in pieces.
// Otherwise all keys afterwards would belong to the paste.
func TestEndOfPasteIsNeverDropped(t *testing.T) {
	for split := range len(pasteEnd) + 1 {
		now := time.Now()
		b := newKeyBudget(nil)
		var p paste
		var read strings.Builder
		types := func(text string) { read.Write(p.bound(b.admit([]byte(text), now))) }
		types(string(pasteStart))
		for range 100 {
			types(strings.Repeat("y", 100))
		}
		types("yyy" + string(pasteEnd[:split]))
		types(string(pasteEnd[split:]))
		now = now.Add(time.Minute)
		types("q")
		assert.False(t, p.inside, split)
		text := read.String()
		assert.Equal(t, 1, strings.Count(text, string(pasteStart)), split)
		assert.True(t, strings.HasSuffix(text, string(pasteEnd)+"q"), "%d: %q", split, text[len(text)-20:])
	}
}

// TestPasteEndsThoughTheProgramIsBusy checks that a paste ends whose end comes while too many pieces wait for the
// program, and that a key whose beginning came then is not cut.
func TestPasteEndsThoughTheProgramIsBusy(t *testing.T) {
	now := time.Now()
	b := newKeyBudget(nil)
	k := &keyReader{pieces: make(chan []byte, waitingPieces)}
	types := func(text string) int { return k.pass([]byte(text), b, now) }
	assert.Equal(t, len(pasteStart), types(string(pasteStart)))
	for range waitingPieces - 1 {
		assert.Equal(t, 1, types("y"))
	}
	assert.Zero(t, types("yyy"+string(pasteEnd)+"z\x1b["))

	var p paste
	var read strings.Builder
	for range waitingPieces {
		read.Write(p.bound(<-k.pieces))
	}
	types("Aq")
	read.Write(p.bound(<-k.pieces))
	assert.False(t, p.inside)
	assert.Equal(t, string(pasteStart)+strings.Repeat("y", waitingPieces-1)+string(pasteEnd)+"\x1b[Aq", read.String())
}

// TestAnyKeys checks that whatever comes, in whatever pieces, no more is passed on than came, and all of it if it is
// little.
func TestAnyKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.SampledFrom([]string{
			"\x1b", "[", "200~", "\x1b[200~", "\x1b[201~", "\x1b[20", "\x1b[M", "\x1b[<0;1;1M", ";", "a", "ä", "\xc3", "\x00", "\xff",
		})
		pieces := rapid.SliceOfN(part, 1, 300).Draw(t, "pieces")
		now := time.Now()
		b := newKeyBudget(nil)
		var admitted strings.Builder
		for _, piece := range pieces {
			admitted.Write(b.admit([]byte(piece), now))
		}
		came := strings.Join(pieces, "")
		if len(came) <= keysAtOnce {
			require.Equal(t, came, admitted.String())
		}
		require.LessOrEqual(t, admitted.Len(), len(came))
	})
}
