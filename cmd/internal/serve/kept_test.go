package serve

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fellowship/cmd/internal/door/web/webtest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	gossh "golang.org/x/crypto/ssh"
)

// kept is where the files are that are read for ever.
const kept = "../cli/testdata/kept"

// keptFriend is somebody whose key of ssh the server of 90b455aa knew.
func (h *house) keptFriend(name string) *friend {
	f := h.friend(name)
	text, err := os.ReadFile(filepath.Join(kept, "visitors", name))
	require.NoError(h.t, err)
	f.key, err = gossh.ParsePrivateKey(text)
	require.NoError(h.t, err)
	return f
}

// keptSurfer is somebody whose browser has the cookies of that server, as curl has kept them.
func (h *house) keptSurfer(name string) *surfer {
	s := &surfer{Browser: webtest.New("http://" + h.Web().String()), t: h.t, name: name}
	s.Lang = "en"
	jar, err := os.ReadFile(filepath.Join(kept, "visitors", name+".jar"))
	require.NoError(h.t, err)
	for line := range strings.Lines(string(jar)) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 7 {
			s.Client().Jar.SetCookies(s.URL, []*http.Cookie{{Name: f[5], Value: f[6]}})
		}
	}
	require.NoError(h.t, s.Open("/"))
	return s
}

// link goes where a link of the page leads whose text has some words.
func (s *surfer) link(words string) {
	s.t.Helper()
	to := ""
	for part := range strings.SplitSeq(string(s.Body), "<a ") {
		if text, _, _ := strings.Cut(part, "</a>"); strings.Contains(text, words) && to == "" {
			_, text, _ = strings.Cut(text, `href="`)
			to, _, _ = strings.Cut(text, `"`)
		}
	}
	require.NotEmpty(s.t, to, "no link to %s:\n%s", words, s.Text())
	require.NoError(s.t, s.Open(to))
	require.Equal(s.t, http.StatusOK, s.Status, s.Text())
}

// TestKeptServer begins with the folder that the server of 90b455aa has left: its people are
// known again by their keys, cookies and codes, sit in their seats, and play on.
func TestKeptServer(t *testing.T) {
	t.Parallel()
	left := time.Date(2026, 11, 26, 2, 10, 0, 0, time.UTC) // later its tables are old
	began := time.Now()
	h := open(t, func(o *Options) {
		o.Dir = copyFolder(t, filepath.Join(kept, "server"))
		o.Web = "127.0.0.1:0"
		o.Now = func() time.Time { return left.Add(time.Since(began)) }
	})
	all, err := h.store.Tables()
	require.NoError(t, err)
	require.Len(t, all, 4)
	for _, name := range []string{"host_key", "web_secret"} {
		was, err := os.ReadFile(filepath.Join(kept, "server", name))
		require.NoError(t, err)
		is, err := os.ReadFile(filepath.Join(h.opts.Dir, name))
		require.NoError(t, err)
		assert.Equal(t, was, is, name)
	}

	// A computer plays in Cleo's seat until she is back.
	anna := h.keptFriend("anna")
	ben := h.keptFriend("ben")
	cleo := h.keptSurfer("cleo")
	for _, f := range []*friend{anna, ben} {
		f.comes("")
		f.chooses("Back to the table")
	}
	assert.Contains(t, cleo.Text(), "Welcome, Cleo")
	cleo.link("round 1 is being played")
	assert.Contains(t, cleo.Text(), "Cleo (you")
	anna.sees("p table")
	anna.press("p")
	anna.until("Cleo again", func(now string) bool {
		return strings.Contains(now, "Back to the round") && strings.Contains(now, "Cleo") &&
			!strings.Contains(now, "plays meanwhile")
	})
	anna.press("\x1b")
	h.playAll([]*friend{anna, ben}, []*surfer{cleo})

	// Dora comes back with a code in another browser; two rounds are over, and a third begins.
	code, err := os.ReadFile(filepath.Join(kept, "visitors", "dora.code"))
	require.NoError(t, err)
	dora := h.surfs("Dora", strings.TrimSpace(string(code)))
	assert.Contains(t, dora.Text(), "Welcome, Dora")
	dora.link("The Road")
	for _, text := range []string{
		"Round 2 was ", "Cleo: Das war Runde 1 – schön!", "Cleo: Das war Runde 2 – schön!",
		"Dora (you, host",
	} {
		assert.Contains(t, dora.Text(), text)
	}
	require.NoError(t, cleo.Open(dora.URL.Path))
	for _, s := range []*surfer{dora, cleo} {
		require.NoError(t, s.Open(s.URL.Path))
		if b, _ := s.Button("ready"); b.Value == "yes" {
			s.press("ready")
		}
	}
	require.NoError(t, dora.Open(dora.URL.Path))
	_, waits := dora.Button("ready")
	assert.False(t, waits, "the round has begun:\n%s", dora.Text())

	// Her campaign goes on; the table that she closed is none of hers.
	dora = h.keptSurfer("dora")
	assert.NotContains(t, dora.Text(), "c01p1s2")
	dora.link("ampaign")
	h.playAll(nil, []*surfer{dora})
	assert.Contains(t, dora.Text(), "Round 2 was ")

	// Anna's browser is anna.
	assert.Contains(t, h.keptSurfer("anna").Text(), "Welcome, anna")
}
