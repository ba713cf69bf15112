//go:build unix

package compare_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/solver"
	"fellowship/tricks"
)

var (
	compareDeals = flag.Int("compare", 0, "deals of each set to compare general solvers on; 0: do not")
	compareLimit = flag.Duration("compare.limit", 2*time.Minute, "the longest a general solver may take for a deal")
	exportFrom   = flag.String("export", "",
		"file of position documents to write as DIMACS and as an answer set program")
	exportTo = flag.String("export.to", ".", "directory to write them into")
)

// sets are the casts that solvers are compared on, seats clockwise from Frodo.
var sets = []struct {
	name    string
	cast    string
	threats int // the numbers in the threat deck
}{
	{"A", "frodo gandalf merry pippin", 0},
	{"B", "frodo sam pippin merry", 4},
	{"C", "frodo aragorn legolas gimli", 7},
	{"D", "frodo goldberry glorfindel bill", 0},
	{"E", "frodo elrond pippin sam", 4},
	{"F", "frodo boromir galadriel aragorn", 7},
	{"G", "frodo gandalf pippin", 0},
	{"H", "frodo aragorn glorfindel", 7},
}

// setDeal deals a round to a set: Frodo sits where R1 is (S3) and leads (S7),
// nobody exchanges, the lost card stays where it is. A threat number, or a lost
// card, that nobody could meet is drawn again (S8).
func setDeal(src *rand.Rand, cast []string, threats int) chapters.Position {
	for {
		pos := chapters.Position{
			Players: len(cast), Stage: chapters.StagePlay, Pyramid: tricks.NoSeat,
			Hands: make([]chapters.HandInfo, len(cast)),
		}
		deck := tricks.Deck.Cards()
		src.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		lost, deck := deck[0], deck[1:]
		if lost == tricks.OneRing {
			continue // S2
		}
		pos.Lost = []tricks.Card{lost}
		hands := make([]tricks.Set, len(cast))
		first := 0
		for s := range hands {
			hands[s] = tricks.SetOf(deck[s*len(deck)/len(cast) : (s+1)*len(deck)/len(cast)]...)
			if hands[s].Contains(tricks.OneRing) {
				first = s
			}
		}
		numbers := src.Perm(max(threats, 1))
		suits := map[string]tricks.Suit{"sam": tricks.Hills, "legolas": tricks.Forests, "gimli": tricks.Mountains}
		fits := true
		for s, id := range cast {
			h := &pos.Hands[s]
			h.Character, h.Cards = id, hands[(first+s)%len(hands)]
			suit, needsCard := suits[id]
			if needsCard || id == "aragorn" {
				h.Threat, numbers = numbers[0]+1, numbers[1:]
			}
			fits = fits && !(needsCard && lost == tricks.NewCard(suit, h.Threat)) &&
				!(id == "glorfindel" && lost.Suit() == tricks.Shadows)
		}
		if fits {
			return pos
		}
	}
}

// general is a general solver: its command and how it says yes and no.
type general struct {
	name    string
	command []string
	asp     bool
	yes, no string
}

var generals = []general{
	{"CaDiCaL", []string{"cadical", "-q", "-n"}, false, "s SATISFIABLE", "s UNSATISFIABLE"},
	{"MiniSat", []string{"minisat", "-verb=0"}, false, "\nSATISFIABLE", "UNSATISFIABLE"},
	{"clingo", []string{"clingo", "--verbose=1"}, true, "\nSATISFIABLE", "UNSATISFIABLE"},
}

// run decides a problem in a file, as a process of its own.
func (c *general) run(t testing.TB, file string) (answer string, took spent) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), *compareLimit)
	defer cancel()
	command := exec.CommandContext(ctx, c.command[0], append(c.command[1:], file)...)
	began := time.Now()
	out, err := command.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) { // they exit with 10, 20 or 30
		require.NoError(t, err)
	}
	took = spent{command.ProcessState.UserTime() + command.ProcessState.SystemTime(), time.Since(began)}
	out = append([]byte("\n"), out...)
	switch {
	case bytes.Contains(out, []byte(c.no)):
		return "unwinnable", took
	case bytes.Contains(out, []byte(c.yes)):
		return "winnable", took
	}
	require.Error(t, ctx.Err(), "%s said %s", c.name, out)
	return "unknown", took
}

// spent is what a solver took for a deal: processor time, which a busy machine
// does not lengthen, and time by the clock, which for a process of its own holds
// its start as well.
type spent struct{ processor, clock time.Duration }

// now returns what this process has used so far.
func now(t testing.TB) spent {
	t.Helper()
	var use syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &use))
	return spent{time.Duration(use.Utime.Nano() + use.Stime.Nano()), time.Duration(time.Now().UnixNano())}
}

func (a spent) since(b spent) spent { return spent{a.processor - b.processor, a.clock - b.clock} }

// times sums up what one solver took for a set; max is the longest in processor
// time.
type times struct {
	n       int
	sum     spent
	max     time.Duration
	unknown int
}

func (x *times) add(d spent) {
	x.n++
	x.sum.processor += d.processor
	x.sum.clock += d.clock
	x.max = max(x.max, d.processor)
}

func (x *times) mean() time.Duration { return x.sum.processor / time.Duration(max(x.n, 1)) }

// over returns how many times as long a solver took as another one, by processor
// and by clock.
func (x *times) over(y *times) string {
	return fmt.Sprintf("%.0f / %.0f", float64(x.sum.processor)/float64(y.sum.processor),
		float64(x.sum.clock)/float64(y.sum.clock))
}

// comparison is what the solvers took for the deals of a set.
type comparison struct {
	dir       string
	positions []chapters.Position
	verdicts  []solver.Verdict
	n         tally
	// begun is beginning a game, which compiles its goals.
	begun, ours, pure times
	theirs            []times
	vars, clauses     int // the most
	worst             string
}

// solve asks this solver, one deal after the other as a program would.
func (c *comparison) solve(t testing.TB) {
	for i := range c.positions {
		began := now(t)
		g := newGame(t, c.positions[i])
		c.begun.add(now(t).since(began))
		began = now(t)
		r, err := solver.Solve(context.Background(), g, solver.Options{})
		took := now(t).since(began)
		require.NoError(t, err)
		if took.processor > c.ours.max {
			c.worst = fmt.Sprintf("%d nodes, %s:\n%s", r.Nodes, r.Verdict, show(t, g))
		}
		c.ours.add(took)
		c.n.count(r.Verdict == solver.Winnable)
		c.verdicts = append(c.verdicts, r.Verdict)
	}
}

// ask asks the general solvers about the same deals.
func (c *comparison) ask(t testing.TB) {
	files := map[bool]string{false: filepath.Join(c.dir, "deal.cnf"), true: filepath.Join(c.dir, "deal.lp")}
	for i := range c.positions {
		e := write(t, &c.positions[i], files[false], files[true])
		c.vars, c.clauses = max(c.vars, e.vars), max(c.clauses, len(e.clauses))
		began := now(t)
		can, _ := decide(t, e)
		c.pure.add(now(t).since(began))
		require.Equal(t, c.verdicts[i] == solver.Winnable, can)
		for k := range generals {
			answer, took := generals[k].run(t, files[generals[k].asp])
			c.theirs[k].add(took)
			if answer == "unknown" {
				c.theirs[k].unknown++
				continue
			}
			require.Equal(t, string(c.verdicts[i]), answer, "%s on deal %d of\n%s", generals[k].name, i,
				files[generals[k].asp])
		}
	}
}

// TestCompare measures this solver, in this process, against general solvers,
// each as a process of its own, on the same deals in the same run. It writes the
// table of docs/maintaining/solver.md; see `make compare`.
func TestCompare(t *testing.T) {
	if *compareDeals == 0 {
		t.Skip("only with -compare")
	}
	for _, c := range generals {
		if _, err := exec.LookPath(c.command[0]); err != nil {
			t.Skipf("%s is not installed: apt-get install cadical minisat gringo", c.command[0])
		}
	}
	chapters.Default()
	var out strings.Builder
	out.WriteString("| set | won / lost | variables | clauses | to begin | solver | gini |")
	for _, c := range generals {
		fmt.Fprintf(&out, " %s |", c.name)
	}
	out.WriteString(" × CaDiCaL | × clingo |\n")
	dir := t.TempDir()
	for i, set := range sets {
		c := &comparison{dir: dir, theirs: make([]times, len(generals))}
		src := rand.New(rand.NewPCG(2024, uint64(i)))
		for range *compareDeals {
			c.positions = append(c.positions, setDeal(src, strings.Fields(set.cast), set.threats))
		}
		c.solve(t)
		c.ask(t)
		fmt.Fprintf(&out, "| %s | %d / %d | %d | %d | %s | %s | %s |", set.name, c.n.won, c.n.lost,
			c.vars, c.clauses, c.begun.String(), c.ours.String(), c.pure.String())
		for k := range c.theirs {
			fmt.Fprintf(&out, " %s |", c.theirs[k].String())
		}
		fmt.Fprintf(&out, " %s | %s |\n", c.theirs[0].over(&c.ours), c.theirs[len(c.theirs)-1].over(&c.ours))
		t.Logf("this solver's hardest deal of set %s: %s", set.name, c.worst)
	}
	out.WriteByte('\n')
	nothing := map[bool]string{false: filepath.Join(dir, "nothing.cnf"), true: filepath.Join(dir, "nothing.lp")}
	require.NoError(t, os.WriteFile(nothing[false], []byte("p cnf 1 1\n1 0\n"), 0o644))
	require.NoError(t, os.WriteFile(nothing[true], []byte("fact.\n"), 0o644))
	out.WriteString("A process that has nothing to decide takes:")
	for k := range generals {
		var start times
		for range *compareDeals {
			_, took := generals[k].run(t, nothing[generals[k].asp])
			start.add(took)
		}
		fmt.Fprintf(&out, " %s %s", generals[k].name, start.String())
	}
	out.WriteString("\n")
	fmt.Print(out.String())
}

// String writes mean and maximum in milliseconds of processor time, and on how many deals the
// time was up.
func (x *times) String() string {
	ms := func(d time.Duration) string { return fmt.Sprintf("%.3g", float64(d)/1e6) }
	s := fmt.Sprintf("%s (%s)", ms(x.mean()), ms(x.max))
	if x.unknown > 0 {
		s += fmt.Sprintf(" ≥, %d undecided", x.unknown)
	}
	return s
}

// write writes a position as DIMACS and, where that encoding covers it, as an
// answer set program.
func write(t testing.TB, pos *chapters.Position, dimacs, asp string) *encoding {
	t.Helper()
	e := encodeTight(*pos)
	var b bytes.Buffer
	require.NoError(t, e.WriteDIMACS(&b))
	require.NoError(t, os.WriteFile(dimacs, b.Bytes(), 0o644))
	if program, ok := aspProgram(pos); ok {
		require.NoError(t, os.WriteFile(asp, []byte(program), 0o644))
	}
	return e
}

// TestExport writes documents for other solvers; see `make dimacs`.
func TestExport(t *testing.T) {
	if *exportFrom == "" {
		t.Skip("only with -export")
	}
	f, err := os.Open(*exportFrom)
	require.NoError(t, err)
	defer f.Close()
	lib := chapters.Default()
	n := 0
	for entry := range lib.Read(*exportFrom, f) {
		require.NoError(t, entry.Err)
		g, err := entry.Record.Game(lib)
		require.NoError(t, err)
		pos := playPosition(t, g)
		n++
		name := pos.ID
		if name == "" {
			name = fmt.Sprintf("document-%d", n)
		}
		name = filepath.Join(*exportTo, filepath.Base(name))
		e := write(t, &pos, name+".cnf", name+".lp")
		fmt.Printf("%s: %d variables, %d clauses\n", name, e.vars, len(e.clauses))
	}
}
