package serve

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"runtime/pprof"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/door/terminal"
	"fellowship/cmd/internal/outputtest"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/charmbracelet/x/vt"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	gossh "golang.org/x/crypto/ssh"
)

// house is a server on the loopback that can be closed and opened again, with its visitors.
type house struct {
	t    testing.TB
	opts Options
	*Server
	// changed tells that something has come on somebody's screen; late that the time of
	// the test is over.
	mu      sync.Mutex
	changed *sync.Cond
	late    bool
	friends []*friend
	log     outputtest.Output
	timer   *time.Timer
}

// longest is how long a test may take, or a part of one that resets its timer.
const longest = 2 * time.Minute

func open(t testing.TB, change func(*Options)) *house {
	h := &house{t: t}
	h.opts = Options{
		SSH: "127.0.0.1:0", Dir: t.TempDir(), Guests: true, Library: chapters.Default(), Texts: texts.New("en"),
		Beat:           -1,
		TerminalLimits: terminal.Limits{Frames: 1000}, Watch: 50 * time.Millisecond,
		Log: slog.New(slog.NewTextHandler(&h.log, &slog.HandlerOptions{Level: slog.LevelWarn})),
	}
	if !*anyDeal {
		h.opts.Seed = numbers()
	}
	if change != nil {
		change(&h.opts)
	}
	h.changed = sync.NewCond(&h.mu)
	h.timer = time.AfterFunc(longest, func() { h.note(func() { h.late = true }) })
	t.Cleanup(func() {
		h.timer.Stop()
		h.close()
	})
	h.start()
	return h
}

// anyDeal lets the servers of the tests deal as others do.
var anyDeal = flag.Bool("anydeal", false, "deal rounds by chance, not the same ones each time")

// numbers returns the seeds of the deals of a test's server, the same ones each time.
func numbers() func() uint64 {
	var last atomic.Uint64
	return func() uint64 { return last.Add(1) }
}

func (h *house) start() {
	s, err := Start(h.opts)
	require.NoError(h.t, err)
	h.Server = s
}

// table is the name of the only table there is.
func (h *house) table() string {
	all, err := h.store.Tables()
	require.NoError(h.t, err)
	require.Len(h.t, all, 1)
	return all[0]
}

func (h *house) close() {
	if h.Server == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	assert.NoError(h.t, h.Close(ctx))
	h.Server = nil
}

func (h *house) note(f func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	f()
	h.changed.Broadcast()
}

// friend is somebody with a key, and a terminal while there is a connection.
type friend struct {
	*house
	name   string
	lang   string
	key    gossh.Signer
	hang   func()
	keys   io.Writer
	screen *vt.Emulator
	text   string // of the screen
	tail   []byte
	ended  bool
	status int
	// frames are all that have been seen, one after the other.
	frames []string
}

// width and height are the size of everybody's terminal.
const width, height = 80, 24

func (h *house) friend(name string) *friend {
	_, secret, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(h.t, err)
	key, err := gossh.NewSignerFromKey(secret)
	require.NoError(h.t, err)
	f := &friend{house: h, name: name, key: key}
	h.friends = append(h.friends, f)
	return f
}

// comes signs in.
func (f *friend) comes(command string) {
	f.t.Helper()
	auth := gossh.KeyboardInteractive(func(_, _ string, q []string, _ []bool) ([]string, error) {
		return make([]string, len(q)), nil
	})
	if f.key != nil {
		auth = gossh.PublicKeys(f.key)
	}
	client, err := gossh.Dial("tcp", f.ssh.Addr().String(), &gossh.ClientConfig{
		User: f.name, Auth: []gossh.AuthMethod{auth}, HostKeyCallback: gossh.FixedHostKey(f.Server.key.PublicKey()),
	})
	require.NoError(f.t, err)
	session, err := client.NewSession()
	require.NoError(f.t, err)
	f.hang = func() { _ = client.Close() }
	require.NoError(f.t, session.RequestPty("xterm-256color", height, width, gossh.TerminalModes{}))
	// Without colours a form marks the cursor and what is chosen with signs, which stay in the text of the screen.
	require.NoError(f.t, session.Setenv("NO_COLOR", "1"))
	if f.lang != "" {
		require.NoError(f.t, session.Setenv("LANG", f.lang))
	}
	out, err := session.StdoutPipe()
	require.NoError(f.t, err)
	keys, err := session.StdinPipe()
	require.NoError(f.t, err)
	screen := f.sits(keys)
	if command == "" {
		require.NoError(f.t, session.Shell())
	} else {
		require.NoError(f.t, session.Start(command))
	}
	go func() {
		buf := make([]byte, 1<<15)
		for {
			n, err := out.Read(buf)
			f.shows(screen, buf[:n])
			if err != nil {
				break
			}
		}
		err := session.Wait()
		_ = client.Close() // as ssh does when the program has ended: a server that closes waits for it
		var exit *gossh.ExitError
		f.note(func() {
			if f.screen == screen {
				f.ended = true
				switch {
				case err == nil:
					f.status = 0
				case errors.As(err, &exit):
					f.status = exit.ExitStatus()
				}
			}
		})
	}()
}

// sits gives the friend a new terminal.
func (f *friend) sits(keys io.Writer) *vt.Emulator {
	screen := vt.NewEmulator(width, height)
	go func() { _, _ = io.Copy(io.Discard, screen) }() // a terminal answers questions about itself
	f.note(func() {
		f.keys = keys
		f.screen = screen
		f.text = ""
		f.tail = nil
		f.ended = false
		f.status = -1
	})
	return screen
}

// shows shows something on the friend's terminal, if that is it still.
func (f *friend) shows(screen *vt.Emulator, text []byte) {
	f.note(func() {
		_, _ = screen.Write(text)
		if f.screen == screen {
			f.tail = append(f.tail, text...)
			f.tail = f.tail[max(0, len(f.tail)-32):]
			f.text = strings.ReplaceAll(screen.String(), "\r", "")
			if n := len(f.frames); n == 0 || f.frames[n-1] != f.text {
				f.frames = append(f.frames, f.text)
			}
		}
	})
}

// whole reports whether the screen is a whole frame.
func (f *friend) whole() bool {
	return !f.ended && bytes.HasSuffix(f.tail, fmt.Appendf(nil, "\x1b[%d;H", height))
}

// until waits for a frame.
func (f *friend) until(what string, is func(string) bool) string {
	f.t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	for {
		now := f.text
		if f.whole() && is(now) {
			return now
		}
		if f.late || f.ended {
			require.FailNow(f.t, f.name+" never saw "+what, "ended %v\n%s\nbefore that:\n%s\n%s", f.ended, now,
				strings.Join(f.frames[max(len(f.frames)-5, 0):], "\n"), goroutines())
		}
		f.changed.Wait()
	}
}

// goroutines tells what the server and the friends do: a key that has no effect may wait there.
func goroutines() string {
	var text strings.Builder
	_ = pprof.Lookup("goroutine").WriteTo(&text, 1) // writing into memory does not fail
	return text.String()
}

// frame is the whole frame that is shown.
func (f *friend) frame() string {
	return f.until("a whole frame", func(string) bool { return true })
}

func (f *friend) sees(text string) string {
	f.t.Helper()
	return f.until(text, func(now string) bool { return strings.Contains(now, text) })
}

// press presses a key and waits until something is otherwise.
func (f *friend) press(key string) {
	f.t.Helper()
	f.mu.Lock()
	seen := f.text
	f.mu.Unlock()
	f.answers(seen, key)
}

// answers presses a key for what was seen, and waits until something is otherwise: that may be so already,
// and the key for nothing. A page to go on from has to be gone, whatever else changes on it: a second Enter for the last
// trick would leave the result of the round.
func (f *friend) answers(seen, key string) {
	f.t.Helper()
	page := goOn.FindString(seen)
	f.changes(seen, key, func(now string) string {
		if page != "" {
			return goOn.FindString(now)
		}
		return now
	})
}

// changes presses a key for what was seen, and waits until that part of the screen is otherwise.
func (f *friend) changes(seen, key string, part func(now string) string) {
	f.t.Helper()
	_, err := io.WriteString(f.keys, key)
	require.NoError(f.t, err)
	f.until("what "+fmt.Sprintf("%q", key)+" does", func(now string) bool { return part(now) != part(seen) })
}

// atOnce presses keys that come in one piece.
func (f *friend) atOnce(keys string) {
	f.t.Helper()
	_, err := io.WriteString(f.keys, keys)
	require.NoError(f.t, err)
}

// chooses goes to an item and takes it.
func (f *friend) chooses(label string) {
	f.t.Helper()
	f.goesTo(label)
	f.press("\r")
}

// sets goes to an item and turns its value until that is the wanted one.
func (f *friend) sets(label, value string) {
	f.t.Helper()
	f.goesTo(label)
	line := regexp.MustCompile(`\n(?:  )? > (?:\S )?` + regexp.QuoteMeta(label) +
		`[^<\[\n]*(?:\n *)?[^<\[\n]*(?:< |\[)(.*)`)
	for range 40 {
		now := line.FindStringSubmatch(f.frame())
		require.NotNil(f.t, now, "%s cannot be turned", label)
		if strings.HasPrefix(now[1], value) {
			return
		}
		f.press("\x1b[C")
	}
	require.Fail(f.t, label+" is never "+value)
}

// cursorLine begins the line that is marked.
var cursorLine = regexp.MustCompile(`\n(?:  )? > `)

// cursorAt is the line that is marked: the rest of the screen may change meanwhile.
func cursorAt(now string) string {
	at := cursorLine.FindStringIndex(now)
	if at == nil {
		return ""
	}
	line, _, _ := strings.Cut(now[at[1]:], "\n")
	return line
}

// goesTo marks an item.
func (f *friend) goesTo(label string) {
	f.t.Helper()
	marked := regexp.MustCompile(`\n(?:  )? > (?:\S )?` + regexp.QuoteMeta(label))
	item := regexp.MustCompile(`\n(?:  )?   (?:\S )?` + regexp.QuoteMeta(label))
	below := regexp.MustCompile(`\n(?:  )?   v\b`) // where it may be
	f.until(label, func(now string) bool {
		return cursorLine.MatchString(now) &&
			(item.MatchString(now) || marked.MatchString(now) || below.MatchString(now))
	})
	for range 40 {
		now := f.frame()
		cursor := cursorLine.FindStringIndex(now)
		at := item.FindStringIndex(now)
		switch {
		case marked.MatchString(now):
			return
		case at != nil && cursor != nil && at[0] < cursor[0]:
			f.changes(now, "\x1b[A", cursorAt)
		default:
			f.changes(now, "\x1b[B", cursorAt)
		}
	}
	require.Fail(f.t, "there is no "+label)
}

// toRound goes on to the board of the round, in a new round by the page about its chapter.
func (f *friend) toRound() {
	f.t.Helper()
	now := f.until("the round", func(now string) bool {
		return strings.Contains(now, "p table") || strings.Contains(now, "enter to the table")
	})
	if strings.Contains(now, "enter to the table") {
		f.press("\r")
		f.sees("p table")
	}
}

// begins begins the table that is set up.
func (f *friend) begins() {
	f.t.Helper()
	f.sees("enter begin")
	f.press("\r")
}

// isReady says so until that is written: whoever has not seen yet that somebody sat
// down is asked to look and say it again. Another key takes that away first: it would stand there still while
// Enter is on its way and something else changes, and Enter would be pressed once more than it was asked for.
func (f *friend) isReady() {
	f.t.Helper()
	for {
		label := readyLabel.FindString(f.until("how to be ready", readyLabel.MatchString))
		f.goesTo(label)
		_, err := io.WriteString(f.keys, "\r")
		require.NoError(f.t, err)
		now := f.until("that it is written", func(now string) bool {
			return !readyLabel.MatchString(now) || strings.Contains(now, table.ErrQuicker.Error())
		})
		if !readyLabel.MatchString(now) {
			return
		}
		f.changes(now, "\x1b[B", cursorAt)
	}
}

// readyLabel is what stands on the button for the next round: it says which one comes.
var readyLabel = regexp.MustCompile(`I am ready|On to (chapter \d+|the Road)|Play it again|` +
	`Ready (for chapter \d+|for the Road|to play it again)`)

// acts reports whether the screen of a round waits for a key, and not only for others.
func acts(now string) bool {
	lines := strings.Split(now, "\n")
	keys := strings.Join(lines[max(0, len(lines)-2):], "\n")
	return strings.Contains(keys, "enter ") && !over(now)
}

// over reports whether the screen shows how a round has ended, or already the table after it: whoever goes on from a trick
// just when the round ends goes on from its result, too.
func over(now string) bool {
	return isResult(now) || isAtTable(now)
}

// isAtTable reports whether the screen shows the table between two rounds.
func isAtTable(now string) bool {
	return readyLabel.MatchString(now) || strings.Contains(now, "I am not ready yet") ||
		strings.Contains(now, "The deal was ")
}

// isResult reports whether the screen shows how a round has ended.
func isResult(now string) bool {
	return strings.Contains(now, "Enter: to the table") || strings.Contains(now, "p  The table")
}

// isRules reports whether the screen shows the page of rules. Their numbers look like cards.
func isRules(now string) bool { return strings.HasPrefix(strings.TrimSpace(now), "Rules") }

// settled waits until all keys that were pressed before have done what they do, and returns the frame then: the keys
// behind them open the page of rules and close it.
func (f *friend) settled() string {
	f.t.Helper()
	f.atOnce("?")
	f.until("the rules", isRules)
	f.atOnce("?")
	return f.until("what was there before the rules", func(now string) bool { return !isRules(now) })
}

// act presses Enter on a screen that waits for it, see acts. When a trick is left no other key may be on its way: it
// would leave the result of the round, too.
func (f *friend) act(seen string) {
	f.t.Helper()
	if strings.Contains(seen, "Enter goes on") {
		seen = f.settled()
		if !acts(seen) {
			return
		}
	}
	f.answers(seen, "\r")
}

// toTable goes on from the result of a round to the table, if the friend is not there yet.
func (f *friend) toTable() {
	f.t.Helper()
	f.until("the end of the round", over)
	if isResult(f.settled()) {
		f.press("p")
	}
}

// plays lets friends press Enter where it means something, one after the other, until
// enough keys were pressed or all see the end of the round.
func (h *house) plays(most int, friends ...*friend) (done bool) {
	h.t.Helper()
	for range most {
		var who *friend
		seen := ""
		h.mu.Lock()
		for who == nil && !done {
			ended := 0
			for _, f := range friends {
				now := f.text
				if f.whole() && over(now) {
					ended++
				} else if f.whole() && acts(now) {
					who = f
					seen = now
				}
				if h.late || f.ended {
					var all strings.Builder
					for _, f := range friends {
						fmt.Fprintf(&all, "%s: ended %v, drawn whole %v\n%s\n", f.name, f.ended, f.whole(), f.text)
					}
					h.mu.Unlock()
					require.FailNow(h.t, "the round does not go on", "%sthe log: %s", all.String(), h.log.String())
				}
			}
			done = ended == len(friends)
			if who == nil && !done {
				h.changed.Wait()
			}
		}
		h.mu.Unlock()
		if done {
			return true
		}
		who.act(seen)
	}
	return false
}

var codeLine = regexp.MustCompile(`Code to (play here|watch): (\S+)`)

// code is an invitation on the screen.
func (f *friend) code(kind string) string {
	f.t.Helper()
	now := f.sees("Code to " + kind)
	for _, m := range codeLine.FindAllStringSubmatch(now, -1) {
		if m[1] == kind {
			return m[2]
		}
	}
	require.Fail(f.t, "there is no code")
	return ""
}

// meet lets friends meet at a table for chapter 2.
func meet(h *house, names ...string) []*friend {
	return meetFor(h, func(host *friend) { host.sets("Chapter", "2 ") }, names...)
}

// meetFor lets friends meet at a table that its host sets up.
func meetFor(h *house, setUp func(host *friend), names ...string) []*friend {
	return meetAs(h, len(names), setUp, names...)
}

// meetAs is meetFor with more seats than people.
func meetAs(h *house, seats int, setUp func(host *friend), names ...string) []*friend {
	host := h.friend(names[0])
	host.comes("")
	host.sees("Who are you?")
	host.press("\r")
	host.chooses("Open a table")
	host.sets("Players", fmt.Sprint(seats))
	setUp(host)
	host.begins()
	all := []*friend{host}
	if len(names) == 1 {
		host.sees("I am ready")
		return all
	}
	code := host.code("play here")
	for _, name := range names[1:] {
		f := h.friend(name)
		f.comes(code)
		f.sees("Who are you?")
		f.press("\r")
		f.sees(name + " (you)")
		all = append(all, f)
	}
	return all
}

// TestFriends plays chapter 2 with four people who come with ssh, and one who watches,
// to its end. One is cut off in the middle of a trick and comes back; the server is
// closed and opened again, and all go on. Nobody sees what their seat may not.
func TestFriends(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	all := meet(h, "anna", "ben", "cleo", "dora")
	anna, ben := all[0], all[1]
	anna.chooses("More")
	anna.chooses("A code to watch")
	eve := h.friend("eve")
	eve.comes(anna.code("watch"))
	anna.press("\x1b")
	eve.sees("Who are you?")
	eve.press("\r")
	eve.sees("Seat 4")
	anna.sees("Watching: eve")
	for _, f := range all {
		f.isReady()
	}
	require.False(t, h.plays(34, append(all, eve)...))

	ben.hang()
	anna.press("p")
	anna.sees("Back to the round")
	anna.sees("away")
	anna.press("\x1b")
	ben.comes("")
	ben.chooses("Back to the table")
	ben.sees("p table")
	require.False(t, h.plays(20, append(all, eve)...))

	h.close()
	for _, f := range h.friends {
		f.mu.Lock()
		for !f.ended && !f.late {
			f.changed.Wait()
		}
		f.mu.Unlock()
		assert.Contains(t, f.text, "shutting down", f.name)
	}
	h.start()
	for _, f := range h.friends {
		f.comes("")
		f.chooses("Back to the table")
		f.sees("p table")
	}
	require.True(t, h.plays(1000, append(all, eve)...))
	for _, f := range all {
		f.toTable()
		f.sees("The deal was c02p4s")
	}
	eve.toTable()
	eve.chooses("Look through the last round")
	eve.sees("left right step")
	h.nothingLeaked(h.table(), all, eve)
}

// TestTwoFriends plays chapter 2 with two people and the pyramid.
func TestTwoFriends(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	all := meet(h, "anna", "ben")
	for _, f := range all {
		f.isReady()
	}
	require.True(t, h.plays(1000, all...))
	h.nothingLeaked(h.table(), all)
}

var (
	trickNumber = regexp.MustCompile(`(?i)trick (\d+) of \d+`)
	// A rule in parentheses is no card, and the letter of a character before its name belongs to no number before that.
	noCard    = regexp.MustCompile(`\([A-Z]\d+(, [A-Z]\d+)*\)|\b(H  H|M  M|F  F|S  S|R  R)[a-z]+`)
	cardShown = regexp.MustCompile(`\b[HMFSR][1-8]\b`)
	cardLies  = regexp.MustCompile(`\b([1-8])!? {1,6}([HMFSR])\b`) // a drawn card: its rank and its letter stand apart
)

// nothingLeaked checks that no screen has shown more than its seat knew then, which is what the seat knows at the end
// of the trick that the screen shows.
func (h *house) nothingLeaked(table string, seats []*friend, watchers ...*friend) {
	h.t.Helper()
	rounds, _, err := h.tables.Export(table)
	require.NoError(h.t, err)
	require.NotEmpty(h.t, rounds)
	var rec chapters.Record
	for e := range chapters.Default().Read("the round", bytes.NewReader(rounds[0].Text)) {
		require.NoError(h.t, e.Err)
		rec = e.Record
	}
	en := texts.New("en")
	known := map[tricks.Seat][]tricks.Set{}
	look := func(g *chapters.Game) {
		trick := len(g.History())
		if g.Stage() == chapters.StagePlay && !g.IsOver() {
			trick++
		}
		for s := range len(seats) + 1 {
			at := tricks.Seat(s)
			if s == len(seats) {
				at = tricks.NoSeat
			}
			for len(known[at]) <= trick {
				known[at] = append(known[at], 0)
			}
			v := g.View(at)
			known[at][trick] |= cardsOf(en, &v)
		}
	}
	g, err := chapters.Default().NewGame(rec.Position)
	require.NoError(h.t, err)
	look(g)
	for _, d := range rec.Decisions {
		require.NoError(h.t, g.Apply(d))
		look(g)
	}
	check := func(f *friend, at tricks.Seat) {
		f.mu.Lock()
		defer f.mu.Unlock()
		may := known[at][0]
		trick := 0
		n := 0
		for _, frame := range f.frames {
			if isResult(frame) || strings.Contains(frame, "The deal was ") {
				break // now everybody may look at everything
			}
			if isRules(frame) {
				continue
			}
			require.NotContains(h.t, frame, rec.Deal, "%s is told the name of the deal", f.name)
			if m := trickNumber.FindStringSubmatch(frame); m != nil {
				var now int
				_, err := fmt.Sscan(m[1], &now)
				require.NoError(h.t, err)
				if strings.Contains(strings.ToLower(frame), " trick "+m[1]+".") {
					now++ // a whole trick lies there: the others may have gone on
				}
				for trick < min(now, len(known[at])-1) {
					trick++
					may |= known[at][trick]
				}
			}
			for _, text := range cardShown.FindAllString(cardLies.ReplaceAllString(noCard.ReplaceAllString(frame, ""),
				"$2$1"), -1) {
				card, err := tricks.ParseCard(text)
				require.NoError(h.t, err)
				require.True(h.t, may.Contains(card), "%s sees %s in trick %d, may %s:\n%s\n%s", f.name, card, trick,
					may, frame, rounds[0].Text)
				n++
			}
		}
		require.Greater(h.t, n, 100, "%s has seen cards", f.name)
	}
	for i, f := range seats {
		check(f, tricks.Seat(i))
	}
	for _, f := range watchers {
		check(f, tricks.NoSeat)
	}
}

// cardsOf are the cards that a view shows, and those that goals speak of.
func cardsOf(t *texts.Texts, v *chapters.View) (out tricks.Set) {
	add := func(cards ...tricks.Card) {
		for _, c := range cards {
			if c.Valid() {
				out |= c.Bit()
			}
		}
	}
	add(v.Lost...)
	add(v.Turned...)
	add(tricks.OneRing)
	for s := range v.Seats {
		seat := &v.Seats[s]
		out |= seat.Open | seat.Shown | seat.Hand | seat.Extra | seat.WonCards
		add(seat.Tucked, seat.First, seat.Last, v.Card[s])
		for _, row := range seat.Rows {
			add(row...)
		}
		text := strings.Join(t.Round(v).Progress(tricks.Seat(s)), " ")
		if seat.Character != nil {
			text += " " + t.Round(v).GoalAt(seat.Character, tricks.Seat(s))
		}
		for _, name := range cardShown.FindAllString(text, -1) {
			if c, err := tricks.ParseCard(name); err == nil {
				add(c)
			}
		}
	}
	for _, trick := range v.History {
		out |= trick.Cards
	}
	for _, e := range v.Log {
		add(e.Card)
	}
	return out
}

// TestVisitorWhoNeverLeaves checks that a server ends without one, and says so.
func TestVisitorWhoNeverLeaves(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	h.leaving.Add(1)
	defer h.leaving.Done()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorContains(t, h.Close(over), "a visitor has not left the table in time")
	h.Server = nil // it is closed
}
