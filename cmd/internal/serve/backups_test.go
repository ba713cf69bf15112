package serve

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
)

// streamBackup is what `nats backup account` writes of a stream.
type streamBackup struct {
	request server.JSApiStreamRestoreRequest
	chunks  [][]byte
}

// backups asks a server for all its streams, as `nats backup account` does.
func backups(t testing.TB, url string) (out []streamBackup) {
	t.Helper()
	nc, err := nats.Connect(url)
	require.NoError(t, err)
	defer nc.Close()
	js, err := jetstream.New(nc)
	require.NoError(t, err)
	names := js.StreamNames(t.Context())
	for name := range names.Name() {
		out = append(out, backup(t, nc, name))
	}
	require.NoError(t, names.Err())
	return out
}

func backup(t testing.TB, nc *nats.Conn, stream string) (b streamBackup) {
	t.Helper()
	inbox := nc.NewInbox()
	sub, err := nc.SubscribeSync(inbox)
	require.NoError(t, err)
	var said server.JSApiStreamSnapshotResponse
	ask(t, nc, "$JS.API.STREAM.SNAPSHOT."+stream, server.JSApiStreamSnapshotRequest{DeliverSubject: inbox, CheckMsgs: true}, &said)
	require.Nil(t, said.Error)
	b.request = server.JSApiStreamRestoreRequest{Config: *said.Config, State: *said.State}
	for {
		m, err := sub.NextMsg(time.Minute)
		require.NoError(t, err)
		if len(m.Data) == 0 {
			return b
		}
		b.chunks = append(b.chunks, m.Data)
		if m.Reply != "" {
			require.NoError(t, m.Respond(nil))
		}
	}
}

// restoreBackups puts streams back to a server that has none, as `nats account restore` does.
func restoreBackups(t testing.TB, url string, all []streamBackup) {
	t.Helper()
	nc, err := nats.Connect(url)
	require.NoError(t, err)
	defer nc.Close()
	for _, b := range all {
		var said server.JSApiStreamRestoreResponse
		require.Eventually(t, func() bool { // a cluster that has just begun has no peers yet
			said = server.JSApiStreamRestoreResponse{}
			ask(t, nc, "$JS.API.STREAM.RESTORE."+b.request.Config.Name, b.request, &said)
			return said.Error == nil || said.Error.ErrCode != uint16(server.JSClusterNoPeersErrF)
		}, time.Minute, 10*time.Millisecond)
		require.Nil(t, said.Error)
		for _, chunk := range b.chunks {
			request(t, nc, said.DeliverSubject, chunk)
		}
		end := request(t, nc, said.DeliverSubject, nil)
		var made server.JSApiStreamCreateResponse
		require.NoError(t, json.Unmarshal(end.Data, &made))
		require.Nil(t, made.Error)
	}
}

// ask asks the server for something of JetStream.
func ask(t testing.TB, nc *nats.Conn, subject string, what, answer any) {
	t.Helper()
	text, err := json.Marshal(what)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(request(t, nc, subject, text).Data, answer))
}

// request asks for something, again as long as a cluster has nobody who answers: it has just
// begun, or its servers have not heard yet that somebody does.
func request(t testing.TB, nc *nats.Conn, subject string, text []byte) (m *nats.Msg) {
	t.Helper()
	require.Eventually(t, func() bool {
		var err error
		m, err = nc.Request(subject, text, 5*time.Second)
		return err == nil
	}, time.Minute, time.Millisecond)
	return m
}
