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

// Cell is a chapter with a number of players.
type Cell struct {
	Chapter string `json:"chapter"`
	Players int    `json:"players"`
}

// Cells returns the cells of a chapter for a number of players, in the order of the library. An
// empty chapter stands for all chapters, and size 0 for all numbers of players.
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

// Deal returns the id of a deal by its number. The events or groups of a chapter take turns.
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
	// Deal measures a deal with open cards, and with random and greedy play.
	Deal UnitKind = "deal"
	// Fair measures a round of players who see only their own cards.
	Fair UnitKind = "fair"
)

// unitKinds are all kinds of units.
var unitKinds = []UnitKind{Deal, Fair}

// Unit is a piece of work. In one measurement, with the same search limit and the same fair players, its result
// depends only on these fields.
type Unit struct {
	Chapter string   `json:"chapter"`
	Players int      `json:"players"`
	Kind    UnitKind `json:"kind"`
	Number  uint64   `json:"number"`
}

// Cell returns the cell that the unit is a part of.
func (u Unit) Cell() Cell { return Cell{u.Chapter, u.Players} }

// String returns the name of the unit for messages.
func (u Unit) String() string {
	return fmt.Sprintf("%s %d of chapter %s with %s", u.Kind, u.Number, u.Chapter, say.Count(u.Players, "player"))
}

// Shard is a part of the work, which is divided among machines. The zero value is all of it.
type Shard struct {
	// Part is the number of the part, from 1. With 0 the shard is all of the work, but a report
	// counts each of the Total parts up to its first missing unit.
	Part int
	// Total is the number of parts.
	Total int
}

// ParseShard parses a shard such as 2/8. For machines that are counted from 0, 0+1/8 is the first of
// eight.
func ParseShard(text string) (Shard, error) {
	part, totalText, _ := strings.Cut(text, "/")
	part, from0 := strings.CutSuffix(part, "+1")
	p, err := strconv.ParseUint(part, 10, 31) // an unsigned number cannot have a sign
	if from0 {
		p++
	}
	total, err2 := strconv.ParseUint(totalText, 10, 31)
	s := Shard{int(p), int(total)}
	if err := errors.Join(err, err2); err != nil || p == 0 || s.check() != nil {
		return Shard{}, fmt.Errorf("%q is not a part of the work: a part looks like 2/8, the second of eight", text)
	}
	return s, nil
}

// String returns the shard in the form of ParseShard, "" for all of the work.
func (s Shard) String() string {
	if s.Part == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Part, s.Total)
}

// check returns an error if there is no such part.
func (s Shard) check() error {
	if s.Part < 0 || s.Part > s.Total || s.Total > mostUnits {
		return fmt.Errorf("there is no part %d of %d", s.Part, s.Total)
	}
	return nil
}

// partOf returns the part, from 1, that measures the n-th unit of a kind in the i-th cell, both
// counted from 0. The first units of all cells are assigned to one part after the other, then the
// second units, and so on, so all parts get equally many. After each common multiple of cells and
// parts, one part is skipped. Otherwise a part would get the same cells again and again.
func (s Shard) partOf(n, i, cells int) int {
	if s.Total < 2 {
		return 1
	}
	index := n*cells + i
	divisor := cells // becomes the greatest common divisor of cells and s.Total
	rest := s.Total
	for rest > 0 {
		divisor, rest = rest, divisor%rest
	}
	leastCommonMultiple := cells / divisor * s.Total
	return (index+index/leastCommonMultiple)%s.Total + 1
}

// contains reports whether the n-th unit of a kind in the i-th cell belongs to the shard.
func (s Shard) contains(n, i, cells int) bool { return s.Part == 0 || s.partOf(n, i, cells) == s.Part }

// wanted is the number of units of each kind in a cell.
type wanted map[UnitKind]int

// plan returns the units of cells in the order in which they are measured. All cells and kinds
// advance evenly. The remaining time can therefore be estimated from the elapsed time, and a run that
// is stopped early has measured every cell equally well.
func (o *Options) plan(cells []Cell, want []wanted) []Unit {
	type due struct {
		Unit
		progress float64 // the share of its cell and kind that is done in the middle of the unit
	}
	var list []due
	for i, c := range cells {
		for _, k := range unitKinds {
			for n := range want[i][k] {
				if !o.Shard.contains(n, i, len(cells)) {
					continue
				}
				list = append(list, due{
					Unit:     Unit{c.Chapter, c.Players, k, o.Seed + uint64(n)},
					progress: (float64(n) + 0.5) / float64(want[i][k]),
				})
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
