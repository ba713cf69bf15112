package web

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// TableInfo is the part of a table's page beside the round, which seldom changes.
type TableInfo struct {
	ID string
	// Alone reports whether nobody else can come.
	Alone bool
	// Begun reports whether a round was begun.
	Begun bool

	Campaign bool
	// TableNotes are sentences about the table.
	TableNotes []string
	// Present says which of the other people at the seats are there, for those who listen.
	Present []namedPart
	// Invitations say how others come.
	Invitations []invitationPart
	// Rows are the rows of the table: what can be done there.
	Rows []words.Row
	// Seats are the rows of the seats.
	Seats []sittingPart
	// More are the options of the row "more".
	More []namedPart
	// Next are the fields for the next round.
	Next []choose.Field
	// MustChoose reports whether the host has to choose the next round before it can begin.
	MustChoose bool
}

// Row returns the row of the table with a name, nil if there is none.
func (p *TableInfo) Row(name string) *words.Row {
	if i := slices.IndexFunc(p.Rows, func(r words.Row) bool { return r.Name == name }); i >= 0 {
		return &p.Rows[i]
	}
	return nil
}

// addInfo adds what stands beside the round at a table with other people.
func (h tablePages) addInfo(p *tablePage, s *snapshot) {
	session := h.session
	t := h.t
	p.Question = words.PendingQuestion(t, &s.TableView)
	p.Turn = p.Turn || p.Question != nil
	p.TableNotes = append(words.TableNotes(t, session.client.Client, &s.TableView),
		texts.NotEmpty(words.Watching(t, &s.TableView))...)
	p.Invitations = invitations{request: h.request, t: t}.list(s)
	p.Rows = words.Rows(t, session.client.Client, &s.TableView)
	empty := &chapters.View{Seats: make([]chapters.SeatView, len(s.TableView.Seats))}
	board := scene.New(session.reader(t), empty, max(s.Me, 0))
	for _, r := range p.Rows {
		if r.Shown != "" {
			if seat := &s.TableView.Seats[r.Seat]; seat.Name == "" && seat.Computer != "" && len(r.Options) > 0 {
				r.Shown = texts.Title(t.T("web.computer")) // the options name the computer player
			}
			p.Seats = append(p.Seats, sittingPart{r, board.Side(r.Seat)})
		}
	}
	if more := p.Row("more"); more != nil {
		p.More = more.Options
	}
	for i := range s.TableView.Seats {
		if text := words.Presence(t, &s.TableView, tricks.Seat(i)); text != "" {
			p.Present = append(p.Present, namedPart{Value: tricks.Seat(i).String(), Label: text})
		}
	}
	p.Phrases = phrases(t)
	p.Talk = latestTalk(t, s)
	if p.Row("next") != nil {
		next := choose.NextAt(h.t, h.lib, session.client.Book(), &s.TableView)
		if s.Next.Chapter != "" && !s.Next.Again { // the list shows what was chosen
			next.Mode = choose.OneRound
		}
		p.Next = next.NextRoundFields()
		p.MustChoose = session.client.NextRoundError() != nil
	}
	if err := h.request.options.Healthy(); err != nil {
		p.Trouble = words.Trouble(h.t, err)
	}
}

// latestTalk returns the latest messages at a table.
func latestTalk(t *texts.Texts, s *snapshot) (out []talkPart) {
	first := max(len(s.Talk)-mostTalk, 0)
	for i := range s.Talk[first:] {
		entry := &s.Talk[first+i]
		index := slices.IndexFunc(s.TableView.Seats, func(seat table.SeatView) bool { return seat.Name == entry.Name })
		out = append(out, talkPart{
			Number:  first + i,
			Seat:    index,
			Speaker: entry.Name,
			Text:    words.TalkText(t, entry),
			IsOwn:   entry.Name == s.Name,
		})
	}
	return out
}

// mostTalk is the number of messages that are shown.
const mostTalk = 12

// phrases returns the messages that can be chosen, in a language.
var phrases = perLanguage(words.Phrases)
