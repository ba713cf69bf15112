package difficulty

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Result is the result of a unit. Only the fields for its kind are set.
type Result struct {
	Unit

	// Draft says whether a deal can be won with open cards from the draft on.
	Draft solver.Verdict `json:"draft,omitempty"`
	// Play says whether a deal can be won with open cards after a random draft without exchanges.
	Play solver.Verdict `json:"play,omitempty"`
	// Random is the outcome of a deal with random players.
	Random *Outcome `json:"random,omitempty"`
	// Greedy is the outcome of a deal with greedy players.
	Greedy *Outcome `json:"greedy,omitempty"`

	// Fair is the outcome of a fair round, with players who see no more than a person in their seat.
	Fair *Outcome `json:"fair,omitempty"`
	// AfterSetup says whether a fair round could be won with open cards after the draft and the setup.
	AfterSetup solver.Verdict `json:"after,omitempty"`
	// Forgiveness sums up the plays of a fair round.
	Forgiveness *Forgiveness `json:"forgiveness,omitempty"`
}

// Check returns an error if a result is not complete.
func (r *Result) Check() error {
	verdicts := []solver.Verdict{solver.Winnable, solver.Unwinnable, solver.Unknown}
	ok := false
	switch r.Kind {
	case Deal:
		ok = r.Random != nil && r.Greedy != nil && slices.Contains(verdicts, r.Draft) &&
			slices.Contains(verdicts, r.Play)
	case Fair:
		ok = r.Fair != nil && r.Forgiveness != nil && slices.Contains(verdicts, r.AfterSetup)
	}
	if !ok {
		return fmt.Errorf("%.100s does not say what was measured", r.Unit)
	}
	return nil
}

// Outcome is the result of a round that computer players played until it was won or lost.
type Outcome struct {
	Won bool `json:"won"`
	// Broke is the goals that failed with the last decision of a lost round.
	Broke []Break `json:"broke,omitempty"`
}

// Break is a goal that failed.
type Break struct {
	// Goal is the character or rider with the goal, or balrog if a trick fell short (C14).
	Goal string `json:"goal"`
	// Actor is the character whose decision broke the goal, or setup if the goal could not be met
	// from the first trick on.
	Actor string `json:"by"`
}

// Forgiveness sums up the plays of rounds. For each play with a choice, while the round could
// still be won, it counts the share of the legal plays after which it still can be won.
type Forgiveness struct {
	// Decisions is the number of plays counted.
	Decisions int `json:"decisions"`
	// Parts is the sum of the shares, each counted in parts of [whole]. Sums of whole numbers are the
	// same in any order.
	Parts int64 `json:"parts"`
	// Undecided is the number of plays left out because a search reached its limit.
	Undecided int `json:"undecided"`
}

// whole is the number of parts in a share of 1. It can be divided by every number of legal plays
// up to 16.
const whole = 720720

// Share returns the average share.
func (f *Forgiveness) Share() float64 {
	if f.Decisions == 0 {
		return 0
	}
	return float64(f.Parts) / whole / float64(f.Decisions)
}

const (
	// searchMemory limits the table of one search in bytes. It is fixed, since a full table forgets
	// positions, which can change the number of nodes. It is small, since each worker has a table.
	searchMemory = 64 << 20
	// playNodes limits the search after each legal play. A round has several hundred such
	// searches.
	playNodes = 20_000
)

// measurer measures units.
type measurer struct {
	lib *chapters.Library
	// nodes limits the card plays of each search, 0 for no limit.
	nodes int64
	// newFairPlayer returns the player for a fair round.
	newFairPlayer func() (players.Player, error)
}

// measure measures a unit.
func (m *measurer) measure(ctx context.Context, u Unit) (r Result, err error) {
	r = Result{Unit: u}
	id, err := u.Cell().Deal(m.lib, u.Number)
	if err != nil {
		return r, err
	}
	pos, err := m.lib.Deal(id)
	if err != nil {
		return r, err
	}
	if u.Kind == Fair {
		return r, m.fair(ctx, &r, pos)
	}
	return r, m.deal(ctx, &r, pos)
}

// deal measures a deal with open cards, and with random and greedy players.
func (m *measurer) deal(ctx context.Context, r *Result, pos chapters.Position) error {
	g, err := m.lib.NewGame(pos)
	if err != nil {
		return err
	}
	if r.Draft, err = m.search(ctx, g, m.nodes); err != nil {
		return err
	}
	for _, policy := range []struct {
		players.Player
		outcome **Outcome
	}{{players.Random{}, &r.Random}, {players.Greedy{}, &r.Greedy}} {
		if *policy.outcome, err = play(ctx, g.Clone(), policy.Player, r.Number, nil); err != nil {
			return err
		}
	}
	if err := players.DraftWithoutExchanges(g, players.DraftSource(r.Number)); err != nil {
		return err
	}
	r.Play, err = m.search(ctx, g, m.nodes)
	return err
}

// fairPlayer returns the player for a fair round.
func (o *Options) fairPlayer() (players.Player, error) {
	newPlayer := o.New
	if newPlayer == nil {
		newPlayer = players.New
	}
	p, err := newPlayer(o.fairBy())
	switch p.(type) {
	case players.Random, players.Greedy, players.Sighted:
		err = fmt.Errorf("%s players cannot play the fair rounds: choose fair or strong", o.fairBy())
	}
	return p, err
}

// fair plays a fair round and judges its plays.
func (m *measurer) fair(ctx context.Context, r *Result, pos chapters.Position) error {
	g, err := m.lib.NewGame(pos)
	if err != nil {
		return err
	}
	r.Forgiveness = &Forgiveness{}
	player, err := m.newFairPlayer()
	if err != nil {
		return err
	}
	beforeMove := func(options []chapters.Decision) error {
		if g.Stage() != chapters.StagePlay {
			return nil
		}
		if r.AfterSetup == "" {
			if r.AfterSetup, err = m.search(ctx, g, m.nodes); err != nil {
				return err
			}
		}
		return m.forgive(ctx, g, options, r.Forgiveness)
	}
	r.Fair, err = play(ctx, g, player, r.Number, beforeMove)
	if err == nil && r.AfterSetup == "" {
		// The round was won or lost before a card was played.
		r.AfterSetup = solver.Unwinnable
		if r.Fair.Won {
			r.AfterSetup = solver.Winnable
		}
	}
	return err
}

// forgive searches the round after every legal play of a decision and counts the result.
func (m *measurer) forgive(ctx context.Context, g *chapters.Game, options []chapters.Decision, f *Forgiveness) error {
	if g.Due().Kind != chapters.PlayCard || len(options) < 2 {
		return nil
	}
	wins := 0
	undecided := false
	for _, d := range options {
		next := g.Clone()
		if err := next.Apply(d); err != nil {
			return err
		}
		v := solver.Unwinnable
		switch next.Result() {
		case chapters.Won:
			v = solver.Winnable
		case chapters.Undecided:
			var err error
			if v, err = m.search(ctx, next, playNodes); err != nil {
				return err
			}
		}
		switch v {
		case solver.Winnable:
			wins++
		case solver.Unknown:
			undecided = true
		}
	}
	switch {
	case undecided:
		f.Undecided++
	case wins > 0:
		f.Decisions++
		f.Parts += int64(wins) * whole / int64(len(options))
	}
	return nil
}

// search solves a game with a limit of nodes. The limit of the measurer applies, too.
func (m *measurer) search(ctx context.Context, g *chapters.Game, nodes int64) (solver.Verdict, error) {
	if m.nodes > 0 && (nodes == 0 || nodes > m.nodes) {
		nodes = m.nodes
	}
	found, err := solver.Solve(ctx, g, solver.Options{Nodes: nodes, Memory: searchMemory})
	return found.Verdict, err
}

// play plays a round with one player for all seats, see [Play].
func play(ctx context.Context, g *chapters.Game, p players.Player, seed uint64,
	beforeMove func(options []chapters.Decision) error,
) (*Outcome, error) {
	return Play(ctx, g, slices.Repeat([]players.Player{p}, g.Seats()), seed, beforeMove)
}

// Play plays a round with a player for each seat. Unlike players.Play it stops as soon as the round
// is won or lost for good (S12). Before each decision it calls beforeMove, if that is not nil, with
// the legal decisions.
func Play(ctx context.Context, g *chapters.Game, seats []players.Player, seed uint64,
	beforeMove func(options []chapters.Decision) error,
) (r *Outcome, err error) {
	defer func() { err = errors.Join(err, players.Leave(g.Result(), seats...)) }()
	actor := "setup"
	var last []chapters.GoalStatus
	for {
		statuses := g.Statuses()
		switch g.Result() {
		case chapters.Won:
			return &Outcome{Won: true}, nil
		case chapters.Lost:
			return &Outcome{Broke: breaks(g, last, statuses, actor)}, nil
		}
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		due := g.Due()
		options := g.Options()
		if len(options) == 0 {
			return nil, fmt.Errorf("the round is over and %s (S12)", g.Result())
		}
		if beforeMove != nil {
			if err := beforeMove(options); err != nil {
				return nil, err
			}
		}
		last = statuses
		if g.Stage() == chapters.StagePlay {
			actor = name(g, due.Seat)
		}
		d, err := players.Choose(ctx, g, seats[due.Decider], seed)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(options, d) {
			return nil, fmt.Errorf("the computer player chose %s, which is not legal", d)
		}
		if err := g.Apply(d); err != nil {
			return nil, err
		}
	}
}

// breaks returns the goals that failed with the last decision.
func breaks(g *chapters.Game, last, now []chapters.GoalStatus, actor string) []Break {
	var out []Break
	for i, s := range now {
		if s.Status == characters.Failed && (i >= len(last) || last[i].Status != characters.Failed) {
			goal := s.Character
			if s.Rider != "" {
				goal = s.Rider
			}
			out = append(out, Break{Goal: goal, Actor: actor})
		}
	}
	if g.View(tricks.NoSeat).Short {
		out = append(out, Break{Goal: chapters.Balrog, Actor: actor})
	}
	return out
}

// name returns the id of the character of a seat. A seat without one is called by its number.
func name(g *chapters.Game, s tricks.Seat) string {
	if c := g.Character(s); c != nil {
		return c.ID
	}
	return fmt.Sprintf("seat %d", s)
}
