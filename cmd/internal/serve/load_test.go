package serve

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/door/sshd"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/charmbracelet/x/vt"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	gossh "golang.org/x/crypto/ssh"
)

// The load program: people at many tables who come with ssh or with browsers, through the
// loopback, to a server that is a process of its own. In the suite they play some decisions as
// fast as they can; `make load` lets them play at people's pace, and prints figures.
var (
	loadTables  = flag.Int("tables", 4, "tables of four in the load program")
	loadEvery   = flag.Duration("every", 0, "time between the decisions of a table there")
	loadFor     = flag.Duration("for", 0, "how long they play; else six decisions each")
	loadRestart = flag.Int("restart", 0, "tables that are there when a server starts again")
)

// served is the variable with the folder of the server that a child process of the tests runs.
const served = "FELLOWSHIP_TEST_SERVER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(served); dir != "" {
		serveUntilEnd(dir)
	}
	os.Exit(m.Run())
}

// serveUntilEnd is a server until its standard input ends.
func serveUntilEnd(dir string) {
	began := time.Now()
	s, err := Start(Options{
		SSH: "127.0.0.1:0", Web: "127.0.0.1:0", Metrics: "127.0.0.1:0", Dir: dir, Guests: true,
		Library: chapters.Default(), Texts: texts.New("en"),
		Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})),
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(s.ssh.Addr(), s.Web(), s.Metrics(), time.Since(began).Milliseconds())
	_, _ = io.Copy(io.Discard, os.Stdin)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	err = s.Close(ctx)
	cancel()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// process is the server of the load program.
type process struct {
	t             *testing.T
	cmd           *exec.Cmd
	stdin         io.Closer
	ssh, web      string
	metrics       string
	hostKey       gossh.PublicKey
	ready, inside time.Duration // until it was ready, from its start as a process, and from that of its program
}

func startServer(t *testing.T, dir string) *process {
	t.Helper()
	key, err := sshd.HostKey(dir)
	require.NoError(t, err)
	p := &process{t: t, cmd: exec.Command(os.Args[0]), hostKey: key.PublicKey()}
	p.cmd.Env = append(os.Environ(), served+"="+dir)
	p.cmd.Stderr = os.Stderr
	p.stdin, err = p.cmd.StdinPipe()
	require.NoError(t, err)
	out, err := p.cmd.StdoutPipe()
	require.NoError(t, err)
	began := time.Now()
	require.NoError(t, p.cmd.Start())
	t.Cleanup(func() { _ = p.cmd.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	p.ready = time.Since(began)
	var ms int64
	_, err = fmt.Sscan(line, &p.ssh, &p.web, &p.metrics, &ms)
	require.NoError(t, err)
	p.inside = time.Duration(ms) * time.Millisecond
	return p
}

func (p *process) end() {
	p.t.Helper()
	require.NoError(p.t, p.stdin.Close())
	require.NoError(p.t, p.cmd.Wait())
}

// serverFigures are the present figures of the server.
type serverFigures struct{ goroutines, memory, cpu, decisions float64 }

func (p *process) figures() (f serverFigures) {
	p.t.Helper()
	answer, err := http.Get("http://" + p.metrics + "/metrics") //nolint:noctx // of the test's own server
	require.NoError(p.t, err)
	defer answer.Body.Close()
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), " ")
		for n, into := range map[string]*float64{
			"go_goroutines": &f.goroutines, "process_resident_memory_bytes": &f.memory,
			"process_cpu_seconds_total": &f.cpu, "fellowship_decisions_total": &f.decisions,
		} {
			if n == name {
				*into, err = strconv.ParseFloat(value, 64)
				require.NoError(p.t, err)
			}
		}
	}
	return f
}

// tally is a table of the load program.
type tally struct {
	id, code string
	before   int // the decisions of the round so far

	mu      sync.Mutex
	changed *sync.Cond
	late    bool
	made    int
	took    []time.Duration // from a key to the last of the four screens
}

func (p *tally) counts() *tally { return p }

func (p *tally) note(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
	p.changed.Broadcast()
}

// waits waits until something is so, or there is no use in it, and reports whether it came to
// that. p.mu is held.
func (p *tally) waits(is, vain func() bool) bool {
	for !is() {
		if p.late || vain() {
			return false
		}
		p.changed.Wait()
	}
	return true
}

// crowd is the four people of a table, by whatever door they come.
type crowd interface {
	counts() *tally
	// comes lets person i of table n come.
	comes(server *process, n, i int) error
	// begins brings all people to the first trick.
	begins() error
	// goesOn lets all people see what there is to see. It returns whose turn it is, as soon as all know that, and less
	// than 0 if the round goes no further. The tally's mu is held.
	goesOn() (turn int)
	// decides lets a person decide, and waits until all screens show the decision. The tally's mu is held.
	decides(i int) bool
	// sees returns what person i sees.
	sees(i int) string
	// leaves lets all people leave.
	leaves()
}

// plays plays until the end of the time, or until a number of decisions were made. It reports whether all people have
// seen all decisions.
func plays(c crowd, many int, every time.Duration, end time.Time) bool {
	p := c.counts()
	pace := time.Duration(mathrand.Float64() * float64(every)) //nolint:gosec // not all at once
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.made < many && (end.IsZero() || time.Now().Add(pace).Before(end)) {
		turn := c.goesOn()
		if turn < 0 {
			return false
		}
		if every > 0 {
			p.mu.Unlock()
			<-time.After(pace)
			p.mu.Lock()
			pace = time.Duration((0.5 + mathrand.Float64()) * float64(every)) //nolint:gosec // people are not clocks
		}
		if !c.decides(turn) {
			return false
		}
	}
	return true
}

// party is a table of people with ssh.
type party struct {
	tally
	keys  [4]gossh.Signer
	seats [4]*screen
}

// screen is the terminal of one of the people.
type screen struct {
	client *gossh.Client
	keys   io.Writer
	vt     *vt.Emulator
	tail   []byte
	at     time.Time // when the last of it came
	ended  bool
	shown  string // the whole frame, once it was asked for
	went   string // what was gone on from last
}

var partyNames = [4]string{"anna", "ben", "cleo", "dora"}

// parties makes tables at which a round is being played, up to its first trick, or to
// its end.
func parties(t *testing.T, dir string, many int, whole bool) []*party {
	t.Helper()
	h := openHall(t, dir)
	out := make([]*party, many)
	var group sync.WaitGroup
	work := make(chan int)
	for range 8 {
		group.Go(func() {
			for n := range work {
				p, err := newParty(t.Context(), h.Service, n, whole)
				if assert.NoError(t, err) {
					out[n] = p
				}
			}
		})
	}
	for n := range many {
		work <- n
	}
	close(work)
	group.Wait()
	for _, p := range out {
		require.NotNil(t, p)
		p.before = h.decisions(p.id)
	}
	h.close()
	return out
}

// hall holds the tables without a server.
type hall struct {
	t *testing.T
	*table.Service
	store store.Store
}

func openHall(t *testing.T, dir string) *hall {
	t.Helper()
	s, err := folder.Open(folder.Options{Dir: filepath.Join(dir, "tables"), Alone: true})
	require.NoError(t, err)
	return &hall{t, table.NewService(s, table.Options{Library: chapters.Default()}), s}
}

func (h *hall) close() {
	h.t.Helper()
	h.Close()
	require.NoError(h.t, h.store.Close())
}

// decisions counts the decisions of a table's only round.
func (h *hall) decisions(id string) int {
	h.t.Helper()
	rounds, _, err := h.Export(id)
	require.NoError(h.t, err)
	require.Len(h.t, rounds, 1)
	return bytes.Count(rounds[0].Text, []byte("\n")) - 1
}

func newParty(ctx context.Context, h *table.Service, n int, whole bool) (*party, error) {
	p := &party{}
	p.changed = sync.NewCond(&p.mu)
	var chairs [4]*table.Client
	var ticket table.Ticket
	for i := range chairs {
		_, secret, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			return nil, err
		}
		if p.keys[i], err = gossh.NewSignerFromKey(secret); err != nil {
			return nil, err
		}
		who := table.Person{
			ID:   string(guest.KeyHolder(gossh.FingerprintSHA256(p.keys[i].PublicKey()))),
			Name: partyNames[i],
		}
		if i == 0 {
			setup := table.Setup{Players: 4, First: table.Pick{Chapter: "2", Deal: fmt.Sprintf("c02p4s%d", n)}}
			if ticket, err = h.Create(who, setup); err != nil {
				return nil, err
			}
		}
		if chairs[i], err = h.Enter(who, ticket); err != nil {
			return nil, err
		}
		if i > 0 {
			if err := chairs[i].Sit(ctx, tricks.NoSeat); err != nil {
				return nil, err
			}
		}
	}
	for _, c := range chairs {
		if err := c.Ready(ctx, c.TableView().Revision, true); err != nil {
			return nil, err
		}
	}
	for going := true; going; {
		going = false
		for _, c := range chairs {
			if err := c.Wait(ctx, 0); err != nil {
				return nil, err
			}
			c.Look()
			c.GoOn()
			now := c.Look()
			view := &now.View
			if view.Ask == nil || !whole && view.Stage == chapters.StagePlay {
				continue
			}
			if err := c.Decide(ctx, now.Revision, view.Ask.Options[0]); err != nil &&
				!errors.Is(err, table.ErrQuicker) {
				return nil, err
			}
			going = true
		}
	}
	p.id = ticket.Table
	p.code = chairs[0].TableView().Codes[0].Code
	for _, c := range chairs {
		c.Leave()
	}
	return p, nil
}

// comes lets somebody of the party come. Everybody has an address of their own, as the
// server wants it of so many.
func (p *party) comes(server *process, n, i int) error {
	from := net.IPv4(127, 1+byte(i), byte(n>>8), byte(n)) // all of 127.0.0.0/8 is this machine
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: from}, Timeout: time.Minute}
	conn, err := dialer.Dial("tcp", server.ssh) //nolint:noctx // it has a time-out
	if err != nil {
		return err
	}
	c, channels, requests, err := gossh.NewClientConn(conn, server.ssh, &gossh.ClientConfig{
		User: partyNames[i], Auth: []gossh.AuthMethod{gossh.PublicKeys(p.keys[i])},
		HostKeyCallback: gossh.FixedHostKey(server.hostKey),
	})
	if err != nil {
		return err
	}
	client := gossh.NewClient(c, channels, requests)
	session, err := client.NewSession()
	if err != nil {
		return err
	}
	out, err := session.StdoutPipe()
	if err != nil {
		return err
	}
	keys, err := session.StdinPipe()
	if err != nil {
		return err
	}
	if err := errors.Join(session.RequestPty("xterm-256color", height, width, gossh.TerminalModes{}),
		session.Start(p.code)); err != nil {
		return err
	}
	s := &screen{client: client, keys: keys, vt: vt.NewEmulator(width, height)}
	p.mu.Lock()
	p.seats[i] = s
	p.mu.Unlock()
	go func() { _, _ = io.Copy(io.Discard, s.vt) }()
	go p.reads(s, out)
	return nil
}

func (p *party) reads(s *screen, out io.Reader) {
	buf := make([]byte, 1<<13)
	for {
		n, err := out.Read(buf)
		now := time.Now()
		p.note(func() {
			_, _ = s.vt.Write(buf[:n])
			s.tail = append(s.tail, buf[:n]...)
			s.tail = s.tail[max(0, len(s.tail)-32):]
			s.at = now
			s.ended = err != nil
			s.shown = ""
		})
		if err != nil {
			return
		}
	}
}

// until waits for the screens of all. p.mu is held.
func (p *party) until(is func() bool) bool {
	return p.waits(is, func() bool {
		return slices.ContainsFunc(p.seats[:], func(s *screen) bool { return s == nil || s.ended })
	})
}

func (p *party) begins() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.until(func() bool {
		return !slices.ContainsFunc(p.seats[:], func(s *screen) bool { return s.text() == "" })
	}) {
		return errors.New("not all see the table")
	}
	return nil
}

func (p *party) sees(i int) string { return p.seats[i].vt.String() }

func (p *party) leaves() {
	for _, s := range p.seats {
		if s != nil {
			_ = s.client.Close()
		}
	}
}

// text is the screen if it is a whole frame, else nothing.
func (s *screen) text() string {
	if !bytes.HasSuffix(s.tail, fmt.Appendf(nil, "\x1b[%d;H", height)) {
		return ""
	}
	if s.shown == "" {
		s.shown = strings.ReplaceAll(s.vt.String(), "\r", "")
	}
	return s.shown
}

func (s *screen) enter() { _, _ = io.WriteString(s.keys, "\r") }

// empty is a place of the trick where no card lies yet.
var empty = regexp.MustCompile(`┌─+┐`)

// open is how many places of the trick are empty on seat s's screen.
func (p *party) open(s int) int { return len(empty.FindAllString(p.seats[s].text(), -1)) }

// goOn finds what there is to go on from.
var goOn = regexp.MustCompile(`(?m)^.*(Enter goes on|Play on, or stop here|enter to the table).*$`)

var turnOf = regexp.MustCompile(`It is (\w+)'s turn\.`)

func (p *party) goesOn() (turn int) {
	if !p.until(func() bool {
		yours := -1
		theirs := [4]string{}
		for i, s := range p.seats {
			now := s.text()
			m := turnOf.FindStringSubmatch(now)
			switch {
			case goOn.MatchString(now):
				// Once for each: the next key may be for something else.
				if what := goOn.FindString(now); what != s.went {
					s.went = what
					s.enter()
				}
			case strings.Contains(now, "Your turn"):
				yours = i
			case m != nil:
				theirs[i] = m[1]
			case over(now):
				turn = -1
				return true
			}
		}
		for i, name := range theirs {
			if yours < 0 || i != yours && name != partyNames[yours] {
				return false
			}
		}
		turn = yours
		return true
	}) {
		return -1
	}
	return turn
}

func (p *party) decides(i int) bool {
	left := p.open(i) - 1
	asked := p.seats[i].text()
	began := time.Now()
	last := time.Time{}
	p.seats[i].enter()
	var there [4]bool
	if !p.until(func() bool {
		if now := p.seats[i].text(); strings.Contains(now, "Your turn: should") && now != asked {
			// whether the One Ring wins is asked as well (T7)
			asked = now
			began = time.Now()
			p.seats[i].enter()
		}
		for s := range p.seats {
			if !there[s] && p.seats[s].text() != "" && p.open(s) <= left { // one that flies may cover another
				there[s] = true
				last = p.seats[s].at
			}
		}
		return there == [4]bool{true, true, true, true}
	}) {
		return false
	}
	p.made++
	p.took = append(p.took, last.Sub(began))
	return true
}

// TestLoad lets many play, with ssh and with browsers. Every decision comes to all four
// screens, and is in the log once; when all have left, the server is as it was.
func TestLoad(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has so many addresses on its loopback")
	}
	if testing.Short() {
		t.Skip("many people take their time")
	}
	t.Run("ssh", func(t *testing.T) {
		dir := t.TempDir()
		var all []crowd
		for _, p := range parties(t, dir, *loadTables, false) {
			all = append(all, p)
		}
		load(t, dir, all)
	})
	t.Run("browsers", func(t *testing.T) {
		all := make([]crowd, *loadTables)
		for n := range all {
			all[n] = newSurfers()
		}
		load(t, t.TempDir(), all)
	})
}

// load lets people come to a server of a folder, play and leave.
func load(t *testing.T, dir string, all []crowd) {
	server := startServer(t, dir)
	before := server.figures()
	sessions := float64(4 * len(all))

	// Their coming has a limit of its own: a table is not blamed for people who came slowly.
	coming := time.Minute + time.Duration(len(all))*time.Second
	playing := time.Minute + *loadFor + time.Duration(len(all))*200*time.Millisecond
	timer := time.AfterFunc(coming, func() {
		for _, c := range all {
			c.counts().note(func() { c.counts().late = true })
		}
	})
	defer timer.Stop()
	began := time.Now()
	many := make(chan struct{}, 16) // who come at a time
	var group sync.WaitGroup
	for n, c := range all {
		for i := range 4 {
			many <- struct{}{}
			group.Go(func() {
				defer func() { <-many }()
				assert.NoError(t, c.comes(server, n, i))
			})
		}
	}
	group.Wait()
	for _, c := range all {
		many <- struct{}{}
		group.Go(func() {
			defer func() { <-many }()
			assert.NoError(t, c.begins())
		})
	}
	group.Wait()
	came := time.Since(began)
	require.True(t, timer.Stop(), "people have not come within %v", coming)
	if t.Failed() {
		return
	}
	timer.Reset(playing)
	idle := server.figures()

	began = time.Now()
	most := 6
	end := time.Time{}
	if *loadFor > 0 {
		most = 32
		end = began.Add(*loadFor)
	}
	for n, c := range all {
		group.Go(func() {
			if !plays(c, most, *loadEvery, end) {
				p := c.counts()
				p.mu.Lock()
				defer p.mu.Unlock()
				for i, name := range partyNames {
					t.Errorf("table %d does not go on after %d decisions: %s sees\n%s", n, p.made, name, c.sees(i))
				}
			}
		})
	}
	group.Wait()
	played := time.Since(began)
	busy := server.figures()

	made := 0
	var took []time.Duration
	for _, c := range all {
		made += c.counts().made
		took = append(took, c.counts().took...)
		c.leaves()
	}
	assert.InDelta(t, made, busy.decisions-idle.decisions, 0, "decisions that the server counts")
	var after serverFigures
	assert.Eventually(t, func() bool {
		after = server.figures()
		return after.goroutines <= before.goroutines+10
	}, time.Minute, 100*time.Millisecond, "the server is as it was")
	server.end()

	h := openHall(t, dir)
	for n, c := range all {
		p := c.counts()
		assert.Equal(t, p.before+p.made, h.decisions(p.id), "decisions of table %d", n)
	}
	h.close()

	slices.Sort(took)
	at := func(share float64) time.Duration {
		if len(took) == 0 {
			return 0
		}
		return took[min(len(took)-1, int(share*float64(len(took))))].Round(time.Millisecond)
	}
	each := func(f serverFigures) float64 { return (f.memory - before.memory) / sessions / 1e3 }
	t.Logf("%d tables, %.0f people, there after %v; %d decisions in %v", len(all), sessions,
		came.Round(time.Millisecond), made, played.Round(time.Millisecond))
	t.Logf("from a key to the last of four screens: p50 %v, p90 %v, p99 %v, at most %v", at(0.5), at(0.9), at(0.99),
		at(1))
	t.Logf("memory: %.0f MB without anybody; a person %.0f KB at first, %.0f KB after play", before.memory/1e6,
		each(idle), each(busy))
	t.Logf("goroutines: %.0f before, %.0f with all, %.0f after; %.0f %% of a core while they played, %.1f ms a decision",
		before.goroutines, busy.goroutines, after.goroutines, 100*(busy.cpu-idle.cpu)/played.Seconds(),
		1e3*(busy.cpu-idle.cpu)/float64(made))
}

// TestRestart says how long it takes until many tables are there again.
func TestRestart(t *testing.T) {
	if *loadRestart == 0 {
		t.Skip("make load does it")
	}
	dir := t.TempDir()
	all := parties(t, dir, *loadRestart, true)
	decisions := 0
	for _, p := range all {
		decisions += p.before
	}
	for range 5 {
		server := startServer(t, dir)
		p := all[mathrand.IntN(len(all))] //nolint:gosec // any
		began := time.Now()
		require.NoError(t, p.comes(server, 1, 0))
		p.mu.Lock()
		p.seats[1] = p.seats[0]
		p.seats[2] = p.seats[0]
		p.seats[3] = p.seats[0]
		require.True(t, p.until(func() bool { return strings.Contains(p.seats[0].text(), "Chapter 2") }))
		p.mu.Unlock()
		t.Logf("%d tables with %d decisions: ready %v after the start of the process, %v after that of the server; a table on the screen %v later",
			len(all), decisions, server.ready.Round(time.Millisecond), server.inside,
			time.Since(began).Round(time.Millisecond))
		_ = p.seats[0].client.Close()
		server.end()
	}
}
