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
	Seen    table.Seen
	Playing bool
	// Turn reports whether the page waits for the person.
	Turn    bool
	Heading string
	// Called is the title of the window.
	Called string
	Round  *roundPage
	// Question comes from the others.
	Question *words.Question
	*Beside
	Phrases []namedPart
	Talk    []saidPart
	// Goes says what is played next, where nothing is.
	Goes    string
	Over    bool
	Trouble string
}

// Beside is the part of a table's page that lies beside the round, which stays for long.
type Beside struct {
	ID string
	// Alone reports whether nobody else can come, Begun whether a round was begun.
	Alone, Begun, Campaign bool
	// About are sentences about the table, Joins how others come.
	About []string
	Joins []joinPart
	// Rows are those of the table. Seats are the ones of the seats, and More is what lies behind one.
	Rows  []words.Row
	Seats []sittingPart
	More  []namedPart
	Next  []choose.Field
	// MustChoose reports whether the host has to do that before the next round.
	MustChoose bool
}

type (
	// joinPart is an invitation: what is said about it, how people come with it, and the
	// picture of a link.
	joinPart struct {
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
	// saidPart is something that was said, and from which seat; that is -1 for somebody who does not sit. What the
	// person has said, Mine, is no news.
	saidPart struct {
		Number, At int
		Who, Text  string
		Mine       bool
	}
)

// ticket is for the table of a request, for somebody who was there before.
func (v *visitor) ticket() table.Ticket { return table.Ticket{Table: v.r.PathValue("table")} }

// at lets the person do something at the table of the request, or tells that it is gone.
func (v *visitor) at(do func(*visit)) {
	session, err := v.visit(v.r.Context(), v.me, v.ticket())
	if err != nil {
		v.gone(err)
		return
	}
	defer session.done()
	do(session)
}

// table sends the page of a table. What one page has told the person, the next one does not, but for an answer,
// which holds as long as its question is due.
func (v *visitor) table(session *visit) {
	session.mu.Lock()
	if session.told && !session.asking && !session.answered {
		session.noted("", false)
	}
	session.mu.Unlock()
	v.showTable(session, http.StatusOK)
}

// showTable sends the page of a table as it is now.
func (v *visitor) showTable(session *visit, status int) {
	v.show(v.w, v.r, status, "table", func() *tablePage {
		session.mu.Lock()
		defer session.mu.Unlock()
		session.told = true
		return v.tablePage(session, session.sees())
	}())
}

// gone tells that a table cannot be gone to.
func (v *visitor) gone(err error) {
	v.complain(err)
	if errors.Is(err, table.ErrGone) {
		v.Path = "/" // there is nothing to load again
	}
	v.show(v.w, v.r, http.StatusNotFound, "gone", &v.frame)
}

// drawing tells after how many events of the table a page was drawn, and when to draw it again: at
// news of the person's own actions, or of the table, or after a time, 0 for never.
type drawing struct {
	at          int64
	events      uint64
	news, table <-chan struct{}
	again       time.Duration
}

// main writes the changing part of a table's page.
func (v *visitor) main(session *visit, out *bytes.Buffer) (d drawing) {
	page := func() *tablePage {
		session.mu.Lock()
		defer session.mu.Unlock() // also where the page is wrong: others wait for it
		d.news = session.news
		d.table = session.chair.News()
		s, again := session.goesOn()
		page := v.tablePage(session, s)
		d.events = s.Event
		d.at = page.Drawn
		d.again = again
		return page
	}()
	if err := templates(v.Texts)["table"].ExecuteTemplate(out, "main", page); err != nil {
		panic(err) // into memory
	}
	return d
}

// tablePage draws the table as it was seen; visit.mu is held.
func (v *visitor) tablePage(session *visit, s *sight) *tablePage {
	t := v.Texts
	p := &tablePage{
		frame: v.frame, Seen: s.Seen, Playing: s.Playing, Over: s.Round > 0 && !s.Playing,
		Beside: &Beside{ID: session.visitKey.table, Begun: s.Round > 0, Campaign: s.Setup.Campaign},
	}
	p.Drawn = time.Now().UnixMicro()
	p.Path = "/table/" + p.ID // also of what a form is answered with
	p.Name = s.Name
	p.Note = session.note
	p.Bad = session.bad
	p.Heading = words.Next(t, v.Library, session.chair.Chair, &s.Picture)
	p.Goes = t.T("web.everybody")
	if s.Round > 0 {
		p.Goes = t.T("web.next", p.Heading)
		p.Round = session.roundPage(t, s)
		p.Heading = strings.Replace(p.Round.Title, "  ", " · ", 1)
		if course, ok := session.round.of.(*play.Course); ok {
			level, number := course.Place()
			p.Heading, p.Round.Stage = t.T("web.puzzle.name", number, level), p.Heading+", "+p.Round.Stage
		}
		p.Round.Stage = texts.Title(p.Round.Stage)
	}
	if s.Me != tricks.NoSeat {
		p.Turn = s.Playing && (s.Now == round.Turn || s.Now == round.Settled || s.Now == round.Curtain)
	}
	p.Alone = session.round.Home != nil
	if p.Alone {
		p.Goes = ""
		return p.called(v.Texts.T)
	}
	p.Question = words.Asked(t, &s.Picture)
	p.Turn = p.Turn || p.Question != nil
	p.About = append(words.About(t, session.chair.Chair, &s.Picture), texts.NotEmpty(words.Watching(t, &s.Picture))...)
	p.Joins = v.joins(s)
	p.Rows = words.Rows(t, session.chair.Chair, &s.Picture)
	board := scene.New(t, &chapters.View{Seats: make([]chapters.SeatView, len(s.Picture.Seats))}, max(s.Me, 0))
	for _, r := range p.Rows {
		if r.Shown != "" {
			if seat := &s.Picture.Seats[r.At]; seat.Name == "" && seat.Computer != "" && len(r.Options) > 0 {
				r.Shown = texts.Title(t.T("web.computer")) // the options say which
			}
			p.Seats = append(p.Seats, sittingPart{r, board.Spot(r.At)})
		}
	}
	if more := p.Row("more"); more != nil {
		p.More = more.Options
	}
	p.Phrases = phrases(t)
	first := max(len(s.Said)-mostTalk, 0)
	for i := range s.Said[first:] {
		entry := &s.Said[first+i]
		index := slices.IndexFunc(s.Picture.Seats, func(seat table.Seated) bool { return seat.Name == entry.Name })
		p.Talk = append(p.Talk, saidPart{first + i, index, entry.Name, words.Said(t, entry), entry.Name == s.Name})
	}
	if p.Row("next") != nil {
		next := choose.NextAt(v.Texts, v.Library, session.chair.Book(), &s.Picture)
		if s.Next.Chapter != "" { // the list shows what was chosen
			next.Mode = choose.OneRound
		}
		p.Next = next.Next()
		p.MustChoose = session.chair.Missing() != nil
	}
	if err := v.Healthy(); err != nil {
		p.Trouble = words.Trouble(v.Texts, err)
	}
	return p.called(v.Texts.T)
}

// called gives the page its title.
func (p *tablePage) called(t func(key string, args ...any) string) *tablePage {
	p.Title = p.Heading + " - " + t("web.title")
	if p.Turn {
		p.Title = "● " + t("web.yourturn") + " - " + p.Heading
	}
	p.Called = p.Title
	return p
}

// joins say how others come, to those who sit there. While a round is played nobody sits down, and
// the pictures of the links would be a third of each event.
func (v *visitor) joins(s *sight) (out []joinPart) {
	for _, i := range s.Codes {
		j := joinPart{Text: words.Joins(v.Texts, i)}
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
	conn, _ := v.r.Context().Value(lineKey{}).(*guest.Conn)
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
func (p *Beside) Row(name string) *words.Row {
	if i := slices.IndexFunc(p.Rows, func(r words.Row) bool { return r.Name == name }); i >= 0 {
		return &p.Rows[i]
	}
	return nil
}

// phrases are what can be said in every language.
var phrases = inEach(words.Phrases)

// mostTalk is the number of messages that are shown.
const mostTalk = 12
