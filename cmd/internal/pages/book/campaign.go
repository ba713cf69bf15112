package book

import (
	"fmt"
	"strings"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
)

// Campaign is the book of a campaign: the chapters won, those left, and the next one.
func Campaign(t *texts.Texts, lib *chapters.Library, name string, c *campaign.Campaign) (p page.Page) {
	won, of := ChaptersWon(lib, c)
	p.Head(t.N("campaign.title", c.Players, name, won, of))
	if len(c.By) > 0 {
		p.Line(t.T("campaign.seats", strings.Join(c.By, ", ")))
	}
	p.Gap()
	p.Columns(page.Column{Head: "    " + t.T("saves.chapter"), Width: 48}, page.Column{Head: t.T("campaign.head.rounds"), Width: 8}, page.Column{Head: t.T("stats.won")})
	for _, ch := range lib.Chapters {
		title, begun := fmt.Sprintf("%4s %s", ch.ID, ch.Title.In(t.Lang())), false
		for _, at := range c.Progress {
			if at.Chapter != ch.ID {
				continue
			}
			begun = true
			name := title
			if at.Players != c.Players {
				name += " (" + t.N("campaign.players", at.Players) + ")"
			}
			p.Row(page.Cell{Text: name}, page.Cell{Text: fmt.Sprint(at.Rounds)}, page.Cell{Text: Won(t, at)})
			for _, b := range Progress(t, lib, at) {
				p.Label("     "+b.Label, 16, b.Text)
			}
			if at.Failed {
				p.Label("     "+t.T("campaign.part.choose"), 16, t.T("campaign.waslost"))
			}
		}
		if !begun {
			p.Line(title)
		}
	}
	p.Gap()
	p.Text(0, next(t, lib, c))
	return p
}

// next tells the round that is played in a campaign, or comes next.
func next(t *texts.Texts, lib *chapters.Library, c *campaign.Campaign) string {
	if at := c.Playing; at != nil {
		ch, part := c.At(at.Chapter, at.Players).About(), ""
		if v := ch.Variant(at.Event + at.Group); v != nil {
			part = ", " + v.Title.In(t.Lang())
		}
		return t.T("campaign.playing", c.Number(), Chapter(t, ch), part)
	}
	if ch, err := lib.Chapter(c.Recommended()); err == nil {
		return t.T("campaign.nextup", Chapter(t, ch), ch.Title.In(t.Lang()))
	}
	return t.T("campaign.everything")
}

// Chapter names a chapter by its number.
func Chapter(t *texts.Texts, ch *chapters.Chapter) string {
	if ch.ID == chapters.Road {
		return t.T("campaign.road")
	}
	return t.T("campaign.chapter", ch.ID)
}

// ChaptersWon counts the chapters that were won, of all there are. The Road is not among
// them.
func ChaptersWon(lib *chapters.Library, c *campaign.Campaign) (won, of int) {
	for _, ch := range lib.Chapters {
		if ch.Pool != nil {
			continue
		}
		of++
		if c.IsWon(ch.ID) {
			won++
		}
	}
	return won, of
}

// AfterRound says how a round of a campaign has ended, by the campaign's name where it has one,
// and how far the chapter has come.
func AfterRound(t *texts.Texts, lib *chapters.Library, name string, at *campaign.Progress, number int, won bool) (out []string) {
	switch {
	case name == "":
	case won:
		out = append(out, t.T("campaign.won", number, name))
	default:
		out = append(out, t.T("campaign.lost", number, name))
	}
	names := func(ids []string) string { return strings.Join(Names(t, lib, ids), ", ") }
	title := at.About().Title.In(t.Lang())
	switch left := at.Left(); {
	case at.Done():
		out = append(out, t.N("campaign.done", at.WonIn, title))
	case at.Failed:
		out = append(out, t.T("campaign.failed", title))
	case at.About().Long:
		if len(at.Completed) > 0 {
			out = append(out, t.T("campaign.completed", names(at.Completed)))
		}
		if len(left) > 0 {
			out = append(out, t.T("campaign.left", names(left)))
		}
		out = append(out, t.N("campaign.least", at.Least(), title))
	}
	return out
}

// MostStars are the stars of a chapter of a campaign that was won at once.
const MostStars = 3

// StarsIn are the stars of a chapter that was won in a campaign: one fewer for each round more, but at
// least one.
func StarsIn(p *campaign.Progress) int { return max(MostStars+1-p.WonIn, 1) }
