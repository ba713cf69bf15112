package web

import (
	"bytes"
	"errors"
	"html/template"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
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

// ticket returns a ticket for the table of the request, for somebody who was there before.
func (v *visitor) ticket() table.Ticket { return table.Ticket{Table: v.r.PathValue("table")} }

// withSession calls a function with the person's session at the table of the request, or sends the page that says why
// there is none.
func (v *visitor) withSession(do func(*session)) {
	session, err := v.server.openSession(v.r.Context(), v.me, v.ticket())
	if err != nil {
		v.sendTableError(err)
		return
	}
	defer session.release()
	do(session)
}

// table sends the page of a table. A note that was shown once is not shown again. But the note of a question stays
// while the answer is awaited, and the answer stays until something happens at the table.
func (v *visitor) table(session *session) {
	session.mu.Lock()
	if session.page.noteShown && !session.page.asking && !session.page.answered {
		session.page.setNote("", false)
	}
	session.mu.Unlock()
	v.showTable(session, http.StatusOK)
}

// showTable sends the page of a table as it is now.
func (v *visitor) showTable(session *session, status int) {
	v.frame.show(v.w, v.r, status, "table", func() *tablePage {
		session.mu.Lock()
		defer session.mu.Unlock()
		session.page.noteShown = true
		return v.tablePage(session, session.refresh())
	}())
}

// sendTableError sends the page that says why a table cannot be shown.
func (v *visitor) sendTableError(err error) {
	v.frame.complain(err)
	if errors.Is(err, table.ErrGone) {
		v.frame.Path = "/" // loading the table again would not help
	}
	v.frame.show(v.w, v.r, http.StatusNotFound, "gone", &v.frame)
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
func (v *visitor) main(session *session, out *bytes.Buffer) (d drawing) {
	page := func() *tablePage {
		session.mu.Lock()
		defer session.mu.Unlock() // also after a panic: others wait for the lock
		d.pageChanged = session.changed
		d.tableChanged = session.client.Changed()
		s, again := session.advance()
		page := v.tablePage(session, s)
		d.events = s.Event
		d.drawnAt = page.Drawn
		d.redrawAfter = again
		return page
	}()
	if err := templates(v.frame.Texts)["table"].ExecuteTemplate(out, "main", page); err != nil {
		panic(err) // writing into memory does not fail: the template is wrong
	}
	return d
}

// tablePage draws a view of the table; session.mu is held.
func (v *visitor) tablePage(session *session, s *snapshot) *tablePage {
	t := v.frame.Texts
	p := &tablePage{
		frame: v.frame, Seen: s.Revision, Playing: s.Playing, RoundEnded: s.Round > 0 && !s.Playing,
		TableInfo: &TableInfo{ID: session.key.table, Begun: s.Round > 0, Campaign: s.Setup.Campaign},
	}
	p.Drawn = time.Now().UnixMicro()
	p.Path = "/table/" + p.ID // also if the page answers a form
	p.Name = s.Name
	p.Note = session.page.note
	p.Bad = session.page.bad
	p.Heading = words.Next(t, v.server.options.Library, session.client.Client, &s.TableView)
	p.NextText = t.T("web.everybody")
	if s.Round > 0 {
		p.NextText = t.T("web.next", p.Heading)
		p.Round = session.roundPage(t, s)
		p.Heading = strings.Replace(p.Round.Title, "  ", " · ", 1)
		if course, ok := session.round.mode.(*play.PuzzleRun); ok {
			level, number := course.Position()
			p.Round.Stage = p.Heading + ", " + p.Round.Stage
			p.Heading = t.T("web.puzzle.name", number, level)
		}
		p.Round.Stage = texts.Title(p.Round.Stage)
	}
	if s.Me != tricks.NoSeat {
		p.Turn = s.Playing && (s.Now == round.Turn || s.Now == round.Settled || s.Now == round.Curtain)
	}
	p.Alone = session.round.Home != nil
	if p.Alone {
		p.NextText = ""
		return p.withTitle(v.frame.Texts.T)
	}
	v.addTableInfo(p, session, s)
	return p.withTitle(v.frame.Texts.T)
}

// addTableInfo adds what stands beside the round at a table with other people.
func (v *visitor) addTableInfo(p *tablePage, session *session, s *snapshot) {
	t := v.frame.Texts
	p.Question = words.PendingQuestion(t, &s.TableView)
	p.Turn = p.Turn || p.Question != nil
	p.TableNotes = append(words.TableNotes(t, session.client.Client, &s.TableView),
		texts.NotEmpty(words.Watching(t, &s.TableView))...)
	p.Invitations = v.invitations(s)
	p.Rows = words.Rows(t, session.client.Client, &s.TableView)
	board := scene.New(t, &chapters.View{Seats: make([]chapters.SeatView, len(s.TableView.Seats))}, max(s.Me, 0))
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
	p.Phrases = phrases(t)
	first := max(len(s.Talk)-mostTalk, 0)
	for i := range s.Talk[first:] {
		entry := &s.Talk[first+i]
		index := slices.IndexFunc(s.TableView.Seats, func(seat table.SeatView) bool { return seat.Name == entry.Name })
		p.Talk = append(p.Talk, talkPart{
			Number:  first + i,
			Seat:    index,
			Speaker: entry.Name,
			Text:    words.TalkText(t, entry),
			IsOwn:   entry.Name == s.Name,
		})
	}
	if p.Row("next") != nil {
		next := choose.NextAt(v.frame.Texts, v.server.options.Library, session.client.Book(), &s.TableView)
		if s.Next.Chapter != "" { // the list shows what was chosen
			next.Mode = choose.OneRound
		}
		p.Next = next.NextRoundFields()
		p.MustChoose = session.client.NextRoundError() != nil
	}
	if err := v.server.options.Healthy(); err != nil {
		p.Trouble = words.Trouble(v.frame.Texts, err)
	}
}

// withTitle gives the page its title.
func (p *tablePage) withTitle(t func(key string, args ...any) string) *tablePage {
	p.Title = p.Heading + " - " + t("web.title")
	if p.Turn {
		p.Title = "● " + t("web.yourturn") + " - " + p.Heading
	}
	p.WindowTitle = p.Title
	return p
}

// invitations returns how others come, for people with a seat. While a round is played nobody can sit down, so the QR
// codes are left out: they would be a third of each event.
func (v *visitor) invitations(s *snapshot) (out []invitationPart) {
	isLink := func(line string) bool { return strings.HasPrefix(line, "http") }
	for _, code := range s.Codes {
		part := invitationPart{Text: words.InvitationText(v.frame.Texts, code)}
		if v.server.options.Join != nil {
			part.Lines = v.server.options.Join(code.Code)
		}
		if slices.ContainsFunc(part.Lines, isLink) || v.server.options.Elsewhere == nil {
			part.Link = v.origin(part.Lines) + "/#" + code.Code
			if !s.Playing {
				part.QR = qrOf(v.frame.Texts, part.Link)
			}
			part.Lines = slices.DeleteFunc(part.Lines, isLink)
		}
		out = append(out, part)
	}
	return out
}

// origin returns the scheme and host of links to the server: the ones that this browser uses, if the server has that
// name, and otherwise those of one of the lines by which people come. A browser may send any name, which must not get
// into a link for others.
func (v *visitor) origin(lines []string) string {
	scheme := "http"
	if secure(v.r) {
		scheme = "https"
	}
	conn, _ := v.r.Context().Value(connKey{}).(*guest.Conn)
	local, _ := v.r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	hosts := slices.Clone(v.server.options.Origins)
	var links []string
	for _, l := range lines {
		if u, err := url.Parse(l); err == nil && u.Host != "" {
			links = append(links, u.Scheme+"://"+u.Host)
			hosts = append(hosts, u.Host)
		}
	}
	if local != nil {
		hosts = append(hosts, local.String())
		if host, port, err := net.SplitHostPort(local.String()); err == nil && net.ParseIP(host).IsLoopback() {
			hosts = append(hosts, net.JoinHostPort("localhost", port))
		}
	}
	full := v.r.Host
	if _, _, err := net.SplitHostPort(full); err != nil {
		full += map[string]string{"http": ":80", "https": ":443"}[scheme]
	}
	proxied := conn != nil && conn.Proxied() && len(v.server.options.Origins) == 0
	switch {
	case proxied || slices.Contains(hosts, v.r.Host) || slices.Contains(hosts, full):
		return scheme + "://" + v.r.Host
	case len(v.server.options.Origins) > 0:
		return "https://" + v.server.options.Origins[0]
	case len(links) > 0:
		return links[0]
	}
	return scheme + "://" + local.String()
}

// Row returns the row of the table with a name, nil if there is none.
func (p *TableInfo) Row(name string) *words.Row {
	if i := slices.IndexFunc(p.Rows, func(r words.Row) bool { return r.Name == name }); i >= 0 {
		return &p.Rows[i]
	}
	return nil
}

// phrases returns the messages that can be chosen, in a language.
var phrases = perLanguage(words.Phrases)

// mostTalk is the number of messages that are shown.
const mostTalk = 12
