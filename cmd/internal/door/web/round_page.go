package web

import (
	"cmp"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// roundPage is a round as one person sees it, with everything that the person can do.
type roundPage struct {
	// Scene is the table as every front end draws it.
	*scene.Scene
	// N is the number of seats.
	N int
	// Own is the seat at the bottom: the person's, or for a watcher the one shown in its place.
	Own platePart
	// OtherSeats are the other seats, clockwise from Own.
	OtherSeats []platePart
	// Desk names the part of the page with Own for screen readers.
	Desk string
	// Slots are the places of the trick.
	Slots []slotPart
	// Token is the sign that tells whether Rings may be led; empty if the page does not show it now.
	Token string
	// TrickStatus describes the trick in words.
	TrickStatus string
	// Taken reports whether a trick has been won and is still shown.
	Taken bool
	// Held reports whether the person keeps that trick on the page.
	Held bool
	// Open reports whether cards of other seats are face up, which makes the plates wide.
	Open bool
	// Choices are the possible answers that are not cards of Rack.
	Choices []choice
	// Pool are the characters that others choose from.
	Pool []choice
	// Rack is the hand. A card keeps its place for the whole round; nil is an empty place.
	Rack []*choice
	// Back is the button that returns to the previous step of the answer, nil if there is none.
	Back *choice
	// Confirm is the button that makes the decision that was chosen, nil if none was.
	Confirm *choice
	// Given is the card that was chosen, on the felt; nil if none was.
	Given *givenPart
	// ChosenText says what the character that was chosen does in the setup, or how to choose another card.
	ChosenText string
	// GoOn is the label of the button that continues; empty without one.
	GoOn string
	// EndedTrick is the number of the finished trick that the button leaves, 0 if it leaves something else.
	EndedTrick int
	// Stop is the label of the button beside it, which ends a round that is decided; empty without one.
	Stop string
	// Coach is the coach's advice; empty without any.
	Coach string
	// Log has the latest events, the newest last.
	Log []newsPart
	// Acts are the buttons that always stand in the same places.
	Acts []actPart
	// More are the buttons of the menu.
	More []actPart
	// Reading is the page that is open over the round, nil for none.
	Reading *readingPart
	// ToTable is the label of the button that closes the page about the chapter; empty while that is not open.
	ToTable string
	// End is the result, nil while the round is played.
	End *endPart
	// Steps are the buttons for what can follow the round, the likeliest first. At a table with other people they are
	// those beside the next round.
	Steps []actPart
	// practice says that a round that is played on from the middle does not count.
	practice string
}

type (
	// platePart is the plate of a seat at its side of the table.
	platePart struct {
		Seat tricks.Seat
		// Classes are the classes of the plate in the styles: its side of the table, and how the seat stands.
		Classes string
		// Shown is drawn as a fragment, which is kept as long as the seat does not change. So it does not hold
		// what changes often and is in Classes.
		Shown seatPart
	}
	// seatPart is the content of a plate.
	seatPart struct {
		scene.Seat
		// Away says that the player is absent, or that a computer plays; empty otherwise.
		Away string
		// Full is the goal in full.
		Full string
		// Far says how far the goal has come.
		Far string
		// SoFar says in a few words how far the goal has come, if signs cannot show it; otherwise empty.
		SoFar string
		// State says whether the goal is met or failed; empty while it is open.
		State string
		// Rider is the ID of the seat's rider; empty without one.
		Rider string
		// Gift is the ID of the seat's gift; empty without one.
		Gift string
		// Good reports whether the goal is decided for good, and not only met as of now.
		Good bool
		// Marks are the signs that draw the goal.
		Marks []mark
	}
	// slotPart is a place of the trick.
	slotPart struct {
		scene.Play
		// ID identifies the place on the page, with the number of the trick and the card.
		ID string
		// Spot is the side of the table.
		Spot string
		// Card is the card played there, nil if none was.
		Card *card
	}
	// newsPart is an event of the round with its number.
	newsPart struct {
		Number int
		Text   string
	}
	// actPart is the button of an action.
	actPart struct {
		// Name is the name of the action.
		Name string
		// Label is the text on the button.
		Label string
		// Sign is the symbol on the button; empty without one.
		Sign string
		// Enabled reports whether the button can be pressed.
		Enabled bool
		// Busy reports whether an answer to a question is awaited.
		Busy bool
		// Pressed reports whether what the action shows is open.
		Pressed bool
	}
	// endPart is the end of a round.
	endPart struct {
		*scene.End
		// More is a sentence below the banner; empty without one.
		More string
		// Loss says where the round was lost; nil if it was not, or if nobody searches for that.
		Loss *lossPart
		// Lost is the trick in which a goal failed, 0 if none did.
		Lost int
		// Stars are the stars that the round has earned.
		Stars starred
		// Saves reports whether the person is asked to save the games as a file, which a site asks after each chapter of
		// a campaign.
		Saves bool
		// Shared can be sent to others; nil for nothing.
		Shared *sharedPart
	}
)

// boardOf returns the board that a person sees, with the person's seat at the bottom. For a person who plays all hands
// alone, the hand that plays is at the bottom, and for a watcher the first seat.
func boardOf(r reader.Reader, s *snapshot, options *play.RoundOptions) *scene.Board {
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
	b := scene.New(r, v, bottom)
	b.Name = options.Name(r.Texts)
	if s.Now == round.TrickEnd && s.Shown > 0 {
		b.ShowTrick(s.Shown)
	}
	b.ShowsResult = s.Now == round.End
	b.Notice = s.Now == round.Notice
	if s.Now != round.Turn && s.Now != round.Elsewhere && s.Now != round.Thinking {
		b.Choosing = tricks.NoSeat
	}
	return b
}

// roundDrawing draws the page of a round for one person. The mu of the session is held.
type roundDrawing struct {
	request *request
	t       *texts.Texts
	lib     *chapters.Library
	session *session
	// s is the table as the person sees it.
	s *snapshot
	// board is the round as the person sees it.
	board *scene.Board
	// origin is the scheme and host of links to the server, empty at home.
	origin string
}

func newRoundDrawing(q *request, session *session, s *snapshot) roundDrawing {
	t := q.frame.Texts
	return roundDrawing{
		request: q, t: t, lib: q.options.Library, session: session, s: s, board: boardOf(session.reader(t), s, &session.round.RoundOptions),
	}
}

// page draws the round.
func (d roundDrawing) page() *roundPage {
	state := &d.session.page
	p := drawTable(d.t, d.s, d.board, state.lastProgress)
	p.Held = d.s.Held
	if d.board.ShowsResult {
		p.End = d.end()
	}
	prompt{
		t: d.t, s: d.s, board: d.board, state: state, advice: d.session.advice,
		healthy: d.session.server.options.Healthy, alone: d.session.round.Home != nil, page: p,
	}.add()
	p.Log = latest(d.t, &d.s.View)
	d.addActs(p)
	p.practice = d.t.T("loss.practice")
	p.Reading = readingOf(d.t, d.lib, state.reading, d.board, p)
	if state.reading == play.Chapter {
		p.ToTable = texts.Title(d.t.T("action.close"))
	}
	return p
}

// end draws the end of the round.
func (d roundDrawing) end() *endPart {
	b := d.board
	client := d.session.client
	var loss *scene.Loss
	if record, err := client.Record(); err == nil && b.View.Result == chapters.Lost {
		loss = scene.LossOf(d.lib, &record)
	}
	end := &endPart{End: b.End(loss)}
	if loss != nil {
		end.Lost = loss.Trick
	}
	end.Banner, end.More = b.Outcome(d.s.Stopped)
	if end.More == "" && end.Won && b.View.Chapter != nil && !b.View.Chapter.Long {
		end.More = b.Reader.Texts.Closing(b.View.Chapter)
	}
	if end.More == "" && b.View.Result == chapters.Lost {
		end.More = cmp.Or(strings.Join(end.End.More, " "), b.CertainResult())
	}
	if resultText := d.session.round.RoundOptions.ResultText; resultText != nil {
		end.More = resultText()
	}
	lostAt := 0
	if !end.Won && !d.s.Playing {
		end.Loss = d.loss()
		if end.Loss != nil {
			lostAt = d.session.search.loss.Trick()
		}
	}
	options := &d.session.round.RoundOptions
	end.Stars = newEarned(d.t, client.Stars(b.View, client.Book(), options))
	end.Saves = end.Won && d.s.Setup.Campaign && d.request.server.isSite()
	end.Shared = newShared(d.t, client.Shared(d.t, d.lib, options, lostAt), d.origin)
	return end
}

// latest returns the last events with their numbers. Cards of a side deck that were turned up together are one event,
// as in [texts.Round.Log].
func latest(t *texts.Texts, v *chapters.View) (out []newsPart) {
	const most = 8
	var starts []int
	for i, e := range v.Log {
		if i == 0 || e.Kind != chapters.TurnedUp || v.Log[i-1].Kind != chapters.TurnedUp {
			starts = append(starts, i)
		}
	}
	number := max(0, len(starts)-most)
	for i, text := range t.Round(v).Log(v.Log[append(starts, 0)[number]:]) {
		out = append(out, newsPart{number + i, text})
	}
	return out
}

// drawTable draws the cards on the table and the seats around it. A seat whose goal has come further than lastProgress
// says is drawn as fresh.
func drawTable(t *texts.Texts, s *snapshot, b *scene.Board, lastProgress []string) *roundPage {
	p := &roundPage{
		Scene: b.Scene(), N: len(b.View.Seats), TrickStatus: b.TrickSummary(),
		Taken: b.Shown != nil && !b.ShowsResult,
	}
	p.Desk = t.T("web.desk")
	if s.Me == tricks.NoSeat {
		p.Desk = b.SeatName(b.Bottom)
	}
	drawn := plates{t: t, s: s, board: b, lastProgress: lastProgress}
	p.Own = drawn.plate(&p.Me)
	for i := range p.Seats {
		p.OtherSeats = append(p.OtherSeats, drawn.plate(&p.Seats[i]))
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
