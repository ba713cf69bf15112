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
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
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

	q, err := Offer(t.Context(), Options{URL: url("measuring:WORK")}, Job{Queue: "difficulty", Version: "1", ID: "rights"})
	require.NoError(t, err)
	results := make(chan string, 9)
	require.NoError(t, q.Results(t.Context(), func(result []byte) { results <- string(result) }))
	require.NoError(t, q.Put(t.Context(), []byte("1+1")))
	w, err := Join(t.Context(), Options{URL: url("worker:TAKE")}, "difficulty", "1", time.Minute, func(News, error) {})
	require.NoError(t, err)
	unit, err := w.Take(t.Context())
	require.NoError(t, err)
	unit.Fail("not yet")
	require.ErrorIs(t, <-q.Failed(), ErrUnit)
	unit, err = w.Take(t.Context())
	require.NoError(t, err)
	again := *unit
	require.NoError(t, unit.Done(t.Context(), []byte("2")))
	require.NoError(t, again.Done(t.Context(), []byte("3")), "it was answered")
	assert.Equal(t, "2", <-results)
	require.NoError(t, w.nats.forbidden())

	nc, err := nats.Connect(url("worker:TAKE"), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	require.NoError(t, err)
	defer nc.Close()
	for _, subject := range []string{
		"$JS.API.STREAM.DELETE.DIFFICULTY_UNITS", "$JS.API.STREAM.PURGE.DIFFICULTY_RESULTS", "$JS.API.STREAM.MSG.DELETE.DIFFICULTY_RESULTS",
		"$JS.API.STREAM.UPDATE.DIFFICULTY_UNITS", "$JS.API.STREAM.CREATE.OTHER", "$JS.API.CONSUMER.DELETE.DIFFICULTY_UNITS.x",
		"difficulty.unit.a.b.c", "difficulty.news.x", "$KV.difficulty_offers.x",
	} {
		require.NoError(t, nc.Publish(subject, nil))
		require.NoError(t, nc.Flush())
		require.ErrorIs(t, nc.LastError(), nats.ErrPermissionViolation, subject)
		require.ErrorContains(t, nc.LastError(), `"`+subject+`"`)
	}
	js, err := jetstream.New(nc)
	require.NoError(t, err)
	_, err = js.Stream(t.Context(), "DIFFICULTY_RESULTS")
	require.NoError(t, err, "it is there still")

	done := make(chan error, 1)
	go func() {
		_, err := w.Take(t.Context())
		done <- err
	}()
	require.NoError(t, q.Close(true))
	require.ErrorIs(t, <-done, ErrDone)
	require.NoError(t, w.Close())
}
