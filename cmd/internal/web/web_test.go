package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
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
	"strings"
	"sync"
	"testing"
	"time"

	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/guest"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// card is a model that shows what the server knows of a visitor.
type card struct {
	v     *guest.Visitor
	size  tea.WindowSizeMsg
	keys  string
	mouse tea.MouseMsg
	big   bool
}

func (c *card) Init() tea.Cmd { return nil }

func (c *card) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		c.size = msg
	case tea.MouseMsg:
		if msg.Action == tea.MouseActionPress {
			c.mouse = msg
		}
	case tea.KeyMsg:
		c.keys += msg.String() + " "
		switch msg.String() {
		case "q":
			return c, tea.Quit
		case "P":
			panic("a visitor's screen broke")
		case "B":
			c.big = true
		}
	}
	return c, nil
}

func (c *card) View() string {
	text := fmt.Sprintf("person %s.\nname (%s) code (%s) lang %s.\nsize %dx%d.\nmouse %d %d.\nkeys (%s)",
		c.v.Person, c.v.Name, c.v.Code, c.v.Lang, c.size.Width, c.size.Height, c.mouse.X, c.mouse.Y, c.keys)
	for _, style := range []string{"2", "7", "1;31", "33", "4;34", "2;35"} { // what games draw with
		text += texts.Paint(style, " card")
	}
	if c.big {
		text += strings.Repeat("\n"+strings.Repeat(string(rune('a'+len(c.keys)%26)), c.size.Width), c.size.Height-8)
	}
	return text
}

// served is a server on the loopback.
type served struct {
	t     testing.TB
	srv   *Server
	house *guest.House
	url   string
	done  chan error
}

func serve(t testing.TB, change func(*Options)) *served {
	s := &served{t: t, done: make(chan error, 1)}
	s.house = &guest.House{Model: func(_ context.Context, v *guest.Visitor) tea.Model { return &card{v: v} }}
	o := Options{House: s.house, Secret: bytes.Repeat([]byte("s"), 32), Windows: [][2]int{{80, 24}, {46, 30}}}
	if change != nil {
		change(&o)
	}
	s.srv = New(o)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s.url = "http://" + l.Addr().String()
	go func() { s.done <- s.srv.Serve(l) }()
	t.Cleanup(s.close)
	return s
}

func (s *served) close() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	assert.NoError(s.t, s.srv.Shutdown(ctx))
	assert.NoError(s.t, <-s.done)
	s.done <- nil
}

// ask makes a request on a connection of its own.
func (s *served) ask(method, path string, header http.Header) *http.Response {
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

// token comes in by the page and returns the cookie.
func (s *served) token() string {
	answer := s.ask("POST", "/enter", nil)
	require.Equal(s.t, http.StatusNoContent, answer.StatusCode)
	require.Len(s.t, answer.Cookies(), 1)
	return answer.Cookies()[0].Value
}

func with(token string) http.Header { return http.Header{"Cookie": {cookie + "=" + token}} }

// tab is a page of a browser.
type tab struct {
	t    testing.TB
	ws   *websocket.Conn
	mu   sync.Mutex
	all  bytes.Buffer
	more chan struct{}
	end  chan error
}

// join opens a terminal without a greeting.
func (s *served) join(header http.Header) (*websocket.Conn, int) {
	ws, answer, err := websocket.Dial(s.t.Context(), s.url+"/ws", &websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		require.NotNil(s.t, answer, err)
		return nil, answer.StatusCode
	}
	ws.SetReadLimit(-1)
	s.t.Cleanup(func() { _ = ws.CloseNow() })
	return ws, answer.StatusCode
}

// open opens a terminal and greets.
func (s *served) open(token string, hello greeting) *tab {
	ws, code := s.join(with(token))
	require.NotNil(s.t, ws, code)
	x := &tab{t: s.t, ws: ws, more: make(chan struct{}, 1), end: make(chan error, 1)}
	text, err := json.Marshal(hello)
	require.NoError(s.t, err)
	x.send(string(text))
	go func() {
		for {
			_, text, err := ws.Read(context.Background())
			x.mu.Lock()
			x.all.Write(text)
			x.mu.Unlock()
			select {
			case x.more <- struct{}{}:
			default:
			}
			if err != nil {
				x.end <- err
				return
			}
		}
	}()
	return x
}

func (x *tab) send(text string) {
	require.NoError(x.t, x.ws.Write(context.Background(), websocket.MessageText, []byte(text)))
}

func (x *tab) text() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.all.String()
}

func (x *tab) until(text string) {
	x.t.Helper()
	late := time.After(20 * time.Second)
	for !strings.Contains(x.text(), text) {
		select {
		case <-x.more:
			continue
		case err := <-x.end:
			x.end <- err
		case <-late:
		}
		require.Contains(x.t, x.text(), text)
	}
}

// left is how the server closed it.
func (x *tab) left() (websocket.StatusCode, string) {
	err := <-x.end
	x.end <- err
	var closed websocket.CloseError
	if !errors.As(err, &closed) {
		return -1, err.Error()
	}
	return closed.Code, closed.Reason
}

// TestPage holds that the page says what it may do, in the browser's language, and
// that nothing on it comes from elsewhere.
func TestPage(t *testing.T) {
	s := serve(t, nil)
	answer := s.ask("GET", "/", http.Header{"Accept-Language": {"fr, de-AT;q=0.8, en"}})
	page := body(t, answer)
	csp := answer.Header.Get("Content-Security-Policy")
	assert.Contains(t, csp, "default-src 'none'; script-src 'self';")
	assert.NotContains(t, csp, "unsafe")
	nonce := regexp.MustCompile(`'nonce-([^']+)'`).FindStringSubmatch(csp)
	require.NotNil(t, nonce)
	assert.Contains(t, page, `nonce="`+nonce[1]+`"`)
	assert.NotContains(t, body(t, s.ask("GET", "/", nil)), nonce[1], "each answer has its own")
	assert.Contains(t, page, `<html lang="de">`)
	assert.Contains(t, page, "Dein Name")
	assert.Contains(t, page, "anderswo")
	assert.Contains(t, page, `data-windows="80x24 46x30"`)
	assert.Contains(t, page, "Der Server hat Version "+build.Version())
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin", "Cache-Control": "no-store",
	} {
		assert.Equal(t, want, answer.Header.Get(name), name)
	}
	assert.NotRegexp(t, `(src|href)="(https?:)?//`, page)
	for _, input := range regexp.MustCompile(`<input id="(\w+)"`).FindAllStringSubmatch(page, -1) {
		assert.Regexp(t, `<label for="`+input[1]+`"|<label class="check"><input id="`+input[1]+`"`, page, "a label")
	}
	for _, lang := range []string{"", "fr", "*", strings.Repeat("de,", 1000)} {
		assert.Contains(t, body(t, s.ask("GET", "/", http.Header{"Accept-Language": {lang}})), `<html lang="en">`)
	}
	for name, a := range assets() {
		answer := s.ask("GET", "/"+name, nil)
		assert.Equal(t, http.StatusOK, answer.StatusCode, name)
		text := body(t, answer)
		assert.Contains(t, answer.Header.Get("Content-Security-Policy"), "default-src 'none'")
		assert.Equal(t, a.kind, answer.Header.Get("Content-Type"))
		packed := s.ask("GET", "/"+name, http.Header{"Accept-Encoding": {"br, gzip"}})
		z, err := gzip.NewReader(packed.Body)
		require.NoError(t, err)
		unpacked, err := io.ReadAll(z)
		require.NoError(t, err)
		assert.Equal(t, text, string(unpacked), name)
		again := s.ask("GET", "/"+name, http.Header{"If-None-Match": {answer.Header.Get("ETag")}})
		assert.Equal(t, http.StatusNotModified, again.StatusCode)
		if strings.HasSuffix(name, ".css") {
			assert.NotContains(t, text, "@font-face")
			assert.NotContains(t, text, "@import")
		}
	}
	for _, path := range []string{"/page.html", "/xterm/xterm.js", "/..%2fweb.go", "/SHA256SUMS", "/x", "/ws/", "//", "/static/../token.go"} {
		assert.Contains(t, []int{http.StatusNotFound, http.StatusMovedPermanently, http.StatusTemporaryRedirect}, s.ask("GET", path, nil).StatusCode, path)
	}
	assert.Equal(t, http.StatusMethodNotAllowed, s.ask("DELETE", "/", nil).StatusCode)
}

// TestPinned holds that the browser's terminal is the one that was published.
func TestPinned(t *testing.T) {
	list, err := files.ReadFile("xterm/SHA256SUMS")
	require.NoError(t, err)
	n := 0
	for line := range strings.Lines(string(list)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		text, err := files.ReadFile("xterm/" + name)
		require.NoError(t, err)
		assert.Equal(t, sum, fmt.Sprintf("%x", sha256.Sum256(text)), name)
		n++
	}
	dir, err := files.ReadDir("xterm")
	require.NoError(t, err)
	assert.Len(t, dir, n+1, "the list, and nothing that it does not name")
}

func TestHealth(t *testing.T) {
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
	require.NoError(t, s.house.Close(t.Context()))
	assert.Equal(t, http.StatusServiceUnavailable, s.ask("GET", "/healthz", nil).StatusCode)
}

// through puts a reverse proxy before the server, which says that a request comes from the
// address in its header From.
func (s *served) through() {
	to, err := url.Parse(s.url)
	require.NoError(s.t, err)
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		r.Out.Host = r.In.Host
		r.Out.Header.Set("X-Forwarded-For", r.In.Header.Get("From"))
	}})
	s.t.Cleanup(proxy.Close)
	s.url = proxy.URL
}

// TestBehindAProxy lets 100 browsers in through one proxy, each as a visitor of its own: one
// address has its limits there too, and not those of the others.
func TestBehindAProxy(t *testing.T) {
	s := serve(t, func(o *Options) {
		o.House.Gate = guest.Gate{PerAddress: 40, Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}
	})
	s.through()
	from := func(i int) http.Header { return http.Header{"From": {fmt.Sprintf("192.0.2.%d", i)}} }
	for i := range 100 {
		answer := s.ask("POST", "/enter", from(i))
		require.Equal(t, http.StatusNoContent, answer.StatusCode, i)
		header := from(i)
		header.Set("Cookie", cookie+"="+answer.Cookies()[0].Value)
		ws, code := s.join(header)
		require.NotNil(t, ws, "%d: %d", i, code)
		require.NoError(t, ws.Write(t.Context(), websocket.MessageText, []byte(`{"columns":80,"rows":24}`)))
		_, _, err := ws.Read(t.Context())
		require.NoError(t, err)
	}
	assert.EqualValues(t, 100, s.house.Counters.Inside.Load())
	answer := s.ask("POST", "/enter", from(200))
	many := from(200)
	many.Set("Cookie", cookie+"="+answer.Cookies()[0].Value)
	for i := range 42 {
		ws, code := s.join(many)
		if i < 40 {
			require.NotNil(t, ws, "%d: %d", i, code)
		} else {
			require.Equal(t, http.StatusTooManyRequests, code, i)
		}
	}
	assert.Equal(t, http.StatusNoContent, s.ask("POST", "/enter", from(201)).StatusCode)
}

// TestCrowded holds that a browser whose address has too many connections is told so, and
// that the server says how it is nevertheless.
func TestCrowded(t *testing.T) {
	s := serve(t, func(o *Options) { o.House.Gate = guest.Gate{PerAddress: 5, Burst: 1000} })
	token := s.token()
	var first *websocket.Conn
	for i := range 5 {
		ws, code := s.join(with(token))
		require.NotNil(t, ws, "%d: %d", i, code)
		first = ws
	}
	answer := s.ask("GET", "/", http.Header{"Accept-Language": {"de"}})
	assert.Equal(t, http.StatusTooManyRequests, answer.StatusCode)
	assert.Equal(t, "60", answer.Header.Get("Retry-After"))
	assert.Contains(t, body(t, answer), "Von deiner Adresse")
	assert.Equal(t, "ok\n", body(t, s.ask("GET", "/healthz", nil)))
	require.NoError(t, first.CloseNow())
	require.Eventually(t, func() bool { return s.ask("GET", "/", nil).StatusCode == http.StatusOK }, 20*time.Second, time.Millisecond)
}

// TestWhoseBrowser holds that a browser is known again, that only our own tokens
// count, and that other sites get none.
func TestWhoseBrowser(t *testing.T) {
	s := serve(t, nil)
	answer := s.ask("POST", "/enter", nil)
	set := answer.Header.Get("Set-Cookie")
	for _, want := range []string{"HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=31536000"} {
		assert.Contains(t, set, want)
	}
	assert.NotContains(t, set, "Secure", "it came without")
	assert.Contains(t, s.ask("POST", "/enter", http.Header{"X-Forwarded-Proto": {"https"}}).Header.Get("Set-Cookie"), "Secure")
	token := answer.Cookies()[0].Value
	again := s.ask("POST", "/enter", with(token))
	assert.Equal(t, token, again.Cookies()[0].Value, "it keeps the one it has")
	assert.NotEqual(t, token, s.token())
	assert.Equal(t, http.StatusForbidden, s.ask("POST", "/enter", http.Header{"Origin": {"https://evil.example"}}).StatusCode)
	assert.Equal(t, http.StatusForbidden, s.ask("POST", "/enter", http.Header{"Sec-Fetch-Site": {"cross-site"}}).StatusCode)

	raw, err := base64.RawURLEncoding.DecodeString(token)
	require.NoError(t, err)
	require.Len(t, raw, 32)
	forged := bytes.Clone(raw)
	forged[0] ^= 1
	cut, zero := raw[:16], make([]byte, 32)
	for _, bad := range []string{
		"", "x", base64.RawURLEncoding.EncodeToString(forged), base64.RawURLEncoding.EncodeToString(cut), base64.RawURLEncoding.EncodeToString(zero),
		token + "A", token[:42] + "_", strings.Repeat("A", 5000), "web:" + token,
	} {
		ws, code := s.join(with(bad))
		assert.Nil(t, ws, bad)
		assert.Equal(t, http.StatusForbidden, code)
		assert.NotEqual(t, bad, s.ask("POST", "/enter", with(bad)).Cookies()[0].Value)
	}
	_, code := s.join(nil)
	assert.Equal(t, http.StatusForbidden, code)
	other := serve(t, func(o *Options) { o.Secret = bytes.Repeat([]byte("o"), 32) })
	_, code = other.join(with(token))
	assert.Equal(t, http.StatusForbidden, code, "a token of another server, or an old one")

	x := s.open(token, greeting{})
	x.until("person web:")
	assert.NotContains(t, x.text(), token)
	first := regexp.MustCompile(`person (web:[0-9a-f]{32})\.`).FindStringSubmatch(x.text())
	require.NotNil(t, first)
	x.send("dq")
	x.left()
	y := s.open(token, greeting{})
	y.until("person " + first[1] + ".")
	z := s.open(s.token(), greeting{})
	z.until("person web:")
	assert.NotContains(t, z.text(), first[1])
}

func TestOtherOrigins(t *testing.T) {
	s := serve(t, func(o *Options) { o.Origins = []string{"game.example"} })
	token := s.token()
	for origin, want := range map[string]int{
		"https://evil.example": http.StatusForbidden, "null": http.StatusForbidden, "http://127.0.0.1": http.StatusForbidden,
		s.url + ".evil.example": http.StatusForbidden, s.url: http.StatusSwitchingProtocols, "https://game.example": http.StatusSwitchingProtocols,
	} {
		h := with(token)
		h.Set("Origin", origin)
		_, code := s.join(h)
		assert.Equal(t, want, code, origin)
		h.Set("Cookie", "")
		if want == http.StatusSwitchingProtocols {
			want = http.StatusNoContent
		}
		assert.Equal(t, want, s.ask("POST", "/enter", h).StatusCode, origin)
	}
}

// TestTerminal holds that what the page says is heard, and bounded.
func TestTerminal(t *testing.T) {
	s := serve(t, nil)
	x := s.open(s.token(), greeting{Name: "\x1b[31mJörg\u202e", Code: " Willow-42", Lang: "de", Columns: 90, Rows: 25})
	x.until("name ([31mJörg) code (willow-42) lang de.")
	x.until("size 90x25.")
	x.until("\x1b[?1002h") // the mouse
	x.send("dab\x1b[C")
	x.until("keys (ab right ")
	x.send("d\x1b[<0;12;3M")
	x.until("mouse 11 2.")
	x.send("s65535 65535")
	x.until("size 500x200.")
	x.send("s0 0")
	x.until("size 80x24.")
	for i := range 2000 {
		x.send(fmt.Sprintf("s%d %d", 80+i%9, 24+i%5))
	}
	x.send("s111 33")
	x.until("size 111x33.")
	x.send("dq")
	code, reason := x.left()
	assert.Equal(t, websocket.StatusNormalClosure, code)
	assert.Equal(t, "left", reason)

	for _, bad := range []string{"", "x", "s", "s1", "s1 2 3", "sa b", "s99999999999999999999 1", "\x00", "{}"} {
		y := s.open(s.token(), greeting{})
		y.until("person")
		y.send(bad)
		_, reason := y.left()
		assert.Equal(t, "lost", reason, "%q", bad)
	}
	y := s.open(s.token(), greeting{})
	y.until("person")
	_ = y.ws.Write(t.Context(), websocket.MessageText, bytes.Repeat([]byte("d"), longestMessage+1))
	code, _ = y.left()
	assert.Equal(t, websocket.StatusMessageTooBig, code)
	y = s.open(s.token(), greeting{})
	y.until("person")
	require.NoError(t, y.ws.Write(t.Context(), websocket.MessageBinary, []byte("dq")))
	_, reason = y.left()
	assert.Equal(t, "lost", reason)

	for _, bad := range []string{"../../x", "a b", "\x1b[2J", strings.Repeat("a", 65)} {
		_, reason := s.open(s.token(), greeting{Code: bad}).left()
		assert.Equal(t, badCode, reason)
	}
	for _, bad := range []string{"", "no", "[]", `{"columns":"x"}`, `{"name":1}`} {
		ws, _ := s.join(with(s.token()))
		require.NoError(t, ws.Write(t.Context(), websocket.MessageText, []byte(bad)))
		_, _, err := ws.Read(t.Context())
		assert.Equal(t, websocket.StatusPolicyViolation, websocket.CloseStatus(err), bad)
	}
	z := s.open(s.token(), greeting{Lang: "xx", Name: strings.Repeat("z", 4000)})
	z.until("name (" + strings.Repeat("z", 16) + ") code () lang en.")
}

// TestTakeover holds that a person has one terminal: the last one.
func TestTakeover(t *testing.T) {
	s := serve(t, nil)
	token := s.token()
	x := s.open(token, greeting{})
	x.until("person")
	y := s.open(token, greeting{})
	y.until("person")
	code, reason := x.left()
	assert.Equal(t, websocket.StatusNormalClosure, code)
	assert.Equal(t, "taken", reason)
	assert.Contains(t, x.text(), "from elsewhere")
	y.send("da")
	y.until("keys (a ")
}

func TestPanicInBrowser(t *testing.T) {
	s := serve(t, nil)
	x, y := s.open(s.token(), greeting{}), s.open(s.token(), greeting{})
	x.until("person")
	y.until("person")
	x.send("dP")
	code, reason := x.left()
	assert.Equal(t, websocket.StatusInternalError, code)
	assert.Equal(t, "broken", reason)
	y.send("da")
	y.until("keys (a ")
	assert.EqualValues(t, 1, s.house.Counters.Panics.Load())
}

// TestBadBrowsers holds that a page that does not greet, does not read, or is gone,
// leaves nothing behind.
func TestBadBrowsers(t *testing.T) {
	s := serve(t, func(o *Options) {
		o.House.Limits.Patience = 300 * time.Millisecond
		o.House.Gate = guest.Gate{SignIn: 300 * time.Millisecond, PerAddress: 200, Burst: 10_000}
	})
	tokens := make([]string, 40)
	for i := range tokens {
		tokens[i] = s.token()
	}
	before := runtime.NumGoroutine()
	for i, token := range tokens {
		raw, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		require.NoError(t, err)
		client := &http.Client{Transport: &http.Transport{
			DialContext: func(context.Context, string, string) (net.Conn, error) { return raw, nil },
		}}
		ws, _, err := websocket.Dial(t.Context(), s.url+"/ws", &websocket.DialOptions{HTTPHeader: with(token), HTTPClient: client})
		require.NoError(t, err)
		switch i % 4 {
		case 0: // silent
			_, _, err := ws.Read(t.Context())
			require.Error(t, err)
		case 1: // gone at once
		case 2: // gone later, with a reset
			require.NoError(t, ws.Write(t.Context(), websocket.MessageText, []byte("{}")))
			if tcp, ok := raw.(*net.TCPConn); ok {
				_ = tcp.SetLinger(0)
			}
		case 3: // gone without a word
			require.NoError(t, ws.Write(t.Context(), websocket.MessageText, []byte("{}")))
			_, _, err := ws.Read(t.Context())
			require.NoError(t, err)
		}
		_ = raw.Close()
		_ = ws.CloseNow()
	}
	settles(t, before)

	ws, _ := s.join(with(tokens[0]))
	require.NoError(t, ws.Write(t.Context(), websocket.MessageText, []byte(`{"columns":500,"rows":200}`)))
	require.NoError(t, ws.Write(t.Context(), websocket.MessageText, []byte("dB")))
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for s.house.Counters.Stuck.Load() == 0 { // until all buffers on the way are full
		<-again.C
		_ = ws.Write(t.Context(), websocket.MessageText, []byte("da"))
	}
	_ = ws.CloseNow()
	settles(t, before)
	assert.EqualValues(t, 0, s.house.Counters.Inside.Load())
	assert.EqualValues(t, 0, s.house.Counters.Open.Load())
}

// settles waits until there are no more goroutines than before.
func settles(t *testing.T, before int) {
	t.Helper()
	again, late := time.NewTicker(5*time.Millisecond), time.After(20*time.Second)
	defer again.Stop()
	for runtime.NumGoroutine() > before {
		select {
		case <-again.C:
		case <-late:
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

func TestShutdownTells(t *testing.T) {
	s := serve(t, nil)
	x := s.open(s.token(), greeting{})
	x.until("person")
	s.close()
	code, reason := x.left()
	assert.Equal(t, websocket.StatusServiceRestart, code)
	assert.Equal(t, "closing", reason)
	x.until("The server is closing down")
	_, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	require.Error(t, err)
}

func TestSecretOfTheWeb(t *testing.T) {
	dir := t.TempDir()
	a, err := Secret(dir)
	require.NoError(t, err)
	b, err := Secret(dir)
	require.NoError(t, err)
	assert.Equal(t, a, b)
	assert.Len(t, a, 32)
	require.NoError(t, os.WriteFile(dir+"/web_secret", a[:5], 0o600))
	_, err = Secret(dir)
	require.ErrorContains(t, err, "cut short")
}
