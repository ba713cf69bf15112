// Package players holds the computer players. All but [Open] see only the
// [chapters.View] of their seat. Their random source depends only on the seed and
// the number of decisions made, so a resumed game goes on exactly as it would have
// without the break.
//
// A player thinks in worlds ([chapters.Worlds]): games with the same view, in which the hidden
// cards lie at random where they can be.
//
// [Greedy] plays such worlds to the end by simple rules (playout.go) and measures
// how near everyone came to their goals (nearness.go). [Fair] does so for longer,
// and asks the solver in how many worlds each option can still be won. Its [Level]
// says for how long. [Open] sees all cards and follows the solver's line. It is not meant
// as a partner, but to measure others.
package players

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// Player makes decisions for one player.
type Player interface {
	// Think returns one of the options of v.Ask, which is not nil, and the reason. A full reason
	// takes longer and does not change the decision. When the context ends first, Think returns the
	// context's error. The context has no other effect.
	Think(ctx context.Context, v *chapters.View, src rand.Source, full bool) (chapters.Decision, Reason, error)
}

// Leaver is a player for one round that must know when the round ends, such as a program.
type Leaver interface {
	Player
	// Leave ends the player. The result is undecided if the round was abandoned. A second call does nothing.
	Leave(chapters.Result) error
}

// Leave calls Leave for all players of a round that are Leavers.
func Leave(result chapters.Result, seats ...Player) error {
	var errs []error
	for _, p := range seats {
		if l, ok := p.(Leaver); ok {
			errs = append(errs, l.Leave(result))
		}
	}
	return errors.Join(errs...)
}

// The names of the computer players.
var (
	// Names are the players that see no more than a person in their seat, weakest first.
	Names = []string{"random", "greedy", "fair", "strong"}
	// Policies are Names and the player that sees all cards.
	Policies = append(slices.Clone(Names), "open")
)

// Strongest is the default computer player: the best that sees no more than a person. It does
// not keep people waiting for long, see docs/players.md.
const Strongest = "strong"

// New returns the player of a name. The name may end with a colon and a multiple of the usual
// work, such as strong:2, see [Scaled].
func New(name string) (Player, error) {
	base, times, scaled := strings.Cut(name, ":")
	level, ok := levels[base]
	switch {
	case scaled:
		n, err := strconv.ParseFloat(times, 64)
		if want, wrong := Scaled(base, n); !ok || err != nil || wrong != nil || want != name {
			return nil, say.Errorf("there is no computer player %q; such names look like strong:2", name)
		}
		return Fair{Level: level.times(n)}, nil
	case ok:
		return Fair{Level: level}, nil
	case name == "random":
		return Random{}, nil
	case name == "greedy":
		return Greedy{}, nil
	case name == "open":
		return &Open{}, nil
	}
	return nil, say.Errorf("there is no computer player %q; there are %s", name, strings.Join(Policies, ", "))
}

// CanSit reports whether a computer player may play with people: the name exists, and the player
// sees no more than people do.
func CanSit(name string) bool {
	p, err := New(name)
	_, sighted := p.(Sighted)
	return err == nil && !sighted
}

// Source returns the random source for the next decision of a round after a number of decisions.
func Source(seed uint64, made int) rand.Source {
	return tricks.NewSource(seed, playStream+uint64(made))
}

// playStream keeps computer play apart from the dealer. Frozen.
const playStream = 0x91a7e5 << 32

// Random plays any legal decision with equal chance.
type Random struct{}

// Think returns a random option.
func (Random) Think(ctx context.Context, v *chapters.View, src rand.Source, _ bool) (chapters.Decision, Reason, error) {
	return pick(src, v.Ask.Options), Reason{Options: len(v.Ask.Options)}, ctx.Err()
}

// pick returns a random option.
func pick(src rand.Source, options []chapters.Decision) chapters.Decision {
	return options[tricks.IntN(src, len(options))]
}

// Choose returns a player's decision in a game that waits for one. When the
// context ends first, it returns the context's error. The context has no other effect.
func Choose(ctx context.Context, g *chapters.Game, p Player, seed uint64) (chapters.Decision, error) {
	src := Source(seed, len(g.Decisions()))
	if _, ok := p.(Random); ok { // it needs no view, and a view takes five times as long as the rest
		return pick(src, g.Options()), ctx.Err()
	}
	v := g.View(g.Due().Decider)
	if s, ok := p.(Sighted); ok {
		return s.See(ctx, g, &v, src)
	}
	d, _, err := p.Think(ctx, &v, src, false)
	return d, err
}

// Play plays a game to its end. When the context ends first, it returns the context's error. The
// players are given in the order of the seats. The last player also plays all later seats, so a
// single player plays all of them.
func Play(ctx context.Context, g *chapters.Game, seed uint64, seats ...Player) error {
	return PlayTelling(ctx, g, seed, func() {}, seats...)
}

// PlayTelling does the same as Play, and calls onMove after each decision.
func PlayTelling(ctx context.Context, g *chapters.Game, seed uint64, onMove func(), seats ...Player) (err error) {
	defer func() { err = errors.Join(err, Leave(g.Result(), seats...)) }()
	for !g.IsOver() {
		d, err := Choose(ctx, g, seats[min(int(g.Due().Decider), len(seats)-1)], seed)
		if err != nil {
			return err
		}
		if err := g.Apply(d); err != nil {
			return say.Errorf("the computer player chose %s: %w", d, err)
		}
		onMove()
	}
	return nil
}
