// Package hunttest hunts for wrong words of the solver: "unwinnable" where a round can be won, a line that does not
// win, a count that is off. A hunt has classes of cases. A case is a function of the seed, its class and its number
// only, so that it can be repeated alone on any machine. The clock decides nothing but how many cases there are.
//
//	go test ./solver -run TestHunt -hunt 1h -seed 20261128 -v             an hour, with these cases
//	go test ./solver -run TestHunt -seed 20261128 -case planted/812 -v    one of them again
//
// Without -hunt there are a few cases of each class, always the same.
package hunttest

import (
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"text/tabwriter"
	"time"

	"fellowship/chapters"
)

// The flags of a hunt.
var (
	huntFor  = flag.Duration("hunt", 0, "how long to hunt for wrong words of the solver; 0: a few cases of each class")
	huntSeed = flag.Uint64("seed", 1, "the cases of the hunt: the same seed gives the same cases")
	huntCase = flag.String("case", "",
		"one case of the hunt again, by its class and number, such as planted/812; a class alone is hunted alone")
	huntInto = flag.String("finds", "", "folder for what the hunt finds; empty: one for temporary files")
)

// Class is a kind of cases.
type Class struct {
	Name string
	// Description says in a few words what the cases hold.
	Description string
	// Few is how many cases there are without -hunt. Share is the part of the time that the class gets with it, beside
	// the others.
	Few, Share int
	// Case tries one case.
	Case func(c *Case)
}

// Case is one case on its way. It is a [require.TestingT]: what is required and does not hold is a find.
type Case struct {
	// Rand is a function of the seed, the class and the number.
	*rand.Rand
	Class  string
	Number int
	// Round is the round that is asked about.
	Round *chapters.Game
	// Won is the same round as it can be won, nil where that is not known.
	Won *chapters.Game
	// World is the files that the round needs beside the program's own. They are written into the folder of a find.
	World World

	ctx    context.Context
	deal   string // the chapter and table size, empty for none
	words  []string
	counts map[string]int
	// found is what does not hold.
	found    []string
	duration time.Duration
}

// failed ends a case.
type failed struct{}

// Errorf notes that something does not hold.
func (c *Case) Errorf(format string, args ...any) {
	c.found = append(c.found, strings.TrimSpace(fmt.Sprintf(format, args...)))
}

// Context returns the context of searches: the clock ends those that their limits do not, which is counted.
func (c *Case) Context() context.Context { return c.ctx }

// FailNow ends the case.
func (c *Case) FailNow() { panic(failed{}) }

// Word counts what was said of the case: winnable, unwinnable or unknown.
func (c *Case) Word(word string) { c.words = append(c.words, word) }

// Count counts something that the case has, such as a special that is used in it.
func (c *Case) Count(label string) { c.counts[label]++ }

// CountMany counts something that the case has n times.
func (c *Case) CountMany(label string, n int) { c.counts[label] += n }

// OneOf reports true in one of n cases.
func (c *Case) OneOf(n int) bool { return c.IntN(n) == 0 }

// Pick returns one of a list.
func Pick[T any](c *rand.Rand, list []T) T { return list[c.IntN(len(list))] }

// caseTime is the longest that the searches of a case may take.
const caseTime = time.Minute

// newCase begins a case.
func newCase(seed uint64, class string, number int) *Case {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s/%d", class, number)
	return &Case{Rand: rand.New(rand.NewPCG(seed, h.Sum64())), Class: class, Number: number, counts: map[string]int{}}
}

// run tries the case. That something panics is a find as well.
func (c *Case) run(try func(*Case)) {
	begun := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), caseTime)
	defer cancel()
	c.ctx = ctx
	defer func() {
		c.duration = time.Since(begun)
		if ctx.Err() != nil {
			c.Count("ended by the clock")
		}
		switch p := recover(); p.(type) {
		case nil, failed:
		default:
			c.found = append(c.found, fmt.Sprintf("panic: %v\n%s", p, debug.Stack()))
		}
	}()
	try(c)
}

// Report is what the cases of a class came to.
type Report struct {
	Cases, Found int
	Words        map[string]int
	// Counts is how often the cases had what they counted.
	Counts map[string]int
	// deals is how many cases each chapter and table size had.
	deals    map[string]int
	duration time.Duration
	// slowest is the case that took longest.
	slowest *Case
}

func newReport() *Report {
	return &Report{Words: map[string]int{}, Counts: map[string]int{}, deals: map[string]int{}}
}

func (r *Report) add(c *Case) {
	r.Cases++
	if c.deal != "" {
		r.deals[c.deal]++
	}
	if r.slowest == nil || c.duration > r.slowest.duration {
		r.slowest = c
	}
	for _, word := range c.words {
		r.Words[word]++
	}
	for label, n := range c.counts {
		r.Counts[label] += n
	}
	if len(c.found) > 0 {
		r.Found++
	}
}

// slow names the slowest case.
func (r *Report) slow() string {
	if r.slowest == nil {
		return ""
	}
	return fmt.Sprintf("%d: %.1f s", r.slowest.Number, r.slowest.duration.Seconds())
}

// Run hunts as the flags say and prints a table. It returns a report of each class that was tried.
func Run(t *testing.T, classes ...Class) map[string]*Report {
	t.Helper()
	if name, number, hasNumber := strings.Cut(*huntCase, "/"); name != "" {
		classes = slices.DeleteFunc(slices.Clone(classes), func(c Class) bool { return c.Name != name })
		if len(classes) == 0 {
			t.Fatalf("-case %s: there is no class %s", *huntCase, name)
		}
		if hasNumber {
			rerunCase(t, &classes[0], number)
			return nil
		}
	}
	shares := 0
	for _, class := range classes {
		shares += class.Share
	}
	reports := map[string]*Report{}
	for _, class := range classes {
		reports[class.Name] = class.hunt(t, *huntFor*time.Duration(class.Share)/time.Duration(shares))
	}
	t.Log(table(classes, reports))
	return reports
}

// Hunting reports whether there is a hunt, and not a few cases only.
func Hunting() bool { return *huntFor > 0 }

// rerunCase tries one case of a class.
func rerunCase(t *testing.T, class *Class, number string) {
	t.Helper()
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 {
		t.Fatalf("-case %s is no case: it is a class and a number, such as %s/12", *huntCase, class.Name)
	}
	c := newCase(*huntSeed, class.Name, n)
	c.run(class.Case)
	t.Log(c.words, c.counts)
	if len(c.found) > 0 {
		c.report(t)
	} else if c.Round != nil {
		t.Logf("the round: %s", c.write(t))
	}
}

// hunt tries cases for so long, or a few. Each processor has a case of its own.
func (class *Class) hunt(t *testing.T, limit time.Duration) *Report {
	t.Helper()
	report := newReport()
	few := class.Few
	if testing.Short() {
		few = (few + 3) / 4
	}
	begun := time.Now()
	var next atomic.Int64
	var each sync.WaitGroup
	var mu sync.Mutex
	var finds []*Case
	for range runtime.GOMAXPROCS(0) {
		each.Go(func() {
			for {
				number := int(next.Add(1)) - 1
				if limit == 0 && number >= few || limit > 0 && time.Since(begun) > limit {
					return
				}
				c := newCase(*huntSeed, class.Name, number)
				c.run(class.Case)
				mu.Lock()
				report.add(c)
				if len(c.found) > 0 {
					finds = append(finds, c)
				}
				mu.Unlock()
			}
		})
	}
	each.Wait()
	report.duration = time.Since(begun)
	slices.SortFunc(finds, func(a, b *Case) int { return a.Number - b.Number })
	for _, c := range finds {
		c.report(t)
	}
	return report
}

// verdicts are the words that have a column of their own.
var verdicts = []string{"winnable", "unwinnable", "unknown"}

// table tells what the classes came to, and what their cases had.
func table(classes []Class, reports map[string]*Report) string {
	var text strings.Builder
	fmt.Fprintf(&text, "seed %d\n", *huntSeed)
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "class\tcases\twinnable\tunwinnable\tunknown\twrong\tseconds\tslowest case\t")
	for _, class := range classes {
		r := reports[class.Name]
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%.1f\t%s\t%s\n",
			class.Name, r.Cases, r.Words["winnable"], r.Words["unwinnable"], r.Words["unknown"], r.Found,
			r.duration.Seconds(), r.slow(), class.Description)
	}
	if err := w.Flush(); err != nil {
		panic(err) // it writes to memory
	}
	for _, class := range classes {
		counts := maps.Clone(reports[class.Name].Counts)
		for word, n := range reports[class.Name].Words {
			if !slices.Contains(verdicts, word) {
				counts[word] = n
			}
		}
		if len(counts) == 0 {
			continue
		}
		fmt.Fprintf(&text, "%s:", class.Name)
		if deals := slices.Sorted(maps.Values(reports[class.Name].deals)); len(deals) > 0 {
			fmt.Fprintf(&text, " %d chapters, events, groups and table sizes, %d to %d cases each ·", len(deals),
				deals[0], deals[len(deals)-1])
		}
		for _, label := range slices.Sorted(maps.Keys(counts)) {
			fmt.Fprintf(&text, " %s %d ·", label, counts[label])
		}
		text.WriteByte('\n')
	}
	return text.String()
}
