package web

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/door/web/webtest"
	"fellowship/cmd/internal/table"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ask makes a request on a connection of its own, and follows nothing.
func (s *served) ask(method, path string, header http.Header) *http.Response {
	s.t.Helper()
	r, err := http.NewRequest(method, s.url+path, nil)
	require.NoError(s.t, err)
	if header != nil {
		r.Header = header
	}
	r.Close = true
	answer, err := (&http.Transport{DisableCompression: true}).RoundTrip(r)
	require.NoError(s.t, err)
	s.t.Cleanup(func() { _ = answer.Body.Close() })
	return answer
}

func body(t testing.TB, answer *http.Response) string {
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return string(text)
}

func with(token string) http.Header { return http.Header{"Cookie": {cookie + "=" + token}} }

// TestPage checks that a page is in the browser's language, that its header limits what it may do, and that nothing on
// it comes from another server.
func TestPage(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	answer := s.ask("GET", "/", http.Header{"Accept-Language": {"fr, de-AT;q=0.8, en"}})
	page := body(t, answer)
	csp := answer.Header.Get("Content-Security-Policy")
	assert.Contains(t, csp, "default-src 'none'; script-src 'nonce-")
	assert.Contains(t, csp, "frame-ancestors 'none'")
	assert.NotContains(t, csp, "unsafe")
	nonce := regexp.MustCompile(`'nonce-([^']+)'`).FindStringSubmatch(csp)
	require.NotNil(t, nonce)
	assert.Contains(t, page, `nonce="`+nonce[1]+`"`)
	assert.NotContains(t, body(t, s.ask("GET", "/", nil)), nonce[1], "each answer has its own")
	assert.Contains(t, page, `<html lang="de"`)
	assert.Contains(t, page, "Dein Name")
	assert.Contains(t, page, "Auf dem Server läuft Version "+build.Version())
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
		"Cross-Origin-Opener-Policy": "same-origin", "Cache-Control": "no-store",
	} {
		assert.Equal(t, want, answer.Header.Get(name), name)
	}
	for _, lang := range []string{"", "fr", "*", strings.Repeat("de,", 1000)} {
		assert.Contains(t, body(t, s.ask("GET", "/", http.Header{"Accept-Language": {lang}})), `<html lang="en"`)
	}
	for _, path := range []string{
		"/page.html", "/page/page.js", "/..%2fweb.go", "/x", "//", "/read/x",
		"/read/chapter/99",
	} {
		assert.Contains(t, []int{http.StatusNotFound, http.StatusMovedPermanently, http.StatusTemporaryRedirect},
			s.ask("GET", path, nil).StatusCode, path)
	}
	for _, path := range []string{"/new", "/table/abc", "/table/abc/events", "/table/abc/look"} {
		assert.Equal(t, http.StatusSeeOther, s.ask("GET", path, nil).StatusCode, "a stranger is sent to the door: %s",
			path)
	}
	assert.Equal(t, http.StatusMethodNotAllowed, s.ask("DELETE", "/", nil).StatusCode)
}

// mostScript bounds the bytes of a script, as it is sent to browsers that accept no compression. The script of a table
// needs more than 12 KB since it guards the steps of a result against taps that come too early.
const mostScript = 13 << 10

// TestAssets checks that each asset is sent in each encoding, and that only the name with the version is kept.
func TestAssets(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	fetch := func(path, accepted string) (text string, header http.Header) {
		t.Helper()
		answer := s.ask("GET", path, http.Header{"Accept-Encoding": {accepted}})
		require.Equal(t, http.StatusOK, answer.StatusCode, path)
		return body(t, answer), answer.Header
	}
	for name, a := range assets() {
		text, header := fetch("/"+name, "")
		assert.Equal(t, a.mediaType, header.Get("Content-Type"))
		assert.Empty(t, header.Get("Content-Encoding"))
		assert.Equal(t, "no-cache", header.Get("Cache-Control"))
		packed, header := fetch(assetPath(name), "gzip")
		assert.Equal(t, "gzip", header.Get("Content-Encoding"))
		assert.Equal(t, "public, max-age=31536000, immutable", header.Get("Cache-Control"))
		z, err := gzip.NewReader(strings.NewReader(packed))
		require.NoError(t, err)
		unpacked, err := io.ReadAll(z)
		require.NoError(t, err)
		assert.Equal(t, text, string(unpacked), name)
		packed, header = fetch(assetPath(name), "gzip, deflate, br, zstd")
		assert.Equal(t, "br", header.Get("Content-Encoding"))
		unpacked, err = io.ReadAll(brotli.NewReader(strings.NewReader(packed)))
		require.NoError(t, err)
		assert.Equal(t, text, string(unpacked), name)
		assert.NotContains(t, text, "@import")
		assert.NotRegexp(t, `https?://`, strings.ReplaceAll(text, `xmlns="http://www.w3.org/2000/svg"`, ""))
		if strings.HasSuffix(name, ".js") {
			assert.LessOrEqual(t, len(text), mostScript, name)
		}
	}
	assert.Equal(t, http.StatusNotFound, s.ask("GET", "/common.00000000.css", nil).StatusCode, "another version")
}

// TestAccepts checks how the header Accept-Encoding is read.
func TestAccepts(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]bool{
		"": false, "br": true, "gzip, deflate, br": true, "gzip,BR;q=0.5": true, "gzip, br;q=0": false,
		"br; q=0.0": false, "brotli": false, "*": false, "br;q=x": false,
	} {
		r := &http.Request{Header: http.Header{"Accept-Encoding": {header}}}
		assert.Equal(t, want, accepts(r, "br"), header)
	}
}

// TestSize checks what docs/serving.md says: how much a browser loads for its first table, compressed, and how much of it
// is the page. The rest is all files that the page refers to, of which the browser keeps a copy.
func TestSize(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	anna.begins("players", "4", "game", "2:", "computer", "fair")
	loads := func(path string) int {
		r, err := http.NewRequest(http.MethodGet, s.url+path, nil)
		require.NoError(t, err)
		r.Header.Set("Accept-Encoding", "gzip")
		answer, err := anna.Client().Do(r)
		require.NoError(t, err)
		defer answer.Body.Close()
		return len(body(t, answer))
	}
	page := loads(anna.URL.Path)
	sum := page
	counted := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?:href|src)="(/\w+\.\w+\.\w+)`).FindAllSubmatch(anna.Body, -1) {
		if path := string(m[1]); !counted[path] {
			counted[path] = true
			sum += loads(path)
		}
	}
	require.Len(t, counted, 7, "styles, script, drawings, icon and manifest: %v", counted)
	t.Logf("compressed bytes of the first table: %d, of which the page: %d", sum, page)
	docs, err := os.ReadFile("../../../../docs/serving.md")
	require.NoError(t, err)
	said := regexp.MustCompile(`loads takes (\d+) KB, compressed: (\d+) KB for the page`).FindStringSubmatch(string(docs))
	require.NotNil(t, said)
	for i, measured := range []int{sum, page} {
		kilobytes, err := strconv.ParseFloat(said[1+i], 64)
		require.NoError(t, err)
		// The codes on the page are drawn by chance, and compress to a few bytes more or less.
		assert.InDelta(t, kilobytes, float64(measured)/1024, 1, "what docs/serving.md says")
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	var ill error
	s := serve(t, func(o *Options) { o.Healthy = func() error { return ill } })
	answer := s.ask("GET", "/healthz", nil)
	assert.Equal(t, http.StatusOK, answer.StatusCode)
	assert.Equal(t, "ok\n", body(t, answer))
	ill = errors.New("the disk is full")
	answer = s.ask("GET", "/healthz", nil)
	assert.Equal(t, http.StatusServiceUnavailable, answer.StatusCode)
	assert.NotContains(t, body(t, answer), "disk")
	ill = nil
	require.NoError(t, s.srv.options.Sessions.Close(t.Context()))
	assert.Equal(t, http.StatusServiceUnavailable, s.ask("GET", "/healthz", nil).StatusCode)
}

// through puts a reverse proxy before the server, which says that a request comes from the
// address in its header From.
func (s *served) through() {
	to, err := url.Parse(s.url)
	require.NoError(s.t, err)
	proxy := httptest.NewServer(&httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		r.Out.Host = r.In.Host
		r.Out.Header.Set("X-Forwarded-For", r.In.Header.Get("From"))
	}})
	s.t.Cleanup(proxy.Close)
	s.url = proxy.URL
}

// TestBehindAProxy lets 100 browsers in through one proxy, each as a visitor of its own. Each address has its own
// limits there, too.
func TestBehindAProxy(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) {
		o.Sessions.Limits = guest.Limits{PerAddress: 40}
		o.Sessions.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	})
	anna := s.comes("Anna", "")
	anna.begins("players", "2", "game", "2:")
	token := anna.Client().Jar.Cookies(anna.URL)[0].Value
	path := anna.URL.Path + "/events"
	s.through()
	stream := func(i int) int {
		h := with(token)
		h.Set("From", fmt.Sprintf("192.0.2.%d", i))
		answer := s.ask("GET", path, h)
		if answer.StatusCode == http.StatusOK {
			_, err := answer.Body.Read(make([]byte, 10))
			require.NoError(t, err)
		}
		return answer.StatusCode
	}
	for i := range 100 {
		require.Equal(t, http.StatusOK, stream(i), i)
	}
	for i := range 42 {
		want := http.StatusOK
		if i >= 40 {
			want = http.StatusTooManyRequests
		}
		require.Equal(t, want, stream(200), i)
	}
	assert.Equal(t, http.StatusOK, stream(201))
}

// TestCrowded checks that a browser gets a message if its address has too many connections, and that the server still
// answers its monitoring.
func TestCrowded(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.Sessions.Limits = guest.Limits{PerAddress: 5, Burst: 1000} })
	anna := s.comes("Anna", "")
	anna.begins("players", "2", "game", "2:")
	anna.Client().CloseIdleConnections()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections() //nolint:forcetypeassert // it is one
	require.Eventually(t, func() bool {
		return s.srv.options.Sessions.Counters.Open.Load() == 0
	}, time.Minute, time.Millisecond)
	var first *http.Response
	for range 5 {
		answer, err := anna.events()
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, answer.StatusCode)
		_, err = answer.Body.Read(make([]byte, 10))
		require.NoError(t, err)
		first = answer
	}
	answer := s.ask("GET", "/", http.Header{"Accept-Language": {"de"}})
	assert.Equal(t, http.StatusTooManyRequests, answer.StatusCode)
	assert.Equal(t, "60", answer.Header.Get("Retry-After"))
	assert.Contains(t, body(t, answer), "Von deiner Adresse")
	assert.Equal(t, "ok\n", body(t, s.ask("GET", "/healthz", nil)))
	require.NoError(t, first.Body.Close())
	require.Eventually(t, func() bool {
		return s.ask("GET", "/", nil).StatusCode == http.StatusOK
	}, time.Minute, time.Millisecond)
}

// TestWrongCodes checks that nobody finds a code by trying.
func TestWrongCodes(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.Sessions.Limits = guest.Limits{Codes: 1} })
	eve := s.comes("Eve", "aaa-aaa-aaa")
	assert.Contains(t, eve.Text(), "not known")
	eve.press("Open", "code", "aaa-aaa-aab")
	assert.Contains(t, eve.Text(), "Too many wrong codes")
}

// token comes in by the page and returns the cookie.
func (s *served) token(header http.Header) *http.Cookie {
	s.t.Helper()
	answer := s.ask("POST", "/enter?name=Eve", header)
	require.Equal(s.t, http.StatusSeeOther, answer.StatusCode)
	require.Len(s.t, answer.Cookies(), 2)
	require.Equal(s.t, cookie, answer.Cookies()[0].Name)
	return answer.Cookies()[0]
}

// TestWhoseBrowser checks that a browser is recognized, and that only our own tokens count.
func TestWhoseBrowser(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	set := s.token(nil).Raw
	for _, want := range []string{"HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"} {
		assert.Contains(t, set, want)
	}
	assert.NotContains(t, set, "Secure", "it came without")
	assert.Contains(t, s.token(http.Header{"X-Forwarded-Proto": {"https"}}).Raw, "Secure")
	token := s.token(nil).Value
	both := http.Header{"Cookie": {cookie + "=" + token + "; " + nameCookie + "=Eve"}}
	assert.Empty(t, s.ask("POST", "/enter?name=Eve", both).Cookies(), "it keeps those it has")
	assert.Contains(t, body(t, s.ask("GET", "/", both)), "Welcome, Eve")
	for _, name := range []string{"", "%", "%1b%5b2J", "x:y", strings.Repeat("w", 3000)} {
		odd := http.Header{"Cookie": {cookie + "=" + token + "; " + nameCookie + "=" + name}}
		assert.Contains(t, body(t, s.ask("GET", "/", odd)), "Your name", name)
	}

	raw, err := base64.RawURLEncoding.DecodeString(token)
	require.NoError(t, err)
	require.Len(t, raw, 32)
	forged := append([]byte{raw[0] ^ 1}, raw[1:]...)
	zero := make([]byte, 32)
	as := append(append(append([]byte{}, raw[:16]...), "web:somebody"...), raw[16:]...)
	for _, bad := range []string{
		"", "x", base64.RawURLEncoding.EncodeToString(forged), base64.RawURLEncoding.EncodeToString(raw[:16]),
		base64.RawURLEncoding.EncodeToString(zero),
		base64.RawURLEncoding.EncodeToString(as), token + "A", token[:42] + "_", strings.Repeat("A", 5000),
		"web:" + token,
	} {
		bad = cookie + "=" + bad + "; " + nameCookie + "=Eve"
		assert.Equal(t, http.StatusSeeOther, s.ask("GET", "/new", http.Header{"Cookie": {bad}}).StatusCode, bad)
	}
	other := serve(t, func(o *Options) { o.Secret = []byte(strings.Repeat("o", 32)) })
	assert.Equal(t, http.StatusSeeOther, other.ask("GET", "/new", both).StatusCode,
		"a token of another server, or an old one")
}

// TestOtherOrigins checks that pages of other sites cannot send forms.
func TestOtherOrigins(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.Origins = []string{"game.example"} })
	for origin, want := range map[string]int{
		"https://evil.example": http.StatusForbidden, "null": http.StatusForbidden,
		"http://127.0.0.1":      http.StatusForbidden,
		s.url + ".evil.example": http.StatusForbidden, s.url: http.StatusSeeOther,
		"https://game.example": http.StatusSeeOther,
	} {
		assert.Equal(t, want, s.ask("POST", "/enter?name=Eve", http.Header{"Origin": {origin}}).StatusCode, origin)
		assert.Equal(t, want, s.ask("POST", "/table/abc", http.Header{"Origin": {origin}}).StatusCode, origin)
	}
	assert.Equal(t, http.StatusForbidden,
		s.ask("POST", "/enter?name=Eve", http.Header{"Sec-Fetch-Site": {"cross-site"}}).StatusCode)
	for _, to := range []string{
		"//evil.example", "https://evil.example", "/\t/evil.example", "///evil.example",
		"/./%2fevil.example", "evil", "",
	} {
		answer := s.ask("POST", "/look?to="+url.QueryEscape(to), nil)
		assert.Equal(t, "/", answer.Header.Get("Location"), to)
	}
	for to, want := range map[string]string{"/read/rules/3": "/read/rules/3", "/\\evil.example": "/%5Cevil.example"} {
		assert.Equal(t, want, s.ask("POST", "/look?to="+url.QueryEscape(to), nil).Header.Get("Location"))
	}
}

// TestHostileForms checks that no values of a form break anything, and that they are bounded and escaped.
func TestHostileForms(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	eve := s.comes("Eve", "")
	eve.begins("players", "2", "game", "2:", "computer", "greedy")
	table := eve.URL.Path
	for _, act := range []string{
		"decide", "step", "refused", "go", "unread", "ready", "sit", "computer", "say", "phrase", "agree", "without",
		"return", "next", "invite", "host", "free", "stand",
		"turn", "hint", "why", "opencards", "undo", "stop", "goals", "know", "quit", "solve", "x",
	} {
		for _, value := range []string{
			"", "-1", "99999999999999999999", "<script>alert(1)</script>", "\x1b[2J\x00",
			"127", "1 2 3", strings.Repeat("a", 4000),
		} {
			form := url.Values{}
			for _, name := range []string{
				"seen", "at", "decide", "step", "refused", "ready", "computer", "say",
				"phrase", "agree", "without", "game", "deal", "after", "host", "free", "invite",
			} {
				form.Set(name, value)
			}
			form.Set("act", act)
			require.NoError(t, eve.Send(table, form))
			if answers := []int{http.StatusOK, http.StatusConflict}; len(value) < 1000 {
				assert.Contains(t, answers, eve.Status, "%s %q", act, value)
			} else {
				assert.Equal(t, http.StatusBadRequest, eve.Status, "%s: a form of that length is not read", act)
			}
			assert.NotContains(t, string(eve.Body), "<script>alert")
			assert.NotContains(t, string(eve.Body), "\x1b")
		}
	}
	require.NoError(t, eve.Send(table, url.Values{"say": {strings.Repeat("a", 10_000)}}))
	assert.NotEqual(t, http.StatusOK, eve.Status, "a form is no longer than it has to be")
	for _, form := range []url.Values{
		{},
		{"players": {"9"}},
		{"players": {"-1"}},
		{"players": {"2"}, "game": {"99:"}},
		{"players": {"2"}, "game": {"deal"}, "deal": {"<b>"}},
	} {
		require.NoError(t, eve.Send("/new", form))
		assert.Equal(t, http.StatusUnprocessableEntity, eve.Status, form)
	}
	assert.EqualValues(t, 0, s.srv.options.Sessions.Counters.Panics.Load())
}

// TestSeen checks that a double tap, an old tab and the back button change nothing, and that the page says why.
func TestSeen(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	ben := s.comes("Ben", anna.begins("players", "2", "game", "2:"))
	anna.reload()
	require.NoError(t, ben.Open(ben.URL.Path))
	anna.does("ready")
	ben.does("ready")
	for range 6 {
		for _, p := range []*person{anna, ben} {
			p.reload()
			var twice webtest.Button
			for _, b := range p.Buttons() {
				if b.Name == "decide" && !b.Refused {
					twice = b
				}
			}
			if twice.Name == "" {
				p.acts()
				continue
			}
			action, form := webtest.Form(twice)
			require.NoError(t, p.Send(action, form))
			require.Equal(t, http.StatusOK, p.Status)
			require.NoError(t, p.Send(action, form))
			require.Equal(t, http.StatusConflict, p.Status)
			require.Contains(t, p.Text(), "in the meantime")
		}
	}
}

// events opens the events of a table, and returns a channel with their lines.
func (p *person) events() (*http.Response, error) {
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet,
		p.URL.Scheme+"://"+p.URL.Host+p.URL.Path+"/events", nil)
	if err != nil {
		return nil, err
	}
	client := *p.Client()
	client.Transport = &http.Transport{DisableKeepAlives: true, DisableCompression: true}
	return client.Do(r)
}

// TestCutOff checks that many browsers that disappear at once leave no sessions and no goroutines behind.
func TestCutOff(t *testing.T) {
	phones := 1000
	if testing.Short() {
		phones = 100
	}
	s := serve(t, func(o *Options) {
		o.Grace = 50 * time.Millisecond
		o.Sessions.Limits.PerAddress = 2 * phones
	})
	anna := s.comes("Anna", "")
	anna.begins("players", "4", "game", "2:", "computer", "greedy")
	settles(t, s, 0)
	before := runtime.NumGoroutine()
	var open []*http.Response
	for range phones {
		answer, err := anna.events()
		require.NoError(t, err)
		_, err = answer.Body.Read(make([]byte, 100))
		require.NoError(t, err)
		open = append(open, answer)
	}
	require.GreaterOrEqual(t, s.srv.options.Sessions.Counters.Open.Load(), int64(phones))
	for _, answer := range open {
		_ = answer.Body.Close()
	}
	settles(t, s, before)
	assert.EqualValues(t, 0, s.srv.options.Sessions.Counters.Inside.Load())
}

// settles waits until nobody is in, and until there are about as many goroutines as before. With 0 it does not
// count goroutines.
func settles(t *testing.T, s *served, before int) {
	t.Helper()
	again := time.NewTicker(5 * time.Millisecond)
	late := time.After(time.Minute)
	defer again.Stop()
	for s.srv.options.Sessions.Counters.Inside.Load() > 0 || before > 0 && runtime.NumGoroutine() > before+2 {
		select {
		case <-again.C:
			http.DefaultClient.CloseIdleConnections()
		case <-late:
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before,
				stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// TestElsewhere checks that a page of a table ends with a message when the person comes in through another door.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	anna.begins("players", "2", "game", "2:")
	answer, err := anna.events()
	require.NoError(t, err)
	defer answer.Body.Close()
	var key sessionKey
	for k := range s.srv.sessions.byKey {
		key = k
	}
	list, err := s.hall.Visited(key.person)
	require.NoError(t, err)
	chair, err := s.hall.Enter(s.srv.sessions.byKey[key].whose(), list[0].Ticket)
	require.NoError(t, err)
	defer chair.Leave()
	all, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	assert.Contains(t, string(all), "event: over\n")
	assert.Contains(t, string(all), "another window")
	anna.reload() // and takes the seat back
	assert.Contains(t, anna.Text(), "Anna (you, host")
	require.ErrorIs(t, chair.Wait(t.Context(), chair.TableView().Event), table.ErrElsewhere)
}

func TestShutdown(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	anna.begins("players", "2", "game", "2:")
	answer, err := anna.events()
	require.NoError(t, err)
	defer answer.Body.Close()
	s.close()
	_, _ = io.ReadAll(answer.Body) // it has ended
	_, err = net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	require.Error(t, err)
}

// TestClosed checks that a server that does not admit everybody lets in only people whom it admits, with their codes.
func TestClosed(t *testing.T) {
	t.Parallel()
	known := map[guest.Person]bool{}
	s := serve(t, func(o *Options) {
		o.Admit = func(p guest.Person) bool { return known[p] }
		o.Elsewhere = func() []string { return []string{"ssh -t game.example"} }
	})
	const anna = guest.Person("key:anna")
	own, err := s.hall.ReturnCode(table.Person{ID: string(anna), Name: "Anna"})
	require.NoError(t, err)
	p := s.comes("Eve", "")
	assert.Equal(t, http.StatusForbidden, p.Status)
	assert.Contains(t, p.Text(), "ssh -t game.example")
	p = s.comes("Eve", own)
	assert.Equal(t, http.StatusForbidden, p.Status, "her key is not let in")
	known[anna] = true
	p = s.comes("Eve", own)
	assert.Contains(t, p.Text(), "Welcome, Anna")
	known[anna] = false
	p.reload()
	assert.NotContains(t, p.Text(), "Welcome")
}

func TestSecretOfTheWeb(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, err := Secret(dir)
	require.NoError(t, err)
	b, err := Secret(dir)
	require.NoError(t, err)
	assert.Equal(t, a, b)
	assert.Len(t, a, 32)
	good, err := os.ReadFile(dir + "/web_secret")
	require.NoError(t, err)
	for i := range 8 * len(good) {
		bad := bytes.Clone(good)
		bad[i/8] ^= 1 << (i % 8)
		require.NoError(t, os.WriteFile(dir+"/web_secret", bad, 0o600))
		_, err = Secret(dir)
		require.ErrorContains(t, err, "web_secret is damaged")
	}
	for n := range len(good) {
		require.NoError(t, os.WriteFile(dir+"/web_secret", good[:n], 0o600))
		_, err = Secret(dir)
		require.ErrorContains(t, err, "truncated")
	}
}

// TestChosenStays checks that a form for a new table that was refused comes back as it was filled in.
func TestChosenStays(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	require.NoError(t, anna.Open("/new"))
	require.NoError(t, anna.Send("/new", url.Values{
		"players": {"4"}, "game": {"3:"}, "deal": {"c02p9s7"}, "computer": {"greedy", "", "fair"},
		"patience": {"300"}, "hints": {"yes"},
	}))
	require.Equal(t, http.StatusUnprocessableEntity, anna.Status)
	b, ok := anna.Button("Begin")
	require.True(t, ok)
	_, form := webtest.Form(b)
	assert.Equal(t, url.Values{
		"players": {"4"}, "game": {"3:"}, "deal": {"c02p9s7"}, "computer": {"greedy", "", "fair"}, "patience": {"300"}, "hints": {"yes"},
	}, form)
}

// TestAnothersTurn lets a person decide at another one's turn: the refusal is shown to that person, and neither the
// next page nor the next event of the table shows it again.
func TestAnothersTurn(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	anna := s.comes("Anna", "")
	ben := s.comes("Ben", anna.begins("players", "2", "game", "2:"))
	anna.reload()
	anna.does("ready")
	ben.reload()
	ben.does("ready")
	here := func(p *person) (found webtest.Button) {
		p.reload()
		found, ok := p.Next()
		if ok && found.Name == "step" { // a character is chosen, and then taken
			p.press(found.ID)
			found, _ = p.Next()
		}
		return found
	}
	first := anna
	other := ben
	if here(first).Name == "" {
		first, other = other, first
	}
	action, form := webtest.Form(here(first))
	const not = "It is not your turn."
	require.NoError(t, other.Send(action, form))
	require.Equal(t, http.StatusConflict, other.Status)
	assert.Contains(t, other.Text(), not)
	other.reload()
	assert.NotContains(t, other.Text(), not)

	require.NoError(t, other.Send(action, form))
	require.NoError(t, first.Send(action, form))
	require.Equal(t, http.StatusOK, first.Status)
	answer, err := other.events()
	require.NoError(t, err)
	defer answer.Body.Close()
	event := make([]byte, 1<<16)
	n, err := answer.Body.Read(event)
	require.NoError(t, err)
	assert.NotContains(t, string(event[:n]), not)
}

// TestLinksNameTheServer checks that no page has a link to a host that a browser has made up.
func TestLinksNameTheServer(t *testing.T) {
	t.Parallel()
	const friends = "http://192.0.2.7:8080/"
	for name, c := range map[string]struct {
		change func(*Options)
		want   map[string]string // by Host
	}{
		"alone": {func(*Options) {}, map[string]string{"evil.example": "", "": ""}},
		"with an address": {
			func(o *Options) {
				o.Join = func(code string) []string { return []string{"ssh x", friends + "#" + code} }
			},
			map[string]string{"evil.example": friends, "192.0.2.7:8080": friends, "": "", "localhost": friends},
		},
		"with an origin": {
			func(o *Options) { o.Origins = []string{"game.example"} },
			map[string]string{"evil.example": "https://game.example/", "game.example": "http://game.example/", "": ""},
		},
		"with a proxy": {
			func(o *Options) { o.Sessions.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")} },
			map[string]string{"game.example": "http://game.example/"},
		},
		"with both": {
			func(o *Options) {
				o.Origins = []string{"game.example"}
				o.Sessions.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
			},
			map[string]string{"evil.example": "https://game.example/", "game.example": "http://game.example/"},
		},
	} {
		s := serve(t, c.change)
		anna := s.comes("Anna", "")
		require.NoError(t, anna.Open("/new"))
		anna.does("Begin", "players", "2", "game", "2:")
		for host, want := range c.want {
			r, err := http.NewRequest(http.MethodGet, s.url+anna.URL.Path, nil)
			require.NoError(t, err)
			r.Host = host
			for _, c := range anna.Client().Jar.Cookies(anna.URL) {
				r.AddCookie(c)
			}
			answer, err := http.DefaultTransport.RoundTrip(r)
			require.NoError(t, err)
			page := body(t, answer)
			require.NoError(t, answer.Body.Close())
			link := regexp.MustCompile(`href="([^"]*/)#`).FindStringSubmatch(page)
			require.NotNil(t, link, page)
			if want == "" {
				want = s.url + "/"
			}
			assert.Equal(t, want, link[1], "%s: %s", name, host)
			assert.NotContains(t, page, "evil.example") // a table's name can have the letters evil
		}
	}
}
