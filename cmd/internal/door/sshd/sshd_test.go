package sshd

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/door/terminal"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/outputtest"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	gossh "golang.org/x/crypto/ssh"
)

// card is a model that shows what the server knows of a visitor.
type card struct {
	v    *guest.Visitor
	size tea.WindowSizeMsg
	keys int
	big  bool
}

func (c *card) Init() tea.Cmd { return nil }

func (c *card) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		c.size = msg
	case tea.KeyMsg:
		c.keys += len(msg.Runes)
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

func (c *card) Grid() *felt.Grid {
	g := felt.New(felt.NewPalette(termenv.Ascii, false, false, false, tricks.Card.String), c.size.Width, c.size.Height)
	for i, l := range strings.Split(c.View(), "\n") {
		at := 0
		if strings.HasSuffix(l, " keys.") {
			at = c.keys % 20 // so that all of it changes
		}
		g.Put(at, i, l, felt.Pen{Fg: felt.Ink})
	}
	return g
}

func (c *card) View() string {
	text := fmt.Sprintf("person %s.\nname (%s) code (%s) lang %s\nsize %dx%d\n%d keys.",
		c.v.Person, c.v.Name, c.v.Code, c.v.Lang, c.size.Width, c.size.Height, c.keys)
	if c.big { // another screen each time
		text += strings.Repeat("\n"+strings.Repeat(string(rune('a'+c.keys%26)), c.size.Width), c.size.Height-5)
	}
	return text
}

// cards returns programs that show each visitor a card.
func cards(sessions *guest.Sessions) *terminal.Programs {
	return &terminal.Programs{
		Sessions:  sessions,
		NewScreen: func(_ context.Context, t *terminal.Terminal) terminal.Screen { return &card{v: t.Visitor} },
	}
}

// served is a server on the loopback.
type served struct {
	t     testing.TB
	house *guest.Sessions
	srv   *Server
	addr  string
	log   outputtest.Output
	done  chan error
}

var hostKey = sync.OnceValue(newKey)

func newSecret() ed25519.PrivateKey {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		panic(err)
	}
	return key
}

func newKey() gossh.Signer {
	signer, err := gossh.NewSignerFromKey(newSecret())
	if err != nil {
		panic(err)
	}
	return signer
}

// serve opens a server for a test.
func serve(t testing.TB, change func(*Options)) *served {
	s := &served{t: t, done: make(chan error, 1)}
	s.house = &guest.Sessions{Log: slog.New(slog.NewTextHandler(&s.log, nil))}
	o := Options{Programs: cards(s.house), HostKey: hostKey(), Guests: true, Texts: texts.New("en")}
	if change != nil {
		change(&o)
	}
	s.srv = New(o)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s.addr = l.Addr().String()
	go func() { s.done <- s.srv.Serve(l) }()
	t.Cleanup(s.close)
	return s
}

func (s *served) close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	assert.NoError(s.t, s.srv.Shutdown(ctx))
	assert.NoError(s.t, <-s.done)
	s.done <- nil
}

// unasked answers keyboard-interactive without questions.
var unasked = gossh.KeyboardInteractive(func(_, _ string, questions []string, _ []bool) ([]string, error) {
	return make([]string, len(questions)), nil
})

func config(user string, auth ...gossh.AuthMethod) *gossh.ClientConfig {
	return &gossh.ClientConfig{User: user, Auth: auth, HostKeyCallback: gossh.FixedHostKey(hostKey().PublicKey())}
}

func (s *served) dial(user string, auth ...gossh.AuthMethod) (*gossh.Client, error) {
	return gossh.Dial("tcp", s.addr, config(user, auth...))
}

// seen is a session of a client and what it has read.
type seen struct {
	t    testing.TB
	c    *gossh.Client
	s    *gossh.Session
	keys io.WriteCloser
	outputtest.Output
}

// begin opens a terminal on a connection.
func begin(t testing.TB, c *gossh.Client, command string, change func(*gossh.Session)) *seen {
	var sess *gossh.Session
	var err error
	require.Eventually(t, func() bool { // the server hears a moment later that the last one has ended
		sess, err = c.NewSession()
		return err == nil
	}, time.Minute, time.Millisecond)
	if change == nil {
		change = func(s *gossh.Session) {
			require.NoError(t, s.RequestPty("xterm-256color", 24, 80, gossh.TerminalModes{}))
		}
	}
	change(sess)
	x := &seen{t: t, c: c, s: sess}
	x.keys, err = sess.StdinPipe()
	require.NoError(t, err)
	out, err := sess.StdoutPipe()
	require.NoError(t, err)
	if command == "" {
		require.NoError(t, sess.Shell())
	} else {
		require.NoError(t, sess.Start(command))
	}
	go x.Consume(out)
	return x
}

func (x *seen) until(text string) {
	x.t.Helper()
	x.WaitFor(x.t, text)
}

func (x *seen) press(keys string) {
	_, err := io.WriteString(x.keys, keys)
	require.NoError(x.t, err)
}

// left waits for the end and returns the exit status.
func (x *seen) left() int {
	defer x.c.Close()
	err := x.s.Wait()
	x.WaitEnd(x.t)
	var exit *gossh.ExitError
	if errors.As(err, &exit) {
		return exit.ExitStatus()
	}
	require.NoError(x.t, err)
	return 0
}

// liar offers somebody's key and cannot sign with it.
type liar struct{ gossh.Signer }

func (l liar) Sign(io.Reader, []byte) (*gossh.Signature, error) {
	return &gossh.Signature{Format: l.PublicKey().Type(), Blob: make([]byte, 64)}, nil
}

// TestWhoIsIt checks that a key is a person, and that nobody else is that person.
func TestWhoIsIt(t *testing.T) {
	s := serve(t, nil)
	anna, ben := newKey(), newKey()
	holder := "person key:" + gossh.FingerprintSHA256(anna.PublicKey()) + "."
	cert := &gossh.Certificate{
		Key: anna.PublicKey(), CertType: gossh.UserCert, ValidBefore: gossh.CertTimeInfinity,
		KeyId: "root", ValidPrincipals: []string{"anna"},
	}
	require.NoError(t, cert.SignCert(rand.Reader, ben))
	certified, err := gossh.NewCertSigner(cert, anna)
	require.NoError(t, err)
	for _, tt := range []struct {
		name string
		auth []gossh.AuthMethod
		want string
	}{
		{"a key", []gossh.AuthMethod{gossh.PublicKeys(anna)}, holder},
		{"again", []gossh.AuthMethod{gossh.PublicKeys(anna)}, holder},
		{"a certificate of it, by whomever", []gossh.AuthMethod{gossh.PublicKeys(certified)}, holder},
		{"nothing", []gossh.AuthMethod{unasked}, "person guest:"},
		{
			"another key",
			[]gossh.AuthMethod{gossh.PublicKeys(ben)},
			"person key:" + gossh.FingerprintSHA256(ben.PublicKey()) + ".",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := s.dial("anna", tt.auth...)
			require.NoError(t, err)
			x := begin(t, c, "", nil)
			x.until(tt.want)
			if strings.Contains(tt.want, "guest:") {
				assert.NotContains(t, x.String(), "key:")
			}
			x.press("q")
			assert.Equal(t, 0, x.left())
		})
	}
	for _, auth := range [][]gossh.AuthMethod{
		{gossh.PublicKeys(liar{anna})}, {gossh.PublicKeys(liar{anna}), unasked}, {gossh.PublicKeys(liar{anna}, ben)},
	} {
		_, err = s.dial("anna", auth...)
		require.Error(t, err, "a signature that is none")
	}
	_, err = s.dial("anna", gossh.Password("anna"))
	require.Error(t, err, "there are no passwords")
	_, err = s.dial("anna")
	require.Error(t, err)
	weak, err := rsa.GenerateKey(rand.Reader, 1024)
	require.NoError(t, err)
	signer, err := gossh.NewSignerFromKey(weak)
	require.NoError(t, err)
	_, err = s.dial("anna", gossh.PublicKeys(signer))
	require.Error(t, err, "anybody could sign with this key")
}

// TestClosedServer checks that only those get in whose key is in the file, as the file
// is now.
func TestClosedServer(t *testing.T) {
	file := filepath.Join(t.TempDir(), "known")
	anna, ben := newKey(), newKey()
	line := func(k gossh.Signer) string { return string(gossh.MarshalAuthorizedKey(k.PublicKey())) }
	require.NoError(t, os.WriteFile(file, []byte("# friends\n\n"+strings.TrimSpace(line(anna))+" anna@home\n"), 0o600))
	var log outputtest.Output
	known, err := Known(file, slog.New(slog.NewTextHandler(&log, nil)))
	require.NoError(t, err)
	s := serve(t, func(o *Options) { o.Known = known })
	var told string
	try := func(auth ...gossh.AuthMethod) error {
		conf := config("x", auth...)
		conf.BannerCallback = func(message string) error { told = message; return nil }
		c, err := gossh.Dial("tcp", s.addr, conf)
		if err != nil {
			return err
		}
		defer c.Close()
		return nil
	}
	require.NoError(t, try(gossh.PublicKeys(anna)))
	require.Error(t, try(gossh.PublicKeys(ben)))
	assert.Contains(t, told, "The host admits only people whose keys")
	require.Error(t, try(unasked), "no guests")
	require.NoError(t, os.WriteFile(file, []byte(line(ben)), 0o600))
	require.NoError(t, try(gossh.PublicKeys(ben)))
	require.Error(t, try(gossh.PublicKeys(anna)))
	for _, bad := range []string{
		line(anna) + "nonsense\n", `from="192.0.2.1" ` + line(anna), "cert-authority " + line(anna),
		"ssh-ed25519 AAAA\n",
	} {
		require.NoError(t, os.WriteFile(file, []byte(bad), 0o600))
		require.Error(t, try(gossh.PublicKeys(anna)), bad)
		_, err := Known(file, nil)
		require.ErrorContains(t, err, file+":")
	}
	assert.Contains(t, log.String(), "nobody is let in")
	require.NoError(t, os.Remove(file))
	require.Error(t, try(gossh.PublicKeys(anna)))
	_, err = Known(file, nil)
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestWithoutGuests checks that whoever has no key is told so.
func TestWithoutGuests(t *testing.T) {
	s := serve(t, func(o *Options) { o.Guests = false })
	conf := config("x", unasked)
	var told string
	conf.BannerCallback = func(message string) error { told = message; return nil }
	_, err := gossh.Dial("tcp", s.addr, conf)
	require.Error(t, err)
	assert.Contains(t, told, "ssh-keygen")
	c, err := s.dial("x", gossh.PublicKeys(newKey()))
	require.NoError(t, err)
	require.NoError(t, c.Close())
}

// TestWhatTheySay checks that names and codes are cleaned, that nothing else is taken
// for a code, and that the game needs a terminal.
func TestWhatTheySay(t *testing.T) {
	s := serve(t, nil)
	pty := func(term string, vars ...string) func(*gossh.Session) {
		return func(sess *gossh.Session) {
			for i := 0; i < len(vars); i += 2 {
				_ = sess.Setenv(vars[i], vars[i+1])
			}
			require.NoError(t, sess.RequestPty(term, 24, 80, gossh.TerminalModes{}))
		}
	}
	for _, tt := range []struct {
		user, command string
		change        func(*gossh.Session)
		want          string
		status        int
	}{
		{"anna", "Willow-42", pty("xterm"), "name (anna) code (willow-42) lang en", 0},
		{"\x1b[31mAn\u202ena\x07", "", pty("xterm"), "name () code () lang en", 0},
		{strings.Repeat("x", 10_000), "", pty("xterm"), "name ()", 0},
		{"jörg", "", pty("xterm", "LANG", "de_DE.UTF-8"), "name (jörg) code () lang de", 0},
		{"anna", "rm -rf /", pty("xterm"), "That is not an invitation", 1},
		{"anna", "../../etc/passwd", pty("xterm"), "That is not an invitation", 1},
		{"anna", "\x1b[2Jx", pty("xterm", "LANG", "de_DE"), "Das ist keine Einladung", 1},
		{"anna", strings.Repeat("a", 20_000), pty("xterm"), "That is not an invitation", 1},
		{"anna", "", pty("dumb"), "does not support a full-screen", 1},
		{"anna", "", pty("\x1b]0;x\x07"), "person", 0},
	} {
		c, err := s.dial(tt.user, unasked)
		require.NoError(t, err)
		x := begin(t, c, tt.command, tt.change)
		x.until(tt.want)
		if tt.status == 0 {
			x.press("q")
		}
		assert.Equal(t, tt.status, x.left(), "%q", tt.command)
		assert.NotContains(t, x.String(), "\x1b]0;")
	}
	c, err := s.dial("anna", unasked)
	require.NoError(t, err)
	defer c.Close()
	sess, err := c.NewSession()
	require.NoError(t, err)
	var said bytes.Buffer
	sess.Stderr = &said
	var exit *gossh.ExitError
	require.ErrorAs(t, sess.Run("willow-42"), &exit)
	assert.Equal(t, 1, exit.ExitStatus())
	assert.Contains(t, said.String(), "ssh -t")
	assert.Equal(t, strings.Count(s.log.String(), "visit began"), strings.Count(s.log.String(), "visit ended"))
	assert.NotContains(t, s.log.String(), "willow", "codes are not written down")
}

// TestNothingElse checks that there is only the game: no forwarding, no files, no
// second terminal on a connection, no requests that pile up.
func TestNothingElse(t *testing.T) {
	s := serve(t, nil)
	c, err := s.dial("anna", unasked)
	require.NoError(t, err)
	for _, kind := range []string{
		"direct-tcpip", "x11", "auth-agent@openssh.com", "direct-streamlocal@openssh.com",
		"default", "",
	} {
		_, _, err := c.OpenChannel(kind, gossh.Marshal(struct {
			Host  string
			Port  uint32
			From  string
			FPort uint32
		}{"127.0.0.1", 22, "127.0.0.1", 1}))
		require.Error(t, err, kind)
	}
	for _, kind := range []string{"tcpip-forward", "streamlocal-forward@openssh.com", "keepalive@openssh.com"} {
		ok, _, err := c.SendRequest(kind, true, gossh.Marshal(struct {
			Host string
			Port uint32
		}{"", 0}))
		require.NoError(t, err)
		assert.False(t, ok, kind)
	}
	_, err = c.Listen("tcp", "127.0.0.1:0")
	require.Error(t, err)
	x := begin(t, c, "", nil)
	x.until("person")
	_, err = c.NewSession()
	require.ErrorContains(t, err, "one terminal")
	for _, kind := range []string{
		"subsystem", "shell", "exec", "pty-req", "env", "x11-req",
		"auth-agent-req@openssh.com", "signal", "break", "what",
	} {
		ok, err := x.s.SendRequest(kind, true, gossh.Marshal(struct{ A, B string }{"sftp", "x"}))
		require.NoError(t, err)
		assert.False(t, ok, kind)
	}
	x.press("q")
	_ = x.s.Wait()
	y := begin(t, c, "", nil)
	y.until("person")
	y.press("q")
	assert.Equal(t, 0, y.left(), "one after the other is fine")
	c, err = s.dial("anna", unasked)
	require.NoError(t, err)
	defer c.Close()
	sess, err := c.NewSession()
	require.NoError(t, err)
	require.Error(t, sess.RequestSubsystem("sftp"))
}

// TestSizesOfTerminals checks that any size a client sends is bounded, before and
// after the program begins.
func TestSizesOfTerminals(t *testing.T) {
	s := serve(t, nil)
	c, err := s.dial("anna", unasked)
	require.NoError(t, err)
	x := begin(t, c, "", func(sess *gossh.Session) {
		require.NoError(t, sess.RequestPty("xterm", 0, 0, gossh.TerminalModes{}))
		require.NoError(t, sess.WindowChange(0, 0))
	})
	x.until("size 80x24")
	for _, size := range [][2]int{{65535, 65535}, {0, 0}, {1 << 31, 1 << 31}} {
		require.NoError(t, x.s.WindowChange(size[1], size[0]))
	}
	x.until("size 500x200")
	for i := range 5000 { // more than a client can have in flight
		require.NoError(t, x.s.WindowChange(24+i%7, 80+i%11))
	}
	require.NoError(t, x.s.WindowChange(33, 111))
	x.until("size 111x33")
	x.press("q")
	assert.Equal(t, 0, x.left())
}

// TestPanic checks that a program that panics ends with status 1, and that the others
// go on.
func TestPanic(t *testing.T) {
	s := serve(t, nil)
	a, err := s.dial("anna", unasked)
	require.NoError(t, err)
	b, err := s.dial("ben", unasked)
	require.NoError(t, err)
	x, y := begin(t, a, "", nil), begin(t, b, "", nil)
	y.until("person")
	x.until("person")
	x.press("P")
	assert.Equal(t, 1, x.left())
	x.until("The program failed here")
	assert.Contains(t, s.log.String(), "a visitor's screen broke")
	y.press("a")
	y.until("1 keys.")
	y.press("q")
	assert.Equal(t, 0, y.left())
	assert.EqualValues(t, 1, s.house.Counters.Panics.Load())
}

// TestTakeover checks that a visitor who comes in again takes over.
func TestTakeover(t *testing.T) {
	s := serve(t, nil)
	anna := gossh.PublicKeys(newKey())
	a, err := s.dial("anna", anna)
	require.NoError(t, err)
	x := begin(t, a, "", nil)
	x.until("person")
	b, err := s.dial("somebody", anna)
	require.NoError(t, err)
	y := begin(t, b, "", nil)
	y.until("person")
	assert.Equal(t, 0, x.left())
	x.until("from elsewhere")
	y.press("q")
	assert.Equal(t, 0, y.left())
}

// TestShutdown checks that everybody is told and that the door is closed. A client
// that does not go by itself is dropped.
func TestShutdown(t *testing.T) {
	s := serve(t, nil)
	c, err := s.dial("anna", unasked)
	require.NoError(t, err)
	x := begin(t, c, "", nil)
	x.until("person")
	silent, err := net.Dial("tcp", s.addr)
	require.NoError(t, err)
	s.close()
	assert.Equal(t, 0, x.left())
	x.until("The server is shutting down")
	_, err = io.Copy(io.Discard, silent)
	if err != nil {
		require.NotErrorIs(t, err, os.ErrDeadlineExceeded)
	}
	_, err = net.Dial("tcp", s.addr)
	require.Error(t, err)
	assert.EqualValues(t, 0, s.house.Counters.Open.Load())
}

// TestAlgorithms lists what the server offers: each of it stands in what sshd of OpenSSH 10
// offers by itself.
func TestAlgorithms(t *testing.T) {
	s := serve(t, nil)
	conn, err := net.Dial("tcp", s.addr)
	require.NoError(t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, "SSH-2.0-test\r\n")
	require.NoError(t, err)
	in := bufio.NewReader(conn)
	_, err = in.ReadString('\n')
	require.NoError(t, err)
	var packet struct {
		Length  uint32
		Padding byte
	}
	require.NoError(t, binary.Read(in, binary.BigEndian, &packet))
	payload := make([]byte, packet.Length-1)
	_, err = io.ReadFull(in, payload)
	require.NoError(t, err)
	var offers struct {
		Cookie                   [16]byte `sshtype:"20"`
		KeyExchanges, HostKeys   []string
		ToServer, ToClient       []string
		MACToServer, MACToClient []string
		Rest                     []byte `ssh:"rest"`
	}
	require.NoError(t, gossh.Unmarshal(payload[:len(payload)-int(packet.Padding)], &offers))
	assert.Equal(t, []string{
		"mlkem768x25519-sha256", "curve25519-sha256", "curve25519-sha256@libssh.org",
		"ecdh-sha2-nistp256", "ecdh-sha2-nistp384", "ecdh-sha2-nistp521", "kex-strict-s-v00@openssh.com",
	}, offers.KeyExchanges)
	assert.Equal(t, []string{"ssh-ed25519"}, offers.HostKeys)
	for _, macs := range [][]string{offers.MACToServer, offers.MACToClient} {
		assert.Equal(t, []string{
			"hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com", "hmac-sha2-256", "hmac-sha2-512",
		}, macs)
	}
	for _, ciphers := range [][]string{offers.ToServer, offers.ToClient} {
		assert.Equal(t, []string{
			"aes128-gcm@openssh.com", "aes256-gcm@openssh.com", "chacha20-poly1305@openssh.com", "aes128-ctr",
			"aes192-ctr", "aes256-ctr",
		}, ciphers)
	}
}

func TestHostKey(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	var prints [10]string
	var began sync.WaitGroup
	for i := range prints {
		began.Go(func() {
			key, err := HostKey(dir)
			if assert.NoError(t, err) {
				prints[i] = gossh.FingerprintSHA256(key.PublicKey())
			}
		})
	}
	began.Wait()
	for _, p := range prints {
		assert.Equal(t, prints[0], p)
	}
	path := filepath.Join(dir, "host_key")
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	for i := range 8 * len(good) {
		bad := bytes.Clone(good)
		bad[i/8] ^= 1 << (i % 8)
		require.NoError(t, os.WriteFile(path, bad, 0o600))
		key, err := HostKey(dir)
		if err == nil { // it is in what is said beside the key
			require.Equal(t, prints[0], gossh.FingerprintSHA256(key.PublicKey()), "bit %d", i)
			continue
		}
		require.ErrorContains(t, err, path)
	}
	require.NoError(t, os.WriteFile(path, good, 0o600))
	if runtime.GOOS != "windows" {
		require.NoError(t, os.Chmod(filepath.Join(dir, "host_key"), 0o644))
		_, err := HostKey(dir)
		require.ErrorIs(t, err, guest.ErrNoSecret)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "host_key"), []byte("x"), 0o600))
	require.NoError(t, os.Chmod(filepath.Join(dir, "host_key"), 0o600))
	_, err = HostKey(dir)
	require.ErrorContains(t, err, filepath.Join(dir, "host_key"))
}
