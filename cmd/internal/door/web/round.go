package web

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// roundPage is a round as the person sees it: what there is to see, and what can be done.
type roundPage struct {
	*scene.Scene
	// N is how many seats there are: Own is the person's, Others are clockwise from there.
	N      int
	Own    platePart
	Others []platePart
	// Desk names the part of the page with the person's own seat, or with the one below that a watcher
	// sees.
	Desk string
	// Slots are the places of the trick.
	Slots []slotPart
	// Token is the sign of the Rings: that they may be led, or not yet; empty where nothing is to be said.
	Token string
	// Lies tells how the trick lies. Taken reports whether a trick has been won and is still shown, Held whether
	// the person looks at it, and Open whether cards of other seats lie open: their plates are wide then.
	Lies              string
	Taken, Held, Open bool
	// Choices are the answers: cards of the hand, or else they lie on the felt. Rack is the places of the
	// hand, each of which stays where it is for the whole round: nil for an empty one.
	// Pool are the characters that others choose from.
	Choices, Pool []choice
	Rack          []*choice
	// Back leads to the question before, nil without one.
	Back *choice
	// GoOn is the label of the button that goes on, empty without one; Stop is that of the one beside it.
	GoOn, Stop string
	Coach      string
	// Log are the latest events, the newest last, each with its number.
	Log []newsPart
	// Acts always stand in their places, and More are the others.
	Acts, More []actPart
	Reading    *readingPart
	End        *endPart
	// Steps are what can come after a round that a person plays alone, the likeliest first.
	Steps []actPart
}

type (
	// platePart is a seat at its side of the table, in the classes of its styles. Shown is the same for others.
	platePart struct {
		At    tricks.Seat
		Looks string
		Shown seatPart
	}
	// seatPart is a seat with who sits there. Full is the goal in full, Far how far it has come, State how
	// it stands, and Marks draw it; Rider and Gift are what the seat has.
	seatPart struct {
		scene.Seat
		Away, Full, Far, State, Rider, Gift string
		Good                                bool
		Marks                               []mark
	}
	// slotPart is a place of the trick.
	slotPart struct {
		scene.Play
		ID, Spot string
		Card     *card
	}
	newsPart struct {
		Number int
		Text   string
	}
	// actPart is a button; it can be pressed if Can says so.
	actPart struct {
		Name, Label, Sign string
		Can, Busy, On     bool
	}
	// endPart is the end of a round. Lost is the trick in which a goal failed, 0 for none, and Stars are those of a
	// puzzle.
	endPart struct {
		*scene.End
		More  string
		Lost  int
		Stars starred
	}
)

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
	b.Notice = s.Now == round.Notice
	if s.Now != round.Turn && s.Now != round.Elsewhere && s.Now != round.Thinking {
		b.Choosing = tricks.NoSeat
	}
	return b
}

// roundPage draws the round; v.mu is held.
func (v *visit) roundPage(t *texts.Texts, s *sight) *roundPage {
	b := boardOf(t, s)
	p := v.drawn(t, s, b)
	v.choosing(t, s, b, p)
	p.Log = latest(t, &s.View)
	if b.Over {
		var loss *scene.Loss
		if record, err := v.chair.Record(); err == nil && b.V.Result == chapters.Lost {
			loss = scene.LossOf(v.s.Library, &record)
		}
		p.End = &endPart{End: b.End(loss)}
		if loss != nil {
			p.End.Lost = loss.Trick
		}
		p.End.Banner, p.End.More = b.Outcome(s.Stopped)
		if p.End.More == "" && p.End.Won && b.V.Chapter != nil && !b.V.Chapter.Long {
			p.End.More = b.Closing(b.V.Chapter)
		}
		if p.End.More == "" && b.V.Result == chapters.Lost {
			p.End.More = cmp.Or(strings.Join(p.End.End.More, " "), b.Certain())
		}
		if v.round.After != nil {
			p.End.More = v.round.After()
		}
		if v.chair.Puzzle != nil && p.End.Won {
			p.End.Stars = stars(t, v.chair.Puzzle.Stars(), puzzle.MostStars)
		}
	}
	v.acts(t, s, p)
	p.Reading = readingOf(t, v.s.Library, v.reading, b, p)
	return p
}

// latest returns the last events, each with its number. Cards of a side deck that were turned up
// together are one thing, as [texts.Texts.Log] has it.
func latest(t *texts.Texts, v *chapters.View) (out []newsPart) {
	const most = 8
	var starts []int
	for i, e := range v.Log {
		if i == 0 || e.Kind != chapters.TurnedUp || v.Log[i-1].Kind != chapters.TurnedUp {
			starts = append(starts, i)
		}
	}
	number := max(0, len(starts)-most)
	for i, text := range t.Log(v, v.Log[append(starts, 0)[number]:]) {
		out = append(out, newsPart{number + i, text})
	}
	return out
}

// drawn shows the cards on the table and the seats around it.
func (v *visit) drawn(t *texts.Texts, s *sight, b *scene.Board) *roundPage {
	p := &roundPage{Scene: b.Scene(), N: len(b.V.Seats), Lies: b.Lying(), Taken: b.Show != nil && !b.Over, Held: v.held}
	p.Desk = t.T("web.desk")
	if s.Me == tricks.NoSeat {
		p.Desk = b.SeatName(b.Bottom)
	}
	p.Own = v.plate(t, s, b, &p.Me)
	for i := range p.Seats {
		p.Others = append(p.Others, v.plate(t, s, b, &p.Seats[i]))
		p.Open = p.Open || p.Seats[i].Open != nil || p.Seats[i].Rows != nil
	}
	if len(p.Facts) > 0 && !p.Open && b.V.Stage == chapters.StagePlay {
		p.Token = "i-lock"
		if b.V.RingsBroken {
			p.Token = "rings"
		}
	}
	p.Slots = slots(t, b, p.Scene, max(s.Shown, 1+p.Done))
	p.Rack = rack(t, b)
	return p
}

// rack is the places of the hand of a seat, also those of cards that it has played, so that nothing closes up.
// Before the first trick so do cards that were passed on. Alone, cards come while tricks are played, and only those
// at hand have places.
func rack(t *texts.Texts, b *scene.Board) (all []*choice) {
	v, seat := b.V, b.Bottom
	if v.Seats[seat].Rows != nil {
		return nil
	}
	hand := scene.AtHand(&v.Seats[seat])
	places := hand
	arrived, passed := moved(v, seat)
	if v.Stage == chapters.StagePlay && !b.Notice {
		passed = 0
	}
	if v.Players > 1 {
		places |= passed
		for _, tr := range scene.Played(v) {
			if c := tr.Play(seat).Card; c != tricks.NoCard && c != tricks.Closed {
				places |= c.Bit()
			}
		}
	}
	for _, c := range places.Cards() {
		var place *choice
		switch {
		case arrived.Has(c) && hand.Has(c):
			place = &choice{Mark: arrivedCard}
		case hand.Has(c):
			place = &choice{}
		case passed.Has(c):
			place = &choice{Mark: passedCard}
		}
		if place != nil {
			place.Face = cardOf(t, c)
			place.Ok = true
		}
		all = append(all, place)
	}
	return all
}

// moved are the cards that have come into a hand, and those that have gone, since the last trick or since cards were
// dealt.
func moved(v *chapters.View, seat tricks.Seat) (arrived, passed tricks.Set) {
	for _, e := range slices.Backward(v.Log) {
		switch e.Kind {
		case chapters.Played, chapters.WonTrick, chapters.DealtMore:
			return arrived, passed
		case chapters.Passed, chapters.Returned, chapters.Gave:
			if e.Card != tricks.NoCard && e.To == seat {
				arrived |= e.Card.Bit()
			}
			if e.Card != tricks.NoCard && e.Seat == seat {
				passed |= e.Card.Bit()
			}
		case chapters.TookLost:
			if e.Seat == seat {
				arrived |= e.Card.Bit()
			}
		default:
		}
	}
	return arrived, passed
}

// plate draws a seat where it is.
func (v *visit) plate(t *texts.Texts, s *sight, b *scene.Board, seat *scene.Seat) platePart {
	p := platePart{seat.At, b.Spot(seat.At), v.seatPart(t, s, b, seat)}
	shown := &p.Shown
	add := func(applies bool, class string) {
		if applies {
			p.Looks += class
		}
	}
	add(shown.Turn, " turn")
	add(shown.Status == scene.Lost, " failed")
	add(shown.Good && shown.Status != scene.Lost, " sealed")
	add(shown.Fresh, " fresh")
	add(shown.Rows != nil, " has-pyramid")
	shown.Turn, shown.Fresh = false, false
	return p
}

// seatPart draws a seat.
func (v *visit) seatPart(t *texts.Texts, s *sight, b *scene.Board, sceneSeat *scene.Seat) seatPart {
	view := &s.View
	index := sceneSeat.At
	seat := &view.Seats[index]
	progress := scene.Progress(t, view, index)
	p := seatPart{Seat: *sceneSeat}
	if int(index) < len(s.Seats) {
		switch now := &s.Seats[index]; {
		case now.Name == "" && now.Computer != "":
			p.Away = t.T("web.computer")
		case now.Computer != "":
			p.Away = t.T("web.standsin")
		case now.Away:
			p.Away = t.T("serve.isaway")
		}
	}
	if c := seat.Character; c != nil {
		p.Full = texts.Sentence(t.GoalAt(view, c, index))
	}
	if seat.Rider != nil {
		p.Rider = seat.Rider.ID
	}
	if seat.Gift != nil {
		p.Gift = seat.Gift.ID
	}
	p.Fresh = len(v.before) == len(view.Seats) && v.before[index] != progress && !b.Over
	if goal, ok := view.Standing(index); ok {
		p.Marks = marksOf(&goal, index)
	}
	if view.Stage != chapters.StagePlay {
		return p
	}
	p.Far = progress
	if st := texts.StatusOf(view, index); st != characters.Open {
		p.State = t.T("round.status." + st.String())
		p.Good = st != characters.Met
	}
	return p
}

// slots are the places of the trick.
func slots(t *texts.Texts, b *scene.Board, s *scene.Scene, number int) (out []slotPart) {
	for _, play := range s.Plays {
		slot := slotPart{Play: play, Spot: b.Spot(play.At), ID: fmt.Sprintf("p%d-%d", number, play.At)}
		if play.Card != tricks.NoCard {
			c, rank := play.Face()
			slot.Card = cardOf(t, c)
			slot.ID += cardOf(t, play.Card).Code
			if rank != "" {
				face := card{Code: cardOf(t, play.Card).Code, Suit: slot.Card.Suit, Letter: slot.Card.Letter, Rank: rank, Name: slot.Card.Name}
				if face.Code == "" {
					face.Name = t.T("plain.facedown", play.Name, t.Suit(play.Said))
				}
				slot.Card = face.drawn()
			}
		}
		out = append(out, slot)
	}
	return out
}

// choosing sets the prompt of the page and its choices.
func (v *visit) choosing(t *texts.Texts, s *sight, b *scene.Board, p *roundPage) {
	view := &s.View
	switch s.Now {
	case round.Turn:
		if view.Ask == nil {
			break
		}
		c := chooser(t, view, v.step, v.to)
		p.Asks(&c)
		p.Prompt = texts.Title(c.Prompt)
		p.Choices = choices(t, view, &c)
		p.Coach = v.advice.Line(t, view, slices.ContainsFunc(p.Choices, func(c choice) bool { return !c.Ok }))
		if all := p.Choices; len(all) > len(c.Items) {
			p.Back = &all[len(c.Items)]
			p.Choices = all[:len(c.Items)]
		}
		placeOf := func(face *card) int {
			return slices.IndexFunc(p.Rack, func(place *choice) bool { return place != nil && place.Face == face })
		}
		if i := placeOf(cardOf(t, p.Chosen)); i >= 0 {
			p.Rack[i].Mark = chosenCard
		}
		p.Mine = c.Seat == b.Bottom
		if !p.Mine {
			return
		}
		all := p.Choices
		p.Choices = nil
		for i := range all {
			option := &all[i]
			place := placeOf(all[i].Face)
			if place < 0 {
				if option.Ok { // else it lies set aside (K: Radagast)
					p.Choices = append(p.Choices, *option)
				}
				continue
			}
			option.Mark = p.Rack[place].Mark
			if c.Items[i].Card == v.hint {
				option.Mark = hintedCard
			}
			p.Rack[place] = option
		}
	case round.TrickEnd:
		p.Prompt = texts.Title(b.Ended(b.Show, s.Shown, "event.won_trick"))
		p.GoOn = t.T("web.goon")
	case round.Notice:
		p.Prompt, p.GoOn = t.T("web.notice", t.Who(view, view.Leader)), t.T("web.goon")
	case round.Settled:
		p.Prompt = b.Certain() + " " + t.T("tui.settled.ask")
		p.GoOn = t.T("web.playon")
	case round.Curtain:
		p.Prompt, p.GoOn = t.T("web.curtain", cmp.Or(s.NameAt(s.Player), t.Seat(max(s.Player, 0)))), t.T("web.show")
		p.Rack = nil
	case round.End:
	case round.Thinking, round.Elsewhere:
		p.Prompt = v.waits(t, s)
		if view.Stage == chapters.StageDraft {
			b.Pool(p.Scene)
			for i := range p.Answers {
				p.Pool = append(p.Pool, answer(t, view, &p.Answers[i], b.Bottom))
			}
		}
	}
}

// waits names the people or players that the person waits for.
func (v *visit) waits(t *texts.Texts, s *sight) string {
	if err := v.s.Healthy(); err != nil {
		return words.Trouble(t, err)
	}
	view, seat := &s.View, s.Player
	if away := words.Awaits(t, &s.Picture, seat); away != "" {
		return away
	}
	if seat != tricks.NoSeat && s.NameAt(seat) != "" {
		return t.T("tui.theirs", s.NameAt(seat))
	}
	return t.T("tui.wait", t.Who(view, view.Due.Seat))
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

// places are the actions that always stand in the same place, with their signs.
var places = []actPart{{Name: "undo", Sign: "i-undo"}, {Name: "goals", Sign: "i-goal"}, {Name: "last", Sign: "i-trick"}, {Name: "hint", Sign: "i-bulb"}}

// acts are the buttons of what is possible now.
func (v *visit) acts(t *texts.Texts, s *sight, p *roundPage) {
	if s.Now != round.End {
		p.Acts = slices.Clone(places)
	}
	for i := range p.Acts {
		p.Acts[i].Label = t.T("web.act." + p.Acts[i].Name)
	}
	for _, a := range (front{v, t, s}).can() {
		label := a.Name
		if a.Name == "another" && v.chair.Puzzle != nil {
			label = "nextpuzzle"
		}
		button := actPart{Name: a.Name, Label: play.Title(t, label), Can: true, Busy: v.asking, On: string(v.reading) == a.Name}
		index := slices.IndexFunc(p.Acts, func(x actPart) bool { return x.Name == a.Name })
		switch {
		case slices.Contains([]string{"again", "another", "nextchapter", "quit"}, a.Name) && s.Now == round.End:
			p.Steps = append(p.Steps, button)
			if a.Name != "quit" && s.View.Result == chapters.Won {
				p.Steps[0], p.Steps[len(p.Steps)-1] = button, p.Steps[0]
			}
		case a.Name == "stop" && s.Now == round.Settled:
			p.Stop = button.Label
		case index >= 0:
			button.Label, button.Sign = p.Acts[index].Label, p.Acts[index].Sign
			p.Acts[index] = button
		default:
			p.More = append(p.More, button)
		}
	}
}

// State returns that of the round for an action.
func (f front) State() play.State {
	return play.State{Texts: f.t, Chair: f.chair, Now: f.s.Now, View: &f.s.View, Asking: f.asking, Facts: &f.round.Facts}
}

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
func (f front) Show(topic play.Reading) done {
	if f.reading == topic {
		topic = ""
	}
	f.reading = topic
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
		f.hint = tricks.NoCard
		if err != nil {
			f.noted(f.t.Problem(err), true)
		} else {
			f.noted(answer.Say(), false)
			if answer.Advice != nil {
				f.hint = answer.Advice.Card
			}
		}
		f.lasts = f.seen
		f.answered = true
		f.mu.Unlock()
		f.tell()
	}()
	return done{}
}

// Called returns the label of an action's button.
func (f front) Called(name string) string { return lists(f.t).Named(name).Binding.Help().Desc }
