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

// Part is the measurement of difficulty in one file. It is a part of the work, or all of it.
type Part struct {
	// Name is the name of the file.
	Name string
	method
	wanted
	// Results are the results of the units measured so far.
	Results []difficulty.Result
}

// method is the first line of the file: the way of measuring. Only results of the same method are counted together.
type method struct {
	// State is the version of the format.
	State int `json:"state"`
	// Version is the version of the program and of its chapters.
	Version string `json:"version"`
	// Seed is the number of the first deal.
	Seed uint64 `json:"seed"`
	// Nodes limits the card plays of a search.
	Nodes int64 `json:"nodes"`
	// FairBy is the name of the computer player in fair rounds.
	FairBy string `json:"fair_by"`
}

// state is the current version of the format. Files of version 1 did not hold the wanted work.
const state = 2

// wanted is the work to measure. The last such line of a file counts, since a measurement may
// continue with more deals or as another part.
type wanted struct {
	Chapter   string  `json:"chapter,omitempty"`
	Players   int     `json:"players,omitempty"`
	Deals     int     `json:"deals"`
	Fair      int     `json:"fair"`
	Precision float64 `json:"precision,omitempty"`
	Shard     string  `json:"shard,omitempty"`
}

// partLine is a line after the first. Either Wanted or Result is set.
type partLine struct {
	Wanted *wanted `json:"wanted,omitempty"`
	*difficulty.Result
}

// check returns an error if the line holds neither or both of its values, or a damaged result.
func (l *partLine) check() error {
	if l.Wanted != nil && l.Result == nil {
		return nil
	}
	if l.Result == nil || l.Wanted != nil {
		return errors.New("it does not state what was measured")
	}
	return l.Result.Check()
}

// NewPart returns a part for options, without results.
func NewPart(name string, opt *difficulty.Options, version string) *Part {
	return &Part{
		Name: name,
		method: method{
			State:   state,
			Version: version,
			Seed:    opt.Seed,
			Nodes:   opt.Nodes,
			FairBy:  opt.FairBy,
		},
		wanted: wanted{
			Chapter:   opt.Chapter,
			Players:   opt.Players,
			Deals:     opt.Deals,
			Fair:      opt.Fair,
			Precision: opt.Precision,
			Shard:     opt.Shard.String(),
		},
	}
}

// Options returns the options for the work of the part, with its results as known.
func (p *Part) Options() (opt difficulty.Options, err error) {
	opt = difficulty.Options{
		Chapter:   p.Chapter,
		Players:   p.Players,
		Seed:      p.Seed,
		Deals:     p.Deals,
		Fair:      p.Fair,
		FairBy:    p.FairBy,
		Nodes:     p.Nodes,
		Precision: p.Precision,
		Known:     p.Results,
	}
	if p.Shard != "" {
		opt.Shard, err = difficulty.ParseShard(p.Shard)
	}
	return opt, err
}

// Open opens the file of the part and reads its results. The function that it returns adds a
// result to the file.
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

// take puts the values of lines into a part.
func (p *Part) take(lines []partLine) {
	for _, l := range lines {
		if l.Wanted != nil {
			p.wanted = *l.Wanted
		} else {
			p.Results = append(p.Results, *l.Result)
		}
	}
}

// ReadPart reads the file of a part, whatever its method and its work. It returns nil if the file
// holds nothing yet.
func ReadPart(name string, r io.Reader) (*Part, error) {
	stored, err := read(r, func(h *method) error { return h.checkVersion() }, (*partLine).check)
	p := &Part{Name: name, method: stored.head}
	p.take(stored.lines)
	if errors.Is(err, errEmpty) || err == nil && p.wanted == (wanted{}) {
		return nil, nil
	}
	return p, err
}

// checkVersion returns an error if the format has another version.
func (h *method) checkVersion() error {
	if h.State != state {
		return errNoState
	}
	return nil
}

// checkMethod returns an error if results of another method do not count for the part.
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

// Fits returns an error if the results of another part do not count for this one.
func (p *Part) Fits(other *Part) error { return p.checkMethod(&other.method) }

// settings are the values that parts of the same work have in common. The first four are the method.
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

// setting is a value of a part with its name in messages.
type setting struct {
	name  string
	value func(*Part) any
}

// firstDifference returns the first setting of a list in which two parts differ, nil if there is none.
func (p *Part) firstDifference(other *Part, subset []setting) *setting {
	for i := range subset {
		if subset[i].value(p) != subset[i].value(other) {
			return &subset[i]
		}
	}
	return nil
}

// Join returns the whole work that parts belong to, with all their results. Parts of different
// work, and different results of the same unit, are an error that names both files. If the work was
// divided in different ways, Join returns it undivided.
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
			return all, fmt.Errorf("%s and %s are parts of different work: %s is %v in one and %v in the other",
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

// arenaHead is the first line of an arena's file. It does not say which rounds are wanted, so the
// next run may want more.
type arenaHead struct {
	// Arena is the version of the format, 1.
	Arena int `json:"arena"`
	// Version is the version of the program.
	Version string `json:"version"`
}

// OpenArena opens the file of an arena and reads its results. The function that it returns adds a
// result to the file.
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
