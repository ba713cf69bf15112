package web

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/tricks"
)

// A round of a real table is taken down by taps or as a text. What was tapped travels in the form, and is made
// into the notation that package realtable reads: nothing is kept here.

// tapped is what a form says of a round of a real table.
type tapped struct {
	// Game is a chapter with its event or group, as 14:b.
	Game    string
	Players int
	// Kind is what lies there: piles, tricks or hands. Seats are the characters, and Numbers what each has
	// beside its goal: a threat number, or a word.
	Kind           string
	Seats, Numbers []string
	// Cards are the taps: a place and a card each. At is the place where the next one goes: a seat, behind the
	// seats the lost card, and then what each seat still holds.
	Cards []string
	At    int
	// More are lines behind those, and Text is all of them where they were typed.
	More, Text string
}

// realPage takes a round down. Step is the part of it that is asked for.
type realPage struct {
	sheet
	tapped
	Step   string
	Fields []choose.Field
	Who    []whoPart
	// Cast are the characters with their goals, and Order their setup in its order.
	Cast, Order []member
	// Places are where cards go, and Left those for what was not played. Held is what lies in the trick that is
	// begun, Suits and Deck are the cards of the chapter.
	Places, Left []heapPart
	Place        string
	Held         []*card
	Suits        int
	Deck         []deckPart
	Laid, Of     int
	// Faults and Notes tell what is wrong and what was worked out. Asked is what tells several rounds apart.
	Faults, Notes []string
	Asked         []words.Choice
	Tricks        []trickPart
	// Result is the answer, with what is said about it, and Won that it is good news.
	Result, Says string
	Won          bool
	// Lines are the round in the notation.
	Lines string
	// Look leads through the round, empty where there is no play of it.
	Look string
}

type (
	whoPart struct {
		N                 int
		Character, Number []words.Choice
	}
	heapPart struct {
		At       int
		ID, Name string
		Count    string
		On       bool
	}
	// deckPart is a card of the deck: Mine where the next one goes, or of another place, with its owner.
	deckPart struct {
		*card
		Mine, Gone  bool
		Owner, Says string
	}
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

// taps reads the form.
func (v *visitor) taps() (f tapped) {
	_ = v.r.ParseForm() // what cannot be read was not chosen
	form := v.r.Form
	f = tapped{
		Game: cmp.Or(form.Get("game"), "1:"), Players: max(1, min(choose.Number(cmp.Or(form.Get("players"), "4")), tricks.MaxSeats)), Kind: "piles",
		Seats: form["seat"], Numbers: form["number"], At: choose.Number(form.Get("at")), More: form.Get("more"), Text: form.Get("text"),
	}
	if kinds := form["kind"]; len(kinds) > 0 {
		f.Kind = kinds[len(kinds)-1] // behind what was there stands what was pressed
	}
	n := tricks.SeatsFor(f.Players)
	for _, tap := range strings.Fields(form.Get("cards")) {
		at, code, _ := strings.Cut(tap, ".")
		if c, err := tricks.ParseCard(code); err == nil && c.String() == code && f.place(code) < 0 && len(at) == 1 && at >= "0" && at <= strconv.Itoa(2*n) {
			f.Cards = append(f.Cards, tap)
		}
	}
	f.Seats = append(f.Seats, "", "", "", "")[:n]
	f.Numbers = append(f.Numbers, "", "", "", "")[:n]
	if f.At < 0 || f.At > 2*n {
		f.At = 0
	}
	return f
}

// place is where a card was put, -1 for nowhere.
func (f *tapped) place(code string) int {
	for _, tap := range f.Cards {
		if at, c, ok := strings.Cut(tap, "."); ok && c == code {
			return choose.Number(at)
		}
	}
	return -1
}

// in are the cards of a place.
func (f *tapped) in(place int) (all []string) {
	for _, tap := range f.Cards {
		if at, c, ok := strings.Cut(tap, "."); ok && choose.Number(at) == place {
			all = append(all, c)
		}
	}
	return all
}

// tap puts a card where the next one goes, takes it back from there, or goes to where it lies.
func (f *tapped) tap(code string) {
	c, err := tricks.ParseCard(code)
	switch at := f.place(code); {
	case err != nil || c.String() != code:
	case at < 0:
		f.Cards = append(f.Cards, strconv.Itoa(f.At)+"."+code)
	case at == f.At:
		f.Cards = slices.DeleteFunc(f.Cards, func(tap string) bool { return tap == strconv.Itoa(at)+"."+code })
	case at >= 0:
		f.At = at
	}
}

// head is the first line.
func (f *tapped) head(lost string) string {
	chapter, variant, _ := strings.Cut(f.Game, ":")
	return strings.Join(strings.Fields(fmt.Sprintf("%s %s %d %s", chapter, variant, f.Players, lost)), " ") + "\n"
}

// lines are the round in the notation of docs/real-table.md.
func (f *tapped) lines() string {
	if f.Text != "" {
		return f.Text
	}
	n, lost := len(f.Seats), ""
	if all := f.in(n); len(all) > 0 {
		lost = "lost " + strings.Join(all, "")
	}
	var out strings.Builder
	out.WriteString(f.head(lost))
	inTricks := func(cards []string) (all []string) {
		for trick := range slices.Chunk(cards, n) {
			all = append(all, strings.Join(trick, ""))
		}
		return all
	}
	for i, name := range f.Seats {
		line := cmp.Or(name, "-") + " " + f.Numbers[i]
		switch f.Kind {
		case "hands":
			line += " " + strings.Join(f.in(i), "")
		case "piles":
			if all := inTricks(f.in(i)); len(all) == 1 {
				line += "\n" + cmp.Or(name, "-") + ": " + all[0]
			} else if len(all) > 1 {
				line += ": " + strings.Join(all, " / ")
			}
		}
		out.WriteString(line + "\n")
	}
	if f.Kind == "tricks" {
		for _, trick := range inTricks(f.in(0)) {
			out.WriteString(trick + "\n")
		}
	}
	for i, name := range f.Seats {
		if left := f.in(n + 1 + i); len(left) > 0 {
			out.WriteString("left " + name + " " + strings.Join(left, "") + "\n")
		}
	}
	return out.String() + f.More
}

// real shows the first page, or what a form asks for.
func (v *visitor) real() {
	p := &realPage{sheet: v.sheet("/", v.T("lobby.entry")), tapped: v.taps(), Step: cmp.Or(v.r.FormValue("do"), "what")}
	chapter, letter, _ := strings.Cut(p.Game, ":")
	c, err := v.Library.Chapter(chapter)
	if err != nil {
		c, p.Game, letter, p.Step = v.Library.Chapters[0], v.Library.Chapters[0].ID+":", "", "what"
	}
	p.Under = v.T("serve.game.chapter", c.ID, c.Title.In(v.Lang()))
	if variant := c.Variant(letter); variant != nil {
		c = variant.Chapter
	}
	if code := v.r.FormValue("tap"); code != "" {
		p.tap(code)
		p.Step = "lay"
	}
	if to := v.r.FormValue("to"); to != "" {
		p.At, p.Step = max(0, min(choose.Number(to), 2*len(p.Seats))), "lay"
	}
	if led := v.r.FormValue("led"); led != "" && len(p.More)+len(p.Text) < realtable.MostText {
		p.Step = "check"
		if p.Text == "" {
			p.More += "led " + led + "\n"
		} else {
			p.Text = strings.TrimRight(p.Text, "\r\n") + "\nled " + led + "\n"
		}
	}
	switch p.Step {
	case "undo":
		if n := len(p.Cards); n > 0 {
			at, _, _ := strings.Cut(p.Cards[n-1], ".")
			p.At, p.Cards, p.Step = choose.Number(at), p.Cards[:n-1], "lay"
		}
		v.lay(p, c)
	case "lay":
		v.lay(p, c)
	case "who":
		v.who(p, c)
	case "guide", "draw":
		v.guide(p, c)
	case "text":
		if p.Text == "" {
			p.Text = p.lines()
		}
	case "check", "told":
		v.check(p)
	default:
		p.Step = "what"
		s := choose.NewTable(v.Texts, v.Library, c.ID)
		s.Modes, s.Players, s.Variant = s.Modes[:1], p.Players, letter
		p.Fields = append([]choose.Field{s.Size(func(n int) string { return v.N("serve.players", n) })}, s.Game()...)
	}
	v.sends("real", p)
}

// who asks which character sits where, and for the numbers that belong to them.
func (v *visitor) who(p *realPage, c *chapters.Chapter) {
	roster := slices.Clone(c.Roster)
	slices.SortStableFunc(roster, func(a, b chapters.RosterEntry) int {
		first := func(e chapters.RosterEntry) int {
			if e.Starred {
				return 0
			}
			return 1
		}
		return first(a) - first(b)
	})
	var all []*characters.Character
	for i := range roster {
		all = append(all, roster[i].Character)
	}
	if len(all) == 0 { // the Road's are drawn
		for _, ch := range v.Library.Characters {
			all = append(all, ch)
		}
		slices.SortFunc(all, func(a, b *characters.Character) int { return strings.Compare(v.Texts.Name(a), v.Texts.Name(b)) })
	}
	numbers := []string{""}
	for _, n := range c.Threats {
		numbers = append(numbers, strconv.Itoa(n))
	}
	if slices.ContainsFunc(all, func(ch *characters.Character) bool { return ch.Goal.NeedsDeclaration() }) {
		numbers = append(numbers, string(characters.More), string(characters.Fewer))
	}
	for i := range p.Seats {
		who := whoPart{N: i + 1}
		if p.Seats[i] == "" && i < len(all) {
			p.Seats[i] = all[i].ID
		}
		for _, ch := range all {
			who.Character = append(who.Character, words.Choice{Value: ch.ID, Label: v.Texts.Name(ch), Chosen: ch.ID == p.Seats[i]})
		}
		for _, n := range numbers {
			who.Number = append(who.Number, words.Choice{Value: n, Label: cmp.Or(n, "–"), Chosen: n == p.Numbers[i]})
		}
		p.Who = append(p.Who, who)
	}
}

// guide tells those at a real table what each goal is, and who does what before the first trick: clockwise from
// the seat behind Frodo's (S5). It draws the numbers of the threat cards, if that is wanted (S8).
func (v *visitor) guide(p *realPage, c *chapters.Chapter) {
	deck, frodo := slices.Clone(c.Threats), 0
	rand.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	for i, id := range p.Seats {
		at := v.Library.Characters[id]
		if at == nil {
			continue
		}
		if at.Is("frodo") {
			frodo = i
		}
		if p.Step == "draw" && at.Has(characters.Threat) && len(deck) > 0 {
			p.Numbers[i], deck = strconv.Itoa(deck[0]), deck[1:]
		}
		p.Cast = append(p.Cast, member{ID: id, Name: strings.TrimSpace(v.Texts.Name(at) + " " + p.Numbers[i]), Goal: at.GoalText.In(v.Lang())})
	}
	for i := range p.Seats {
		if at := v.Library.Characters[p.Seats[(frodo+1+i)%len(p.Seats)]]; at != nil && at.SetupText.In(v.Lang()) != "" {
			p.Order = append(p.Order, member{ID: at.ID, Name: v.Texts.Name(at), Goal: at.SetupText.In(v.Lang())})
		}
	}
	p.Step = "guide"
}

// called is the name of a character by its ID.
func (v *visitor) called(id string) string {
	if c := v.Library.Characters[id]; c != nil {
		return v.Texts.ShortName(c)
	}
	return "–"
}

// lay shows the cards of the chapter, to be tapped.
func (v *visitor) lay(p *realPage, c *chapters.Chapter) {
	p.Step = "lay"
	n := len(p.Seats)
	layout, err := c.Layout(p.Players)
	if err != nil {
		p.complain(err)
		return
	}
	deck := layout.Deck
	full := func(place int) int {
		switch {
		case place == n:
			return layout.Lost
		case p.Kind == "hands" && place < n:
			return layout.Hand
		}
		return 0
	}
	if p.Kind == "hands" { // the last place gets what is left, and a full one gives way to the next
		open := -1
		for place := 0; place <= n; place++ {
			if len(p.in(place)) < full(place) {
				if open >= 0 {
					open = -2
					break
				}
				open = place
			}
		}
		if free := deck.Len() - len(p.Cards); open >= 0 && free == full(open)-len(p.in(open)) && free > 0 && len(p.Cards) > n {
			for _, card := range deck.Cards() {
				if p.place(card.String()) < 0 {
					p.Cards = append(p.Cards, strconv.Itoa(open)+"."+card.String())
				}
			}
		}
		for tries := 0; tries <= n && p.At <= n && len(p.in(p.At)) >= full(p.At) && v.r.FormValue("to") == ""; tries++ {
			p.At = (p.At + 1) % (n + 1)
		}
	}
	tab := func(place int, id, name string) heapPart {
		laid := p.in(place)
		count := strconv.Itoa(len(laid))
		switch {
		case full(place) > 0:
			count = fmt.Sprintf("%d/%d", len(laid), full(place))
		case p.Kind != "hands" && place < n:
			if count = strconv.Itoa(len(laid) / n); len(laid)%n > 0 {
				count += fmt.Sprintf(" + %d/%d", len(laid)%n, n)
			}
		}
		if place == p.At {
			p.Place = name
		}
		return heapPart{place, id, name, count, place == p.At}
	}
	for i, id := range p.Seats {
		if p.Kind != "tricks" {
			p.Places = append(p.Places, tab(i, id, v.called(id)))
		} else if i == 0 {
			p.Places = append(p.Places, tab(0, "", v.T("web.real.tricks")))
		}
		if p.Kind != "hands" {
			p.Left = append(p.Left, tab(n+1+i, id, v.T("web.real.left", v.called(id))))
		}
	}
	p.Places = append(p.Places, tab(n, "", v.T("web.real.lost")))
	if laid := p.in(p.At); p.Kind != "hands" && p.At < n {
		for _, code := range laid[len(laid)-len(laid)%n:] {
			card, _ := tricks.ParseCard(code)
			p.Held = append(p.Held, cardOf(v.Texts, card))
		}
	}
	v.deck(p, deck)
	if p.Laid, p.Of = len(p.Cards), deck.Len(); p.Kind != "hands" && p.Laid == p.Of || len(p.Held) > 0 {
		return // the whole is checked when that is asked for, and a trick when it is there
	}
	now := p.tapped
	if p.Kind == "piles" { // no pile can be judged without the others
		now.Kind = ""
	}
	got := realtable.Read(v.Library, now.lines())
	for i := range got.Faults {
		if f := &got.Faults[i]; !f.Open {
			p.Faults = append(p.Faults, v.told(f.Err))
		}
	}
}

// deck are the cards of the deck as buttons, suit by suit.
func (v *visitor) deck(p *realPage, deck tricks.Set) {
	const rows = 8
	for suit := range tricks.NoSuit {
		of := deck.Of(suit).Cards()
		if len(of) == 0 {
			continue
		}
		p.Suits++
		for _, c := range of {
			d := deckPart{card: cardOf(v.Texts, c), Says: v.Card(c)}
			if at := p.place(c.String()); at >= 0 {
				d.Mine, d.Gone = at == p.At, at != p.At
				switch n := len(p.Seats); {
				case at > n && at <= 2*n:
					d.Owner = p.Seats[at-n-1]
				case at < n && p.Kind != "tricks":
					d.Owner = p.Seats[at]
				}
				for _, place := range slices.Concat(p.Places, p.Left) {
					if place.At == at {
						d.Says += ", " + place.Name
					}
				}
			}
			p.Deck = append(p.Deck, d)
		}
		if suit != tricks.Rings { // below which there is room for a word
			p.Deck = append(p.Deck, make([]deckPart, rows-len(of))...)
		}
	}
}

// told is an error as a sentence.
func (v *visitor) told(err error) string { return texts.Sentence(v.Problem(err)) }

// check reads the round and tells what it says, or what came of it.
func (v *visitor) check(p *realPage) {
	told := p.Step == "told"
	p.Step, p.Lines = "check", p.lines()
	var got realtable.Table
	if err := v.thinks(v.r.Context(), func() error {
		got = realtable.Read(v.Library, p.Lines)
		return nil
	}); err != nil {
		p.complain(err)
		return
	}
	if c := got.Chapter; c != nil {
		p.Under = v.T("serve.game.chapter", c.ID, c.Title.In(v.Lang()))
	}
	for i := range got.Faults {
		if f := &got.Faults[i]; p.Text != "" {
			p.Faults = append(p.Faults, f.Told(v.Texts))
		} else {
			p.Faults = append(p.Faults, v.told(f.Err))
		}
	}
	if len(got.Rounds) == 0 {
		if got.Missing != 0 && len(p.Faults) > 0 {
			p.Faults = append(p.Faults, v.T("real.missing", strings.Join(v.names(got.Missing), ", ")))
		}
		return
	}
	for _, note := range got.Notes {
		if !errors.Is(note, got.Question) {
			p.Notes = append(p.Notes, v.told(note))
		}
	}
	if got.Question != nil && !told {
		p.Says = v.told(got.Question)
		for _, s := range got.Asked.Seats {
			name := got.Seats[s].Character
			p.Asked = append(p.Asked, words.Choice{Name: "led", Value: fmt.Sprintf("%d %s", got.Asked.Trick, name.ID), Label: v.Texts.ShortName(name)})
		}
	}
	if told {
		p.Step = "told"
	}
	first := got.Rounds[0]
	if first.IsRecord {
		v.lost(p, first.Record, told)
	} else if told {
		v.wins(p, first.Position)
	}
	if len(p.Notes) == 0 {
		p.Notes = []string{v.T("real.complete")}
	}
}

// realLook looks through a round of a real table, which the address has.
func (v *visitor) realLook() {
	text, got := v.r.FormValue("text"), realtable.Table{}
	err := v.thinks(v.r.Context(), func() error {
		got = realtable.Read(v.Library, text)
		return nil
	})
	if err != nil || len(got.Rounds) == 0 || !got.Rounds[0].IsRecord {
		http.Redirect(v.w, v.r, "/real", http.StatusSeeOther)
		return
	}
	v.looksThrough(got.Rounds[0].Record, "/real/look?text="+url.QueryEscape(text)+"&", "/real?do=told&text="+url.QueryEscape(text))
}

// looksThrough looks through a record that no table here has.
func (v *visitor) looksThrough(record chapters.Record, base, back string) {
	walk, err := hindsight.New(v.Library, record)
	if err != nil {
		v.gone(err)
		return
	}
	v.looks(&lookPage{frame: v.frame, Base: base, Back: back}, walk, func(do func()) { do() })
}

// names are cards by their names.
func (v *visitor) names(set tricks.Set) (all []string) {
	for _, c := range set.Cards() {
		all = append(all, v.Card(c))
	}
	return all
}

// lost shows the tricks of a round and, if that is asked, where it was lost.
func (v *visitor) lost(p *realPage, record chapters.Record, asked bool) {
	walk, err := hindsight.New(v.Library, record)
	if err != nil {
		p.complain(err)
		return
	}
	end := walk.At(walk.Len())
	p.Tricks = v.tricks(end)
	if !asked {
		return
	}
	p.Look = "/real/look?text=" + url.QueryEscape(p.Lines)
	p.Result, p.Won = v.T("look.end."+string(end.Result())), end.Result() == chapters.Won
	if p.Won {
		return
	}
	judge := hindsight.InTurn(v.thinks)
	turning := walk.Turning(v.r.Context(), judge)
	if p.Says = turning.Told(v.Texts); p.Says != "" {
		return
	}
	p.Says, _ = walk.Moment(turning.Step).Judged(v.r.Context(), judge).Line(v.Texts, "")
	if made, trick := walk.Decision(turning.Step), walk.Moment(turning.Step).Trick; made.Kind == chapters.PlayCard && trick > 0 && trick <= len(p.Tricks) {
		for i := range p.Tricks[trick-1].Cards {
			if played := &p.Tricks[trick-1].Cards[i]; played.Code == made.Move.Card.String() {
				played.Lost = true
			}
		}
	}
}

// wins says whether a position can be won, and shows a way.
func (v *visitor) wins(p *realPage, pos chapters.Position) {
	g, err := v.Library.NewGame(pos)
	if err != nil {
		p.complain(err)
		return
	}
	found := solver.Result{Verdict: solver.Unknown}
	if err := v.thinks(v.r.Context(), func() (err error) {
		found, err = solver.Solve(v.r.Context(), g, solver.Options{Nodes: mostNodes, Memory: 64 << 20})
		return err
	}); err != nil {
		p.complain(err)
		return
	}
	switch found.Verdict {
	case solver.Winnable:
		p.Result, p.Won = v.T("web.real.winnable"), true
		for _, d := range found.Decisions() {
			if g.Apply(d) != nil {
				break
			}
		}
		p.Tricks = v.tricks(g)
	case solver.Unwinnable:
		p.Result = v.T("web.real.unwinnable")
	case solver.Unknown:
		p.Result = v.T("web.real.unknown")
	}
}

// mostNodes bounds how long somebody's deal is searched: some seconds.
const mostNodes = 3_000_000

// tricks are those of a round that are over.
func (v *visitor) tricks(g *chapters.Game) (all []trickPart) {
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
				part.ID, part.Winner = c.ID, v.Texts.ShortName(c)
			}
		}
		all = append(all, part)
	}
	return all
}
