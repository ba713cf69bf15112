// Package players holds the computer players. All but [Open] see only the
// [chapters.View] of their seat. They draw their chances from a source that
// depends on nothing but the seed and the number of decisions made, so that a
// game that is resumed goes on exactly as it would have.
//
// A player thinks in worlds ([chapters.Worlds]): games in which he sees what he sees now, with the
// other cards where they can be, at random, and which go on from there.
//
// [Greedy] plays such worlds to the end by simple rules (playout.go) and looks
// how near everyone came to their goals (nearness.go). [Fair] does so for longer,
// and asks the solver in how many worlds each option can still be won; how long is
// its [Level]. [Open] sees all cards and follows the solver's line: it is no
// partner, but a measure.
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
	// Think returns one of the options of v.Ask, which is not nil, and why. The reason in full takes
	// longer and changes no decision. When the context is done first it returns that error; the
	// context changes nothing else.
	Think(ctx context.Context, v *chapters.View, src rand.Source, full bool) (chapters.Decision, Reason, error)
}

// Leaver is a player for one round that wants to be told how it has ended, such as a program.
type Leaver interface {
	Player
	// Leave ends the player. The result is open where the round was left. Leaving twice is leaving once.
	Leave(chapters.Result) error
}

// Leave tells the players of a round how it has ended who want to know.
func Leave(result chapters.Result, seats ...Player) error {
	var errs []error
	for _, p := range seats {
		if l, ok := p.(Leaver); ok {
			errs = append(errs, l.Leave(result))
		}
	}
	return errors.Join(errs...)
}

// Names are the names of the computer players that see no more than a person in
// their seat, weakest first. Policies are those and the one that sees all cards.
var (
	Names    = []string{"random", "greedy", "fair", "strong"}
	Policies = append(slices.Clone(Names), "open")
)

// Strongest is the computer player that sits down where nobody says another: of
// those that see no more than a person the best. It keeps nobody waiting for long,
// see docs/players.md.
const Strongest = "strong"

// New returns the player of a name. That of a player that thinks more or less than
// usual, see [Scaled], says so behind a colon: strong:2.
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

// CanSit reports whether a computer player of that name can sit down with people: it
// is there, and sees no more than they do.
func CanSit(name string) bool {
	p, err := New(name)
	_, sighted := p.(Sighted)
	return err == nil && !sighted
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

// Think returns a random option.
func (Random) Think(ctx context.Context, v *chapters.View, src rand.Source, _ bool) (chapters.Decision, Reason, error) {
	return pick(src, v.Ask.Options), Reason{Options: len(v.Ask.Options)}, ctx.Err()
}

func pick(src rand.Source, options []chapters.Decision) chapters.Decision {
	return options[tricks.IntN(src, len(options))]
}

// Choose returns a player's decision in a game that waits for one. When the
// context is done first it returns that error; the context changes nothing else.
func Choose(ctx context.Context, g *chapters.Game, p Player, seed uint64) (chapters.Decision, error) {
	src := Source(seed, len(g.Decisions()))
	if _, ok := p.(Random); ok { // it looks at nothing, and a view takes five times as long as the rest
		return pick(src, g.Options()), ctx.Err()
	}
	v := g.View(g.Due().Decider)
	if s, ok := p.(Sighted); ok {
		return s.See(ctx, g, &v, src)
	}
	d, _, err := p.Think(ctx, &v, src, false)
	return d, err
}

// Play plays a game to its end, or until the context is done, whose error it returns then. The
// seats' players come in the order of the seats, and the last of them also plays the seats after
// hers: one player plays all seats.
func Play(ctx context.Context, g *chapters.Game, seed uint64, seats ...Player) error {
	return PlayTelling(ctx, g, seed, func() {}, seats...)
}

// PlayTelling is Play, and calls told after each decision.
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
