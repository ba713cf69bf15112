package plain

import (
	"strconv"
	"strings"

	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/round"
)

// walk returns the finished round with all its cards.
func (g *game) walk() (*hindsight.Walk, error) {
	record, err := g.client.Record()
	if err != nil {
		return nil, err
	}
	walk, err := hindsight.New(g.opt.Library, record)
	if err != nil {
		return nil, err
	}
	walk.SetPlayers(g.client.Deciders())
	return walk, nil
}

// hasReasons reports whether the round is over, can be looked through, and had computer players to ask.
func (g *game) hasReasons() bool {
	if g.now != round.End || !g.opt.Replayable {
		return false
	}
	walk, err := g.walk()
	return err == nil && walk.HasComputers()
}

// printReasons prints why the computer players decided as they did in a trick of the finished round. The line has
// the number of the trick; 0 stands for the draft and the setup.
func (g *game) printReasons(line string) error {
	walk, err := g.walk()
	if err != nil {
		return err
	}
	trick := parseTrick(line)
	if trick < 0 || trick > walk.Tricks() {
		g.out.tell("plain.reasons.what", g.ActionLabel("reasons"), walk.Tricks())
		return nil
	}
	asked := false
	for n := range walk.Len() {
		inTrick := walk.Trick(n)
		if walk.EndsTrick(n) { // the next decision is of the next trick
			inTrick++
		}
		why := walk.Why(n)
		if inTrick != trick || why == nil {
			continue
		}
		asked = true
		answer, err := why.Answer(g.ctx)
		if err != nil {
			return err
		}
		g.out.page(answer(g.t))
	}
	if !asked {
		g.out.tell("plain.reasons.none")
	}
	return nil
}

// parseTrick returns the number of a trick, -1 if the line is no number.
func parseTrick(line string) int {
	if n, err := strconv.Atoi(strings.TrimSpace(line)); err == nil {
		return n
	}
	return -1
}
