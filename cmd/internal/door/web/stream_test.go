package web

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// countingReader counts the bytes that are read, one by one, so that nothing is read ahead of what is needed.
type countingReader struct {
	from *bufio.Reader
	read int
}

func (r *countingReader) ReadByte() (byte, error) {
	r.read++
	return r.from.ReadByte()
}

func (r *countingReader) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	r.read += n
	return n, err
}

// wireEvent is an event of a stream as it came over the wire.
type wireEvent struct {
	text string
	// wire is how many bytes it took there.
	wire int
}

// listen follows the compressed events of a table, and hands on each until the stream ends.
func (p *person) listen() <-chan wireEvent {
	p.t.Helper()
	r, err := http.NewRequest(http.MethodGet, p.URL.String()+"/events", nil)
	require.NoError(p.t, err)
	r.Header.Set("Accept-Encoding", "gzip, deflate, br")
	answer, err := p.Client().Do(r)
	require.NoError(p.t, err)
	require.Equal(p.t, "gzip", answer.Header.Get("Content-Encoding"))
	p.t.Cleanup(func() { _ = answer.Body.Close() })
	events := make(chan wireEvent, 1000)
	go func() {
		defer close(events)
		wire := &countingReader{from: bufio.NewReader(answer.Body)}
		z, err := gzip.NewReader(wire)
		if err != nil {
			return
		}
		var text strings.Builder
		before := 0
		for buffer := make([]byte, 1); ; {
			if _, err := io.ReadFull(z, buffer); err != nil {
				return
			}
			text.Write(buffer)
			if strings.HasSuffix(text.String(), "\n\n") {
				events <- wireEvent{text.String(), wire.read - before}
				before = wire.read
				text.Reset()
			}
		}
	}()
	return events
}

// What an event of a table takes on the wire at most, as docs/serving.md says. The first one of a stream has nothing to
// refer to, and in a new round it brings the page about the chapter. The one that ends a round brings pictures of the
// links by which others come, and what can be played next.
const (
	mostFirstEvent = 4 << 10
	mostEvent      = 1 << 10
	mostEndEvent   = 3 << 10
	// someEvent is what an event in the round takes on average.
	someEvent = 450
)

// TestEventSize checks what the events of a whole round take on the wire.
func TestEventSize(t *testing.T) {
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	code := anna.begins("players", "4", "game", "2:", "deal", "c02p4s7")
	people := []*person{anna, s.comes("Ben", code), s.comes("Cleo", code), s.comes("Dora", code)}
	for _, p := range people {
		require.NoError(t, p.Open(anna.URL.Path))
		p.does("ready")
	}
	events := anna.listen()
	first := <-events
	assert.LessOrEqual(t, first.wire, mostFirstEvent)
	require.True(t, playOn(t, 1000, people...))
	s.close()
	count := 0
	sum := 0
	most := 0
	mostEnd := 0
	for event := range events {
		switch {
		case strings.Contains(event.text, `class="playing"`):
			count++
			sum += event.wire
			most = max(most, event.wire)
			assert.LessOrEqual(t, event.wire, mostEvent, event.text)
		case strings.Contains(event.text, `class="between"`):
			mostEnd = max(mostEnd, event.wire)
			assert.LessOrEqual(t, event.wire, mostEndEvent, event.text)
		}
	}
	require.Greater(t, count, 20)
	assert.LessOrEqual(t, sum/count, someEvent)
	assert.Positive(t, mostEnd, "the round has ended")
	t.Logf("bytes: %d the first event; %d on average and %d at most of %d in the round; %d the end", first.wire,
		sum/count, most, count, mostEnd)
}

// TestStreamIsWhole checks that a browser reads what was sent, with events of any length in any order.
func TestStreamIsWhole(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	recorder := httptest.NewRecorder()
	plain := httptest.NewRecorder()
	packed := &stream{w: recorder, control: http.NewResponseController(recorder), packed: true}
	_, _ = recorder.Write(gzipHeader)
	unpacked := &stream{w: plain, control: http.NewResponseController(plain)}
	table := bytes.Repeat([]byte("<p>a table</p>"), 1000)
	for n := range 200 {
		var data []byte
		switch random.IntN(4) {
		case 0: // a beat
		case 1:
			data = bytes.Repeat([]byte{byte('a' + random.IntN(26))}, random.IntN(2*mostWindow))
		default:
			table[random.IntN(len(table))] = byte('a' + random.IntN(26))
			data = table[:random.IntN(len(table))]
		}
		for _, to := range []*stream{packed, unpacked} {
			_ = to.send(fmt.Sprint("event", n), data, int64(n))
			require.LessOrEqual(t, len(to.window), mostWindow)
		}
	}
	z, err := gzip.NewReader(recorder.Body)
	require.NoError(t, err)
	got, err := io.ReadAll(z)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF, "it never ends")
	assert.True(t, bytes.Equal(plain.Body.Bytes(), got))
}
