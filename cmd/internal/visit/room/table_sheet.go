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

// tableSheet shows the table: the people, their messages, and the next round.
func (r *Room) tableSheet() *kit.Sheet {
	s := &kit.Sheet{Name: "table"}
	text := ""
	s.Build = func() kit.Content {
		s.Back = nil
		if r.live != nil && r.tableView.Playing {
			s.Back = r.bringRoundToFront
		}
		s.NoBack = s.Back == nil
		c := kit.Content{Title: r.tableTitle(), State: r.tableView.Name, Header: r.aboutTable(), Footer: r.talk()}
		for _, row := range words.Rows(r.shell.Stack.Theme.Texts, r.client, &r.tableView) {
			c.Rows = append(c.Rows, r.tableRow(&row, &text))
		}
		return c
	}
	return s
}

// tableRow returns a row of the table.
func (r *Room) tableRow(w *words.Row, text *string) kit.Row {
	row := kit.Row{Label: w.Label, Value: w.Shown}
	enter := r.enterRow(w, text)
	switch {
	case w.Name == "say":
		row.Control = kit.TextField{Text: text, MaxLength: maxTyped, Enter: enter}
	case w.Seat != tricks.NoSeat && w.Options != nil:
		row.Control = kit.Choice{Enter: enter, Turn: func(step int) tea.Cmd {
			current := slices.IndexFunc(w.Options, func(c words.Choice) bool { return c.Chosen })
			return r.actionFor(&w.Options[(current+step+len(w.Options))%len(w.Options)], w.Seat)()
		}}
	default:
		row.Control = kit.Button(enter)
	}
	return row
}

// enterRow returns what Enter does on a row of the table, nil for nothing. Rows that are links on web pages open
// another sheet here.
func (r *Room) enterRow(w *words.Row, text *string) func() tea.Cmd {
	switch w.Name {
	case "":
		return nil
	case "toround":
		return r.bringRoundToFront
	case "undo", "stop":
		return func() tea.Cmd { return r.propose(table.GroupAction(w.Name)) }
	case "proposal", "absent":
		return r.askAgain
	case "say":
		return func() tea.Cmd {
			message := *text
			*text = ""
			if strings.TrimSpace(message) == "" {
				return nil
			}
			return r.actionFor(&words.Choice{Name: w.Name, Value: message}, w.Seat)()
		}
	case "phrase":
		return r.shell.Stack.PushAction(r.phraseSheet)
	case "next":
		return r.shell.Stack.PushAction(func() *kit.Sheet { return r.nextSheet("") })
	case "book":
		return r.shell.Stack.PushAction(r.campaignBook)
	case "look", "together":
		return func() tea.Cmd { return r.startReplay(w.Name == "together") }
	case "more":
		return r.shell.Stack.PushAction(r.moreSheet)
	case "leave":
		return r.returnToLobby
	}
	return r.actionFor(&w.Choice, w.Seat)
}

// actionFor returns a function that carries out an action at the table.
func (r *Room) actionFor(choice *words.Choice, seat tricks.Seat) func() tea.Cmd {
	client := r.client
	c := *choice
	return func() tea.Cmd {
		seen := r.tableView.Revision
		return r.callWithoutResult(func(ctx context.Context) error {
			return words.DoAction(ctx, client, seen, c.Name, c.Value, seat)
		})
	}
}

// moreSheet shows the less common actions of a table.
func (r *Room) moreSheet() *kit.Sheet {
	return &kit.Sheet{Name: "more", Build: func() kit.Content {
		c := kit.Content{Title: r.shell.T("serve.more"), Header: r.invitations()}
		for _, m := range words.MoreChoices(r.shell.Stack.Theme.Texts, &r.tableView) {
			row := kit.Row{Label: m.Label, Control: kit.Button(r.actionFor(&m, tricks.NoSeat))}
			if m.Name == "close" {
				row.Control = r.shell.Stack.PushAction(func() *kit.Sheet {
					return r.shell.Stack.Confirm(r.shell.T("serve.close.ask"), r.actionFor(&m, tricks.NoSeat))
				})
			}
			c.Rows = append(c.Rows, row)
		}
		return c
	}}
}

// phraseSheet offers ready-made messages to send.
func (r *Room) phraseSheet() *kit.Sheet {
	return &kit.Sheet{Name: "phrases", Build: func() kit.Content {
		c := kit.Content{Title: r.shell.T("serve.phrase")}
		for _, p := range words.Phrases(r.shell.Stack.Theme.Texts) {
			c.Rows = append(c.Rows, kit.Row{Label: p.Label, Control: kit.Button(func() tea.Cmd {
				r.showRoundOrTable()
				return r.actionFor(&p, tricks.NoSeat)()
			})})
		}
		return c
	}}
}

// tableTitle names the round that is played.
func (r *Room) tableTitle() string {
	text := words.Next(r.shell.Stack.Theme.Texts, r.opts.Library, r.client, &r.tableView)
	long := r.shell.T("serve.table.title", text)
	if cells.Width(long)+cells.Width(r.tableView.Name)+4 <= r.shell.Stack.W {
		return long
	}
	return text
}

// campaignBook shows the book of the table's campaign. The host chooses the next round there.
func (r *Room) campaignBook() *kit.Sheet {
	client := r.client
	b := &tui.CampaignBook{
		Next:     r.tableView.Next.Chapter,
		Campaign: func() (*campaign.Campaign, error) { return client.Book(), nil },
		Summary: func(c *campaign.Campaign) string {
			won, total := book.ChaptersWon(r.shell.Library, c.IsWon)
			return r.shell.N("campaign.menu.about", c.Players, won, total)
		},
	}
	if r.tableView.Host {
		b.Play = func(chapter string) tea.Cmd { return r.shell.Stack.Push(r.nextSheet(chapter)) }
	}
	return r.shell.CampaignBook(b)
}

// invitations returns lines that explain how others can join.
func (r *Room) invitations() (out []string) {
	for _, i := range r.tableView.Codes {
		out = append(out, words.InvitationText(r.shell.Stack.Theme.Texts, i))
		out = append(out, r.opts.JoinLines(i.Code)...)
	}
	return out
}

// aboutTable returns the lines above the table's rows: how others can join while a seat is free, and other
// remarks.
func (r *Room) aboutTable() (out []string) {
	if slices.ContainsFunc(r.tableView.Seats, func(s table.SeatView) bool { return s.Name == "" && s.Computer == "" }) {
		out = r.invitations()
	}
	out = append(out, words.TableNotes(r.shell.Stack.Theme.Texts, r.client, &r.tableView)...)
	return append(out, r.whoAmI()...)
}

// propose makes a proposal from the table's sheet.
func (r *Room) propose(action table.GroupAction) tea.Cmd {
	_ = r.live.Propose(action) // only queues it, see send
	return tea.Batch(r.bringRoundToFront(), r.live.TakeCommands())
}

// maxMessages is how many messages the table shows.
const maxMessages = 6

// talk returns the latest messages and the spectators.
func (r *Room) talk() []string {
	lines := words.Talk(r.shell.Stack.Theme.Texts, &r.tableView, maxMessages)
	return append(lines, texts.NotEmpty(words.Watching(r.shell.Stack.Theme.Texts, &r.tableView))...)
}
