// Package book shows the book of a campaign, with its chapters won and left, and the rounds that
// were played: saved games, statistics, and a line to share.
package book

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
)

// Won says when a chapter was won and in how many rounds, or at least how many rounds are missing.
func Won(t *texts.Texts, p *campaign.Progress) string {
	switch {
	case p.Won != "":
		return t.T("campaign.wonin", p.Won, p.WonIn)
	case p.LibraryChapter().Long:
		return t.T("campaign.more", p.MinRounds())
	}
	return t.T("campaign.notyet")
}

// Progress returns what is done of a long chapter and what remains, each with its label.
func Progress(t *texts.Texts, lib *chapters.Library, p *campaign.Progress) (out page.Page) {
	part := func(label string, list []string) {
		if len(list) > 0 {
			out.Label(t.T("campaign.part."+label), 0, strings.Join(list, ", "))
		}
	}
	part("completed", Names(t, lib, p.Completed))
	part("left", Names(t, lib, p.Remaining()))
	var done, open []string
	for _, o := range p.Options() {
		name := o.Title.In(t.Lang())
		if slices.Contains(p.EventsDone, o.ID) || slices.Contains(p.GroupsDone, o.ID) {
			done = append(done, name)
		} else {
			open = append(open, name)
		}
	}
	part("won", done)
	part("toplay", open)
	if p.MithrilUsed {
		part("gift", []string{t.T("campaign.mithril")})
	}
	if p.Pool != nil {
		rider := "campaign.tocarry"
		switch {
		case p.RiderDone:
			rider = "campaign.carried"
		case !p.MayCarryRider():
			rider = "campaign.nocarrier"
		}
		part("gift", []string{lib.Gifts[p.Gift].Name.In(t.Lang())})
		part("rider", []string{t.T(rider, t.Name(lib.Riders[p.Rider]))})
	}
	return out
}

// Names returns the short names of characters.
func Names(t *texts.Texts, lib *chapters.Library, ids []string) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = id
		if c := lib.Characters[id]; c != nil {
			out[i] = t.ShortName(c)
		}
	}
	return out
}

// Campaign returns the book of a campaign: the chapters won, the chapters left, and the next one.
func Campaign(t *texts.Texts, lib *chapters.Library, name string, c *campaign.Campaign) (p page.Page) {
	won, total := ChaptersWon(lib, c.IsWon)
	p.Head(t.N("campaign.title", c.Players, name, won, total))
	if len(c.PlayerNames) > 0 {
		p.Line(t.T("campaign.seats", strings.Join(c.PlayerNames, ", ")))
	}
	p.Gap()
	p.Columns(
		page.Column{Head: "    " + t.T("saves.chapter"), Width: 48},
		page.Column{Head: t.T("campaign.head.rounds"), Width: 8},
		page.Column{Head: t.T("stats.won")},
	)
	for _, ch := range lib.Chapters {
		title := fmt.Sprintf("%4s %s", ch.ID, ch.Title.In(t.Lang()))
		begun := false
		for _, progress := range c.Progress {
			if progress.Chapter != ch.ID {
				continue
			}
			begun = true
			name := title
			if progress.Players != c.Players {
				name += " (" + t.N("campaign.players", progress.Players) + ")"
			}
			p.Row(page.Cells(name, fmt.Sprint(progress.Rounds), Won(t, progress))...)
			for _, b := range Progress(t, lib, progress) {
				p.Label("     "+b.Label, 16, b.Text)
			}
			if progress.Failed {
				p.Label("     "+t.T("campaign.part.choose"), 16, t.T("campaign.waslost"))
			}
		}
		if !begun {
			p.Line(title)
		}
	}
	p.Gap()
	p.Text(0, nextRound(t, lib, c))
	return p
}

// nextRound describes the round that is being played in a campaign, or the next one.
func nextRound(t *texts.Texts, lib *chapters.Library, c *campaign.Campaign) string {
	if playing := c.Playing; playing != nil {
		ch := c.ProgressOf(playing.Chapter, playing.Players).LibraryChapter()
		part := ""
		if v := ch.Variant(playing.Event + playing.Group); v != nil {
			part = ", " + v.Title.In(t.Lang())
		}
		return t.T("campaign.playing", c.RoundNumber(), Chapter(t, ch), part)
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

// ChaptersWon counts the chapters won out of all chapters. The Road does not count.
func ChaptersWon(lib *chapters.Library, isWon func(chapter string) bool) (won, total int) {
	for _, ch := range lib.Chapters {
		if ch.Pool != nil {
			continue
		}
		total++
		if isWon(ch.ID) {
			won++
		}
	}
	return won, total
}

// AfterRound says how a round of a campaign has ended and how far the chapter has come. It names
// the campaign if it has a name.
func AfterRound(t *texts.Texts, lib *chapters.Library, name string, progress *campaign.Progress, number int,
	won bool,
) (out []string) {
	switch {
	case name == "":
	case won:
		out = append(out, t.T("campaign.won", number, name))
	default:
		out = append(out, t.T("campaign.lost", number, name))
	}
	names := func(ids []string) string { return strings.Join(Names(t, lib, ids), ", ") }
	title := progress.LibraryChapter().Title.In(t.Lang())
	left := progress.Remaining()
	switch {
	case progress.Done():
		out = append(out, t.N("campaign.done", progress.WonIn, title))
	case progress.Failed:
		out = append(out, t.T("campaign.failed", title))
	case progress.LibraryChapter().Long:
		if len(progress.Completed) > 0 {
			out = append(out, t.T("campaign.completed", names(progress.Completed)))
		}
		if len(left) > 0 {
			out = append(out, t.T("campaign.left", names(left)))
		}
		out = append(out, t.N("campaign.least", progress.MinRounds(), title))
	}
	return out
}
