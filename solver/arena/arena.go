// Package arena lets line-ups of computer players play the same rounds with the same
// chances, and says which of them wins more. A round is a deal, or one that people
// have played: then the line-up sits where they sat.
//
// The report gives the share that a line-up won, with Wilson's interval, and compares it with
// the first one, the base. Rounds that only one of both has won tell them apart (paired.go).
package arena

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/solver/difficulty"
	"fellowship/solver/players"
	"fellowship/solver/units"
	"fellowship/tricks"
)

// LineUp is the players, in the order of the seats. The last one also plays the seats
// that come after it.
type LineUp []string

// ParseLineUp reads a line-up such as greedy,fair.
func ParseLineUp(text string) (LineUp, error) {
	l := LineUp(strings.Split(text, ","))
	for _, name := range l {
		if _, err := players.New(name); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// String returns the line-up as ParseLineUp reads it.
func (l LineUp) String() string { return strings.Join(l, ",") }

// Round is a round that every line-up plays.
type Round struct {
	// Cell is what the round is counted with, Name what no other round has, and Called
	// what people call it, if that is something else.
	difficulty.Cell
	Name, Called string
	// Begin returns the game as the line-up finds it, a new one each time.
	Begin func() (*chapters.Game, error)
	// Seed is the seed of the players' chances.
	Seed uint64
	// By says who plays each seat whatever the line-up; it has the seats of the
	// empty names. Nil are a line-up's seats all.
	By []string
	// Result is how it ended when people played it, empty for a deal.
	Result chapters.Result
}

// Title is the name of the round for people.
func (r *Round) Title() string { return cmp.Or(r.Called, r.Name) }

// Deals are the rounds of so many deals of each cell, the first one numbered seed, the
// cells in turns. Those of a chapter with events or groups take turns with them.
func Deals(lib *chapters.Library, cells []difficulty.Cell, seed uint64, n int) ([]Round, error) {
	var out []Round
	for i := range n {
		for _, c := range cells {
			id, err := c.Deal(lib, seed+uint64(i))
			if err != nil {
				return nil, err
			}
			out = append(out, Round{Cell: c, Name: id.String(), Seed: id.Seed, Begin: func() (*chapters.Game, error) {
				pos, err := lib.Deal(id)
				if err != nil {
					return nil, err
				}
				return lib.NewGame(pos)
			}})
		}
	}
	return out, nil
}

// Unit is a round played by a line-up.
type Unit struct {
	Round  string `json:"round"`
	LineUp string `json:"line_up"`
}

// String names the unit in messages.
func (u Unit) String() string { return fmt.Sprintf("round %s by %s", u.Round, u.LineUp) }

// Result is the result of a unit.
type Result struct {
	Unit
	Won bool `json:"won"`
	// Loss is how it was lost, empty where nobody asked.
	Loss Loss `json:"loss,omitempty"`
	// Seconds is how long it took, which is no part of the measurement.
	Seconds float64 `json:"seconds,omitempty"`
}

// Options say what to play.
type Options struct {
	LineUps []LineUp
	// Rounds have different names, and all of them a result or none.
	Rounds []Round
	// Losses asks how the rounds were lost.
	Losses bool
	// Workers, Known, Keep and Progress are those of [units.Work].
	Workers  int
	Known    []Result
	Keep     func(*Result) error
	Progress func(done, total int)
	// Timer, if set, is called when a round begins, and what it returns at its end,
	// for the seconds that a core was busy with it.
	Timer func() func() float64
}

// Run lets all line-ups play all rounds. When the context ends it returns its error
// and a report of what there is: of each cell the first rounds up to one that not all
// line-ups have played yet, so that rounds which take long do not count less often.
func Run(ctx context.Context, opt Options) (Report, error) {
	if err := opt.Check(); err != nil {
		return Report{}, err
	}
	rounds := map[string]*Round{}
	lineUps := map[string]LineUp{}
	var list []Unit
	for i := range opt.Rounds {
		r := &opt.Rounds[i]
		rounds[r.Name] = r
		for _, l := range opt.LineUps {
			lineUps[l.String()] = l
			list = append(list, Unit{r.Name, l.String()})
		}
	}
	work := units.Work[Unit, Result]{
		Workers: opt.Workers, Known: map[Unit]*Result{}, Keep: opt.Keep, Progress: opt.Progress,
		Do: func(ctx context.Context, u Unit) (Result, error) {
			seconds := func() float64 { return 0 }
			if opt.Timer != nil {
				seconds = opt.Timer()
			}
			round := rounds[u.Round]
			g, err := round.play(ctx, lineUps[u.LineUp])
			if err != nil {
				return Result{}, err
			}
			result := Result{Unit: u, Won: g.Result() == chapters.Won, Seconds: seconds()}
			if opt.Losses && !result.Won {
				result.Loss, err = lossOf(ctx, g, round.Seed)
			}
			return result, err
		},
	}
	for i := range opt.Known {
		if r := &opt.Known[i]; !opt.Losses || r.Won || r.Loss != "" {
			work.Known[r.Unit] = r
		}
	}
	err := work.All(ctx, list)
	return opt.report(work.Known), err
}

// Check reports what cannot be played.
func (o *Options) Check() error {
	names, recorded := map[string]bool{}, 0
	for i, l := range o.LineUps {
		for _, other := range o.LineUps[:i] {
			if l.String() == other.String() {
				return say.Errorf("the line-up %s is there twice", l)
			}
		}
	}
	for i := range o.Rounds {
		r := &o.Rounds[i]
		if names[r.Name] {
			return say.Errorf("the round %s is there twice", r.Title())
		}
		names[r.Name] = true
		if r.Result != "" {
			recorded++
		}
		g, err := r.Begin()
		if err != nil {
			return err
		}
		for _, l := range o.LineUps {
			if _, err := r.seated(g, l); err != nil {
				return err
			}
		}
	}
	switch {
	case len(o.Rounds) == 0:
		return say.New("there is no round to play")
	case recorded != 0 && recorded != len(o.Rounds):
		return say.New("rounds that people have played and other rounds cannot be counted together")
	case len(o.LineUps) == 0 || recorded == 0 && len(o.LineUps) == 1 && !o.Losses:
		return say.New("there is nothing to compare: name one line-up more")
	}
	return nil
}

// seated returns the players of each seat of a game, those of a line-up in its seats.
// A player that decides for several seats, such as the pyramid's (S9), has one name.
func (r *Round) seated(g *chapters.Game, l LineUp) ([]players.Player, error) {
	out := make([]players.Player, g.Seats())
	known := map[string]players.Player{}
	taken, view := 0, g.View(0)
	for s := range out {
		if view.Seats[s].By != tricks.Seat(s) {
			continue
		}
		name := ""
		if s < len(r.By) {
			name = r.By[s]
		}
		if name == "" {
			name = l[min(taken, len(l)-1)]
			taken++
		}
		if known[name] == nil {
			p, err := players.New(name)
			if err != nil {
				return nil, say.Errorf("round %s, seat %d: %w", r.Title(), s, err)
			}
			known[name] = p
		}
		out[s] = known[name]
	}
	if len(l) > taken {
		return nil, say.Errorf("the line-up %s has %d players, but the round %s has room for %d", l, len(l), r.Title(), taken)
	}
	return out, nil
}

// play plays the round with a line-up, until it is won or lost for good.
func (r *Round) play(ctx context.Context, l LineUp) (*chapters.Game, error) {
	g, err := r.Begin()
	if err != nil {
		return nil, err
	}
	by, err := r.seated(g, l)
	if err != nil {
		return nil, err
	}
	for g.Result() == chapters.Undecided {
		a := g.Ask()
		if a == nil {
			return nil, say.Errorf("the round is over and %s (S12)", g.Result())
		}
		d, err := players.Choose(ctx, g, by[a.By], r.Seed)
		if err == nil {
			err = g.Apply(d)
		}
		if err != nil {
			return nil, err
		}
	}
	return g, nil
}

// Report is the results of all rounds.
type Report struct {
	// Rows are the cells in the order of the rounds, and behind several of them all
	// together, without a chapter.
	Rows []Row
	// Played are the rounds that count, in their order.
	Played []Played
}

// Played is a round, and which line-ups have won it, in the order of the scores.
type Played struct {
	*Round
	Won []bool
}

// Row is how the line-ups did in a cell.
type Row struct {
	difficulty.Cell
	Rounds int
	// Scores are those of the line-ups. The first is the base.
	Scores []Score
}

// Score is how a line-up did.
type Score struct {
	// LineUp is its name, empty for the people who have played the rounds.
	LineUp string
	Wins   int
	// Low and High are Wilson's 95 % interval of the share that it wins.
	Low, High float64
	// Plus is the rounds that it won and the base did not, Minus those that only the
	// base won, and P what [SignTest] says of them.
	Plus, Minus int
	P           float64
	// Difference is how much more it won than the base, see [Difference].
	Difference, DifferenceLow, DifferenceHigh float64
	// Seconds is how long its rounds took.
	Seconds float64
	// Losses counts the rounds that it lost by how, if that was asked.
	Losses map[Loss]int
}

// report counts what was played.
func (o *Options) report(known map[Unit]*Result) Report {
	var out Report
	at, gap := map[difficulty.Cell]int{}, map[difficulty.Cell]bool{}
	all := o.row(difficulty.Cell{})
	for i := range o.Rounds {
		r := &o.Rounds[i]
		if _, ok := at[r.Cell]; !ok {
			at[r.Cell] = len(out.Rows)
			out.Rows = append(out.Rows, o.row(r.Cell))
		}
		results := make([]*Result, 0, len(all.Scores))
		if r.Result != "" {
			results = append(results, &Result{Won: r.Result == chapters.Won})
		}
		for _, l := range o.LineUps {
			result := known[Unit{r.Name, l.String()}]
			if result == nil {
				gap[r.Cell] = true
				break
			}
			results = append(results, result)
		}
		if gap[r.Cell] {
			continue
		}
		played := Played{Round: r}
		for _, result := range results {
			played.Won = append(played.Won, result.Won)
		}
		out.Played = append(out.Played, played)
		out.Rows[at[r.Cell]].add(results)
		all.add(results)
	}
	if len(out.Rows) > 1 {
		out.Rows = append(out.Rows, all)
	}
	for i := range out.Rows {
		out.Rows[i].conclude()
	}
	return out
}

// row is one that nothing was counted in yet.
func (o *Options) row(c difficulty.Cell) Row {
	row := Row{Cell: c}
	if o.Rounds[0].Result != "" {
		row.Scores = append(row.Scores, Score{})
	}
	for _, l := range o.LineUps {
		row.Scores = append(row.Scores, Score{LineUp: l.String()})
	}
	return row
}

// add counts a round.
func (row *Row) add(results []*Result) {
	row.Rounds++
	for i, r := range results {
		s := &row.Scores[i]
		s.Seconds += r.Seconds
		if r.Won {
			s.Wins++
		}
		if r.Loss != "" {
			if s.Losses == nil {
				s.Losses = map[Loss]int{}
			}
			s.Losses[r.Loss]++
		}
		switch first := results[0].Won; {
		case r.Won && !first:
			s.Plus++
		case first && !r.Won:
			s.Minus++
		}
	}
}

// conclude works out what follows from the counts.
func (row *Row) conclude() {
	for i := range row.Scores {
		s := &row.Scores[i]
		s.Low, s.High = difficulty.Wilson(s.Wins, row.Rounds)
		s.P = SignTest(s.Plus, s.Minus)
		s.Difference, s.DifferenceLow, s.DifferenceHigh = Difference(s.Plus, s.Minus, row.Rounds)
	}
}
