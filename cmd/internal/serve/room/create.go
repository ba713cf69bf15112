package room

import (
	"context"
	"slices"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/solver/players"

	tea "github.com/charmbracelet/bubbletea"
)

// What can be played at a table, as the keys of its texts.
const (
	oneChapter = "serve.mode.chapter"
	theRoad    = "serve.mode.road"
	aCampaign  = "serve.mode.campaign"
	allTheRoad = "serve.mode.allroad"
	namedDeal  = "serve.mode.deal"
	sameAgain  = "serve.mode.again"
)

// choosing is what somebody chooses to play.
type choosing struct {
	r       *Room
	modes   []string
	mode    string
	chapter int // in the library
	variant string
	deal    string
	// book is that of the campaign whose next round is chosen, nil without one; after is
	// what comes after a lost round (L3), and noRider leaves the rider to another (L5).
	book    *campaign.Campaign
	after   campaign.After
	noRider bool
}

// step returns the number of the next of n, or of the one before.
func step(at, by, n int) int { return ((at+by)%n + n) % n }

// next returns the next of a list, or the one before; the first for none of it.
func next[T comparable](all []T, now T, by int) T {
	at := slices.Index(all, now)
	if at < 0 {
		return all[0]
	}
	return all[step(at, by, len(all))]
}

// items are the lines in which it is chosen.
func (c *choosing) items() (out []kit.Row) {
	r := c.r
	mode := c.mode
	if mode == aCampaign && c.book != nil {
		mode = "serve.game.recommended" // of the one that is played
	}
	out = append(out, kit.Row{Label: r.T("serve.new.mode"), Value: r.T(mode), Turn: kit.Turns(func(by int) {
		c.mode, c.variant = next(c.modes, c.mode, by), ""
	})})
	switch c.mode {
	case oneChapter:
		all := r.opts.Library.Chapters
		out = append(out, kit.Row{Label: r.T("serve.new.chapter"), Value: r.titled(all[c.chapter]), Turn: kit.Turns(func(by int) {
			c.variant = ""
			for {
				if c.chapter = step(c.chapter, by, len(all)); all[c.chapter].Pool == nil {
					return
				}
			}
		})})
	case namedDeal:
		return append(out, kit.Row{Label: r.T("serve.new.deal"), Text: &c.deal, Most: mostTyped})
	case aCampaign:
		if now := c.about(); c.book != nil && now != nil {
			out = append(out, kit.Row{Label: r.T("serve.new.chapter"), Value: r.titled(now)})
		}
	}
	return append(append(out, c.variantItem()...), c.campaignItems()...)
}

// titled is a chapter by its number and title.
func (r *Room) titled(c *chapters.Chapter) string {
	if c.Pool != nil {
		return c.Title.In(r.Lang())
	}
	return c.ID + "  " + c.Title.In(r.Lang())
}

// about is the chapter that was chosen, nil for none.
func (c *choosing) about() *chapters.Chapter {
	switch {
	case c.mode == oneChapter:
		return c.r.opts.Library.Chapters[c.chapter]
	case c.mode == aCampaign && c.book != nil:
		if now, err := c.r.opts.Library.Chapter(c.book.Recommended()); err == nil {
			return now
		}
	}
	return nil
}

// variantItem is the choice of an event or a group, where there is one. In a campaign
// only those are offered that may be played (C14, C18).
func (c *choosing) variantItem() []kit.Row {
	now := c.about()
	if now == nil || now.VariantKind() == "" {
		return nil
	}
	var letters []string
	for _, v := range now.Variants() {
		if c.book == nil || c.tries(func(ch *campaign.Choice) { ch.SetVariant(now, v.ID) }) == nil {
			letters = append(letters, v.Letter())
		}
	}
	if len(letters) == 0 {
		return nil
	}
	if !slices.Contains(letters, c.variant) {
		c.variant = letters[0]
	}
	return []kit.Row{{
		Label: c.r.T("serve.new." + now.VariantKind()), Value: now.Variant(c.variant).Title.In(c.r.Lang()),
		Turn: kit.Turns(func(by int) { c.variant = next(letters, c.variant, by) }),
	}}
}

// tries says whether a round of the campaign could begin with a choice.
func (c *choosing) tries(change func(*campaign.Choice)) error {
	trial := *c.book
	choice := campaign.Choice{After: c.after}
	if now := c.about(); now != nil {
		choice.Chapter = now.ID
		if v := now.Variant(c.variant); c.variant != "" && v != nil {
			choice.SetVariant(now, v.ID)
		}
	}
	change(&choice)
	_, err := trial.Next(choice)
	return err
}

// campaignItems are what else there is to choose before a round of a campaign.
func (c *choosing) campaignItems() (out []kit.Row) {
	if c.book == nil {
		return nil
	}
	r := c.r
	if p := c.progress(); p != nil && p.Failed {
		afters := []campaign.After{campaign.Keep, campaign.Restart}
		if c.after == "" {
			c.after = campaign.Keep
		}
		out = append(out, kit.Row{Label: r.T("serve.after.lost"), Value: r.T("serve.after." + string(c.after)), Turn: kit.Turns(func(by int) {
			c.after = next(afters, c.after, by)
		})})
	} else {
		c.after = ""
	}
	if c.tries(func(ch *campaign.Choice) { ch.WithoutRider = true }) == nil {
		return append(out, r.yesNo("serve.norider", &c.noRider))
	}
	c.noRider = false
	return out
}

// progress is how far the chosen chapter has come, nil if it was never begun.
func (c *choosing) progress() *campaign.Progress {
	if now := c.about(); now != nil {
		return c.book.At(now.ID, c.book.Players)
	}
	return nil
}

// game is what was chosen.
func (c *choosing) game() table.Game {
	var g table.Game
	switch c.mode {
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
	case oneChapter:
		g.Chapter = c.about().ID
	}
	c.items() // what is not chosen is the first that is offered
	g.Variant, g.After, g.WithoutRider = c.variant, c.after, c.noRider
	return g
}

// patiences are for how long the others wait who is absent, in seconds.
var patiences = []int{60, 120, 300, 900, 3600}

// create makes a table.
func (r *Room) create() *kit.Sheet {
	what := &choosing{r: r, mode: oneChapter, modes: []string{oneChapter, theRoad, aCampaign, allTheRoad, namedDeal}}
	setup := table.Setup{Players: 2, Computers: make([]string, 4), Patience: patiences[1]}
	return &kit.Sheet{Name: "create", Build: func() kit.Content {
		c := kit.Content{Title: r.T("serve.new.title"), State: r.me.Name}
		c.Rows = append(c.Rows, kit.Row{Label: r.T("serve.new.players"), Value: r.N("serve.players", setup.Players), Turn: kit.Turns(func(by int) {
			setup.Players = 1 + step(setup.Players-1, by, 4)
		})})
		c.Rows = append(c.Rows, what.items()...)
		for at := 1; at < setup.Players; at++ {
			c.Rows = append(c.Rows, kit.Row{Label: r.T("serve.seat", at+1), Value: words.Computer(r.Texts, setup.Computers[at]), Turn: kit.Turns(func(by int) {
				setup.Computers[at] = nextComputer(setup.Computers[at], by)
			})})
		}
		c.Rows = append(c.Rows,
			kit.Row{Label: r.T("serve.new.patience"), Value: r.N("serve.minutes", setup.Patience/60), Turn: kit.Turns(func(by int) {
				setup.Patience = next(patiences, setup.Patience, by)
			})},
			r.yesNo("serve.new.hints", &setup.Hints), r.yesNo("serve.new.open", &setup.OpenCards),
			kit.Row{Label: r.T("serve.new.create"), Do: func() tea.Cmd {
				made := setup
				made.Computers = slices.Clone(setup.Computers[:setup.Players])
				made.First, made.Campaign = what.game(), what.mode == aCampaign || what.mode == allTheRoad
				if what.mode == allTheRoad {
					var err error
					if made.Book, err = r.roadBook(made.Players); err != nil {
						r.complain(err)
						return nil
					}
				}
				return r.make(made)
			}},
		)
		c.Below = []string{r.T("serve.new.text"), r.N("serve.new.alone", int(r.opts.Alone.Hours()))}
		return c
	}}
}

// roadBook is the book of a campaign that begins with the Road (L5).
func (r *Room) roadBook(players int) (string, error) {
	c, err := campaign.New(r.opts.Library, players, players)
	if err != nil {
		return "", err
	}
	c.RoadOpen = true
	text, err := c.YAML()
	return string(text), err
}

// nextComputer goes through the computer players, the strongest first, an empty one for
// a person.
func nextComputer(now string, by int) string {
	all := slices.Clone(players.Names)
	slices.Reverse(all)
	return next(append([]string{""}, all...), now, by)
}

func (r *Room) yesNo(key string, is *bool) kit.Row {
	value := r.T("serve.no")
	if *is {
		value = r.T("serve.yes")
	}
	return kit.Row{Label: r.T(key), Value: value, Turn: kit.Turns(func(int) { *is = !*is })}
}

// make makes a table and goes there.
func (r *Room) make(setup table.Setup) tea.Cmd {
	me := r.me
	return r.once(func(ctx context.Context) (func() tea.Cmd, error) {
		ticket, err := r.opts.Hall.Create(ctx, me, setup)
		return func() tea.Cmd { return r.enter(ticket, false) }, err
	})
}
