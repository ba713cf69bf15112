package measure

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"reflect"

	"fellowship/solver/arena"
	"fellowship/solver/difficulty"
)

// Part is what the file of a measurement of difficulty holds: a part of the work, or all of it.
type Part struct {
	// Name is the file's.
	Name string
	method
	wanted
	// Results are those of the units that were measured.
	Results []difficulty.Result
}

// method is the first line: how it is measured. Only results that were measured alike count together.
type method struct {
	// State is the version of the format.
	State int `json:"state"`
	// Version is the version of the program and of its chapters.
	Version string `json:"version"`
	Seed    uint64 `json:"seed"`
	Nodes   int64  `json:"nodes"`
	FairBy  string `json:"fair_by"`
}

// state is the version of the format that is written. In version 1 a file did not say what was
// wanted.
const state = 2

// wanted is what is to be measured. The last line with it counts: a measurement may go on with
// more deals, or as another part.
type wanted struct {
	Chapter   string  `json:"chapter,omitempty"`
	Players   int     `json:"players,omitempty"`
	Deals     int     `json:"deals"`
	Fair      int     `json:"fair"`
	Precision float64 `json:"precision,omitempty"`
	Shard     string  `json:"shard,omitempty"`
}

// partLine is another line: either of both.
type partLine struct {
	Wanted *wanted `json:"wanted,omitempty"`
	*difficulty.Result
}

func (l *partLine) check() error {
	if l.Wanted != nil && l.Result == nil {
		return nil
	}
	if l.Result == nil || l.Wanted != nil {
		return errors.New("it does not say what was measured")
	}
	return l.Result.Check()
}

// NewPart returns the part that options are about, with nothing measured yet.
func NewPart(name string, opt *difficulty.Options, version string) *Part {
	return &Part{
		Name:   name,
		method: method{state, version, opt.Seed, opt.Nodes, opt.FairBy},
		wanted: wanted{opt.Chapter, opt.Players, opt.Deals, opt.Fair, opt.Precision, opt.Shard.String()},
	}
}

// Options are what was to be measured, and what is known of that.
func (p *Part) Options() (opt difficulty.Options, err error) {
	opt = difficulty.Options{
		Chapter: p.Chapter, Players: p.Players, Seed: p.Seed, Deals: p.Deals, Fair: p.Fair, FairBy: p.FairBy,
		Nodes: p.Nodes, Precision: p.Precision, Known: p.Results,
	}
	if p.Shard != "" {
		opt.Shard, err = difficulty.ParseShard(p.Shard)
	}
	return opt, err
}

// Open opens the file that the part is kept in, and reads what was measured of it. More is kept
// by the function that it returns.
func (p *Part) Open() (f File, keep func(*difficulty.Result) error, err error) {
	f, lines, err := open(p.Name, p.method, p.checkMethod, (*partLine).check)
	if err != nil {
		return f, nil, err
	}
	stored := Part{}
	stored.take(lines)
	if stored.wanted != p.wanted {
		if err := f.add(partLine{Wanted: &p.wanted}); err != nil {
			return f, nil, errors.Join(err, f.Log.Close())
		}
	}
	p.Results = stored.Results
	return f, func(r *difficulty.Result) error { return f.add(partLine{Result: r}) }, nil
}

// take puts lines into a part.
func (p *Part) take(lines []partLine) {
	for _, l := range lines {
		if l.Wanted != nil {
			p.wanted = *l.Wanted
		} else {
			p.Results = append(p.Results, *l.Result)
		}
	}
}

// ReadPart reads the file of a part, whatever was measured there. It is nil where nothing is in
// it yet.
func ReadPart(name string, r io.Reader) (*Part, error) {
	stored, err := read(r, func(h *method) error { return h.checkVersion() }, (*partLine).check)
	p := &Part{Name: name, method: stored.head}
	p.take(stored.lines)
	if errors.Is(err, errEmpty) || err == nil && p.wanted == (wanted{}) {
		return nil, nil
	}
	return p, err
}

// checkVersion reports whether the format is.
func (h *method) checkVersion() error {
	if h.State != state {
		return errNoState
	}
	return nil
}

// checkMethod reports why a part cannot go on with what was measured as there says.
func (p *Part) checkMethod(other *method) error {
	if err := other.checkVersion(); err != nil {
		return err
	}
	if d := p.firstDifference(&Part{method: *other}, settings[:4]); d != nil {
		return fmt.Errorf("it was measured with %s %v, not %v; give the same or another file", d.name,
			d.value(&Part{method: *other}), d.value(p))
	}
	return nil
}

// Fits reports why the results of another part do not count for this one.
func (p *Part) Fits(other *Part) error { return p.checkMethod(&other.method) }

// settings are what parts of the same work have in common; the first four are how it is measured.
var settings = []setting{
	{"version", func(p *Part) any { return p.Version }},
	{"--seed", func(p *Part) any { return p.Seed }},
	{"--nodes", func(p *Part) any { return p.Nodes }},
	{"--computer", func(p *Part) any { return p.FairBy }},
	{"--chapter", func(p *Part) any { return cmp.Or(p.Chapter, "all") }},
	{"--players", func(p *Part) any {
		if p.Players == 0 {
			return "all"
		}
		return p.Players
	}},
	{"--deals", func(p *Part) any { return p.Deals }},
	{"--fair", func(p *Part) any { return p.Fair }},
	{"--precision", func(p *Part) any { return p.Precision }},
}

type setting struct {
	name  string
	value func(*Part) any
}

// firstDifference returns the first of some settings in which parts differ, nil without one.
func (p *Part) firstDifference(other *Part, subset []setting) *setting {
	for i := range subset {
		if subset[i].value(p) != subset[i].value(other) {
			return &subset[i]
		}
	}
	return nil
}

// Join returns the whole work that parts belong to, with all that was measured of it. Parts of
// different work, and different results of the same unit, are an error that names both files.
// Where the work was cut into parts in different ways, it is taken as a whole.
func Join(parts []*Part) (all difficulty.Options, err error) {
	first := parts[0]
	if all, err = first.Options(); err != nil {
		return all, fmt.Errorf("%s: %w", first.Name, err)
	}
	all.Known = nil
	all.Shard.Part = 0
	fileOf := map[difficulty.Unit]string{}
	indexOf := map[difficulty.Unit]int{}
	for _, part := range parts {
		opt, err := part.Options()
		if err != nil {
			return all, fmt.Errorf("%s: %w", part.Name, err)
		}
		if d := first.firstDifference(part, settings); d != nil {
			return all, fmt.Errorf("%s and %s are parts of different work: %s is %v in the one and %v in the other",
				first.Name, part.Name, d.name, d.value(first), d.value(part))
		}
		if opt.Shard.Total != all.Shard.Total {
			all.Shard = difficulty.Shard{}
		}
		for _, r := range part.Results {
			name, known := fileOf[r.Unit]
			if !known {
				fileOf[r.Unit] = part.Name
				indexOf[r.Unit] = len(all.Known)
				all.Known = append(all.Known, r)
			} else if !reflect.DeepEqual(r, all.Known[indexOf[r.Unit]]) {
				return all, fmt.Errorf("%s and %s have different results of %.100s", name, part.Name, r.Unit)
			}
		}
	}
	return all, nil
}

// arenaHead is the first line of the rounds that line-ups have played. It does not say which are
// wanted, so that there may be more of them next time.
type arenaHead struct {
	// Arena is the version of the format, 1.
	Arena int `json:"arena"`
	// Version is the version of the program.
	Version string `json:"version"`
}

// OpenArena opens the file that the rounds of line-ups are kept in, and reads those that were
// played. More are kept by the function that it returns.
func OpenArena(name, version string) (f File, known []arena.Result, keep func(*arena.Result) error, err error) {
	f, known, err = open(name, arenaHead{1, version}, func(h *arenaHead) error {
		switch {
		case h.Arena != 1:
			return errNoState
		case h.Version != version:
			return fmt.Errorf("it was played with version %s, not %s", h.Version, version)
		}
		return nil
	}, (*arena.Result).Check)
	return f, known, func(r *arena.Result) error { return f.add(r) }, err
}
