package difficulty

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
)

// Cell is a chapter at a table of some size.
type Cell struct {
	Chapter string `json:"chapter"`
	Players int    `json:"players"`
}

// Cells lists a chapter or all of them (empty) at a table of some size or of
// all (0), in the order of the library.
func Cells(lib *chapters.Library, chapter string, size int) ([]Cell, error) {
	list := lib.Chapters
	if chapter != "" {
		c, err := lib.Chapter(chapter)
		if err != nil {
			return nil, err
		}
		list = []*chapters.Chapter{c}
	}
	var out []Cell
	for _, c := range list {
		for n := 1; n <= 4; n++ {
			if size == 0 || size == n {
				out = append(out, Cell{c.ID, n})
			}
		}
	}
	return out, nil
}

// Deal names the deal of a number. Those of a chapter with events or groups take
// turns with them.
func (c Cell) Deal(lib *chapters.Library, number uint64) (chapters.DealID, error) {
	id := chapters.DealID{Chapter: c.Chapter, Players: c.Players, Seed: number}
	chapter, err := lib.Chapter(c.Chapter)
	if err != nil {
		return id, err
	}
	letters := chapter.Letters()
	id.Variant = letters[number%uint64(len(letters))]
	return id, nil
}

// UnitKind is the kind of measurement in a unit.
type UnitKind string

// The kinds of units.
const (
	Deal UnitKind = "deal" // a deal with open cards, random and greedy play
	Fair UnitKind = "fair" // a round of players who see only their own cards
)

var unitKinds = []UnitKind{Deal, Fair}

// Unit is a piece of work that depends on nothing but its own name.
type Unit struct {
	Chapter string   `json:"chapter"`
	Players int      `json:"players"`
	Kind    UnitKind `json:"kind"`
	Number  uint64   `json:"number"`
}

// Cell returns the cell that the unit is a part of.
func (u Unit) Cell() Cell { return Cell{u.Chapter, u.Players} }

// String names the unit in messages.
func (u Unit) String() string {
	return fmt.Sprintf("%s %d of chapter %s with %s", u.Kind, u.Number, u.Chapter, say.Count(u.Players, "player"))
}

// Shard is part Part, from 1, of the work that is shared between Of machines.
// The zero value is all of it; so is part 0 of some, which counts each part as far as it is.
type Shard struct{ Part, Total int }

// ParseShard reads a shard such as 2/8. 0+1/8 is the first of eight, for those that count from 0.
func ParseShard(text string) (Shard, error) {
	part, totalText, _ := strings.Cut(text, "/")
	part, from0 := strings.CutSuffix(part, "+1")
	p, err := strconv.ParseUint(part, 10, 31) // which takes no sign
	if from0 {
		p++
	}
	o, err2 := strconv.ParseUint(totalText, 10, 31)
	s := Shard{int(p), int(o)}
	if err := errors.Join(err, err2); err != nil || p == 0 || s.check() != nil {
		return Shard{}, fmt.Errorf("%q is not a part of the work: a part looks like 2/8, the second of eight", text)
	}
	return s, nil
}

// String returns the shard as ParseShard reads it, nothing for all of the work.
func (s Shard) String() string {
	if s.Part == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Part, s.Total)
}

func (s Shard) check() error {
	if s.Part < 0 || s.Part > s.Total || s.Total > mostUnits {
		return fmt.Errorf("there is no part %d of %d", s.Part, s.Total)
	}
	return nil
}

// partOf returns the part, from 1, that measures the n-th unit of a kind in the i-th of so many
// cells, both from 0. The first unit of each cell is dealt out, then the second of each, to one
// part after the other: all parts have as many. Whenever cells and parts come out even, it goes
// on one part further, or a part would have the same cells again and again.
func (s Shard) partOf(n, i, cells int) int {
	if s.Total < 2 {
		return 1
	}
	index := n*cells + i
	a := cells
	b := s.Total
	for b > 0 {
		a, b = b, a%b
	}
	return (index+index/(cells/a*s.Total))%s.Total + 1
}

// contains reports whether that unit belongs to the shard.
func (s Shard) contains(n, i, cells int) bool { return s.Part == 0 || s.partOf(n, i, cells) == s.Part }

// wanted is how many units of each kind a cell gets.
type wanted map[UnitKind]int

// plan lists the units of some cells in the order they are measured in: all cells
// and kinds advance evenly. So the time that is left can be told from the time
// that was taken, and a run stopped early knows equally much of every cell.
func (o *Options) plan(cells []Cell, want []wanted) []Unit {
	type due struct {
		Unit
		progress float64 // how much of its kind is done by then
	}
	var list []due
	for i, c := range cells {
		for _, k := range unitKinds {
			for n := range want[i][k] {
				if o.Shard.contains(n, i, len(cells)) {
					list = append(list,
						due{
							Unit{c.Chapter, c.Players, k, o.Seed + uint64(n)},
							(float64(n) + 0.5) / float64(want[i][k]),
						})
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b due) int { return cmp.Compare(a.progress, b.progress) })
	out := make([]Unit, len(list))
	for i := range list {
		out[i] = list[i].Unit
	}
	return out
}
