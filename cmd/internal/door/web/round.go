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
	N          int
	Own        platePart
	OtherSeats []platePart
	// Desk names the part of the page with the person's own seat, or with the one below that a watcher
	// sees.
	Desk string
	// Slots are the places of the trick.
	Slots []slotPart
	// Token is the sign of the Rings: that they may be led, or not yet; empty where nothing is to be said.
	Token string
	// TrickStatus tells how the trick lies. Taken reports whether a trick has been won and is still shown, Held whether
	// the person looks at it, and Open whether cards of other seats lie open: their plates are wide then.
	TrickStatus       string
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
		Seat    tricks.Seat
		Classes string
		Shown   seatPart
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
		Name, Label, Sign      string
		Enabled, Busy, Pressed bool
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
func boardOf(t *texts.Texts, s *snapshot) *scene.Board {
	v := &s.View
	bottom := tricks.Seat(0)
	switch {
	case v.Players == 1 && !v.IsOver && v.Stage != chapters.StageDraft:
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
	b.IsOver = s.Now == round.End
	b.Notice = s.Now == round.Notice
	if s.Now != round.Turn && s.Now != round.Elsewhere && s.Now != round.Thinking {
		b.Choosing = tricks.NoSeat
	}
	return b
}

// roundPage draws the round; v.mu is held.
func (v *session) roundPage(t *texts.Texts, s *snapshot) *roundPage {
	b := boardOf(t, s)
	p := v.drawTable(t, s, b)
	v.addPrompt(t, s, b, p)
	p.Log = latest(t, &s.View)
	if b.IsOver {
		var loss *scene.Loss
		if record, err := v.client.Record(); err == nil && b.View.Result == chapters.Lost {
			loss = scene.LossOf(v.s.Library, &record)
		}
		p.End = &endPart{End: b.End(loss)}
		if loss != nil {
			p.End.Lost = loss.Trick
		}
		p.End.Banner, p.End.More = b.Outcome(s.Stopped)
		if p.End.More == "" && p.End.Won && b.View.Chapter != nil && !b.View.Chapter.Long {
			p.End.More = b.Closing(b.View.Chapter)
		}
		if p.End.More == "" && b.View.Result == chapters.Lost {
			p.End.More = cmp.Or(strings.Join(p.End.End.More, " "), b.CertainResult())
		}
		if v.round.ResultText != nil {
			p.End.More = v.round.ResultText()
		}
		if v.client.Puzzle != nil && p.End.Won {
			p.End.Stars = stars(t, v.client.Puzzle.Stars(), puzzle.MostStars)
		}
	}
	v.addActs(t, s, p)
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

// drawTable shows the cards on the table and the seats around it.
func (v *session) drawTable(t *texts.Texts, s *snapshot, b *scene.Board) *roundPage {
	p := &roundPage{
		Scene: b.Scene(), N: len(b.View.Seats), TrickStatus: b.TrickSummary(),
		Taken: b.Shown != nil && !b.IsOver, Held: v.held,
	}
	p.Desk = t.T("web.desk")
	if s.Me == tricks.NoSeat {
		p.Desk = b.SeatName(b.Bottom)
	}
	p.Own = v.plate(t, s, b, &p.Me)
	for i := range p.Seats {
		p.OtherSeats = append(p.OtherSeats, v.plate(t, s, b, &p.Seats[i]))
		p.Open = p.Open || p.Seats[i].Open != nil || p.Seats[i].Rows != nil
	}
	if len(p.Facts) > 0 && !p.Open && b.View.Stage == chapters.StagePlay {
		p.Token = "i-lock"
		if b.View.RingsBroken {
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
	v, seat := b.View, b.Bottom
	if v.Seats[seat].Rows != nil {
		return nil
	}
	hand := scene.HandCards(&v.Seats[seat])
	places := hand
	arrived, passed := movedCards(v, seat)
	if v.Stage == chapters.StagePlay && !b.Notice {
		passed = 0
	}
	if v.Players > 1 {
		places |= passed
		for _, tr := range scene.Tricks(v) {
			if c := tr.Play(seat).Card; c != tricks.NoCard && c != tricks.Closed {
				places |= c.Bit()
			}
		}
	}
	for _, c := range places.Cards() {
		var place *choice
		switch {
		case arrived.Contains(c) && hand.Contains(c):
			place = &choice{Mark: arrivedCard}
		case hand.Contains(c):
			place = &choice{}
		case passed.Contains(c):
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

// movedCards are the cards that have come into a hand, and those that have gone, since the last trick or
// since cards were dealt.
func movedCards(v *chapters.View, seat tricks.Seat) (arrived, passed tricks.Set) {
	for _, e := range slices.Backward(v.Log) {
		switch e.Kind {
		case chapters.Played, chapters.WonTrick, chapters.DealtMore:
			return arrived, passed
		case chapters.Passed, chapters.Returned, chapters.Gave:
			if e.Card != tricks.NoCard && e.Target == seat {
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
func (v *session) plate(t *texts.Texts, s *snapshot, b *scene.Board, seat *scene.Seat) platePart {
	p := platePart{seat.Index, b.Side(seat.Index), v.seatPart(t, s, b, seat)}
	shown := &p.Shown
	add := func(applies bool, class string) {
		if applies {
			p.Classes += class
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
func (v *session) seatPart(t *texts.Texts, s *snapshot, b *scene.Board, sceneSeat *scene.Seat) seatPart {
	view := &s.View
	index := sceneSeat.Index
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
	p.Fresh = len(v.lastProgress) == len(view.Seats) && v.lastProgress[index] != progress && !b.IsOver
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
		slot := slotPart{Play: play, Spot: b.Side(play.Seat), ID: fmt.Sprintf("p%d-%d", number, play.Seat)}
		if play.Card != tricks.NoCard {
			c, rank := play.Face()
			slot.Card = cardOf(t, c)
			slot.ID += cardOf(t, play.Card).Code
			if rank != "" {
				face := card{
					Code: cardOf(t, play.Card).Code, Suit: slot.Card.Suit, Letter: slot.Card.Letter,
					Rank: rank, Name: slot.Card.Name,
				}
				if face.Code == "" {
					face.Name = t.T("plain.facedown", play.Name, t.Suit(play.SaidSuit))
				}
				slot.Card = face.withPictures()
			}
		}
		out = append(out, slot)
	}
	return out
}

// addPrompt sets the prompt of the page and its choices.
func (v *session) addPrompt(t *texts.Texts, s *snapshot, b *scene.Board, p *roundPage) {
	view := &s.View
	switch s.Now {
	case round.Turn:
		if view.Ask == nil {
			break
		}
		c := chooser(t, view, v.step, v.partner)
		p.AddQuestion(&c)
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
		p.IsAsked = c.Seat == b.Bottom
		if !p.IsAsked {
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
		p.Prompt = texts.Title(b.TrickResult(b.Shown, s.Shown, "event.won_trick"))
		p.GoOn = t.T("web.goon")
	case round.Notice:
		p.Prompt, p.GoOn = t.T("web.notice", t.NameAt(view, view.Leader)), t.T("web.goon")
	case round.Settled:
		p.Prompt = b.CertainResult() + " " + t.T("tui.settled.ask")
		p.GoOn = t.T("web.playon")
	case round.Curtain:
		p.Prompt, p.GoOn = t.T("web.curtain", cmp.Or(s.NameAt(s.Player), t.Seat(max(s.Player, 0)))), t.T("web.show")
		p.Rack = nil
	case round.End:
	case round.Thinking, round.Elsewhere:
		p.Prompt = v.waitingFor(t, s)
		if view.Stage == chapters.StageDraft {
			b.AddPool(p.Scene)
			for i := range p.Answers {
				p.Pool = append(p.Pool, newChoice(t, view, &p.Answers[i], b.Bottom))
			}
		}
	}
}

// waitingFor names the people or players that the person waits for.
func (v *session) waitingFor(t *texts.Texts, s *snapshot) string {
	if err := v.s.Healthy(); err != nil {
		return words.Trouble(t, err)
	}
	view, seat := &s.View, s.Player
	if away := words.AwayText(t, &s.TableView, seat); away != "" {
		return away
	}
	if seat != tricks.NoSeat && s.NameAt(seat) != "" {
		return t.T("tui.theirs", s.NameAt(seat))
	}
	return t.T("tui.wait", t.NameAt(view, view.Due.Seat))
}

// front is a person at a table, of whom the actions of package play are asked.
type front struct {
	*session
	t *texts.Texts
	s *snapshot
}

// noResult is the empty result of an action: its answer to the person is on the desk.
type noResult struct{}

// boundAction is an action with its text in a language.
type boundAction = play.Bound[front, noResult]

var actionLists = perLanguage(func(t *texts.Texts) play.List[front, noResult] {
	return play.Bind(t, nil, play.Round[front, noResult]()...)
})

// possibleActions are the actions that are possible now.
func (f front) possibleActions() (out []*boundAction) {
	all := actionLists(f.t)
	for i := range all {
		if a := &all[i]; a.Available(f) && a.Possible(f) && f.hasButton(a.Name) {
			out = append(out, a)
		}
	}
	return out
}

// fixedActs are the actions that always stand in the same place, with their signs.
var fixedActs = []actPart{
	{Name: "undo", Sign: "i-undo"},
	{Name: "goals", Sign: "i-goal"},
	{Name: "last", Sign: "i-trick"},
	{Name: "hint", Sign: "i-bulb"},
}

// addActs are the buttons of what is possible now.
func (v *session) addActs(t *texts.Texts, s *snapshot, p *roundPage) {
	if s.Now != round.End {
		p.Acts = slices.Clone(fixedActs)
	}
	for i := range p.Acts {
		p.Acts[i].Label = t.T("web.act." + p.Acts[i].Name)
	}
	for _, a := range (front{v, t, s}).possibleActions() {
		label := a.Name
		if a.Name == "another" && v.client.Puzzle != nil {
			label = "nextpuzzle"
		}
		button := actPart{
			Name: a.Name, Label: play.Title(t, label), Enabled: true, Busy: v.asking,
			Pressed: string(v.reading) == a.Name,
		}
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
	return play.State{
		Texts: f.t, Chair: f.client, Now: f.s.Now, View: &f.s.View, Asking: f.asking,
		Options: &f.round.RoundOptions,
	}
}

// Coach is not offered.
func (f front) Coach() noResult { return noResult{} }

// Solve is not offered.
func (f front) Solve() noResult { return noResult{} }

// hasButton reports whether a possible action has a button: not what the pages have by themselves, or
// do not have, and nothing that would only be refused.
func (f front) hasButton(name string) bool {
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
		undo, stop := f.client.Allowed()
		return f.s.Proposal == nil && (undo && name == "undo" || stop && name == "stop")
	}
	return true
}

// Show opens what there is to read, or closes it.
func (f front) Show(topic play.Topic) noResult {
	if f.reading == topic {
		topic = ""
	}
	f.reading = topic
	return noResult{}
}

// Leave leaves the round at home. Where the first evening leads, the page says.
func (f front) Leave(next play.AfterRound) noResult {
	if home := f.session.s.home; home != nil && f.session.table == homeTable {
		home.leave(next)
	}
	return noResult{}
}

// Replay leads nowhere: the page has a link.
func (f front) Replay() noResult { return noResult{} }

// Reply tells the person something.
func (f front) Reply(text string, warning bool) noResult {
	f.setNote(text, warning)
	return noResult{}
}

// Done goes on after something that was done.
func (f front) Done(note string, err error) noResult {
	switch {
	case err != nil:
		return f.Reply(f.t.Problem(err), true)
	case f.client.TableView().Proposal != nil:
		note = f.t.T("serve.proposed")
	}
	return f.Reply(note, false)
}

// Ask lets somebody think about a question beside the pages.
func (f front) Ask(q play.Question) noResult {
	f.asking = true
	f.setNote(q.Note, false)
	go func() {
		answer, err := q.Think(f.lifetime)
		f.mu.Lock()
		f.asking = false
		f.hint = tricks.NoCard
		if err != nil {
			f.setNote(f.t.Problem(err), true)
		} else {
			f.setNote(answer.Say(), false)
			if answer.Advice != nil {
				f.hint = answer.Advice.Card
			}
		}
		f.noteRevision = f.revision
		f.answered = true
		f.mu.Unlock()
		f.notify()
	}()
	return noResult{}
}

// ActionLabel returns the label of an action's button.
func (f front) ActionLabel(name string) string {
	return actionLists(f.t).ByName(name).Binding.Help().Desc
}
