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

// namedPart is something that can be chosen, as a form sends it.
type namedPart = words.Choice

// tablePage is a table as the person sees it, with the round that is played there.
type tablePage struct {
	frame
	Seen    table.Revision
	Playing bool
	// Turn reports whether the page waits for the person.
	Turn    bool
	Heading string
	// WindowTitle is the title of the window.
	WindowTitle string
	Round       *roundPage
	// Question comes from the others.
	Question *words.Question
	*TableInfo
	Phrases []namedPart
	Talk    []talkPart
	// NextText says what is played next, where nothing is.
	NextText   string
	RoundEnded bool
	Trouble    string
}

// TableInfo is the part of a table's page that lies beside the round, which stays for long.
type TableInfo struct {
	ID string
	// Alone reports whether nobody else can come, Begun whether a round was begun.
	Alone, Begun, Campaign bool
	// TableNotes are sentences about the table, Joins how others come.
	TableNotes  []string
	Invitations []invitationPart
	// Rows are those of the table. Seats are the ones of the seats, and More is what lies behind one.
	Rows  []words.Row
	Seats []sittingPart
	More  []namedPart
	Next  []choose.Field
	// MustChoose reports whether the host has to do that before the next round.
	MustChoose bool
}

type (
	// invitationPart is an invitation: what is said about it, how people come with it, and the
	// picture of a link.
	invitationPart struct {
		Text  string
		Lines []string
		Link  string
		QR    template.HTML
	}
	// sittingPart is a seat of a table, with its side there.
	sittingPart struct {
		words.Row
		Spot string
	}
	// talkPart is something that was said, and from which seat; that is -1 for somebody who does not sit. What the
	// person has said, Mine, is no news.
	talkPart struct {
		Number, Seat  int
		Speaker, Text string
		IsOwn         bool
	}
)

// ticket is for the table of a request, for somebody who was there before.
func (v *visitor) ticket() table.Ticket { return table.Ticket{Table: v.r.PathValue("table")} }

// withSession lets the person do something at the table of the request, or tells that it is gone.
func (v *visitor) withSession(do func(*session)) {
	session, err := v.openSession(v.r.Context(), v.me, v.ticket())
	if err != nil {
		v.sendTableError(err)
		return
	}
	defer session.release()
	do(session)
}

// table sends the page of a table. What one page has told the person, the next one does not, but for an answer,
// which holds as long as its question is due.
func (v *visitor) table(session *session) {
	session.mu.Lock()
	if session.noteShown && !session.asking && !session.answered {
		session.setNote("", false)
	}
	session.mu.Unlock()
	v.showTable(session, http.StatusOK)
}

// showTable sends the page of a table as it is now.
func (v *visitor) showTable(session *session, status int) {
	v.show(v.w, v.r, status, "table", func() *tablePage {
		session.mu.Lock()
		defer session.mu.Unlock()
		session.noteShown = true
		return v.tablePage(session, session.refresh())
	}())
}

// sendTableError tells that a table cannot be gone to.
func (v *visitor) sendTableError(err error) {
	v.complain(err)
	if errors.Is(err, table.ErrGone) {
		v.Path = "/" // there is nothing to load again
	}
	v.show(v.w, v.r, http.StatusNotFound, "gone", &v.frame)
}

// drawing tells after how many events of the table a page was drawn, and when to draw it again: at
// news of the person's own actions, or of the table, or after a time, 0 for never.
type drawing struct {
	drawnAt                   int64
	events                    uint64
	pageChanged, tableChanged <-chan struct{}
	redrawAfter               time.Duration
}

// main writes the changing part of a table's page.
func (v *visitor) main(session *session, out *bytes.Buffer) (d drawing) {
	page := func() *tablePage {
		session.mu.Lock()
		defer session.mu.Unlock() // also where the page is wrong: others wait for it
		d.pageChanged = session.changed
		d.tableChanged = session.client.Changed()
		s, again := session.advance()
		page := v.tablePage(session, s)
		d.events = s.Event
		d.drawnAt = page.Drawn
		d.redrawAfter = again
		return page
	}()
	if err := templates(v.Texts)["table"].ExecuteTemplate(out, "main", page); err != nil {
		panic(err) // into memory
	}
	return d
}

// tablePage draws the table as it was seen; visit.mu is held.
func (v *visitor) tablePage(session *session, s *snapshot) *tablePage {
	t := v.Texts
	p := &tablePage{
		frame: v.frame, Seen: s.Revision, Playing: s.Playing, RoundEnded: s.Round > 0 && !s.Playing,
		TableInfo: &TableInfo{ID: session.sessionKey.table, Begun: s.Round > 0, Campaign: s.Setup.Campaign},
	}
	p.Drawn = time.Now().UnixMicro()
	p.Path = "/table/" + p.ID // also of what a form is answered with
	p.Name = s.Name
	p.Note = session.note
	p.Bad = session.bad
	p.Heading = words.Next(t, v.Library, session.client.Client, &s.TableView)
	p.NextText = t.T("web.everybody")
	if s.Round > 0 {
		p.NextText = t.T("web.next", p.Heading)
		p.Round = session.roundPage(t, s)
		p.Heading = strings.Replace(p.Round.Title, "  ", " · ", 1)
		if course, ok := session.round.mode.(*play.PuzzleRun); ok {
			level, number := course.Position()
			p.Heading, p.Round.Stage = t.T("web.puzzle.name", number, level), p.Heading+", "+p.Round.Stage
		}
		p.Round.Stage = texts.Title(p.Round.Stage)
	}
	if s.Me != tricks.NoSeat {
		p.Turn = s.Playing && (s.Now == round.Turn || s.Now == round.Settled || s.Now == round.Curtain)
	}
	p.Alone = session.round.Home != nil
	if p.Alone {
		p.NextText = ""
		return p.withTitle(v.Texts.T)
	}
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
				r.Shown = texts.Title(t.T("web.computer")) // the options say which
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
		p.Talk = append(p.Talk, talkPart{first + i, index, entry.Name, words.TalkText(t, entry), entry.Name == s.Name})
	}
	if p.Row("next") != nil {
		next := choose.NextAt(v.Texts, v.Library, session.client.Book(), &s.TableView)
		if s.Next.Chapter != "" { // the list shows what was chosen
			next.Mode = choose.OneRound
		}
		p.Next = next.NextRoundFields()
		p.MustChoose = session.client.NextRoundError() != nil
	}
	if err := v.Healthy(); err != nil {
		p.Trouble = words.Trouble(v.Texts, err)
	}
	return p.withTitle(v.Texts.T)
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

// invitations say how others come, to those who sit there. While a round is played nobody sits down, and
// the pictures of the links would be a third of each event.
func (v *visitor) invitations(s *snapshot) (out []invitationPart) {
	for _, i := range s.Codes {
		j := invitationPart{Text: words.InvitationText(v.Texts, i)}
		if v.Join != nil {
			j.Lines = v.Join(i.Code)
		}
		isLink := func(l string) bool { return strings.HasPrefix(l, "http") }
		if index := slices.IndexFunc(j.Lines, isLink); index >= 0 || v.Elsewhere == nil {
			j.Link = v.origin(j.Lines) + "/#" + i.Code
			if !s.Playing {
				j.QR = qrOf(v.Texts, j.Link)
			}
			j.Lines = slices.DeleteFunc(j.Lines, isLink)
		}
		out = append(out, j)
	}
	return out
}

// origin is how links call the server: as this browser does, where the server has that name, else as one
// of the lines by which people come. A browser may send any name, and would have others go there.
func (v *visitor) origin(lines []string) string {
	scheme := "http"
	if secure(v.r) {
		scheme = "https"
	}
	conn, _ := v.r.Context().Value(connKey{}).(*guest.Conn)
	local, _ := v.r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	hosts := slices.Clone(v.Origins)
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
	proxied := conn != nil && conn.Proxied() && len(v.Origins) == 0
	switch {
	case proxied || slices.Contains(hosts, v.r.Host) || slices.Contains(hosts, full):
		return scheme + "://" + v.r.Host
	case len(v.Origins) > 0:
		return "https://" + v.Origins[0]
	case len(links) > 0:
		return links[0]
	}
	return scheme + "://" + local.String()
}

// Row is the row of the table of a name, nil where there is none.
func (p *TableInfo) Row(name string) *words.Row {
	if i := slices.IndexFunc(p.Rows, func(r words.Row) bool { return r.Name == name }); i >= 0 {
		return &p.Rows[i]
	}
	return nil
}

// phrases are what can be said in every language.
var phrases = perLanguage(words.Phrases)

// mostTalk is the number of messages that are shown.
const mostTalk = 12
