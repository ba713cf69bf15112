package room

import (
	"slices"
	"strings"

	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// tableSheets makes the sheet of a table and the sheets that it opens.
type tableSheets struct {
	session *session
	place   *place
	// typed is the message that the person is typing.
	typed string
}

// table shows the table: the people, their messages, and the next round.
func (s *tableSheets) table() *kit.Sheet {
	p := s.place
	sheet := &kit.Sheet{Name: "table"}
	sheet.Build = func() kit.Content {
		sheet.Back = nil
		if p.live != nil && p.view.Playing {
			sheet.Back = p.bringRoundToFront
		}
		sheet.NoBack = sheet.Back == nil
		c := kit.Content{Title: s.title(), State: p.view.Name, Header: s.remarks(), Footer: s.talk()}
		for _, row := range words.Rows(s.session.shell.Stack.Theme.Texts, p.client, &p.view) {
			c.Rows = append(c.Rows, s.row(&row))
		}
		return c
	}
	return sheet
}

// row returns a row of the table.
func (s *tableSheets) row(w *words.Row) kit.Row {
	row := kit.Row{Label: w.Label, Value: w.Shown}
	enter := s.enterRow(w)
	switch {
	case w.Name == "say":
		row.Control = kit.TextField{Text: &s.typed, MaxLength: maxTyped, Enter: enter}
	case w.Seat != tricks.NoSeat && w.Options != nil:
		row.Control = kit.Choice{Enter: enter, Turn: func(step int) tea.Cmd {
			current := slices.IndexFunc(w.Options, func(c words.Choice) bool { return c.Chosen })
			return s.place.actionFor(&w.Options[(current+step+len(w.Options))%len(w.Options)], w.Seat)()
		}}
	default:
		row.Control = kit.Button(enter)
	}
	return row
}

// enterRow returns what Enter does on a row of the table, nil for nothing. Rows that are links on web pages open
// another sheet here.
func (s *tableSheets) enterRow(w *words.Row) func() tea.Cmd {
	p := s.place
	stack := s.session.shell.Stack
	switch w.Name {
	case "":
		return nil
	case "toround":
		return p.bringRoundToFront
	case "undo", "stop":
		return func() tea.Cmd { return p.propose(table.GroupAction(w.Name)) }
	case "proposal", "absent":
		return p.questions.askAgain
	case "say":
		return func() tea.Cmd {
			message := s.typed
			s.typed = ""
			if strings.TrimSpace(message) == "" {
				return nil
			}
			return p.actionFor(&words.Choice{Name: w.Name, Value: message}, w.Seat)()
		}
	case "phrase":
		return stack.PushAction(s.phrases)
	case "next":
		return stack.PushAction(func() *kit.Sheet { return s.nextSheet("") })
	case "book":
		return stack.PushAction(s.campaignBook)
	case "look", "together":
		return func() tea.Cmd { return p.startReplay(w.Name == "together") }
	case "more":
		return stack.PushAction(s.more)
	case "leave":
		return p.exit
	}
	return p.actionFor(&w.Choice, w.Seat)
}

// more shows the less common actions of a table.
func (s *tableSheets) more() *kit.Sheet {
	p := s.place
	shell := s.session.shell
	return &kit.Sheet{Name: "more", Build: func() kit.Content {
		c := kit.Content{Title: shell.T("serve.more"), Header: s.invitations()}
		for _, m := range words.MoreChoices(shell.Stack.Theme.Texts, &p.view) {
			row := kit.Row{Label: m.Label, Control: kit.Button(p.actionFor(&m, tricks.NoSeat))}
			if m.Name == "close" {
				row.Control = shell.Stack.PushAction(func() *kit.Sheet {
					return shell.Stack.Confirm(shell.T("serve.close.ask"), p.actionFor(&m, tricks.NoSeat))
				})
			}
			c.Rows = append(c.Rows, row)
		}
		return c
	}}
}

// phrases offers ready-made messages to send.
func (s *tableSheets) phrases() *kit.Sheet {
	p := s.place
	shell := s.session.shell
	return &kit.Sheet{Name: "phrases", Build: func() kit.Content {
		c := kit.Content{Title: shell.T("serve.phrase")}
		for _, phrase := range words.Phrases(shell.Stack.Theme.Texts) {
			c.Rows = append(c.Rows, kit.Row{Label: phrase.Label, Control: kit.Button(func() tea.Cmd {
				p.showRoundOrTable()
				return p.actionFor(&phrase, tricks.NoSeat)()
			})})
		}
		return c
	}}
}

// title names the round that is played.
func (s *tableSheets) title() string {
	p := s.place
	shell := s.session.shell
	text := words.Next(shell.Stack.Theme.Texts, s.session.opts.Library, p.client, &p.view)
	long := shell.T("serve.table.title", text)
	if cells.Width(long)+cells.Width(p.view.Name)+4 <= shell.Stack.W {
		return long
	}
	return text
}

// campaignBook shows the book of the table's campaign. The host chooses the next round there.
func (s *tableSheets) campaignBook() *kit.Sheet {
	shell := s.session.shell
	client := s.place.client
	b := &tui.CampaignBook{
		Next:     s.place.view.Next.Chapter,
		Campaign: func() (*campaign.Campaign, error) { return client.Book(), nil },
	}
	if s.place.view.Host {
		b.Play = func(chapter string) tea.Cmd { return shell.Stack.Push(s.nextSheet(chapter)) }
	}
	return shell.CampaignBook(b)
}

// invitations returns lines that explain how others can join.
func (s *tableSheets) invitations() (out []string) {
	for _, i := range s.place.view.Codes {
		out = append(out, words.InvitationText(s.session.shell.Stack.Theme.Texts, i))
		out = append(out, s.session.opts.JoinLines(i.Code)...)
	}
	return out
}

// remarks returns the lines above the table's rows: how others can join while a seat is free, and other
// remarks.
func (s *tableSheets) remarks() (out []string) {
	p := s.place
	isFree := func(seat table.SeatView) bool { return seat.Name == "" && seat.Computer == "" }
	if slices.ContainsFunc(p.view.Seats, isFree) {
		out = s.invitations()
	}
	out = append(out, words.TableNotes(s.session.shell.Stack.Theme.Texts, p.client, &p.view)...)
	return append(out, p.identity.description()...)
}

// maxMessages is how many messages the table shows.
const maxMessages = 6

// talk returns the latest messages and the spectators.
func (s *tableSheets) talk() []string {
	t := s.session.shell.Stack.Theme.Texts
	lines := words.Talk(t, &s.place.view, maxMessages)
	return append(lines, texts.NotEmpty(words.Watching(t, &s.place.view))...)
}
