package web

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/tricks"
)

// A round of a real table is a text in the notation that package realtable reads. A tap writes a card into it, and
// the page is drawn from it: nothing else is kept, here or in the form.

// realForm is what a form says of a round of a real table.
type realForm struct {
	// Text is the round. Kind is what lies there: piles, tricks, hands, or dealt for hands before the setup; it is
	// empty where the text was typed. At is the place where the next card goes.
	Text, Kind, PlaceKey string
	// Pyramid is the seat that no player holds where two play (S9).
	Pyramid int

	campaign string
	lines    realtable.Taps
	chapter  *chapters.Chapter
	layout   chapters.Layout
	players  int
	names    []string
}

// realStep is a part of taking a round down, as the field "do" of a form names it.
type realStep string

const (
	// stepGame asks which chapter was played, and by how many.
	stepGame realStep = "what"
	// stepSeats asks which character sat where.
	stepSeats realStep = "who"
	// stepGuide tells how the characters are set up, and stepDraw draws their threat cards before that.
	stepGuide realStep = "guide"
	stepDraw  realStep = "draw"
	// stepLay asks where each card lies. stepUndo takes the last one back, and stepMove adds an exchange.
	stepLay  realStep = "lay"
	stepUndo realStep = "undo"
	stepMove realStep = "move"
	// stepText asks for the round as lines of text.
	stepText realStep = "text"
	// stepCheck tells what the round says, stepTold what came of it, and stepCount counts it in a campaign.
	stepCheck  realStep = "check"
	stepResult realStep = "told"
	stepCount  realStep = "count"
)

// isCheck reports whether the round is read as a whole.
func (s realStep) isCheck() bool { return s == stepCheck || s == stepResult || s == stepCount }

// AsksGame and the methods below report which part of the page is shown; without any of them it is what was found.
func (s realStep) AsksGame() bool { return s == stepGame }

// AsksSeats reports whether the page asks which character sat where.
func (s realStep) AsksSeats() bool { return s == stepSeats }

// AsksGuide reports whether the page tells how the characters are set up.
func (s realStep) AsksGuide() bool { return s == stepGuide }

// AsksCards reports whether the page asks where each card lies.
func (s realStep) AsksCards() bool { return s == stepLay }

// AsksText reports whether the page asks for the round as text.
func (s realStep) AsksText() bool { return s == stepText }

// realPage takes a round down. Step is the part of it that is asked for.
type realPage struct {
	sheet
	realForm
	Step   realStep
	Fields []choose.Field
	// Next are the rounds of campaigns that can be played at a real table.
	Next  []tile
	Seats [][]choose.Field
	// Kinds is what may lie there, with signs.
	Kinds []tile
	// Terms is what else is known of the round: what was drawn, and what earlier rounds have left.
	Terms []choose.Field
	// Cast are the characters with their goals, and Order their setup in its order.
	Cast, Order []member
	// Places are where cards go, and More those that are needed less often. Place is the one that is open, with
	// what lies in the trick that is begun, and with what can be put there beside cards.
	Places []heapPart
	More   []heapsPart
	Place  string
	Held   []*card
	Also   []words.Choice
	// Partner are the seats of an exchange, and During the tricks before which one can be made, none where that
	// cannot be.
	Partner, TrickOptions []words.Choice
	Deck                  []deckPart
	Laid, Total           int
	// Again reports whether a card that is tapped once more goes back.
	Again bool
	// Faults and Notes tell what is wrong and what was worked out, Missing are the cards that lie nowhere. Asked
	// is what tells several rounds apart.
	Faults, Notes []string
	Missing       []*card
	Asked         []words.Choice
	Tricks        []trickPart
	// Result is the answer, with what is said about it, and Won that it is good news.
	Result, Comment string
	Won             bool
	// Look leads through the round, Way through a way to win it, and File to a file of it; each is empty where there
	// is none. Campaigns are those whose next round this one is.
	Look, WinPath, File string
	Campaigns           []string
}

type (
	trickPart struct {
		N     int
		Cards []playedPart
		// ID is the winner's, Winner her name.
		ID, Winner string
	}
	playedPart struct {
		*card
		Best, Lost bool
	}
)

// parseTaps reads the form. Ok is false where it does not say which chapter is played.
func (v *visitor) parseTaps() (taps realForm, ok bool) {
	_ = v.r.ParseForm() // what cannot be read was not chosen
	form := v.r.Form
	taps = realForm{
		Text: form.Get("text"), PlaceKey: form.Get("at"), Kind: form.Get("kind"),
		Pyramid: choose.ParseNumber(cmp.Or(form.Get("pyramid"), "2")),
	}
	if kinds := form["kind"]; len(kinds) > 1 {
		taps.Kind = kinds[len(kinds)-1] // behind what was there stands what was pressed
	}
	taps.lines = realtable.ParseTaps(taps.Text)
	if game := form.Get("game"); game != "" && len(taps.lines) == 0 {
		chapter, variant, _ := strings.Cut(game, ":")
		taps.lines = realtable.ParseTaps(strings.Join(strings.Fields(chapter+" "+variant+" "+
			cmp.Or(form.Get("players"), "4")), " "))
	}
	if len(taps.lines) == 0 {
		return taps, false
	}
	if taps.chapter, taps.players, ok = realtable.Head(v.Library, taps.lines[0]); !ok {
		return taps, false
	}
	var err error
	if taps.layout, err = taps.chapter.Layout(taps.players); err != nil {
		return taps, false
	}
	n := tricks.SeatsFor(taps.players)
	if seats := form["seat"]; len(seats) == n {
		words := make([][]string, n)
		for _, key := range []string{"number", "word"} {
			for i, w := range form[key][:min(len(form[key]), n)] {
				words[i] = append(words[i], strings.Fields(w)...)
			}
		}
		taps.lines.SetSeats(seats, words)
	}
	for i := 1; i <= n && i < len(taps.lines); i++ {
		taps.names = append(taps.names, strings.Fields(taps.lines[i])[0])
	}
	if form.Has("terms") {
		for _, key := range terms {
			taps.lines.Line(key, "")
			if chosen := strings.Join(strings.Fields(strings.Join(form[key], " ")), " "); chosen != "" {
				taps.lines.Line(key, strings.TrimSuffix(key+" "+chosen, " yes"))
			}
		}
	}
	if taps.inHands() {
		taps.lines.Line("dealt", strings.TrimPrefix(taps.Kind, "hands"))
	}
	taps.Pyramid = max(0, min(taps.Pyramid, n-1))
	return taps, true
}

// inHands reports whether only hands are taken down.
func (f *realForm) inHands() bool { return f.Kind == "hands" || f.Kind == "dealt" }

// terms are the lines about what was drawn for a Road, and about earlier rounds of a long chapter.
var terms = []string{"pool", "gift", "rider", "completed", "done", "mithril"}

// real shows the first page, or what a form asks for.
func (v *visitor) real() {
	taps, ok := v.parseTaps()
	p := &realPage{sheet: v.newSheet("/", v.Texts.T("lobby.entry")), realForm: taps}
	step, campaign, _ := strings.Cut(v.r.FormValue("do"), " ")
	p.Step = realStep(step)
	p.campaign = campaign
	if !ok && !p.Step.isCheck() && p.Step != stepText {
		p.Step = stepGame
	}
	if ok {
		p.Subtitle = v.Texts.Chapter(taps.chapter)
	}
	if target := v.r.FormValue("to"); target != "" && ok {
		p.PlaceKey = target
		p.Step = stepLay
	}
	if p.Step == stepMove {
		p.PlaceKey = strings.Join(strings.Fields(v.r.FormValue("from")+">"+v.r.FormValue("partner")+" "+
			v.r.FormValue("trick")), " ")
		p.Step = stepLay
	}
	heaps := v.heaps(p, ok)
	if code := v.r.FormValue("tap"); code != "" && ok {
		p.Step = stepLay
		p.tap(heaps, code)
	}
	if led := v.r.FormValue("led"); led != "" && len(p.Text) < realtable.MostText {
		p.Text = strings.TrimRight(p.Text, "\r\n") + "\nled " + led + "\n"
		p.Step = stepCheck
		p.lines = realtable.ParseTaps(p.Text)
	}
	switch p.Step {
	case stepUndo:
		if h := findHeap(heaps, p.PlaceKey); h != nil {
			cards := p.lines.Cards(h.Key)
			p.put(h, cards[:max(len(cards)-1, 0)])
		}
		fallthrough
	case stepLay:
		v.askCards(p, heaps)
	case stepSeats:
		v.askSeats(p)
	case stepGuide, stepDraw:
		v.guide(p)
	case stepText:
		p.Kind = ""
	default:
		if !p.Step.isCheck() {
			v.askGame(p)
		}
	}
	if ok && (p.Kind != "" || !p.Step.isCheck()) {
		p.Text = p.lines.String()
	}
	if p.Step.isCheck() {
		v.check(p)
	}
	switch {
	case p.Step == stepLay:
		p.PreviousStep = string(stepSeats)
	case p.Step.isCheck() && p.Kind != "":
		p.PreviousStep = string(stepLay)
	case p.Step.isCheck():
		p.PreviousStep = string(stepText)
	}
	v.sendPage("real", p)
}

// errorText is an error as a sentence.
func (v *visitor) errorText(err error) string { return texts.Sentence(v.Texts.Problem(err)) }

// readRound reads a text when it is this one's turn: a round in the notation, or a document.
func (v *visitor) readRound(text string) (got realtable.Table, err error) {
	err = v.withSolver(v.r.Context(), func() error {
		if realtable.IsNote([]byte(text)) {
			got = realtable.Read(v.Library, text)
			return nil
		}
		for e := range v.Library.Read("text", strings.NewReader(text)) {
			got.Rounds = []chapters.Document{e}
			if e.Err != nil {
				got.Rounds = nil
			}
			break
		}
		return nil
	})
	return got, err
}

// check reads the round and tells what it says, or what came of it.
func (v *visitor) check(p *realPage) {
	showResult := p.Step != stepCheck
	got, err := v.readRound(p.Text)
	if err != nil {
		p.complain(err)
		return
	}
	counted := p.Step == stepCount
	p.Step = stepCheck
	if got.Chapter != nil {
		p.Subtitle = v.Texts.Chapter(got.Chapter)
	}
	for i := range got.Faults {
		f := &got.Faults[i]
		if p.Kind == "" {
			p.Faults = append(p.Faults, f.Text(texts.New(v.Texts.Lang()))) // as it was typed
		} else if !f.Incomplete || got.Missing == 0 {
			p.Faults = append(p.Faults, v.errorText(f.Err))
		}
	}
	if len(got.Rounds) == 0 {
		if p.Kind != "" { // else the faults say it
			for _, c := range got.Missing.Cards() {
				p.Missing = append(p.Missing, cardOf(v.Texts, c))
			}
		}
		return
	}
	for _, note := range got.Notes {
		if !errors.Is(note, got.Question) {
			p.Notes = append(p.Notes, v.errorText(note))
		}
	}
	if got.Question != nil && !showResult {
		p.Comment = v.errorText(got.Question)
		for _, s := range got.LeadQuestion.Seats {
			name := got.Seats[s].Character
			p.Asked = append(p.Asked,
				words.Choice{
					Name: "led", Value: fmt.Sprintf("%d %s", got.LeadQuestion.Trick, name.ID),
					Label: v.Texts.ShortName(name),
				})
		}
	}
	if len(p.Notes) == 0 {
		p.Notes = []string{v.Texts.T("real.complete")}
	}
	if showResult {
		p.Step = stepResult
		p.File = "/real/file?text=" + url.QueryEscape(p.Text)
	}
	if first := got.Rounds[0]; first.IsRecord {
		v.addLoss(p, first.Record, showResult)
		if showResult && v.home != nil {
			v.countInCampaign(p, first.Record, counted)
		}
	} else if showResult {
		v.addVerdict(p, first.Record.Position)
	}
}

// countInCampaign offers the campaigns whose next round this one is, or counts it in the one that was chosen.
func (v *visitor) countInCampaign(p *realPage, record chapters.Record, counted bool) {
	name := p.campaign
	if counted {
		if err := v.home.Person.CountInCampaign(name, record); err != nil {
			p.complain(err)
		} else {
			p.Note = v.Texts.T("real.counted", name)
		}
		return
	}
	p.Campaigns = v.home.Person.MatchingCampaigns(record)
}

// realLook looks through a round of a real table, which the address has.
func (v *visitor) realLook() {
	text := v.r.FormValue("text")
	got, err := v.readRound(text)
	if err != nil || len(got.Rounds) == 0 || !got.Rounds[0].IsRecord && len(got.Rounds[0].Record.Plays) == 0 {
		http.Redirect(v.w, v.r, "/real", http.StatusSeeOther)
		return
	}
	address := url.Values{"text": {text}}
	back := text
	if source := v.r.FormValue("from"); source != "" { // a way to win leads back to its round
		address["from"] = []string{source}
		back = source
	}
	v.replayRecord(got.Rounds[0].Record, "/real/look?"+address.Encode()+"&",
		"/real?do=told&text="+url.QueryEscape(back))
}

// realFile sends the round of a real table as a file for other programs: a record, or a position where only hands
// are known.
func (v *visitor) realFile() {
	got, err := v.readRound(v.r.FormValue("text"))
	if err != nil || len(got.Rounds) == 0 {
		http.Redirect(v.w, v.r, "/real", http.StatusSeeOther)
		return
	}
	name := "round.ndjson"
	first := &got.Rounds[0]
	text, err := first.Record.Text()
	if !first.IsRecord {
		name = "deal.yaml"
		text, err = first.Record.Position.YAML()
	}
	if err != nil {
		v.sendTableError(err)
		return
	}
	v.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	v.w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	_, _ = v.w.Write(text)
}

// replayRecord looks through a record that no table here has.
func (v *visitor) replayRecord(record chapters.Record, base, back string) {
	walk, err := hindsight.New(v.Library, record)
	if err != nil {
		v.sendTableError(err)
		return
	}
	v.sendReplay(&replayPage{frame: v.frame, Base: base, Back: back}, walk, func(do func()) { do() })
}

// addLoss shows the tricks of a round and, if that is asked, where it was lost.
func (v *visitor) addLoss(p *realPage, record chapters.Record, showResult bool) {
	walk, err := hindsight.New(v.Library, record)
	if err != nil {
		p.complain(err)
		return
	}
	end := walk.GameAt(walk.Len())
	p.Tricks = v.trickParts(end)
	if !showResult {
		return
	}
	p.Look = "/real/look?text=" + url.QueryEscape(p.Text)
	p.Result = v.Texts.T("look.end." + string(end.Result()))
	p.Won = end.Result() == chapters.Won
	if p.Won {
		return
	}
	judge := hindsight.QueuedJudge(v.withSolver)
	turning := walk.TurningPoint(v.r.Context(), judge)
	p.Comment = turning.Text(v.Texts)
	if p.Comment != "" {
		return
	}
	p.Comment, _ = walk.Moment(turning.Step).JudgeAll(v.r.Context(), judge).Line(v.Texts, "")
	if made, trick := walk.Decision(turning.Step),
		walk.Moment(turning.Step).Trick; made.Kind == chapters.PlayCard && trick > 0 && trick <= len(p.Tricks) {
		for i := range p.Tricks[trick-1].Cards {
			if played := &p.Tricks[trick-1].Cards[i]; played.Code == made.Move.Card.String() {
				played.Lost = true
			}
		}
	}
	v.findWin(p, walk.GameAt(turning.Step))
}

// findWin looks for a way to win a round from where it stands, goes it, and leads through it.
func (v *visitor) findWin(p *realPage, g *chapters.Game) (found solver.Result) {
	found.Verdict = solver.Unknown
	if err := v.withSolver(v.r.Context(), func() (err error) {
		found, err = solver.Solve(v.r.Context(), g, solver.Options{Nodes: mostNodes, Memory: 64 << 20})
		return err
	}); err != nil {
		p.complain(err)
	}
	if found.Verdict != solver.Winnable {
		return found
	}
	for _, d := range found.Decisions() {
		if g.Apply(d) != nil {
			return found
		}
	}
	way := chapters.Record{Position: g.Start(), Decisions: g.Decisions()}
	if text, err := way.Text(); err == nil {
		p.WinPath = "/real/look?" + url.Values{"text": {string(text)}, "from": {p.Text}}.Encode()
	}
	return found
}

// addVerdict says whether a position can be won, and shows a way.
func (v *visitor) addVerdict(p *realPage, pos chapters.Position) {
	g, err := v.Library.NewGame(pos)
	if err != nil {
		p.complain(err)
		return
	}
	switch v.findWin(p, g).Verdict {
	case solver.Winnable:
		p.Result = v.Texts.T("web.real.winnable")
		p.Won = true
		p.Tricks = v.trickParts(g)
	case solver.Unwinnable:
		p.Result = v.Texts.T("web.real.unwinnable")
	case solver.Unknown:
		p.Result = v.Texts.T("web.real.unknown")
	}
}

// mostNodes bounds how long somebody's deal is searched: some seconds.
const mostNodes = 3_000_000

// trickParts are those of a round that are over.
func (v *visitor) trickParts(g *chapters.Game) (all []trickPart) {
	for i, trick := range g.History() {
		part := trickPart{N: i + 1}
		for k := range g.Seats() {
			seat := tricks.Seat((int(trick.Leader) + k) % g.Seats())
			if c := trick.Card[seat]; c != tricks.NoCard {
				part.Cards = append(part.Cards, playedPart{card: cardOf(v.Texts, c), Best: seat == trick.Winner})
			}
		}
		if trick.Winner != tricks.NoSeat {
			if c := g.Character(trick.Winner); c != nil {
				part.ID = c.ID
				part.Winner = v.Texts.ShortName(c)
			}
		}
		all = append(all, part)
	}
	return all
}
