// Package players holds the computer players. Each one sees only the
// [chapters.View] of its seat, and draws its chances from a source that depends
// on nothing but the seed and the number of decisions made, so that a game that
// is resumed goes on exactly as it would have.
//
// [Greedy] is the partner to sit down with. It works in four steps, one file
// each: what can be known from the view (knowledge.go), a world that agrees with
// it (world.go), that world played to the end by simple rules (playout.go), and
// how near everyone came to their goals (nearness.go).
package players

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/tricks"
)

// Player makes decisions for one player.
type Player interface {
	// Choose returns one of the options of v.Ask, which is not nil.
	Choose(v *chapters.View, src rand.Source) chapters.Decision
}

// Names are the names of the computer players that see no more than a person in
// their seat, weakest first. Policies are those and the one that sees all cards.
var (
	Names    = []string{"random", "greedy", "fair"}
	Policies = append(slices.Clone(Names), "open")
)

// New returns the player of that name.
func New(name string) (Player, error) {
	switch name {
	case "random":
		return Random{}, nil
	case "greedy":
		return Greedy{}, nil
	case "fair":
		return Fair{}, nil
	case "open":
		return &Open{}, nil
	}
	return nil, fmt.Errorf("there is no computer player %q; there are %s", name, strings.Join(Policies, ", "))
}

// Source returns the source of chance for the next decision after so many were
// made in a round.
func Source(seed uint64, made int) rand.Source {
	return tricks.NewSource(seed, playStream+uint64(made))
}

// playStream keeps computer play apart from the dealer. Frozen.
const playStream = 0x91a7e5 << 32

// Random plays any legal decision with equal chance.
type Random struct{}

// Choose returns a random option.
func (Random) Choose(v *chapters.View, src rand.Source) chapters.Decision {
	return pick(src, v.Ask.Options)
}

func pick(src rand.Source, options []chapters.Decision) chapters.Decision {
	return options[tricks.Below(src, len(options))]
}

// Choose returns a player's decision in a game that waits for one.
func Choose(g *chapters.Game, p Player, seed uint64) chapters.Decision {
	v, src := g.View(g.Ask().By), Source(seed, len(g.Decisions()))
	if s, ok := p.(Sighted); ok {
		return s.See(g, &v, src)
	}
	return p.Choose(&v, src)
}

// Play plays a game to its end with one player for all seats.
func Play(g *chapters.Game, p Player, seed uint64) error {
	for a := g.Ask(); a != nil; a = g.Ask() {
		d := Choose(g, p, seed)
		if !slices.Contains(a.Options, d) {
			return fmt.Errorf("the computer player chose %s, which is not legal", d)
		}
		if err := g.Apply(d); err != nil {
			return err
		}
	}
	return nil
}
