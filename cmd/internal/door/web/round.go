package web

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// roundPage is a round as the person sees it.
type roundPage struct {
	Heading, Stage string
	Facts          []string
	Object         *objectPart
	// Seats is how many there are: Own is the person's, Others are clockwise from there.
	Seats       int
	Own, Others template.HTML
	// Desk names the part of the page with the person's own seat, or with the one below that a watcher
	// sees.
	Desk string
	// Slots are the places of the trick. Lies tells how the trick lies, Recent lists the latest
	// decisions of the setup.
	Slots  template.HTML
	Lies   string
	Recent []string
	// Prompt is the question, or the reason to wait. Choices are the answers, cards or words; List
	// says that they have notes. Hand is shown where no card is to be chosen.
	Prompt   string
	Choices  template.HTML
	List     bool
	Hand     template.HTML
	HandText string
	// GoOn is the label of the button that goes on, empty without one.
	GoOn  string
	Coach string
	// News are the latest events, the newest last, each with its number.
	News    template.HTML
	Acts    template.HTML
	Reading *readingPart
	Result  *resultPart
}

type (
	// seatPart is the part of a seat that everybody sees.
	seatPart struct {
		At                  int
		Name, Role, Spot    string
		Turn, Leads, Fresh  bool
		Away                string
		Goal, State, Status string
		CardsText           string
		Meters, Meaning     template.HTML
		Rows, Open          template.HTML
	}
	meterPart struct{ Pips, Text string }
	slotPart  struct {
		At              int
		Spot, Who       string
		Code, Name      string
		Face            template.HTML
		Turn, Led, Wins bool
	}
	objectPart struct {
		Name, Says string
		Bad        bool
		Cards      template.HTML
	}
	newsPart struct {
		Number int
		Text   string
	}
	actPart struct {
		Name, Label string
		Busy        bool
	}
	readingPart struct {
		Name, Title string
		Doc         page.Page
		// Piles are the tricks that each seat has won.
		Piles template.HTML
	}
	pilePart struct {
		Name string
		Won  template.HTML
	}
	resultPart struct {
		Banner, More string
		Won          bool
	}
)

// spots are the sides of the table in styles, as scene.Spot counts them.
var spots = [...]string{"near", "left", "far", "right"}

// boardOf returns the board that a person sees, with the hand that plays below.
func boardOf(t *texts.Texts, s *sight) *scene.Board {
	v := &s.View
	bottom := tricks.Seat(0)
	switch {
	case v.Players == 1 && !v.Over && v.Stage != chapters.StageDraft:
		bottom = max(v.Due.Seat, 0)
	case v.Player != tricks.NoSeat:
		bottom = v.Player
	case s.Me != tricks.NoSeat:
		bottom = s.Me
	}
	b := scene.New(t, v, bottom)
	b.Person = func(seat tricks.Seat) string {
		if int(seat) < len(s.Seats) && s.Seats[seat].Name != "" {
			return s.Seats[seat].Name
		}
		return ""
	}
	if s.Now == round.TrickEnd && s.Shown > 0 {
		b.ShowTrick(s.Shown)
	}
	b.Over = s.Now == round.End
	if s.Now != round.Turn && s.Now != round.Elsewhere && s.Now != round.Thinking {
		b.Choosing = tricks.NoSeat
	}
	return b
}

// roundPage draws the round; v.mu is held.
func (v *visit) roundPage(t *texts.Texts, s *sight) *roundPage {
	b, view := boardOf(t, s), &s.View
	p := v.drawn(t, s, b)
	v.choosing(t, s, b, p)
	news := latest(t, view)
	p.News = draw(t, "news", news...)
	if view.Stage == chapters.StageSetup || s.Now == round.Notice {
		const few = 4
		for _, n := range news[max(0, len(news)-few):] {
			p.Recent = append(p.Recent, n.Text)
		}
	}
	if b.Over {
		p.Result = result(b, s)
		if v.round.After != nil {
			p.Result.More = v.round.After()
		}
	}
	p.Acts = v.acts(t, s)
	p.Reading = v.readingPart(t, b)
	return p
}

// latest returns the last events, each with its number. Cards of a side deck that were turned up
// together are one thing, as [texts.Texts.Log] has it.
func latest(t *texts.Texts, v *chapters.View) (out []newsPart) {
	const most = 8
	var begins []int
	for i, e := range v.Log {
		if i == 0 || e.Kind != chapters.TurnedUp || v.Log[i-1].Kind != chapters.TurnedUp {
			begins = append(begins, i)
		}
	}
	number := max(0, len(begins)-most)
	for i, text := range t.Log(v, v.Log[append(begins, 0)[number]:]) {
		out = append(out, newsPart{number + i, text})
	}
	return out
}

// drawn shows the cards on the table and the seats around it.
func (v *visit) drawn(t *texts.Texts, s *sight, b *scene.Board) *roundPage {
	long, _ := b.Stage()
	p := &roundPage{Heading: b.Heading(), Stage: long, Facts: b.OnTable(), Lies: b.Lying()}
	if o := b.Object(); o != nil {
		p.Object = &objectPart{Name: o.Name, Says: o.Says, Bad: o.Warning, Cards: minis(t, o.Cards...)}
		if o.Count > 0 {
			p.Object.Name = fmt.Sprintf("%s (%d)", o.Name, o.Count)
		}
	}
	if p.Desk = t.T("web.desk"); s.Me == tricks.NoSeat {
		p.Desk = b.SeatName(b.Bottom)
	}
	p.Seats, p.Own = len(b.V.Seats), draw(t, "seat", v.seatPart(t, s, b, b.Bottom))
	var others []seatPart
	for _, at := range b.Others() {
		others = append(others, v.seatPart(t, s, b, at))
	}
	p.Others = draw(t, "seat", others...)
	if b.V.Stage == chapters.StagePlay && !b.Over {
		p.Slots = slots(t, b)
	}
	return p
}

// seatPart draws a seat.
func (v *visit) seatPart(t *texts.Texts, s *sight, b *scene.Board, at tricks.Seat) seatPart {
	view, seat := &s.View, &s.View.Seats[at]
	p := seatPart{
		At: int(at), Name: b.SeatName(at), Role: b.Role(at), Spot: spots[b.Spot(at)], Turn: b.Choosing == at, Leads: b.Leads(at),
		Meaning: draw(t, "meaning", t.Meaning(view, at)...), CardsText: t.N("tui.cards", seat.Cards),
	}
	if int(at) < len(s.Seats) {
		switch now := &s.Seats[at]; {
		case now.Name == "" && now.Computer != "":
			p.Away = t.T("web.computer")
		case now.Computer != "":
			p.Away = t.T("web.standsin")
		case now.Away:
			p.Away = t.T("serve.isaway")
		}
	}
	if c := seat.Character; c != nil {
		p.Goal = texts.Sentence(t.GoalAt(view, c, at))
	}
	if view.Stage == chapters.StagePlay {
		st := texts.StatusOf(view, at)
		if p.Status = st.String(); st != characters.Open {
			p.State = t.T("round.status." + st.String())
		}
		for _, m := range t.Meters(view, at) {
			text := m.Text
			if more := t.More(&m); more != "" {
				text += ": " + more
			}
			p.Meters += draw(t, "meter", meterPart{b.Pips(&m), text})
		}
		if st, ok := scene.RiderGoalOf(view, at); ok && st == characters.Failed {
			p.Meaning += draw(t, "meaning", t.Rider(view, at)+" "+b.Verdict(st))
		}
		if v.before != nil && len(v.before) == len(view.Seats) && s.Now != round.End {
			p.Fresh = v.before[at] != scene.Progress(t, view, at)
		}
	}
	for _, row := range seat.Rows {
		p.Rows += draw(t, "row", minis(t, row...))
	}
	if seat.Rows != nil && seat.Extra != 0 {
		p.Rows += draw(t, "row", minis(t, seat.Extra.Cards()...))
	}
	if seat.Rows == nil && at != b.Bottom {
		p.Open = minis(t, scene.AtHand(seat).Cards()...)
	}
	return p
}

// slots are the places of the trick.
func slots(t *texts.Texts, b *scene.Board) template.HTML {
	var out []slotPart
	tr := b.TrickNow()
	for i := range b.V.Seats {
		at := tricks.Seat(i)
		m := tr.Play(at)
		s := slotPart{At: i, Spot: spots[b.Spot(at)], Who: t.Who(b.V, at), Turn: b.Choosing == at}
		c := cardOf(t, m.Card)
		switch {
		case m.Card == tricks.NoCard && (tr.Done || b.V.Seats[at].Cards == 0):
			continue
		case m.Card == tricks.Closed && tr.Said != tricks.NoSuit:
			c = card{Suit: suits[tr.Said], Letter: t.Letter(tr.Said), Rank: "?", Name: t.T("plain.facedown", s.Who, t.Suit(tr.Said))}.drawn(t)
		case m.ToWin:
			c = card{Code: c.Code, Suit: c.Suit, Letter: c.Letter, Rank: c.Rank + "!", Name: c.Name}.drawn(t)
		}
		if c != nil {
			s.Code, s.Name, s.Face = c.Code, c.Name, c.Face
			s.Wins = at == tr.Winner && !(b.Show == nil && b.V.Nobody)
		}
		s.Led = len(tr.Plays) > 0 && tr.Plays[0].Seat == at
		out = append(out, s)
	}
	return draw(t, "slot", out...)
}

// choosing sets the prompt of the page and its choices.
func (v *visit) choosing(t *texts.Texts, s *sight, b *scene.Board, p *roundPage) {
	view := &s.View
	hand := func(at tricks.Seat) {
		if view.Seats[at].Rows == nil {
			held := scene.AtHand(&view.Seats[at])
			p.HandText = t.N("web.hand", held.Len()) + ": "
			if s.Me == tricks.NoSeat { // an open hand of somebody else
				p.HandText = b.SeatName(at) + ", " + t.N("tui.cards", held.Len()) + ": "
			}
			var cards []*card
			for _, c := range held.Cards() {
				cards = append(cards, cardOf(t, c))
				p.HandText += cardOf(t, c).Name + ", "
			}
			p.Hand = draw(t, "held", cards...)
		}
	}
	switch s.Now {
	case round.Turn:
		if view.Ask == nil {
			break
		}
		c := chooser(t, view, v.step, v.to)
		p.Prompt, p.List = texts.Title(c.Prompt), c.List
		all := choices(t, view, &c)
		p.Choices = draw(t, "choice", all...)
		p.Coach = v.advice.Line(t, view, slices.ContainsFunc(all, func(c choice) bool { return !c.Ok }))
		if c.Seat != b.Bottom && !c.List || c.List {
			hand(b.Bottom)
		}
		return
	case round.TrickEnd:
		p.Prompt, p.GoOn = b.Ended(b.Show, s.Shown, "event.won_trick"), t.T("web.goon")
	case round.Notice:
		p.Prompt, p.GoOn = t.T("web.notice", t.Who(view, view.Leader)), t.T("web.goon")
	case round.Settled:
		p.Prompt, p.GoOn = b.Certain()+" "+t.T("tui.settled.ask"), t.T("web.playon")
	case round.Curtain:
		p.Prompt, p.GoOn = t.T("web.curtain", cmp.Or(s.NameAt(s.Player), t.Seat(max(s.Player, 0)))), t.T("web.show")
		return
	case round.End:
	case round.Thinking, round.Elsewhere:
		p.Prompt = v.waits(t, s)
	}
	hand(b.Bottom)
}

// waits names the people or players that the person waits for.
func (v *visit) waits(t *texts.Texts, s *sight) string {
	if err := v.s.Healthy(); err != nil {
		return words.Trouble(t, err)
	}
	view, at := &s.View, s.Player
	if away := words.Awaits(t, &s.Picture, at); away != "" {
		return away
	}
	if at != tricks.NoSeat && s.NameAt(at) != "" {
		return t.T("tui.theirs", s.NameAt(at))
	}
	return t.T("tui.wait", t.Who(view, view.Due.Seat))
}

// result says how the round ended.
func result(b *scene.Board, s *sight) *resultPart {
	r := &resultPart{Won: b.V.Result == chapters.Won}
	if r.Banner, r.More = b.Outcome(s.Stopped); r.More == "" && r.Won && b.V.Chapter != nil && !b.V.Chapter.Long {
		r.More = b.Closing(b.V.Chapter)
	}
	return r
}

// front is a person at a table, of whom the actions of package play are asked.
type front struct {
	*visit
	t *texts.Texts
	s *sight
}

// done is the empty result of an action: its answer to the person is on the desk.
type done struct{}

// bound is an action with its text in a language.
type bound = play.Bound[front, done]

var lists = inEach(func(t *texts.Texts) play.List[front, done] {
	return play.Bind(t, nil, play.Round[front, done]()...)
})

// can are the actions that are possible now.
func (f front) can() (out []*bound) {
	all := lists(f.t)
	for i := range all {
		if a := &all[i]; a.In(f) && a.Possible(f) && f.button(a.Name) {
			out = append(out, a)
		}
	}
	return out
}

// acts are the buttons of what is possible now.
func (v *visit) acts(t *texts.Texts, s *sight) template.HTML {
	var out []actPart
	for _, a := range (front{v, t, s}).can() {
		label := a.Name
		if a.Name == "another" && v.round.course != nil {
			label = "nextpuzzle"
		}
		out = append(out, actPart{a.Name, play.Title(t, label), v.asking})
	}
	return draw(t, "act", out...)
}

// State returns that of the round for an action.
func (f front) State() play.State {
	return play.State{Texts: f.t, Chair: f.chair, Now: f.s.Now, View: &f.s.View, Asking: f.asking, Facts: &f.round.Facts}
}

// Coached is never so: the coach's advice is always on the page.
func (f front) Coached() bool { return false }

// Coach is not offered.
func (f front) Coach() done { return done{} }

// Solve is not offered.
func (f front) Solve() done { return done{} }

// button reports whether a possible action has a button: not what the pages have by themselves, or
// do not have, and nothing that would only be refused.
func (f front) button(name string) bool {
	switch name {
	case "help", "coach", "solve", "look":
		return false
	case "quit":
		return f.round.Home != nil
	case "last":
		return len(f.s.View.History) > 0
	case "undo", "stop":
		if f.round.Home != nil {
			return true
		}
		undo, stop := f.chair.May()
		return f.s.Proposal == nil && (undo && name == "undo" || stop && name == "stop")
	}
	return true
}

// Show opens what there is to read, or closes it.
func (f front) Show(what play.Reading) done {
	if f.reading == what {
		what = ""
	}
	f.reading = what
	return done{}
}

// Leave leaves the round at home. Where the first evening leads, the page says.
func (f front) Leave(next play.Wish) done {
	if home := f.visit.s.home; home != nil && f.visit.table == atHome {
		home.leave(next)
	}
	return done{}
}

// Look leads nowhere: the page has a link.
func (f front) Look() done { return done{} }

// Reply tells the person something.
func (f front) Reply(text string, warning bool) done {
	f.noted(text, warning)
	return done{}
}

// Done goes on after something that was done.
func (f front) Done(note string, err error) done {
	switch {
	case err != nil:
		return f.Reply(f.t.Problem(err), true)
	case f.chair.Picture().Proposal != nil:
		note = f.t.T("serve.proposed")
	}
	return f.Reply(note, false)
}

// Ask lets somebody think about a question beside the pages.
func (f front) Ask(q play.Question) done {
	f.asking = true
	f.noted(q.Note, false)
	go func() {
		answer, err := q.Think(f.over)
		f.mu.Lock()
		f.asking = false
		f.noted("", false)
		if err != nil {
			f.noted(f.t.Problem(err), true)
		} else {
			f.said, f.saidTitle = answer.Say(), q.Title
		}
		f.mu.Unlock()
		f.tell()
	}()
	return done{}
}

// Called returns the label of an action's button.
func (f front) Called(name string) string { return lists(f.t).Named(name).Binding.Help().Desc }

// readingPart returns the page that lies open beside the round.
func (v *visit) readingPart(t *texts.Texts, b *scene.Board) *readingPart {
	r := &readingPart{Name: string(v.reading)}
	switch v.reading {
	case "":
		if v.said == "" {
			return nil
		}
		r.Name, r.Title = "said", v.saidTitle
		for _, line := range texts.NotEmpty(strings.Split(v.said, "\n")...) {
			r.Doc.Text(0, line)
		}
		return r
	case play.Won:
		for i := range b.V.Seats {
			at := tricks.Seat(i)
			r.Piles += draw(t, "pile", pilePart{b.SeatName(at), minis(t, b.V.Seats[at].WonCards.Cards()...)})
		}
	default:
		r.Doc = b.Page(r.Name)
	}
	r.Title = play.Title(t, r.Name)
	return r
}
