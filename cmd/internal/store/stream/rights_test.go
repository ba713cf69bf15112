package stream

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"fellowship/cmd/internal/store/natstest"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"
)

// TestRightsOfWorkers runs the server that docs/measuring.md shows. Its user for workers can
// do all that a worker does, and cannot delete or put anything else.
func TestRightsOfWorkers(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "measuring.md"))
	require.NoError(t, err)
	config := regexp.MustCompile("(?s)```conf\n(.*?)```").FindStringSubmatch(string(page))
	require.NotNil(t, config)
	srv := natstest.Run(t, strings.NewReplacer("0.0.0.0:4222", "127.0.0.1:-1", "/var/lib/nats", t.TempDir()).Replace(config[1]))
	url := func(user string) string { return "nats://" + user + "@" + srv.Addr().String() }

	d := &desk{units: make(chan []byte, 9), got: make(chan string, 9)}
	var err2 error
	d.Queue, err2 = Offer(t.Context(), Options{URL: url("measuring:WORK")}, Job{Queue: "difficulty", Version: "1", ID: "rights"})
	require.NoError(t, err2)
	require.NoError(t, d.Serve(d))
	d.units <- []byte("1+1")
	w, err := Join(t.Context(), Options{URL: url("anna:TAKE")}, "difficulty", "1", time.Minute, func(bool, error) {})
	require.NoError(t, err)
	unit := take(t, w)
	require.NoError(t, unit.Done(t.Context(), nil))
	require.NoError(t, unit.Done(t.Context(), []byte("2")))
	require.False(t, w.isDone(t.Context(), d.id))
	require.NoError(t, w.nats.forbidden())

	nc, err := nats.Connect(url("anna:TAKE"), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	require.NoError(t, err)
	defer nc.Close()
	for _, subject := range []string{
		"$JS.API.STREAM.DELETE.DIFFICULTY_UNITS", "$JS.API.STREAM.PURGE.DIFFICULTY_RESULTS", "$JS.API.STREAM.MSG.DELETE.DIFFICULTY_RESULTS",
		"$JS.API.STREAM.UPDATE.DIFFICULTY_UNITS", "$JS.API.STREAM.CREATE.OTHER", "$JS.API.CONSUMER.DELETE.DIFFICULTY_UNITS.x",
		"$JS.API.STREAM.MSG.GET.DIFFICULTY_RESULTS", "$JS.API.CONSUMER.CREATE.DIFFICULTY_RESULTS", "difficulty.result.a.b.c",
		"difficulty.done.a.b", "difficulty.news.x", "difficulty.work.ben.pc.1.x.take", d.result(d.id, "x"), "_INBOX.ben.x",
	} {
		require.NoError(t, nc.Publish(subject, nil))
		require.NoError(t, nc.Flush())
		require.ErrorIs(t, nc.LastError(), nats.ErrPermissionViolation, subject)
		require.ErrorContains(t, nc.LastError(), `"`+subject+`"`)
	}
	for _, subject := range []string{"_INBOX.ben.>", "_INBOX.>", "difficulty.work.>", ">"} {
		_, err := nc.SubscribeSync(subject)
		require.NoError(t, err)
		require.NoError(t, nc.Flush())
		require.ErrorIs(t, nc.LastError(), nats.ErrPermissionViolation, subject)
		require.ErrorContains(t, nc.LastError(), `"`+subject+`"`)
	}
	// The one with the work does nothing in a worker's name.
	require.NoError(t, nc.PublishRequest(d.said("anna.pc.1", "take"), "$JS.API.STREAM.DELETE."+d.results(), nil))
	_, err = w.ask(t.Context(), "take", "", nil)
	require.NoError(t, err)
	_, err = d.nats.js.Stream(t.Context(), d.results())
	require.NoError(t, err, "it is there still")

	done := make(chan error, 1)
	go func() {
		_, err := w.Take(t.Context())
		done <- err
	}()
	require.NoError(t, d.Close(true))
	require.ErrorIs(t, <-done, ErrDone)
	require.NoError(t, w.Close())
}
