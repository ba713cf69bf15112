package puzzle

import (
	"context"
	"fmt"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/solver/players"
	"fellowship/tricks"
)

const (
	// perTable is how many puzzles there are of a chapter with so many players, and
	// mostSeeds how many rounds are played for them at most.
	perTable  = 9
	mostSeeds = 80
	// greedySeeds is how many of the rounds greedy players play; then come fair ones.
	greedySeeds = 60
	// fewestTricks and mostTricks are how many tricks a puzzle has left.
	fewestTricks, mostTricks = 2, 6
)

// Make makes the puzzles of a chapter with so many players: from rounds that greedy players
// have played, and from rounds of fair ones where those were lost too soon, the hardest and
// the easiest in turns. The same library gives the same ones.
func Make(ctx context.Context, lib *chapters.Library, c *chapters.Chapter, size int) (out []Puzzle, err error) {
	letters := c.Letters()
	for seed := uint64(1); seed <= mostSeeds && len(out) < perTable; seed++ {
		id := chapters.DealID{Chapter: c.ID, Variant: letters[(seed-1)%uint64(len(letters))], Players: size, Seed: seed}
		var by players.Player = players.Greedy{}
		if seed > greedySeeds {
			by = players.Fair{Level: players.Quick}
		}
		moments, err := played(ctx, lib, id, by)
		if err != nil {
			return nil, say.Errorf("%s: %w", id, err)
		}
		wanted := 1 + len(out)%Levels
		var best *Puzzle
		for _, p := range moments {
			if best == nil || abs(p.Level()-wanted) < abs(best.Level()-wanted) {
				best = &p
			}
		}
		if best == nil || abs(best.Level()-wanted) > int(seed)*3/mostSeeds {
			continue
		}
		g, err := lib.NewGame(best.Position)
		if err == nil {
			best.Strong, err = watch(ctx, g, players.Strongest)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, *best)
	}
	return out, nil
}

func abs(n int) int { return max(n, -n) }

// played plays a deal, and returns the moments of it that are puzzles: each before a trick.
func played(ctx context.Context, lib *chapters.Library, id chapters.DealID, by players.Player) (out []Puzzle, err error) {
	deal, err := lib.Deal(id)
	if err != nil {
		return nil, err
	}
	g, err := lib.NewGame(deal)
	if err != nil {
		return nil, err
	}
	var pos chapters.Position
	for !g.Over() && g.Result() != chapters.Lost {
		if g.Stage() == chapters.StagePlay && pos.Players == 0 {
			if pos, err = g.FirstTrick(); err != nil {
				return nil, err
			}
		}
		before, tricksLeft := len(g.Decisions()), 0
		if g.Stage() == chapters.StagePlay && g.State().Led == tricks.NoSuit {
			tricksLeft = g.Table().Tricks() - len(g.History())
		}
		if tricksLeft >= fewestTricks && tricksLeft <= mostTricks {
			p, ok, err := moment(ctx, lib, id, &pos, g)
			if err != nil {
				return nil, err
			}
			if ok {
				out = append(out, p)
			}
		}
		d, err := players.Choose(ctx, g, by, id.Seed)
		if err != nil {
			return nil, err
		}
		if err := g.Apply(d); err != nil {
			return nil, err
		}
		if done := g.Decisions()[before:]; g.Stage() == chapters.StagePlay && pos.Players > 0 {
			for _, d := range done {
				if d.Kind == chapters.PlayCard {
					pos.Plays = append(pos.Plays, d.Play())
				}
			}
		}
	}
	return out, nil
}

// moment makes a puzzle of where a game stands, if it is one that a position document says
// as it is.
func moment(ctx context.Context, lib *chapters.Library, id chapters.DealID, pos *chapters.Position, g *chapters.Game) (Puzzle, bool, error) {
	p := Puzzle{Position: *pos}
	p.ID = fmt.Sprintf("%st%d", id, len(g.History())+1)
	p.Plays = append([]tricks.Play(nil), pos.Plays...)
	p.Expect = &chapters.Expect{Verdict: "winnable"}
	again, err := lib.NewGame(p.Position)
	if err != nil || again.State() != g.State() || again.MaySwap() || again.Due().Kind != chapters.PlayCard {
		return p, false, nil //nolint:nilerr // a decision that no play says
	}
	m, ok, err := measure(ctx, again)
	if p.Measures = m; err != nil || !ok {
		return p, false, err
	}
	p.Strong = true // until it is seen
	p.Greedy, err = watch(ctx, again, "greedy")
	return p, true, err
}
