package playing

import (
	"errors"
	"strings"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/book"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/session"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"
	"fellowship/solver/players"
	"fellowship/tricks"

	"github.com/spf13/cobra"
)

// menuCampaigns is what the menu has of campaigns: open is the one whose page is open at
// first. What was read once is not read again. Begun says of saved games that go on of which
// campaign they are a round.
func (opt *PlayOptions) menuCampaigns(lib *chapters.Library, open string) (menu tui.Campaigns, begun map[string]string, err error) {
	all := saves.DefaultCampaigns()
	read := map[string]*campaign.Campaign{}
	menu = tui.Campaigns{
		Book: func(name string, s settings.Settings) (tui.CampaignBook, error) {
			c := read[name]
			if c == nil {
				k, err := all.Find(lib, name)
				if err = errors.Join(err, k.Err); err != nil {
					return tui.CampaignBook{}, err
				}
				c = k.Campaign
				read[name] = c
			}
			return campaignBook(opt.Wishing(s).Texts(), lib, name, c), nil
		},
		GiveUp: func(name string) error {
			delete(read, name)
			return giveUpRound(lib, name)
		},
		Delete: func(name string) error { return all.Delete(lib, name) },
	}
	list, err := all.List(lib)
	if err != nil {
		return menu, nil, err
	}
	begun = map[string]string{}
	for k := range list {
		about := func(t *texts.Texts) string { return t.T("lobby.broken") }
		if k.Err == nil {
			c := k.Campaign
			read[k.Name] = c
			if c.Playing != nil && c.Playing.Save != "" {
				begun[c.Playing.Save] = k.Name
			}
			won, of := book.ChaptersWon(lib, c)
			about = func(t *texts.Texts) string { return t.N("campaign.menu.about", c.Players, won, of) }
		}
		menu.Cards = append(menu.Cards, tui.CampaignCard{Name: k.Name, About: about})
		if k.Name == open {
			menu.Open = open
		}
	}
	return menu, begun, nil
}

// campaignBook is the page of a campaign in a language.
func campaignBook(t *texts.Texts, lib *chapters.Library, name string, c *campaign.Campaign) tui.CampaignBook {
	won, of := book.ChaptersWon(lib, c)
	page := tui.CampaignBook{
		Title: t.N("campaign.title", c.Players, name, won, of),
		Seats: t.T("campaign.menu.seats", strings.Join(campaignSeats(t, c), ", ")),
	}
	round, next := "campaign.menu.round", c.Recommended()
	if c.Playing != nil {
		round, next = "campaign.menu.round.begun", c.Playing.Chapter
		page.Playing = next
	}
	for _, ch := range lib.Chapters {
		if ch.ID == next {
			page.Next = t.T(round, c.Number(), book.Chapter(t, ch))
		}
	}
	page.Chapters, page.Won = book.Chapters(t, lib, c), c.IsWon
	return page
}

// campaignSeats says who sits in each seat of a campaign.
func campaignSeats(t *texts.Texts, c *campaign.Campaign) []string {
	out := make([]string, c.Players)
	for i := range out {
		seat, by := t.Number(tricks.Seat(i)), ""
		if i < len(c.By) {
			by = c.By[i]
		} else if i < c.Humans {
			by = session.Human
		}
		if by == "" {
			by = players.Strongest
		}
		out[i] = seat + " " + hindsight.PlayedBy(t, by)
	}
	return out
}

// giveUpRound counts the round of a campaign that was begun as lost.
func giveUpRound(lib *chapters.Library, name string) error {
	book, err := saves.DefaultCampaigns().Open(lib, name, true)
	if err != nil {
		return err
	}
	if book.Playing != nil {
		err = book.GiveUpRound()
	}
	return errors.Join(err, book.Close())
}

// campaign goes on with a campaign, or begins the one that was set up.
func (opt *PlayOptions) campaign(cmd *cobra.Command, lib *chapters.Library, wish *tui.Wish) error {
	if wish.By != nil {
		people := 0
		for _, by := range wish.By[:wish.Deal.Players] { // not the pyramid's
			if session.IsPerson(by) {
				people++
			}
		}
		c, err := campaign.New(lib, wish.Deal.Players, people)
		if err != nil {
			return err
		}
		c.By = wish.By[:wish.Deal.Players]
		if err := saves.DefaultCampaigns().Create(lib, wish.Name, c); err != nil {
			return err
		}
	}
	play, _, err := cmd.Root().Find([]string{"campaign", "play"})
	if err != nil {
		return command.Internal(err)
	}
	play.SetContext(cmd.Context())
	return (&campaignPlayOptions{PlayOptions: *opt, wanted: wish.Chapter}).play(play, lib, wish.Name)
}

// inCampaign is what the screen of a game says of the campaign that it belongs to, nil
// for none.
func (opt *PlayOptions) inCampaign(lib *chapters.Library, g *playing) *tui.InCampaign {
	if g.campaign == "" {
		return nil
	}
	t := opt.Texts()
	name, number := shortened(g.campaign), g.number
	return &tui.InCampaign{
		Long: t.T("campaign.in", name, number), Brief: t.T("campaign.in.brief", name, number),
		After: func() []string { return opt.afterRound(lib, g) },
		Done: func() bool {
			k, err := saves.DefaultCampaigns().Find(lib, g.campaign)
			if err != nil || k.Err != nil {
				return false
			}
			at := k.Campaign.At(g.round.Chapter, g.round.Players)
			return at != nil && at.Done()
		},
	}
}

// campaignLine says in a line which campaign a game belongs to, empty for none.
func (opt *PlayOptions) campaignLine(g *playing) string {
	if g.campaign == "" {
		return ""
	}
	return opt.Texts().T("campaign.you", g.campaign, g.number)
}

// shortened is the name of a campaign for the title of a window.
func shortened(name string) string {
	const most = 16
	if r := []rune(name); len(r) > most {
		return string(r[:most-2]) + ".."
	}
	return name
}

// afterRound says how the campaign of a game stands, now that the game is over.
func (opt *PlayOptions) afterRound(lib *chapters.Library, g *playing) []string {
	k, err := saves.DefaultCampaigns().Find(lib, g.campaign)
	if err != nil || k.Err != nil {
		return nil
	}
	t, c := opt.Texts(), k.Campaign
	out := roundTold(t, lib, c, g.campaign, &g.round, campaign.OutcomeOf(g.number, g.file.Session().Reveal(), ""))
	if next, err := lib.Chapter(c.Recommended()); err == nil {
		out = append(out, t.T("campaign.after.next", next.Title.In(t.Lang())))
	}
	return out
}

// roundTold says how a round of a campaign has ended, and how its chapter stands now.
func roundTold(t *texts.Texts, lib *chapters.Library, c *campaign.Campaign, name string, at *campaign.Playing, o campaign.Outcome) []string {
	p := c.At(at.Chapter, at.Players)
	key := "campaign.lost"
	if o.Won {
		key = "campaign.won"
	}
	out := []string{t.T(key, o.Round, name)}
	names := func(ids []string) string { return strings.Join(book.Names(t, lib, ids), ", ") }
	title := p.About().Title.In(t.Lang())
	switch left := p.Left(); {
	case p.Done():
		out = append(out, t.N("campaign.done", p.WonIn, title))
	case p.Failed:
		out = append(out, t.T("campaign.failed", title))
	case p.About().Long:
		if len(p.Completed) > 0 {
			out = append(out, t.T("campaign.completed", names(p.Completed)))
		}
		if len(left) > 0 {
			out = append(out, t.T("campaign.left", names(left)))
		}
		out = append(out, t.N("campaign.least", p.Least(), title))
	}
	return out
}
