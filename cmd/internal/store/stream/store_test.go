package stream

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/natstest"
	"fellowship/cmd/internal/store/storetest"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// opened opens the logs on a server until the test ends.
func opened(t testing.TB, url string) *Store {
	t.Helper()
	s, err := Open(t.Context(), Options{URL: url})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// TestLookedUp holds that an event whose fate is unknown is looked up: it is the one
// behind its mark, or another one is, or none.
func TestLookedUp(t *testing.T) {
	s := opened(t, natstest.One(t))
	at := storetest.Write(t, s, "table", store.Mark{}, "a")
	mine := writing{Store: s, table: "table", after: at, id: newID(2)}
	seq, err := mine.publish(t.Context(), storetest.Line("b"))
	require.NoError(t, err)
	again, err := mine.publish(t.Context(), storetest.Line("b"))
	require.NoError(t, err, "it is not written twice")
	assert.Equal(t, seq, again)
	found, err := mine.lookUp(t.Context(), context.DeadlineExceeded)
	require.NoError(t, err)
	assert.Equal(t, seq, found)
	other := writing{Store: s, table: "table", after: at, id: newID(2)}
	_, err = other.lookUp(t.Context(), context.DeadlineExceeded)
	require.ErrorIs(t, err, store.ErrQuicker)
	next := writing{Store: s, table: "table", after: store.Mark{Number: 2, Seq: seq}, id: newID(3)}
	_, err = next.lookUp(t.Context(), context.DeadlineExceeded)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Equal(t, storetest.Lines("a", "b"), storetest.Data(t, s, "table"))

	// What nobody has taken is not looked up: nobody would answer.
	require.NoError(t, s.js.DeleteStream(t.Context(), streamName))
	_, err = next.publish(t.Context(), storetest.Line("c"))
	assert.Equal(t, jetstream.ErrNoStreamResponse, err)
}

// TestShorter holds that a table is not played on of which the server has lost events that it
// has shown.
func TestShorter(t *testing.T) {
	url := natstest.One(t)
	s := opened(t, url)
	at := storetest.Write(t, s, "table", store.Mark{}, "a", "b", "c")
	require.NoError(t, s.js.DeleteStream(t.Context(), streamName))
	storetest.Write(t, opened(t, url), "table", store.Mark{}, "a")
	_, err := s.Append(t.Context(), "table", at, storetest.Line("d"))
	require.ErrorIs(t, err, store.ErrDamaged)
	require.ErrorContains(t, err, "table")
}

// TestNoRights says what a user may not do, and does not wait for it.
func TestNoRights(t *testing.T) {
	srv := natstest.Run(t, fmt.Sprintf(`listen: 127.0.0.1:-1
jetstream: {store_dir: %q}
authorization: {users: [
  {user: stranger, password: x, permissions: {publish: "elsewhere.>"}}
  {user: reader, password: x, permissions: {publish: {deny: "$JS.API.STREAM.CREATE.>"}}}
]}`, t.TempDir()))
	for user, missing := range map[string]string{"stranger": "$JS.API.INFO", "reader": "$JS.API.STREAM.CREATE.TABLES"} {
		_, err := Open(t.Context(), Options{URL: "nats://" + user + ":x@" + srv.Addr().String()})
		require.ErrorIs(t, err, nats.ErrPermissionViolation, user)
		require.ErrorContains(t, err, missing)
	}
}

// TestCodesAreForgotten waits for no time of its own: the server tells.
func TestCodesAreForgotten(t *testing.T) {
	codes, err := opened(t, natstest.One(t)).bucket(t.Context(), "short", 150*time.Millisecond)
	require.NoError(t, err)
	require.NoError(t, codes.Update(t.Context(), "code", []byte("table"), 0))
	require.Eventually(t, func() bool {
		_, _, err := codes.Get(t.Context(), "code")
		return err != nil
	}, time.Minute, 10*time.Millisecond)
	require.NoError(t, codes.Update(t.Context(), "code", []byte("other"), 0))
}

func TestBadOptions(t *testing.T) {
	for name, o := range map[string]Options{
		"nobody there":  {URL: "nats://127.0.0.1:1"},
		"no JetStream":  {URL: natstest.Run(t, "listen: 127.0.0.1:-1").ClientURL()},
		"small":         {URL: natstest.One(t, "max_payload: 1000")},
		"no credential": {URL: "nats://127.0.0.1:1", Remote: Remote{Credentials: filepath.Join(t.TempDir(), "none")}},
		"no key":        {URL: "nats://127.0.0.1:1", Remote: Remote{Cert: filepath.Join(t.TempDir(), "none")}},
	} {
		_, err := Open(t.Context(), o)
		require.Error(t, err, name)
		t.Log(name, err)
		_, err = Offer(t.Context(), o, Job{Queue: "sums", Version: "1", ID: "x"})
		require.Error(t, err, name)
	}
	assert.Equal(t, "nats://anna:xxxxx@host:4222", Redacted("nats://anna:secret@host:4222"))
}
