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
		p := &r.now
		if s.Back = nil; r.there != nil && p.Playing {
			s.Back = r.toRound
		}
		s.Stays = s.Back == nil
		leave := "serve.tolobby"
		if p.Me == tricks.NoSeat {
			leave = "serve.tolobby.noseat"
		}
		c := kit.Content{Title: r.tableTitle(), State: p.Name}
		c.Above = r.aboutTable()
		if p.Playing {
			c.Rows = r.duringRound()
		} else {
			c.Rows = r.betweenRounds(&text)
		}
		c.Rows = append(c.Rows, r.seatRows()...)
		c.Rows = append(c.Rows, r.absent()...)
		c.Rows = append(c.Rows, kit.Row{Label: r.T("serve.more"), Do: func() tea.Cmd {
			return r.Open(&kit.Sheet{Name: "more", Build: func() kit.Content {
				return kit.Content{Title: r.T("serve.more"), Above: r.invitations(), Rows: r.moreRows()}
			}})
		}}, kit.Row{Label: r.T(leave), Do: r.toLobby})
		c.Below = r.talk()
		return c
	}
	return s
}

// tableTitle names the round that is played.
func (r *Room) tableTitle() string {
	text := words.Next(r.Texts, r.opts.Library, r.chair, &r.now)
	if long := r.T("serve.table.title", text); cells.Width(long)+cells.Width(r.now.Name)+4 <= r.W {
		return long
	}
	return text
}

// campaignBook is the book of the campaign that the table plays. The host chooses the next round
// there.
func (r *Room) campaignBook() *kit.Sheet {
	chair := r.chair
	b := &tui.CampaignBook{
		Next: r.now.Next.Chapter,
		Kept: func() (*campaign.Campaign, error) { return chair.Book(), nil },
		About: func(c *campaign.Campaign) string {
			won, of := book.ChaptersWon(r.Library, c)
			return r.N("campaign.menu.about", c.Players, won, of)
		},
	}
	if r.now.Host {
		b.Play = func(chapter string) tea.Cmd { return r.Open(r.nextSheet(chapter)) }
	}
	return r.CampaignBook(b)
}

// invitations say how others come.
func (r *Room) invitations() (out []string) {
	for _, i := range r.now.Codes {
		out = append(out, words.Joins(r.Texts, i))
		out = append(out, r.opts.Join(i.Code)...)
	}
	return out
}

// aboutTable says how others come while there is room, and what else there is to say.
func (r *Room) aboutTable() (out []string) {
	if slices.ContainsFunc(r.now.Seats, func(s table.Seated) bool { return s.Name == "" && s.Computer == "" }) {
		out = r.invitations()
	}
	out = append(out, words.About(r.Texts, r.chair, &r.now)...)
	return append(out, r.whoAmI()...)
}

// betweenRounds are the rows of the table between two rounds.
func (r *Room) betweenRounds(text *string) (rows []kit.Row) {
	p, chair := &r.now, r.chair
	if p.Me != tricks.NoSeat {
		ready := p.Seats[p.Me].Ready
		label := "serve.ready"
		if ready {
			label = "serve.notready"
		}
		rows = append(rows, kit.Row{Label: r.T(label), Do: func() tea.Cmd {
			seen := r.now.Seen
			return r.do(func(ctx context.Context) error { return chair.Ready(ctx, seen, !ready) })
		}})
	}
	company := p.Company()
	if company {
		rows = append(rows, kit.Row{Label: r.T("serve.say"), Text: text, Most: mostTyped, Do: func() tea.Cmd {
			said := *text
			*text = ""
			if strings.TrimSpace(said) == "" {
				return nil
			}
			return r.do(func(ctx context.Context) error { return chair.Say(ctx, said) })
		}}, r.phrase())
	}
	if p.Host {
		rows = append(rows, kit.Row{Label: r.T("serve.next"), Do: r.Opens(func() *kit.Sheet { return r.nextSheet("") })})
	}
	if p.Setup.Campaign {
		rows = append(rows, kit.Row{Label: r.T("lobby.campaign"), Do: r.Opens(r.campaignBook)})
	}
	if p.Round > 0 {
		rows = append(rows, kit.Row{Label: r.T("serve.look"), Do: func() tea.Cmd { return r.lookThrough(false) }})
		if company {
			rows = append(rows, kit.Row{Label: r.T("serve.looktogether"), Do: func() tea.Cmd { return r.lookThrough(true) }})
		}
	}
	return rows
}

// duringRound are the rows of the table during a round.
func (r *Room) duringRound() []kit.Row {
	p := &r.now
	rows := []kit.Row{{Label: r.T("serve.toround"), Do: r.toRound}}
	undoes, stops := "serve.undo.alone", "serve.stop.alone"
	if p.Company() {
		rows = append(rows, r.phrase())
		undoes, stops = "serve.undo", "serve.stop"
	}
	if p.Me == tricks.NoSeat {
		return rows
	}
	switch {
	case p.Proposal == nil:
		undo, stop := r.chair.May()
		if undo {
			rows = append(rows, kit.Row{Label: r.T(undoes), Do: func() tea.Cmd { return r.proposes(table.Undo) }})
		}
		if stop {
			rows = append(rows, kit.Row{Label: r.T(stops), Do: func() tea.Cmd { return r.proposes(table.Stop) }})
		}
	case slices.Contains(p.Proposal.Asked, p.Me):
		rows = append(rows, kit.Row{Label: r.T("serve.proposal"), Do: r.askAgain})
	}
	return rows
}

// proposes proposes something from outside of the round's screen.
func (r *Room) proposes(what table.Proposing) tea.Cmd {
	_ = r.there.Propose(what) // it is always sent
	return tea.Batch(r.toRound(), r.there.Sent())
}

// phrase is a phrase to choose and say.
func (r *Room) phrase() kit.Row {
	return kit.Row{Label: r.T("serve.phrase"), Do: func() tea.Cmd {
		chair := r.chair
		return r.Open(&kit.Sheet{Name: "phrases", Build: func() kit.Content {
			c := kit.Content{Title: r.T("serve.phrase")}
			for _, p := range table.Phrases {
				c.Rows = append(c.Rows, kit.Row{Label: r.T(p.Key()), Do: func() tea.Cmd {
					r.comesBack()
					return r.do(func(ctx context.Context) error { return chair.Phrase(ctx, p) })
				}})
			}
			return c
		}})
	}}
}

// seatRows are the seats.
func (r *Room) seatRows() (rows []kit.Row) {
	p, chair := &r.now, r.chair
	for i := range p.Seats {
		at, seat := tricks.Seat(i), &p.Seats[i]
		row := kit.Row{Label: r.T("serve.seat", i+1), Value: words.Sitting(r.Texts, p, at)}
		free := seat.Name == ""
		if free && p.MaySit {
			row.Do = func() tea.Cmd {
				return r.do(func(ctx context.Context) error { return chair.Sit(ctx, at) })
			}
		}
		if free && p.Host && !p.Playing {
			now := seat.Computer
			row.Turn = func(by int) tea.Cmd {
				next := kit.Turned(words.Computers(), now, by)
				return r.do(func(ctx context.Context) error { return chair.Computer(ctx, at, next) })
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// absent are the rows about players without whom the person may go on, and about the person when
// the others have.
func (r *Room) absent() (rows []kit.Row) {
	p := &r.now
	for at := range p.Seats {
		if p.Seats[at].Missed {
			rows = append(rows, kit.Row{Label: r.T("serve.absent.what", words.Absent(r.Texts, p, tricks.Seat(at))), Do: r.askAgain})
		}
	}
	if p.Me != tricks.NoSeat && p.Seats[p.Me].Computer != "" {
		rows = append(rows, kit.Row{Label: r.T("serve.replaced.return"), Do: func() tea.Cmd { return r.do(r.chair.Return) }})
	}
	return rows
}

// moreRows are the other rows of a table.
func (r *Room) moreRows() (rows []kit.Row) {
	chair := r.chair
	for _, c := range words.More(r.Texts, &r.now) {
		do := func() tea.Cmd {
			return r.do(func(ctx context.Context) error { return words.Do(ctx, chair, 0, c.Name, c.Value, tricks.NoSeat) })
		}
		row := kit.Row{Label: c.Label, Do: do}
		if c.Name == "close" {
			row.Do = func() tea.Cmd { return r.Open(r.Sure(r.T("serve.close.ask"), do)) }
		}
		rows = append(rows, row)
	}
	return rows
}

// mostTalk is the number of messages that are shown.
const mostTalk = 6

// talk lists the latest messages and the spectators.
func (r *Room) talk() []string {
	return append(words.Talk(r.Texts, &r.now, mostTalk), texts.NotEmpty(words.Watching(r.Texts, &r.now))...)
}
