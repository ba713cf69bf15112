package home

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Campaign says how a campaign goes on.
type Campaign struct {
	// Name is empty for the one that was played last.
	Name string
	// Choice is the group's choice of the next round.
	Choice campaign.Choice
	// Humans is how many people sit in the first seats, nil for as always. Anew says that
	// nobody sits there as always.
	Humans *int
	Anew   bool
	// GiveUp counts the round that was begun as lost, first.
	GiveUp bool
	// Flag is one that a round which was begun leaves no choice about, empty for none.
	Flag string
}

// PlayCampaign plays rounds of a campaign until the person leaves.
func (h *Home) PlayCampaign(of Campaign) error {
	kept, err := h.Shelf.List().Campaign(h.Lib, of.Name)
	if err != nil {
		return SeeCampaigns(err)
	}
	file, err := kept.Open(h.Lib)
	if err != nil {
		return err
	}
	return errors.Join((&campaignPlay{Campaign: file.Campaign(), file: file, Home: h, of: &of}).play(), file.Close())
}

// SeeCampaigns adds to the error of an unknown name what to do.
func SeeCampaigns(err error) error {
	if !errors.Is(err, saves.ErrNoCampaign) {
		return err
	}
	if len(saves.Default().List().CampaignNames()) == 0 {
		return say.Errorf("%w\nbegin one: fellowship campaign new NAME", err)
	}
	return say.Errorf("%w\nsee: fellowship campaign", err)
}

// campaignPlay is a campaign being played.
type campaignPlay struct {
	// Campaign is it as it was looked at last, in its file.
	*campaign.Campaign
	file *saves.File
	*Home
	of *Campaign
}

// now looks at the campaign as it is now.
func (c *campaignPlay) now() *campaign.Campaign {
	c.Campaign = c.file.Campaign()
	return c.Campaign
}

// play plays rounds until the person leaves.
func (c *campaignPlay) play() error {
	if c.of.GiveUp {
		if err := c.giveUp(); err != nil {
			return err
		}
	}
	if c.Playing != nil && c.of.Flag != "" {
		return say.Errorf("round %d, of %s, was begun: go on with it without --%s, or count it as lost with --give-up",
			c.Number(), chapterName(c.At(c.Playing.Chapter, c.Playing.Players).About()), c.of.Flag)
	}
	choice := c.of.Choice
	for {
		g, err := c.game(choice)
		if err != nil {
			return err
		}
		round, last := c.Number(), *c.Playing
		next, left := c.round(g)
		if left != nil && !errors.Is(left, tui.ErrExit) {
			return left
		}
		over := c.now().Number() != round
		if over {
			c.counted(&last, round, g.file.Round().Reveal().Result() == chapters.Won)
		}
		if next == tui.Quit || !over {
			if command := c.goesOn(&last); over && command != "" {
				c.farewell("campaign.next", command)
			}
			c.farewell("record", strictyaml.Visible(g.file.Table.Path()))
			return left
		}
		// The next round of the chapter, or of the next one.
		choice = campaign.Choice{Chapter: last.Chapter, Players: last.Players, Seed: AnySeed()}
		if p := c.At(last.Chapter, last.Players); p.Done() || next == tui.NextChapter {
			choice.Chapter = ""
		} else if next == tui.Again {
			choice.Seed, choice.Event, choice.Group = last.Seed, last.Event, last.Group
		}
	}
}

// goesOn is the command that goes on after a round: with its chapter, as here, as long as that is not
// over, else with the next one. It is empty where everything is won.
func (c *campaignPlay) goesOn(last *campaign.Playing) string {
	command, next := "fellowship campaign play "+c.file.Table.Name, c.Recommended()
	if !c.At(last.Chapter, last.Players).Done() {
		if last.Chapter != next || last.Players != c.Players {
			command += " --chapter " + last.Chapter
		}
		if last.Players != c.Players {
			command += fmt.Sprintf(" --players %d", last.Players)
		}
	} else if next == "" {
		return ""
	}
	return c.command(command)
}

// chapterName names a chapter by its number in an error.
func chapterName(ch *chapters.Chapter) string {
	if ch.ID == chapters.Road {
		return "the Road"
	}
	return "chapter " + ch.ID
}

// giveUp counts the round that was begun as lost.
func (c *campaignPlay) giveUp() error {
	at := c.Playing
	if at == nil {
		return say.Errorf("no round was begun, so there is nothing to give up")
	}
	begun, number := *at, c.Number()
	if err := c.file.GiveUp(c.Ctx); err != nil {
		return err
	}
	c.now()
	c.counted(&begun, number, false)
	return nil
}

// counted tells the person how a round has ended.
func (c *campaignPlay) counted(at *campaign.Playing, number int, won bool) {
	if c.menu {
		return // the screen has told it, and the menu tells it
	}
	c.parts(func(*texts.Texts) string { return "" })
	for _, line := range book.AfterRound(c.Texts(), c.Lib, c.file.Table.Name, c.At(at.Chapter, at.Players), number, won) {
		c.parts(func(*texts.Texts) string { return line })
	}
}

// game goes on with the round that was begun, or begins the next one.
func (c *campaignPlay) game(choice campaign.Choice) (*Game, error) {
	if c.Playing == nil {
		if err := c.choose(&choice); err != nil {
			return nil, err
		}
		if err := c.deal(choice); err != nil {
			return nil, err
		}
	}
	return &Game{file: c.file, campaign: c.file.Table.Name, number: c.Number()}, nil
}

// choose chooses the next round, asking for what is missing where somebody is
// there.
func (c *campaignPlay) choose(choice *campaign.Choice) error {
	t := c.Texts()
	for {
		_, err := c.Next(*choice)
		nobody := c.Place == nil && !c.somebody()
		switch {
		case (errors.Is(err, campaign.ErrAfter) || errors.Is(err, campaign.ErrVariant)) && c.OnScreen():
			if ok, err := c.ChooseRound(c.Lib, c.Campaign, choice); err != nil || !ok {
				return cmp.Or(err, nothingChosen)
			}
		case errors.Is(err, campaign.ErrAfter):
			if nobody {
				return say.Errorf("%w\nsay --keep or --restart", err)
			}
			i, err := c.ask(t.T("campaign.ask.after"), []string{t.T("campaign.keep"), t.T("campaign.restart")})
			if err != nil {
				return err
			}
			choice.After = []campaign.After{campaign.Keep, campaign.Restart}[i]
		case errors.Is(err, campaign.ErrVariant):
			ch, missing := c.Lib.Chapter(cmp.Or(choice.Chapter, c.Recommended()))
			if missing != nil {
				return missing
			}
			if nobody {
				return say.Errorf("%w\nsay it with --%s", err, ch.VariantKind())
			}
			var ids, titles []string
			for _, v := range c.Offers(*choice).Variants {
				ids, titles = append(ids, v.ID), append(titles, v.Title.In(t.Lang()))
			}
			i, err := c.ask(t.T("campaign.ask."+ch.VariantKind()), titles)
			if err != nil {
				return err
			}
			choice.SetVariant(ch, ids[i])
		default:
			return err
		}
	}
}

// deal deals the round that was chosen.
func (c *campaignPlay) deal(choice campaign.Choice) error {
	pos, err := c.Position()
	if err != nil {
		return err
	}
	humans := min(c.Humans, pos.Players)
	if c.of.Humans != nil {
		humans = *c.of.Humans
	}
	if humans < 0 || humans > pos.Players {
		return say.Errorf("--humans %d: the round is for %d (S1)", humans, pos.Players)
	}
	plan := c.By
	if c.of.Anew {
		plan = nil
	}
	seed := c.Playing.Seed & math.MaxInt64
	err = c.file.BeginRound(c.Lib, &choice, chapters.Record{Position: pos, By: c.Seating(pos.Players, humans, plan), Seed: &seed})
	c.now()
	return err
}

// beginCampaign begins a campaign that was set up in the menu, and plays it.
func (h *Home) beginCampaign(name string, by []string) error {
	people := 0
	for _, who := range by {
		if round.IsPerson(who) {
			people++
		}
	}
	c, err := campaign.New(h.Lib, len(by), people)
	if err != nil {
		return err
	}
	c.By = by
	if err := h.Shelf.CreateCampaign(h.Lib, name, c); err != nil {
		return err
	}
	return h.PlayCampaign(Campaign{Name: name, Choice: campaign.Choice{Seed: AnySeed()}})
}

// campaignSeats names the player in each seat of a campaign.
func campaignSeats(t *texts.Texts, c *campaign.Campaign) []string {
	out := make([]string, c.Players)
	for i := range out {
		seat, by := t.Number(tricks.Seat(i)), ""
		if i < len(c.By) {
			by = c.By[i]
		} else if i < c.Humans {
			by = round.Human
		}
		if by == "" {
			by = players.Strongest
		}
		out[i] = seat + " " + hindsight.PlayedBy(t, by)
	}
	return out
}

// campaignLine says in a line which campaign a game belongs to, empty for none.
func (h *Home) campaignLine(g *Game) string {
	if g.campaign == "" {
		return ""
	}
	return h.Texts().T("campaign.you", g.campaign, g.number)
}
