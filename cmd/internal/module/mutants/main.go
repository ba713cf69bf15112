// Mutants says how much of what could be wrong in the program its tests would notice. It changes
// statements of the product, drawn by chance, one at a time, as a slip of the pen would: a condition is
// turned round, a number is one more, a line is missing. Then it runs the tests of the changed package
// alone, and prints what they notice. A change that they do not notice survives.
//
//	mutants [-seed N] [-n N] [-timeout D] [-program PACKAGE] [PACKAGES]
//
// It prints a line for each change, then the share that is noticed, with the interval that holds the
// true share in 95 of 100 draws, and the survivors by name.
//
// The product is every package of this module that the program is built of. Generated files, tests and
// panics are left alone, and so are declarations outside of functions. The capacity of what is made is left alone as
// well, because another one makes no difference but in time. The files themselves stay as they are: the go command gets
// each change as an overlay. With the same seed and the same sources, the same changes come again.
//
// A change that the compiler rejects is drawn again. Tests that fail, crash or run out of time notice a
// change; they have the time limit and five times what they take without a change. In a package without
// tests every change survives. A package whose tests fail anyway is left out, and the command fails at its
// end.
package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// options are the flags.
type options struct {
	// dir is a folder of the module; empty for the one that the command is started in.
	dir string
	// seed chooses the changes.
	seed uint64
	// number is how many changes to try.
	number int
	// timeout ends the tests of one change, beside the time that they usually take.
	timeout time.Duration
	// program is the package whose dependencies are the product.
	program string
	// packages restrict the product, as patterns of the go command.
	packages []string
}

func main() {
	var opt options
	flag.Uint64Var(&opt.seed, "seed", 1, "choose the changes by this `number`")
	flag.IntVar(&opt.number, "n", 60, "try this `number` of changes")
	flag.DurationVar(&opt.timeout, "timeout", 20*time.Second, "end the tests of one change after this `time`, and five times what\nthey take without a change")
	flag.StringVar(&opt.program, "program", "./cmd/fellowship", "change only what this `package` is built of")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: mutants [-seed N] [-n N] [-timeout D] [-program PACKAGE] [PACKAGES]")
		flag.PrintDefaults()
	}
	flag.Parse()
	opt.packages = flag.Args()
	if len(opt.packages) == 0 {
		opt.packages = []string{"./..."}
	}
	if err := run(os.Stdout, opt); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// result is one change that was tried.
type result struct {
	mutant
	// noticed reports whether the tests failed.
	noticed bool
}

// run tries changes and prints what becomes of them.
func run(w io.Writer, opt options) error {
	packages, err := product(opt)
	if err != nil {
		return err
	}
	all, err := statementsOf(packages)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(opt.seed, 0))
	fmt.Fprintf(w, "seed %d: %d of %d statements in %d packages\n", opt.seed, min(opt.number, len(all)), len(all),
		len(packages))
	lab, err := newLaboratory(opt)
	if err != nil {
		return err
	}
	defer lab.close()
	var results []result
	for _, s := range shuffled(all, rng) {
		if len(results) == opt.number {
			break
		}
		r, ok, err := lab.try(s, rng)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		fmt.Fprintf(w, "%-8s %5.1f s  %s: %s\n", r.verdict(), r.took.Seconds(), r.name(), r.change.text)
		results = append(results, r.result)
	}
	report(w, results)
	if len(lab.failed) > 0 {
		return fmt.Errorf("some statements were left out:\n%s", strings.Join(lab.failed, "\n"))
	}
	return nil
}

// shuffled returns the statements in an order of chance.
func shuffled(all []statement, rng *rand.Rand) []statement {
	order := slices.Clone(all)
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

// verdict says in a word what became of a change.
func (r result) verdict() string {
	if r.noticed {
		return "noticed"
	}
	return "SURVIVED"
}

// report prints the share that was noticed, and the survivors by name.
func report(w io.Writer, results []result) {
	var survivors []result
	for _, r := range results {
		if !r.noticed {
			survivors = append(survivors, r)
		}
	}
	slices.SortFunc(survivors, func(a, b result) int { return strings.Compare(a.name(), b.name()) })
	n := len(results)
	noticed := n - len(survivors)
	low, high := wilson(noticed, n)
	fmt.Fprintf(w, "\n%d of %d noticed: %.0f %% (95 %%: %.0f to %.0f %%)\n", noticed, n, share(noticed, n), low, high)
	if len(survivors) == 0 {
		return
	}
	fmt.Fprintln(w, "\nSurvivors:")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, r := range survivors {
		remark := ""
		if !r.statement.pkg.hasTests() {
			remark = " (the package has no tests)"
		}
		fmt.Fprintf(table, "  %s\t%s%s\n", r.name(), r.change.text, remark)
	}
	_ = table.Flush()
}

// share returns a part in percent; of nothing it is 0.
func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}

// wilson returns in percent the ends of Wilson's interval, which holds the true share in 95 of 100
// samples, also of a small sample and of a share near its ends.
func wilson(part, whole int) (low, high float64) {
	if whole == 0 {
		return 0, 100
	}
	const z = 1.959964
	n := float64(whole)
	p := float64(part) / n
	centre := p + z*z/(2*n)
	width := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	scale := 100 / (1 + z*z/n)
	return max(0, scale*(centre-width)), min(100, scale*(centre+width))
}
