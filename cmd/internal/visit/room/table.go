package room

import (
	"context"
	"slices"
	"strings"

	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// tableSheet is the table: the people there, their talk, and the next round.
func (r *Room) tableSheet() *kit.Sheet {
	s := &kit.Sheet{Name: "table"}
	text := ""
	s.Build = func() kit.Content {
		s.Back = nil
		if r.there != nil && r.now.Playing {
			s.Back = r.toRound
		}
		s.Stays = s.Back == nil
		c := kit.Content{Title: r.tableTitle(), State: r.now.Name, Above: r.aboutTable(), Below: r.talk()}
		for _, row := range words.Rows(r.shell.Theme.Texts, r.chair, &r.now) {
			c.Rows = append(c.Rows, r.row(&row, &text))
		}
		return c
	}
	return s
}

// row draws a row of the table. What only leads elsewhere is another screen here.
func (r *Room) row(w *words.Row, text *string) kit.Row {
	row := kit.Row{Label: w.Label, Value: w.Shown, Do: r.deed(&w.Choice, w.At)}
	switch w.Name {
	case "":
		row.Do = nil
	case "toround":
		row.Do = r.toRound
	case "undo", "stop":
		row.Do = func() tea.Cmd { return r.proposes(table.Proposing(w.Name)) }
	case "proposal", "absent":
		row.Do = r.askAgain
	case "say":
		row.Text = text
		row.Most = mostTyped
		row.Do = func() tea.Cmd {
			message := *text
			*text = ""
			if strings.TrimSpace(message) == "" {
				return nil
			}
			return r.deed(&words.Choice{Name: w.Name, Value: message}, w.At)()
		}
	case "phrase":
		row.Do = r.shell.Opens(r.phrases)
	case "next":
		row.Do = r.shell.Opens(func() *kit.Sheet { return r.nextSheet("") })
	case "book":
		row.Do = r.shell.Opens(r.campaignBook)
	case "look", "together":
		row.Do = func() tea.Cmd { return r.lookThrough(w.Name == "together") }
	case "more":
		row.Do = r.shell.Opens(r.more)
	case "leave":
		row.Do = r.toLobby
	}
	if w.At != tricks.NoSeat && w.Options != nil {
		row.Turn = func(step int) tea.Cmd {
			current := slices.IndexFunc(w.Options, func(c words.Choice) bool { return c.Chosen })
			return r.deed(&w.Options[(current+step+len(w.Options))%len(w.Options)], w.At)()
		}
	}
	return row
}

// deed returns the action that does something at the table.
func (r *Room) deed(choice *words.Choice, seat tricks.Seat) func() tea.Cmd {
	client := r.chair
	c := *choice
	return func() tea.Cmd {
		seen := r.now.Seen
		return r.do(func(ctx context.Context) error { return words.Do(ctx, client, seen, c.Name, c.Value, seat) })
	}
}

// more are the other rows of a table.
func (r *Room) more() *kit.Sheet {
	return &kit.Sheet{Name: "more", Build: func() kit.Content {
		c := kit.Content{Title: r.shell.Theme.T("serve.more"), Above: r.invitations()}
		for _, m := range words.More(r.shell.Theme.Texts, &r.now) {
			row := kit.Row{Label: m.Label, Do: r.deed(&m, tricks.NoSeat)}
			if m.Name == "close" {
				row.Do = r.shell.Opens(func() *kit.Sheet { return r.shell.Sure(r.shell.Theme.T("serve.close.ask"), r.deed(&m, tricks.NoSeat)) })
			}
			c.Rows = append(c.Rows, row)
		}
		return c
	}}
}

// phrases are there to choose one and say it.
func (r *Room) phrases() *kit.Sheet {
	return &kit.Sheet{Name: "phrases", Build: func() kit.Content {
		c := kit.Content{Title: r.shell.Theme.T("serve.phrase")}
		for _, p := range words.Phrases(r.shell.Theme.Texts) {
			c.Rows = append(c.Rows, kit.Row{Label: p.Label, Do: func() tea.Cmd {
				r.comesBack()
				return r.deed(&p, tricks.NoSeat)()
			}})
		}
		return c
	}}
}

// tableTitle names the round that is played.
func (r *Room) tableTitle() string {
	text := words.Next(r.shell.Theme.Texts, r.opts.Library, r.chair, &r.now)
	if long := r.shell.Theme.T("serve.table.title", text); cells.Width(long)+cells.Width(r.now.Name)+4 <= r.shell.W {
		return long
	}
	return text
}

// campaignBook is the book of the campaign that the table plays. The host chooses the next round
// there.
func (r *Room) campaignBook() *kit.Sheet {
	client := r.chair
	b := &tui.CampaignBook{
		Next: r.now.Next.Chapter,
		Kept: func() (*campaign.Campaign, error) { return client.Book(), nil },
		About: func(c *campaign.Campaign) string {
			won, total := book.ChaptersWon(r.shell.Library, c.IsWon)
			return r.shell.Theme.N("campaign.menu.about", c.Players, won, total)
		},
	}
	if r.now.Host {
		b.Play = func(chapter string) tea.Cmd { return r.shell.Open(r.nextSheet(chapter)) }
	}
	return r.shell.CampaignBook(b)
}

// invitations say how others come.
func (r *Room) invitations() (out []string) {
	for _, i := range r.now.Codes {
		out = append(out, words.Joins(r.shell.Theme.Texts, i))
		out = append(out, r.opts.Join(i.Code)...)
	}
	return out
}

// aboutTable says how others come while there is room, and what else there is to say.
func (r *Room) aboutTable() (out []string) {
	if slices.ContainsFunc(r.now.Seats, func(s table.Seated) bool { return s.Name == "" && s.Computer == "" }) {
		out = r.invitations()
	}
	out = append(out, words.About(r.shell.Theme.Texts, r.chair, &r.now)...)
	return append(out, r.whoAmI()...)
}

// proposes proposes something from outside of the round's screen.
func (r *Room) proposes(action table.Proposing) tea.Cmd {
	_ = r.there.Propose(action) // it is always sent
	return tea.Batch(r.toRound(), r.there.Sent())
}

// mostTalk is the number of messages that are shown.
const mostTalk = 6

// talk lists the latest messages and the spectators.
func (r *Room) talk() []string {
	return append(words.Talk(r.shell.Theme.Texts, &r.now, mostTalk), texts.NotEmpty(words.Watching(r.shell.Theme.Texts, &r.now))...)
}
