// Package hunttest hunts for wrong answers of the solver: "unwinnable" for a round that can be won, a line that does
// not win, a wrong count. A hunt tries classes of cases. A case depends only on the seed, its class and its number, so
// it can be repeated alone on any machine. The clock decides only how many cases are tried.
//
//	go test ./solver -run TestHunt -hunt 1h -seed 20261128 -v             hunt for an hour
//	go test ./solver -run TestHunt -seed 20261128 -case planted/812 -v    repeat one of its cases
//
// Without -hunt a few cases of each class are tried, always the same.
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
	huntTime = flag.Duration("hunt", 0, "how long to hunt for wrong words of the solver; 0: a few cases of each class")
	huntSeed = flag.Uint64("seed", 1, "the cases of the hunt: the same seed gives the same cases")
	huntCase = flag.String("case", "",
		"one case of the hunt again, by its class and number, such as planted/812; a class alone is hunted alone")
	findsInto = flag.String("finds", "", "folder for what the hunt finds; empty: one for temporary files")
)

// Class is a kind of cases.
type Class struct {
	Name string
	// Description is a few words about the cases, for the table of results.
	Description string
	// Few is the number of cases without -hunt.
	Few int
	// Share is the weight of the class when the time of a hunt is divided among the classes.
	Share int
	// Case tries one case.
	Case func(c *Case)
}

// Case is one case while it is tried. It is a [require.TestingT]: a failed requirement is a find.
type Case struct {
	// Rand is a function of the seed, the class and the number.
	*rand.Rand
	// Class is the name of the case's class.
	Class string
	// Number counts the cases of a class from 0.
	Number int
	// Round is the round that the solver is asked about.
	Round *chapters.Game
	// Won is the same round, played to a win. It is nil if no win is known.
	Won *chapters.Game
	// World is the files that the round needs beside the program's own. They are written into the folder of a find.
	World World

	ctx context.Context
	// deal names the chapter and the table size. It is empty for a round that was not dealt.
	deal string
	// words are the answers of the solver, see [Case.Word].
	words []string
	// counts holds the numbers that [Case.Count] has counted, by label.
	counts map[string]int
	// found describes the failed requirements and the panics.
	found    []string
	duration time.Duration
}

// failed is the value of the panic that ends a case with a failed requirement.
type failed struct{}

// Errorf notes a failed requirement.
func (c *Case) Errorf(format string, args ...any) {
	c.found = append(c.found, strings.TrimSpace(fmt.Sprintf(format, args...)))
}

// Context returns the context for searches. It expires after [caseTime]; the report counts the cases that it ended.
func (c *Case) Context() context.Context { return c.ctx }

// FailNow ends the case.
func (c *Case) FailNow() { panic(failed{}) }

// Word notes the solver's answer about the case: winnable, unwinnable or unknown. A case without such an answer notes
// another word for how it ended, such as dropped.
func (c *Case) Word(word string) { c.words = append(c.words, word) }

// Count counts a property of the case, such as a special rule that its round uses.
func (c *Case) Count(label string) { c.counts[label]++ }

// CountMany counts a property that the case has n times.
func (c *Case) CountMany(label string, n int) { c.counts[label] += n }

// OneOf reports true in one of n cases.
func (c *Case) OneOf(n int) bool { return c.IntN(n) == 0 }

// Pick returns a random element of a list.
func Pick[T any](c *rand.Rand, list []T) T { return list[c.IntN(len(list))] }

// caseTime limits the time of all searches of a case together.
const caseTime = time.Minute

// newCase returns a case whose random numbers depend only on the seed, the class and the number.
func newCase(seed uint64, class string, number int) *Case {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s/%d", class, number)
	return &Case{Rand: rand.New(rand.NewPCG(seed, h.Sum64())), Class: class, Number: number, counts: map[string]int{}}
}

// run tries the case. A panic is a find, too.
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

// Report sums up the cases of a class.
type Report struct {
	// Cases is the number of cases tried.
	Cases int
	// Found is the number of cases with a find.
	Found int
	// Words counts the answers of the solver.
	Words map[string]int
	// Counts sums up what the cases have counted.
	Counts map[string]int
	// deals is the number of cases by chapter and table size.
	deals    map[string]int
	duration time.Duration
	// slowest is the case that took longest.
	slowest *Case
}

// newReport returns a report without cases.
func newReport() *Report {
	return &Report{Words: map[string]int{}, Counts: map[string]int{}, deals: map[string]int{}}
}

// add adds a case to the report.
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

// slowestCase describes the slowest case: its number and its seconds.
func (r *Report) slowestCase() string {
	if r.slowest == nil {
		return ""
	}
	return fmt.Sprintf("%d: %.1f s", r.slowest.Number, r.slowest.duration.Seconds())
}

// Run tries the classes as the flags say and logs a table. It returns a report by class name, or nil if it has repeated
// a single case.
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
		reports[class.Name] = class.hunt(t, *huntTime*time.Duration(class.Share)/time.Duration(shares))
	}
	t.Log(formatTable(classes, reports))
	return reports
}

// Hunting reports whether -hunt is set, that is whether more than a few cases are tried.
func Hunting() bool { return *huntTime > 0 }

// rerunCase repeats one case of a class and writes its round, even without a find.
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

// hunt tries cases until the time limit, or the class's few cases if limit is 0. Each processor tries its own cases.
func (class *Class) hunt(t *testing.T, limit time.Duration) *Report {
	t.Helper()
	report := newReport()
	few := class.Few
	if testing.Short() {
		few = (few + 3) / 4
	}
	begun := time.Now()
	var next atomic.Int64
	var workers sync.WaitGroup
	var mu sync.Mutex
	var finds []*Case
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
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
	workers.Wait()
	report.duration = time.Since(begun)
	slices.SortFunc(finds, func(a, b *Case) int { return a.Number - b.Number })
	for _, c := range finds {
		c.report(t)
	}
	return report
}

// verdicts are the words with a column of their own in the table.
var verdicts = []string{"winnable", "unwinnable", "unknown"}

// formatTable returns a table with a row for each class, followed by the counts of each class.
func formatTable(classes []Class, reports map[string]*Report) string {
	var text strings.Builder
	fmt.Fprintf(&text, "seed %d\n", *huntSeed)
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "class\tcases\twinnable\tunwinnable\tunknown\twrong\tseconds\tslowest case\t")
	for _, class := range classes {
		r := reports[class.Name]
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%.1f\t%s\t%s\n",
			class.Name, r.Cases, r.Words["winnable"], r.Words["unwinnable"], r.Words["unknown"], r.Found,
			r.duration.Seconds(), r.slowestCase(), class.Description)
	}
	if err := w.Flush(); err != nil {
		panic(err) // it writes to memory
	}
	for _, class := range classes {
		report := reports[class.Name]
		counts := maps.Clone(report.Counts)
		for word, n := range report.Words {
			if !slices.Contains(verdicts, word) {
				counts[word] = n
			}
		}
		if len(counts) == 0 {
			continue
		}
		fmt.Fprintf(&text, "%s:", class.Name)
		if deals := slices.Sorted(maps.Values(report.deals)); len(deals) > 0 {
			fmt.Fprintf(&text, " %d chapters, events, groups and table sizes, %d to %d cases each ·",
				len(deals), deals[0], deals[len(deals)-1])
		}
		for _, label := range slices.Sorted(maps.Keys(counts)) {
			fmt.Fprintf(&text, " %s %d ·", label, counts[label])
		}
		text.WriteByte('\n')
	}
	return text.String()
}
