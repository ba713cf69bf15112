package room

import (
	"context"
	"slices"

	"fellowship/cmd/internal/table"
	"fellowship/solver/players"

	tea "github.com/charmbracelet/bubbletea"
)

// What can be played at a table.
const (
	oneChapter = iota
	theRoad
	aCampaign
	namedDeal
	sameAgain
)

var modeKeys = [...]string{"serve.mode.chapter", "serve.mode.road", "serve.mode.campaign", "serve.mode.deal", "serve.mode.again"}

// choosing is what somebody chooses to play.
type choosing struct {
	r       *Room
	modes   []int
	mode    int
	chapter int // in the library
	variant int // -1 is any
	deal    string
}

// turned returns the next of n, or the one before.
func turned(at, by, n int) int { return ((at+by)%n + n) % n }

// items are the lines in which it is chosen.
func (c *choosing) items() []item {
	r := c.r
	out := []item{{label: r.T("serve.new.mode"), value: r.T(modeKeys[c.mode]), turn: func(by int) {
		c.mode = c.modes[turned(slices.Index(c.modes, c.mode), by, len(c.modes))]
	}}}
	switch c.mode {
	case oneChapter:
		chapters := r.opts.Library.Chapters
		now := chapters[c.chapter]
		out = append(out, item{label: r.T("serve.new.chapter"), value: now.ID + "  " + now.Title.In(r.Lang()), turn: func(by int) {
			for {
				c.chapter, c.variant = turned(c.chapter, by, len(chapters)), -1
				if chapters[c.chapter].Pool == nil {
					return
				}
			}
		}})
		if variants := now.Variants(); len(variants) > 0 {
			c.variant = max(c.variant, 0)
			out = append(out, item{
				label: r.T("serve.new." + now.VariantKind()), value: variants[c.variant].Title.In(r.Lang()),
				turn: func(by int) { c.variant = turned(c.variant, by, len(variants)) },
			})
		}
	case namedDeal:
		out = append(out, item{label: r.T("serve.new.deal"), typed: &c.deal})
	}
	return out
}

// game is what was chosen.
func (c *choosing) game() table.Game {
	switch c.mode {
	case oneChapter:
		now := c.r.opts.Library.Chapters[c.chapter]
		g := table.Game{Chapter: now.ID}
		if v := now.Variants(); len(v) > 0 {
			g.Variant = v[max(c.variant, 0)].Letter()
		}
		return g
	case theRoad:
		for _, road := range c.r.opts.Library.Chapters {
			if road.Pool != nil {
				return table.Game{Chapter: road.ID}
			}
		}
	case namedDeal:
		return table.Game{Deal: c.deal}
	case sameAgain:
		return table.Game{Again: true}
	}
	return table.Game{} // the campaign knows
}

// patiences are for how long the others wait who is absent, in seconds.
var patiences = []int{60, 120, 300, 900, 3600}

// create makes a table.
func (r *Room) create() *sheet {
	what := &choosing{r: r, modes: []int{oneChapter, theRoad, aCampaign, namedDeal}, variant: -1}
	setup := table.Setup{Players: 2, Computers: make([]string, 4), Patience: patiences[1]}
	s := &sheet{name: "create", back: r.back}
	s.build = func() content {
		c := content{title: r.T("serve.new.title"), state: r.me.Name}
		c.items = append(c.items, item{label: r.T("serve.new.players"), value: r.N("serve.players", setup.Players), turn: func(by int) {
			setup.Players = 1 + turned(setup.Players-1, by, 4)
		}})
		c.items = append(c.items, what.items()...)
		for at := 1; at < setup.Players; at++ {
			c.items = append(c.items, item{label: r.T("serve.seat", at+1), value: r.sitter(setup.Computers[at]), turn: func(by int) {
				setup.Computers[at] = nextComputer(setup.Computers[at], by)
			}})
		}
		c.items = append(c.items,
			item{label: r.T("serve.new.patience"), value: r.N("serve.minutes", setup.Patience/60), turn: func(by int) {
				setup.Patience = patiences[turned(slices.Index(patiences, setup.Patience), by, len(patiences))]
			}},
			r.yesNo("serve.new.hints", &setup.Hints), r.yesNo("serve.new.open", &setup.OpenCards),
			item{label: r.T("serve.new.create"), pick: func() tea.Cmd {
				made := setup
				made.First, made.Campaign = what.game(), what.mode == aCampaign
				made.Computers = slices.Clone(setup.Computers[:setup.Players])
				return r.make(made)
			}},
		)
		c.below = []string{r.T("serve.new.text")}
		return c
	}
	return s
}

// sitter is who is to play a seat.
func (r *Room) sitter(computer string) string {
	if computer == "" {
		return r.T("serve.person")
	}
	return r.T("serve.computer", computer)
}

// nextComputer goes through the computer players, an empty one for a person.
func nextComputer(now string, by int) string {
	all := append([]string{""}, players.Names...)
	return all[turned(slices.Index(all, now), by, len(all))]
}

func (r *Room) yesNo(key string, is *bool) item {
	value := r.T("serve.no")
	if *is {
		value = r.T("serve.yes")
	}
	return item{label: r.T(key), value: value, turn: func(int) { *is = !*is }}
}

// make makes a table and goes there.
func (r *Room) make(setup table.Setup) tea.Cmd {
	me := r.me
	return r.call(func(ctx context.Context) (func() tea.Cmd, error) {
		ticket, err := r.opts.Hall.Create(ctx, me, setup)
		return func() tea.Cmd { return r.enter(ticket, false) }, err
	})
}
