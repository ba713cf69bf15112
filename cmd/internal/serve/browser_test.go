package serve

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fellowship/cmd/internal/door/web/webtest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	gossh "golang.org/x/crypto/ssh"
)

// surfer is a friend with a browser, who loads pages and presses buttons.
type surfer struct {
	*webtest.Browser
	t     testing.TB
	name  string
	pages [][]byte
}

// surfs comes in with a browser of the friend's own.
func (h *house) surfs(name, code string) *surfer {
	h.t.Helper()
	s := &surfer{Browser: webtest.New("http://" + h.Web().String()), t: h.t, name: name}
	s.Lang = "en"
	s.OnPage = func(page []byte) { s.pages = append(s.pages, page) }
	require.NoError(h.t, s.Open("/"))
	s.press("Join", "name", name, "code", code)
	return s
}

func (s *surfer) press(name string, fields ...string) {
	s.t.Helper()
	require.NoError(s.t, s.Press(name, fields...))
}

// acts does what there is to do in a round, and reports whether there was anything, and
// whether the round is over.
func (s *surfer) acts() (did, over bool) {
	s.t.Helper()
	require.NoError(s.t, s.Open(s.URL.Path))
	if _, ok := s.Button("ready"); ok {
		return false, true
	}
	b, ok := s.Next()
	if ok {
		s.press(b.ID)
	}
	return ok, false
}

// playAll lets friends with ssh and with browsers play until the round is over for all.
func (h *house) playAll(friends []*friend, surfers []*surfer) {
	h.t.Helper()
	for {
		ended := 0
		for _, s := range surfers {
			if _, over := s.acts(); over {
				ended++
			}
		}
		for _, f := range friends {
			h.mu.Lock()
			now := f.text
			whole := f.whole()
			late := h.late
			h.mu.Unlock()
			require.False(h.t, late, "the round does not go on:\n%s", now)
			switch {
			case whole && over(now):
				ended++
			case whole && acts(now):
				f.act(now)
			}
		}
		if ended == len(friends)+len(surfers) {
			return
		}
	}
}

// cardName makes codes of the names of cards.
var cardName = strings.NewReplacer("Hills ", "H", "Mountains ", "M", "Forests ", "F", "Shadows ", "S", "Rings ", "R",
	"Balrog ", "B")

// codes is a page with the codes of cards in the place of their names, and without pictures.
func codes(page string) string {
	var out strings.Builder
	for {
		before, picture, _ := strings.Cut(page, "<svg")
		_, behind, ended := strings.Cut(picture, "</svg>")
		if !ended {
			out.WriteString(page)
			return cardName.Replace(out.String())
		}
		out.WriteString(before)
		page = behind
	}
}

// seen are all bytes that came to a browser, as frames of a screen.
func (s *surfer) seen(h *house) *friend {
	f := &friend{house: h, name: s.name}
	for _, page := range s.pages {
		text := codes(string(page))
		if strings.Contains(text, `id="goon"`) {
			text += "Enter goes on"
		}
		if strings.Contains(text, "Round 1 was ") {
			text += "Enter: to the table"
		}
		f.frames = append(f.frames, text)
	}
	return f
}

// TestBrowsersAndSSH lets two browsers and two people with ssh finish a round together; one
// of them goes on in a browser in the middle of it, and one is known again by the cookie.
// No byte of a page shows what its person may not see.
func TestBrowsersAndSSH(t *testing.T) {
	t.Parallel()
	h := open(t, func(o *Options) { o.Web = "127.0.0.1:0" })
	anna := h.friend("anna")
	anna.comes("")
	anna.sees("Who are you?")
	anna.press("\r")
	anna.chooses("A code for a browser")
	own := returning(t, anna)
	anna.chooses("Open a table")
	anna.sets("Players", "4")
	anna.begins()
	code := anna.code("play here")
	anna.sees("http://" + h.Web().String() + "/#" + code)
	ben, cleo := h.surfs("ben", code), h.surfs("cleo", code)
	assert.Contains(t, ben.Text(), "ben (you)")
	dora := h.friend("dora")
	dora.comes(code)
	dora.sees("Who are you?")
	dora.press("\r")
	dora.sees("dora (you)")
	anna.isReady()
	dora.isReady()
	for _, s := range []*surfer{ben, cleo} {
		require.NoError(t, s.Open(s.URL.Path))
		s.press("ready")
		require.Equal(t, http.StatusOK, s.Status, s.Text())
	}
	for range 3 {
		for _, s := range []*surfer{ben, cleo} {
			s.acts()
		}
		for _, f := range []*friend{anna, dora} {
			h.mu.Lock()
			seen := f.text
			turn := f.whole() && acts(f.text)
			h.mu.Unlock()
			if turn {
				f.act(seen)
			}
		}
	}
	require.NoError(t, ben.Open("/"))
	require.Contains(t, ben.Text(), "ben")
	require.NoError(t, ben.Open(regexp.MustCompile(`/table/\w+`).FindString(string(ben.Body))))
	anna.hang()
	there := h.surfs("anna", own)
	require.Contains(t, there.Text(), "Welcome, anna")
	require.NoError(t, there.Open(regexp.MustCompile(`/table/\w+`).FindString(string(there.Body))))
	h.playAll([]*friend{dora}, []*surfer{there, ben, cleo})
	assert.Greater(t, h.decisions.Load(), int64(20))
	h.nothingLeaked(h.table(), []*friend{there.seen(h), ben.seen(h), cleo.seen(h), dora})
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
	t.Parallel()
	keys := filepath.Join(t.TempDir(), "friends.keys")
	write := func(friends ...*friend) {
		text := []byte("# friends\n")
		for _, f := range friends {
			text = append(text, gossh.MarshalAuthorizedKey(f.key.PublicKey())...)
		}
		require.NoError(t, os.WriteFile(keys, text, 0o600))
	}
	write()
	h := open(t, func(o *Options) {
		o.Web = "127.0.0.1:0"
		o.Keys = keys
	})
	anna, ben := h.friend("anna"), h.friend("ben")
	write(anna)
	_, err := gossh.Dial("tcp", h.ssh.Addr().String(), &gossh.ClientConfig{
		User: "ben", Auth: []gossh.AuthMethod{gossh.PublicKeys(ben.key)},
		HostKeyCallback: gossh.FixedHostKey(h.Server.key.PublicKey()),
	})
	require.Error(t, err)

	anna.comes("")
	anna.sees("Who are you?")
	anna.press("\r")
	anna.chooses("Open a table")
	anna.begins()
	code := anna.code("play here")
	assert.NotContains(t, anna.sees("I am ready"), "http://", "an invitation lets no browser in")
	for _, wrong := range []string{"", code, "aaa-aaa-aaa-aaa"} {
		eve := h.surfs("ben", wrong)
		assert.Equal(t, http.StatusForbidden, eve.Status, "%q", wrong)
		assert.Contains(t, eve.Text(), "This server admits only people whose keys it knows.")
		assert.Contains(t, eve.Text(), h.joinSSH("")[0])
	}

	anna.chooses("Go to the lobby")
	anna.chooses("A code for a browser")
	own := returning(t, anna)
	phone := h.surfs("anna", own)
	require.NoError(t, phone.Open(regexp.MustCompile(`/table/\w+`).FindString(string(phone.Body))))
	assert.Contains(t, phone.Text(), "anna (you, host")

	write(ben)
	require.NoError(t, phone.Open(phone.URL.Path))
	assert.NotContains(t, phone.Text(), "host")
	phone = h.surfs("anna", own)
	assert.Equal(t, http.StatusForbidden, phone.Status)
}

// TestWithoutGuests wants a key of everybody, of browsers as well.
func TestWithoutGuests(t *testing.T) {
	t.Parallel()
	h := open(t, func(o *Options) {
		o.Web = "127.0.0.1:0"
		o.Guests = false
	})
	assert.Equal(t, http.StatusForbidden, h.surfs("gus", "").Status)
	_, err := Start(Options{Web: "127.0.0.1:0", Dir: t.TempDir(), Library: h.opts.Library, Texts: h.opts.Texts})
	require.ErrorContains(t, err, "no one could join")
}
