package hindsight

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Round is a round that was played through, told in a language.
type Round struct {
	*texts.Texts
	Record *chapters.Record
	// Game is the round at its end, Tricks are the tricks that have ended, and Table holds the
	// plays into the next.
	Game   *chapters.Game
	Tricks []trickAnswer
	Table  []tricks.Play
}

// trickAnswer is a finished trick in JSON.
type trickAnswer struct {
	ID     any                   `json:"id"`
	Trick  int                   `json:"trick"`
	Plays  []string              `json:"plays"`
	Winner tricks.Seat           `json:"winner"`
	Goals  []chapters.GoalStatus `json:"goals"`

	Played []tricks.Play `json:"-"`
}

// ResultAnswer says in JSON how a round stands.
type ResultAnswer struct {
	ID     any                   `json:"id"`
	Result chapters.Result       `json:"result"`
	Seats  []chapters.GoalStatus `json:"seats"`
}

// Replay plays a record or document through. An illegal decision is an
// error that names its number and the rule.
func Replay(lib *chapters.Library, record *chapters.Record, t *texts.Texts) (*Round, error) {
	w, err := New(lib, *record)
	if err != nil {
		return nil, err
	}
	return w.newRound(t, record), nil
}

// newRound tells the round of a record.
func (w *Walk) newRound(t *texts.Texts, record *chapters.Record) *Round {
	result := &Round{Texts: t, Record: record, Game: w.games[w.Len()]}
	for n := range w.Len() {
		d := w.Decision(n)
		if d.Kind == chapters.PlayCard {
			result.Table = append(result.Table, d.Play())
		}
		if !w.EndsTrick(n + 1) {
			continue
		}
		history := w.games[n+1].History()
		result.Tricks = append(result.Tricks, trickAnswer{
			ID: JSONID(&record.Position), Trick: len(history), Plays: Shorts(result.Table),
			Winner: history[len(history)-1].Winner,
			Goals:  statuses(w.games[n+1]), Played: result.Table,
		})
		result.Table = nil
	}
	return result
}

// statuses returns how the goals stand, an empty list before play.
func statuses(g *chapters.Game) []chapters.GoalStatus {
	return append([]chapters.GoalStatus{}, g.Statuses()...)
}

// Result is how the round ended, with the fate of each goal.
func (r *Round) Result() ResultAnswer {
	return ResultAnswer{ID: JSONID(&r.Record.Position), Result: r.Game.Result(), Seats: statuses(r.Game)}
}

// PlayerName names the player of a seat, from the words of a record.
func PlayerName(t *texts.Texts, player string) string {
	name, person := round.PersonName(player)
	switch {
	case !person:
		return t.T("played.computer", player)
	case name == "":
		return t.T("played.person")
	}
	return name
}

// Shorts writes decisions or plays as documents have them.
func Shorts[T fmt.Stringer](list []T) []string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = x.String()
	}
	return out
}

// ShownID is a document's id for people. The document's writer may have put characters into it that
// a terminal would obey.
func ShownID(id string) string {
	id = shortID(id)
	if strings.ContainsFunc(id, strictyaml.Hidden) {
		return strconv.Quote(id)
	}
	return id
}

// Answers is the round in JSON: an object a trick, then the result.
func (r *Round) Answers() (out []any) {
	for i := range r.Tricks {
		out = append(out, &r.Tricks[i])
	}
	return append(out, r.Result())
}

// Here a round is told: the seats with their cards and goals, the draft and setup in words, the
// tricks as a table.

// Page is the whole round.
func (r *Round) Page() page.Page { return page.Join(r.Opening(), r.Setup(), r.TrickList(), r.Ending()) }

// Opening is the deal: title, lost cards, hands and goals.
func (r *Round) Opening() (p page.Page) {
	start := &r.Record.Position
	open := View(r.Game)
	p.Head(r.Title())
	p.Gap()
	for s := range start.Hands {
		seat := tricks.Seat(s)
		seatView := &open.Seats[s]
		label := r.Label(seat)
		if seatView.Threat != 0 {
			label = r.T("round.threat", label, seatView.Threat)
		}
		p.Label(label, 28, handText(r.Texts, &start.Hands[s]))
		v := r.Game.View(seatView.Decider)
		for _, c := range []*characters.Character{seatView.Character, seatView.Rider} {
			if c != nil {
				p.Text(28, r.GoalAt(&v, c, seat))
			}
		}
	}
	if len(start.Lost) > 0 {
		key := "round.lostcard"
		if len(start.Lost) > 1 {
			key = "round.lostcards"
		}
		p.Label(r.T(key), 28, r.List(start.Lost))
	}
	if len(start.Pile) > 0 {
		p.Label(r.T("round.pile"), 28, r.List(start.Pile))
	}
	for _, d := range r.Game.View(tricks.NoSeat).Sides {
		if cards := start.Sides[d.Deck.Name]; len(cards) > 0 {
			p.Label(r.SideDeckText("round.side.", d.Deck, ""), 28, r.List(cards))
		}
	}
	return p
}

// Title names the round: its id, chapter and number of players.
func (r *Round) Title() string {
	parts := []string{}
	if c := r.Game.Chapter(); c != nil {
		parts = append(parts, r.T("round.chapter", c.ID, c.Title.In(r.Lang())))
		if part := c.Part.In(r.Lang()); part != "" {
			parts = append(parts, part)
		}
	}
	players := r.T("round.players", r.Game.Start().Players)
	if r.Game.Start().Players == 1 {
		players = r.T("round.solo")
	}
	title := strings.Join(append(parts, players), ", ")
	if r.Record.ID != "" {
		title = ShownID(r.Record.ID) + ": " + title
	}
	return title
}

// SeatName is the name of a seat: its character, else its number.
func (r *Round) SeatName(s tricks.Seat) string {
	if c := r.Game.Character(s); c != nil {
		return c.Name.In(r.Lang())
	}
	return r.Seat(s)
}

// Label is the head of a seat's line or column: its number and character.
func (r *Round) Label(s tricks.Seat) string {
	if r.Game.Character(s) == nil {
		return r.SeatName(s)
	}
	return r.Number(s) + " " + r.SeatName(s)
}

// handText writes a hand as it was dealt: rows from the top for a pyramid.
func handText(t *texts.Texts, hand *chapters.HandInfo) string {
	if hand.Rows == nil {
		return t.Codes(hand.Cards)
	}
	var rows []string
	for _, row := range hand.Rows {
		var places []string // - is an empty one
		for _, c := range row {
			place := "-"
			if c != tricks.NoCard {
				place = t.Code(c)
			}
			places = append(places, place)
		}
		rows = append(rows, strings.Join(places, " "))
	}
	out := strings.Join(rows, " / ")
	if hand.Extra != 0 {
		out += " + " + t.Codes(hand.Extra)
	}
	return out
}

// Setup tells the draft and setup in words.
func (r *Round) Setup() (p page.Page) {
	for i, l := range r.EventLines(0) {
		if i == 0 {
			p.Head(r.T("round.setup"))
		}
		p.Text(2, l)
	}
	return p
}

// EventLines tells in words what happened besides the plays: with 0 in the draft and
// setup, with n in the n-th trick, such as cards of a side deck turned up for it.
func (r *Round) EventLines(n int) []string {
	var events []chapters.Event
	trick := 0
	all := View(r.Game)
	for i, e := range all.Log {
		if trick == 0 && all.Stage == chapters.StagePlay && i >= all.Progress.SetupLog {
			trick = 1
		}
		switch {
		case e.Kind == chapters.WonTrick:
			trick++
		case e.Kind != chapters.Played && trick == n:
			events = append(events, e)
		}
	}
	v := r.Game.View(0)
	return r.Log(&v, events)
}

// TrickList is the tricks, one a line: the leader, the cards, the winner, and how each goal stands
// after it.
func (r *Round) TrickList() page.Page {
	legend := r.T("round.legend")
	if len(r.Game.Goals()) > 0 {
		legend += " " + r.T("round.legend.goals")
		if r.Game.State().Waiver != tricks.NoSeat {
			legend += " " + r.T("round.legend.waived")
		}
	}
	tones := map[characters.Status]page.Tone{characters.Failed: page.Bad, characters.Sealed: page.Good}
	riders := map[tricks.Seat]characters.Status{}
	v := View(r.Game)
	return r.trickTable(legend, func(n int) (words map[tricks.Seat]page.Cell, remarks []string) {
		words = map[tricks.Seat]page.Cell{}
		if n > len(r.Tricks) {
			return words, nil
		}
		for _, g := range r.Tricks[n-1].Goals {
			if !texts.HasAim(&v, &g) {
				continue
			}
			if g.Rider == "" {
				words[g.Seat] = page.Cell{Text: r.T("round.cell." + g.Status.String()), Tone: tones[g.Status]}
			} else if previous, known := riders[g.Seat]; !known || previous != g.Status {
				riders[g.Seat] = g.Status
				remarks = append(remarks, r.T("round.rider", r.SeatName(g.Seat), r.rider(g.Seat), r.status(g.Status)))
			}
		}
		return words, remarks
	})
}

// trickTable is a table of the tricks. About returns the word behind each card of a trick, and what
// is said below it.
func (r *Round) trickTable(legend string,
	describe func(trick int) (words map[tricks.Seat]page.Cell, remarks []string),
) (p page.Page) {
	all := r.Tricks
	if len(r.Table) > 0 {
		all = append(slices.Clone(all), trickAnswer{Played: r.Table, Winner: tricks.NoSeat})
	}
	if len(all) == 0 {
		return nil
	}
	columns := []page.Column{{Head: r.T("round.trick"), Width: 6}}
	for s := range r.Game.Seats() {
		columns = append(columns, page.Column{Head: " " + r.Label(tricks.Seat(s)), Width: 17})
	}
	p.Columns(columns...)
	for i := range all {
		words, remarks := describe(i + 1)
		r.row(&p, i+1, &all[i], words)
		for _, line := range append(r.EventLines(i+1), remarks...) {
			p.Text(notes, line)
		}
		if all[i].Winner == tricks.NoSeat && i < len(r.Tricks) {
			p.Text(notes, r.T("round.nobody"))
		}
	}
	p.Gap()
	p.Text(0, legend)
	return p
}

// notes is the column at which what happened in a trick stands below it.
const notes = 7

func (r *Round) rider(s tricks.Seat) string { return r.Name(View(r.Game).Seats[s].Rider) }

// status is a word for how a goal stands that fits into the table.
func (r *Round) status(s characters.Status) string { return r.T("round.status." + s.String()) }

// row is a row of the table, with a word behind each card.
func (r *Round) row(p *page.Page, number int, trick *trickAnswer, words map[tricks.Seat]page.Cell) {
	cells := []page.Cell{{Text: fmt.Sprintf("%5d", number)}}
	for s := range r.Game.Seats() {
		seat := tricks.Seat(s)
		lead := " "
		card := ""
		mark := ""
		for i, play := range trick.Played {
			if play.Seat != seat {
				continue
			}
			card = r.Move(play.Move)
			if i == 0 {
				lead = ">"
			}
		}
		if trick.Winner == seat {
			mark = "*"
		}
		word := words[seat]
		word.Text = lead + page.Pad(card+mark, 5) + word.Text
		cells = append(cells, word)
	}
	p.Row(cells...)
}

// Ending says how the round ended, or stands, goal by goal.
func (r *Round) Ending() (p page.Page) {
	answer := r.Result()
	v := r.Game.View(tricks.NoSeat)
	end := map[chapters.Result]string{
		chapters.Won: r.T("round.won"), chapters.Lost: r.T("round.lost"),
	}[answer.Result]
	switch {
	case v.Short:
		end = r.Short(&v, "round.short.")
	case len(answer.Seats) == 0 && r.Game.Stage() == chapters.StagePlay:
		end = r.T("round.nogoals")
	case r.Game.Stage() != chapters.StagePlay:
		end = r.T("round.stage", r.T("tui.stage."+r.Game.Stage().String()))
	case answer.Result == chapters.Undecided:
		end = r.T("round.open")
	}
	p.Head(end)
	if v.Spared && answer.Result == chapters.Won {
		p.Text(2, r.Short(&v, "round.spared."))
	}
	for _, g := range answer.Seats {
		label := r.SeatName(g.Seat)
		if g.Rider != "" {
			label = r.T("round.rideron", r.rider(g.Seat), label)
		}
		p.Label("  "+label, 28, r.status(g.Status))
	}
	return p
}

// PublicPage tells the seating and the events before the first trick, as everybody knows them: the game
// goes on, and its cards are nobody's business.
func (r *Round) PublicPage(players []string) (p page.Page) {
	v := r.Game.View(tricks.NoSeat)
	p.Head(r.Title())
	p.Gap()
	for s := range v.Seats {
		seat := tricks.Seat(s)
		label := r.Label(seat)
		if threat := v.Seats[s].Threat; threat != 0 {
			label = r.T("round.threat", label, threat)
		}
		if len(players) > 0 {
			label += ", " + PlayerName(r.Texts, players[v.Seats[s].Decider])
		}
		goal := ""
		if c := v.Seats[s].Character; c != nil {
			goal = r.GoalAt(&v, c, seat)
		}
		p.Label(label, 36, goal)
	}
	if len(v.Lost) > 0 {
		p.Label(r.T("round.lostcard"), 36, r.List(v.Lost))
	}
	first := true
	for _, e := range v.Log {
		if e.Kind == chapters.Played {
			break
		}
		if first {
			p.Gap()
			p.Head(r.T("round.setup"))
		}
		first = false
		p.Text(2, r.Event(&v, e))
	}
	return p
}
