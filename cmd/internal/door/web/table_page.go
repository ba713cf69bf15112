package web

import (
	"bytes"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// namedPart is a value that can be chosen, with the name of its form field.
type namedPart = words.Choice

// tablePage is a table as the person sees it, with the round that is played there.
type tablePage struct {
	frame
	// Seen is the revision of the table that the page shows.
	Seen    table.Revision
	Playing bool
	// Turn reports whether the table waits for the person.
	Turn    bool
	Heading string
	// WindowTitle is the title of the window.
	WindowTitle string
	// Round is the round, nil before the first one.
	Round *roundPage
	// Question is a question of the others at the table, nil for none.
	Question *words.Question
	*TableInfo
	// Phrases are the messages that the person can choose.
	Phrases []namedPart
	// Talk are the latest messages.
	Talk []talkPart
	// NextText says what is played next, or asks before the first round whether everybody is there. It is empty for
	// somebody who plays alone.
	NextText   string
	RoundEnded bool
	// Trouble says why the server cannot go on; empty if it can.
	Trouble string
}

type (
	// invitationPart is an invitation.
	invitationPart struct {
		// Text describes the invitation.
		Text string
		// Lines are the ways to come that are not links.
		Lines []string
		// Link is the address to open in a browser; empty if browsers are not let in.
		Link string
		// QR is the QR code of Link; empty while a round is played.
		QR template.HTML
	}
	// sittingPart is a seat of a table.
	sittingPart struct {
		words.Row
		// Spot is the side of the table.
		Spot string
	}
	// talkPart is a message.
	talkPart struct {
		Number int
		// Seat is the seat of the speaker, -1 for somebody without a seat.
		Seat int

		Speaker string
		Text    string

		// IsOwn reports whether the message is the person's own, which is not announced as news.
		IsOwn bool
	}
)

// tablePages are the pages of a table, for a person there.
type tablePages struct {
	request *request
	session *session
	t       *texts.Texts
	lib     *chapters.Library
}

func newTablePages(q *request, session *session) tablePages {
	return tablePages{request: q, session: session, t: q.frame.Texts, lib: q.options.Library}
}

// show sends the page of a table. A note that was shown once is not shown again. But the note of a question stays
// while the answer is awaited, and the answer stays until something happens at the table.
func (h tablePages) show() {
	session := h.session
	session.mu.Lock()
	if session.page.noteShown && !session.page.asking && !session.page.answered {
		session.page.setNote("", false)
	}
	session.mu.Unlock()
	h.send(http.StatusOK, session.reload)
}

// showNow sends the page of a table as it is now.
func (h tablePages) showNow(status int) { h.send(status, h.session.refresh) }

// send sends the page of a table as a function returns it, which is called with the session's lock.
func (h tablePages) send(status int, look func() *snapshot) {
	session := h.session
	h.request.show(status, "table", func() *tablePage {
		session.mu.Lock()
		defer session.mu.Unlock()
		session.page.noteShown = true
		drawnAt := time.Now().UnixMicro()
		return h.page(look(), drawnAt)
	}())
}

// drawing says when a page was drawn, and when to draw it again.
type drawing struct {
	// drawnAt is the value of [frame.Drawn].
	drawnAt int64
	// events is the number of events of the table that the page shows.
	events uint64
	// pageChanged is closed when the person has done something.
	pageChanged <-chan struct{}
	// tableChanged is closed when something has happened at the table.
	tableChanged <-chan struct{}
	// redrawAfter is the time after which to draw the page again, 0 for never.
	redrawAfter time.Duration
}

// main writes the changing part of a table's page.
func (h tablePages) main(out *bytes.Buffer) (d drawing) {
	session := h.session
	page := func() *tablePage {
		session.mu.Lock()
		defer session.mu.Unlock() // also after a panic: others wait for the lock
		d.pageChanged = session.changed
		d.tableChanged = session.client.Changed()
		drawnAt := time.Now().UnixMicro() // before the table is read: the page may not show what happens meanwhile
		s, again := session.advance()
		page := h.page(s, drawnAt)
		d.events = s.Event
		d.drawnAt = drawnAt
		d.redrawAfter = again
		return page
	}()
	if err := templates(h.t).page("table").ExecuteTemplate(out, "main", page); err != nil {
		panic(err) // writing into memory does not fail: the template is wrong
	}
	return d
}

// page draws a view of the table that was read after drawnAt, in microseconds; session.mu is held.
func (h tablePages) page(s *snapshot, drawnAt int64) *tablePage {
	session := h.session
	t := h.t
	p := &tablePage{
		frame: h.request.frame, Seen: s.Revision, Playing: s.Playing, RoundEnded: s.Round > 0 && !s.Playing,
		TableInfo: &TableInfo{ID: session.key.table, Begun: s.Round > 0, Campaign: s.Setup.Campaign},
	}
	p.Drawn = drawnAt
	p.Path = "/table/" + p.ID // also if the page answers a form
	p.Name = s.Name
	p.Note = session.noteText(t)
	p.Bad = session.page.bad
	p.Heading = words.Next(t, h.lib, session.client.Client, &s.TableView)
	p.NextText = t.T("web.everybody")
	if s.Round > 0 {
		p.NextText = t.T("web.next", p.Heading)
		drawing := newRoundDrawing(h.request, session, s)
		drawing.origin = h.origin()
		p.Round = drawing.page()
		p.Heading = strings.Replace(p.Round.Title, "  ", " · ", 1)
		if course, ok := session.round.mode.(*play.PuzzleRun); ok {
			level, number := course.Position()
			p.Round.Stage = p.Heading + ", " + p.Round.Stage
			p.Heading = t.T("lobby.puzzle.name", number, level)
		}
		p.Round.Stage = texts.Title(p.Round.Stage)
	}
	if s.Me != tricks.NoSeat {
		p.Turn = s.Playing && (s.Now == round.Turn || s.Now == round.Settled || s.Now == round.Curtain)
	}
	p.Alone = session.round.Home != nil
	if p.Alone {
		p.NextText = ""
		return p.withTitle(h.t.T)
	}
	h.addInfo(p, s)
	return p.withTitle(h.t.T)
}

// origin returns the scheme and host of links to the server, empty for a person at home, whom nobody can visit.
func (h tablePages) origin() string {
	options := h.request.options
	var lines []string
	if options.Join != nil {
		lines = options.Join("")
	}
	lines = slices.DeleteFunc(lines, func(line string) bool { return !strings.HasPrefix(line, "http") })
	if h.request.home != nil || len(lines) == 0 && options.Elsewhere != nil {
		return ""
	}
	return h.request.origin(lines)
}

// IsOver reports whether the page shows the end of a round.
func (p *tablePage) IsOver() bool { return p.Round != nil && p.Round.End != nil }

// withTitle gives the page its title.
func (p *tablePage) withTitle(t func(key string, args ...any) string) *tablePage {
	p.Title = p.Heading + " - " + t("web.title")
	if p.Turn {
		p.Title = "● " + t("web.yourturn") + " - " + p.Heading
	}
	p.WindowTitle = p.Title
	return p
}
