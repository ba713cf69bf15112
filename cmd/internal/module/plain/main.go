// Plain counts what makes the code of a Go module hard to read, and fails where there is more
// than a ceiling allows: several statements on one line, names that say nothing, comments that
// are riddles, lines that are too long.
//
//	plain [-list] [-only CHECK] [-room FOLDER] DIR
//
// It prints one table, and then the sum per room, worst first. A room is a folder. With -list it
// also prints every find as FILE:LINE: CHECK: TEXT. The ceilings are rates of the whole module,
// so that they are not held with -room.
//
// Product code is every .go, .css, .html and .js file but tests, generated files, and files in
// testdata, dist and folders of other modules' sources. Everything is read from the syntax alone:
// no types are checked, nothing has to build, and types of other modules count as leaves.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
)

// find is one place that a check complains about.
type find struct {
	// check is the name of the check.
	check string
	// file is relative to the module's root.
	file string
	// line counts from 1.
	line int
	// text shows or explains the place.
	text string
}

// unit says by what the finds of a check are divided, so that modules of any size compare.
type unit int

const (
	perCode    unit = iota // per 1,000 lines of Go code
	perComment             // per 1,000 lines of comments
	perLine                // per 1,000 lines of Go, CSS, HTML and JavaScript
	plainCount             // not divided
)

// noCeiling is the ceiling of a check that only counts.
const noCeiling = -1

// check is one row of the table.
type check struct {
	name string
	// meaning explains the check in a few words.
	meaning string
	// unit says by what the number of finds is divided.
	unit unit
	// ceiling is the highest rate that passes, in the check's unit.
	ceiling float64
	// run returns all finds in a module.
	run func(*module) []find
}

// checks are ordered from statements to files. gh (github.com/cli/cli v2.62.0) and age
// (filippo.io/age v1.2.1) are below all ceilings but two: gh has 11.8 long lines and 60 files
// without tests.
var checks = []check{
	{"folded", "if/switch init whose condition does not use it", perCode, 0, foldedInits},
	{"assigns", "if/switch init that assigns (=, ++, call)", perCode, 0, assigningInits},
	{"three", "parallel assignment of 3 and more", perCode, 0, triples},
	{"pair", "parallel assignment of 2 unrelated values", perCode, 1.5, pairs},
	{"fields", "fields that share one comment with 2 and more others", perCode, 1.5, sharedComments},
	{"words", "names that are function words (at, to, what, who)", perCode, 3, functionWords},
	{"inflected", "methods of one type that differ by case or inflection", perCode, 0.3, inflectedMethods},
	{"embedding", "types with embedding deeper than 2", plainCount, 0, deepEmbedding},
	{"methods", "types with more than 60 methods", plainCount, noCeiling, largeMethodSets},
	{"riddles", "comments with 'those of', 'is one that', 'who is'", perComment, 2, riddles},
	{"long", "lines above 120 columns (Go, CSS, HTML, JS)", perLine, 2, longLines},
	{"untested", "Go files in a package without a test", plainCount, noCeiling, untestedFiles},
}

// options are the flags.
type options struct {
	// list prints every find.
	list bool
	// only is the name of the one check to run, empty for all.
	only string
	// room is the folder to look at, with those below it; empty for the whole module.
	room string
}

func main() {
	var opt options
	flag.BoolVar(&opt.list, "list", false, "print every find")
	flag.StringVar(&opt.only, "only", "", "run only the check of this `name`")
	flag.StringVar(&opt.room, "room", "", "look only at this `folder` and those below it")
	flag.Usage = usage
	flag.Parse()
	if flag.NArg() != 1 {
		usage()
		os.Exit(2)
	}
	m, err := load(os.DirFS(flag.Arg(0)))
	if err != nil {
		fmt.Fprintln(os.Stderr, "plain:", err)
		os.Exit(2)
	}
	if tooMany := report(os.Stdout, m, opt); len(tooMany) > 0 {
		for _, complaint := range tooMany {
			fmt.Fprintln(os.Stderr, complaint)
		}
		os.Exit(1)
	}
}

func usage() {
	fmt.Fprintln(os.Stderr, "usage: plain [-list] [-only CHECK] [-room FOLDER] DIR")
	flag.PrintDefaults()
	for _, c := range checks {
		fmt.Fprintf(os.Stderr, "  %-10s %s\n", c.name, c.meaning)
	}
}

// report runs the checks, prints what they find, and returns a sentence for each check that finds
// more than its ceiling allows.
func report(w io.Writer, m *module, opt options) (tooMany []string) {
	lines := m.size(opt.room)
	byRoom := map[string]map[string]int{}
	var table []string
	for _, c := range checks {
		if opt.only != "" && c.name != opt.only {
			continue
		}
		finds := slices.DeleteFunc(c.run(m), func(f find) bool { return !isInside(roomOf(f.file), opt.room) })
		for _, f := range finds {
			room := roomOf(f.file)
			if byRoom[room] == nil {
				byRoom[room] = map[string]int{}
			}
			byRoom[room][c.name]++
			if opt.list {
				fmt.Fprintf(w, "%s:%d: %s: %s\n", f.file, f.line, c.name, f.text)
			}
		}
		rate := c.rate(len(finds), lines)
		row := fmt.Sprintf("%-10s %6d %9.1f %8s  %s", c.name, len(finds), rate, c.ceilingText(), c.meaning)
		table = append(table, row)
		if c.ceiling != noCeiling && rate > c.ceiling && opt.room == "" {
			tooMany = append(tooMany, fmt.Sprintf("plain: %s is %.1f, and the ceiling is %s: %s",
				c.name, rate, c.ceilingText(), c.meaning))
		}
	}
	fmt.Fprintf(w, "%-10s %6s %9s %8s\n", "check", "finds", "per 1,000", "ceiling")
	for _, row := range table {
		fmt.Fprintln(w, row)
	}
	fmt.Fprintf(w, "%d lines of Go code, %d of comments, %d of everything\n\n", lines.code, lines.comments, lines.all)
	printRooms(w, m, byRoom)
	return tooMany
}

// rate returns how many finds there are per thousand lines, or for a check that is not divided
// just how many.
func (c *check) rate(finds int, lines size) float64 {
	divisor := map[unit]int{perCode: lines.code, perComment: lines.comments, perLine: lines.all}[c.unit]
	if divisor == 0 {
		return float64(finds)
	}
	return 1000 * float64(finds) / float64(divisor)
}

// ceilingText returns the ceiling for the table.
func (c *check) ceilingText() string {
	if c.ceiling == noCeiling {
		return "-"
	}
	return fmt.Sprint(c.ceiling)
}

// printRooms prints the finds of each room, the one with the most first.
func printRooms(w io.Writer, m *module, byRoom map[string]map[string]int) {
	total := func(room string) (n int) {
		for _, finds := range byRoom[room] {
			n += finds
		}
		return n
	}
	rooms := slices.SortedFunc(maps.Keys(byRoom), func(a, b string) int {
		return cmp.Or(cmp.Compare(total(b), total(a)), cmp.Compare(a, b))
	})
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "total\tper 1,000\t")
	for _, c := range checks {
		fmt.Fprintf(table, "%s\t", c.name)
	}
	fmt.Fprintln(table, " room\t")
	for _, room := range rooms {
		rate := "-"
		if lines := m.size(room).own; lines > 0 {
			rate = fmt.Sprint(1000 * total(room) / lines)
		}
		fmt.Fprintf(table, "%d\t%s\t", total(room), rate)
		for _, c := range checks {
			fmt.Fprintf(table, "%s\t", strings.TrimPrefix(fmt.Sprint(byRoom[room][c.name]), "0"))
		}
		fmt.Fprintf(table, " %s\t\n", room)
	}
	table.Flush() //nolint:errcheck // the terminal
}
