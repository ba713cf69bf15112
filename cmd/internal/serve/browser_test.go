package serve

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	gossh "golang.org/x/crypto/ssh"
)

// browses comes in as the page does, from a browser of the friend's own.
func (f *friend) browses(code string) {
	f.t.Helper()
	page := "http://" + f.Web().String()
	ask, err := http.NewRequestWithContext(f.t.Context(), http.MethodPost, page+"/enter", nil)
	require.NoError(f.t, err)
	if f.cookie != nil {
		ask.AddCookie(f.cookie)
	}
	answer, err := http.DefaultClient.Do(ask)
	require.NoError(f.t, err)
	require.NoError(f.t, answer.Body.Close())
	require.Len(f.t, answer.Cookies(), 1)
	f.cookie = answer.Cookies()[0]
	ws, answer, err := websocket.Dial(f.t.Context(), page+"/ws", &websocket.DialOptions{
		HTTPHeader: http.Header{"Cookie": {f.cookie.Name + "=" + f.cookie.Value}},
	})
	require.NoError(f.t, err)
	if answer.Body != nil {
		_ = answer.Body.Close()
	}
	ws.SetReadLimit(-1)
	hello, err := json.Marshal(map[string]any{"name": f.name, "code": code, "lang": "en", "columns": width, "rows": height})
	require.NoError(f.t, err)
	require.NoError(f.t, ws.Write(f.t.Context(), websocket.MessageText, hello))
	screen := f.sits(typing{ws})
	f.hang = func() { _ = ws.CloseNow() }
	f.t.Cleanup(f.hang)
	go func() {
		for {
			_, text, err := ws.Read(context.Background())
			f.shows(screen, text)
			if err != nil {
				f.note(func() {
					var end websocket.CloseError
					if f.screen == screen {
						f.ended = true
						if errors.As(err, &end) {
							f.said = end.Reason
						}
					}
				})
				return
			}
		}
	}()
}

// typing sends keys as the page does.
type typing struct{ ws *websocket.Conn }

func (t typing) Write(keys []byte) (int, error) {
	return len(keys), t.ws.Write(context.Background(), websocket.MessageText, append([]byte("d"), keys...))
}

// ends waits until the friend's connection has ended.
func (f *friend) ends() {
	f.t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	for !f.ended {
		require.False(f.t, f.late, "%s is still there", f.name)
		f.changed.Wait()
	}
}

// TestBrowsersAndSSH lets two browsers and somebody with ssh finish a round together; one
// of them goes on in a browser in the middle of it, and one is known again by the cookie.
func TestBrowsersAndSSH(t *testing.T) {
	h := open(t, func(o *Options) { o.Web = "127.0.0.1:0" })
	anna := h.friend("anna")
	anna.comes("")
	anna.sees("Who are you?")
	anna.press("\r")
	anna.chooses("A code for a browser")
	own := returning(t, anna)
	anna.chooses("Begin a table")
	anna.sets("Players", "3")
	anna.chooses("Begin")
	code := anna.code("play here")
	anna.sees("http://" + h.Web().String() + "/#" + code)
	all := []*friend{anna}
	for _, name := range []string{"ben", "cleo"} {
		f := h.friend(name)
		f.browses(code)
		f.sees(name + " (you)")
		all = append(all, f)
	}
	for _, f := range all {
		f.isReady()
	}
	require.False(t, h.plays(20, all...))
	ben := all[1]
	ben.hang()
	ben.browses("")
	ben.chooses("Back to the table")
	ben.sees("p table")
	require.False(t, h.plays(10, all...))
	anna.hang()
	anna.browses(own)
	anna.chooses("Back to the table")
	anna.sees("p table")
	require.True(t, h.plays(1000, all...))
	h.nothingLeaked(h.table(), all)
}

// returning is the code to come back with that is on the screen.
func returning(t *testing.T, f *friend) string {
	t.Helper()
	m := comeBack.FindStringSubmatch(f.sees("come back with: "))
	require.NotNil(t, m)
	return m[1]
}

// TestClosedServer lets in only those whose keys stand in a file. A browser is one of
// them with the code that a person got, for as long as the key stands there.
func TestClosedServer(t *testing.T) {
	keys := filepath.Join(t.TempDir(), "friends.keys")
	write := func(friends ...*friend) {
		text := []byte("# friends\n")
		for _, f := range friends {
			text = append(text, gossh.MarshalAuthorizedKey(f.key.PublicKey())...)
		}
		require.NoError(t, os.WriteFile(keys, text, 0o600))
	}
	write()
	h := open(t, func(o *Options) { o.Web, o.Keys = "127.0.0.1:0", keys })
	anna, ben := h.friend("anna"), h.friend("ben")
	write(anna)
	_, err := gossh.Dial("tcp", h.ssh.Addr().String(), &gossh.ClientConfig{
		User: "ben", Auth: []gossh.AuthMethod{gossh.PublicKeys(ben.key)}, HostKeyCallback: gossh.FixedHostKey(h.Server.key.PublicKey()),
	})
	require.Error(t, err)

	anna.comes("")
	anna.sees("Who are you?")
	anna.press("\r")
	anna.chooses("Begin a table")
	anna.chooses("Begin")
	code := anna.code("play here")
	assert.NotContains(t, anna.sees("I am ready"), "http://", "an invitation lets no browser in")
	answer, err := http.Get("http://" + h.Web().String() + "/")
	require.NoError(t, err)
	page, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	assert.Contains(t, string(page), "This server lets in people whose keys it knows.")
	assert.Contains(t, string(page), "<code>"+h.joinSSH("")[0]+"</code>")
	for _, wrong := range []string{"", code, "aaa-aaa-aaa-aaa"} {
		ben.browses(wrong)
		ben.ends()
		assert.Equal(t, "closed", ben.said, "%q", wrong)
	}

	anna.chooses("Leave for the lobby")
	anna.chooses("A code for a browser")
	own := returning(t, anna)
	phone := h.friend("anna")
	phone.browses(own)
	anna.ends()
	phone.chooses("Back to the table")
	phone.sees("anna (you, host")

	write(ben)
	phone.hang()
	phone.browses(own)
	phone.ends()
	assert.Equal(t, "closed", phone.said)
}

// TestWithoutGuests wants a key of everybody, of browsers as well.
func TestWithoutGuests(t *testing.T) {
	h := open(t, func(o *Options) { o.Web, o.Guests = "127.0.0.1:0", false })
	gus := h.friend("gus")
	gus.browses("")
	gus.ends()
	assert.Equal(t, "closed", gus.said)
	_, err := Start(t.Context(), Options{Web: "127.0.0.1:0", Dir: t.TempDir(), Library: h.opts.Library, Texts: h.opts.Texts})
	require.ErrorContains(t, err, "nobody could come in")
}
