package web

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/turns"
	"fellowship/tricks"
)

// replayPage is a round that is over, at one position: after a number of decisions.
type replayPage struct {
	frame
	// ID is the table; empty for a round of no table here.
	ID string
	// Base is the address of the page, to which the form adds its fields.
	Base string
	// Back is the address to which the page leads back.
	Back string
	// Action is the path of Base.
	Action string
	// Hidden are the parameters of Base.
	Hidden []namedPart
	// Position is the number of decisions that were made.
	Position int
	// Last is the number of all decisions.
	Last int
	// Steps are the buttons to the positions before and after this one.
	Steps []stepPart
	// Track are the buttons to the tricks.
	Track []stepPart
	// LossPosition is the position in which a goal failed, 0 if none did.
	LossPosition int
	// Fatal is the position from which the round could not be won any more with open cards, 0 if nobody has asked.
	Fatal int
	// Round is the table at Position.
	Round *roundPage
	// Next describes the next decision.
	Next string
	// Worth says which of the possible decisions still win; empty if nobody has asked.
	Worth string
	// WhyPath is the address of the page that says why a computer player made the next decision; empty if a person
	// made it.
	WhyPath string
	// FromLoss is the label of the button to play on from where the round was lost; empty without it.
	FromLoss string
	// Lost reports whether the round was not won: then the page can look for the decision that lost it.
	Lost bool
	// Together reports whether all at the table see the same page.
	Together bool
	// TurnedBy says who has turned to this position; empty if nobody has.
	TurnedBy string
}

// stepPart is a button to another position of the round.
type stepPart struct {
	Position int
	// Number is the number of a trick, shown on a button without a sign.
	Number int
	// Name is the ID of the button on the page.
	Name string
	// Label is the text for a screen reader.
	Label string
	// Sign is the symbol on the button; empty for a trick.
	Sign string
	// Class is a class of the styles.
	Class string
}

// replays show rounds that are over, one position a page.
type replays struct {
	request *request
	t       *texts.Texts
	lib     *chapters.Library
}

func newReplays(q *request) replays {
	return replays{request: q, t: q.frame.Texts, lib: q.options.Library}
}

// showTable replays the last round of a table, for the person alone or together with the others at the table.
// Together, a form turns the page for everybody.
func (h replays) showTable(session *session) { h.lookAt(session)() }

// lookAt prepares the answer of showTable, and returns what sends it. That is called without the session's lock,
// because a browser may read slowly, and other pages of the person would wait.
func (h replays) lookAt(session *session) (send func()) {
	session.mu.Lock()
	defer session.mu.Unlock()
	walk, err := session.lastWalk()
	if err != nil {
		return func() { h.request.sendError(err) }
	}
	tablePath := "/table/" + session.key.table
	p := &replayPage{
		frame: h.request.frame, ID: session.key.table, Base: tablePath + "/look", Back: tablePath,
		Together: h.request.value("together") != "", Fatal: session.page.fatal,
	}
	if h.request.value("why") != "" {
		return h.answerWhy(p, walk, session.runUnlocked)
	}
	if now := session.client.TableView(); p.Together && now.Replay != nil {
		p.Position = now.Replay.Decisions
		p.TurnedBy = h.t.T("serve.look.turned", now.Replay.Name)
	}
	send = h.answer(p, walk, session.runUnlocked)
	if session.page.walk == walk {
		session.page.fatal = p.Fatal
	}
	if session.client.TableView().Me != tricks.NoSeat {
		p.FromLoss = session.search.loss.FromText(h.t)
	}
	return send
}

// answer fills the page of a replay, and returns what sends it. Its position is in the address, unless somebody has
// turned the page for all. The function runSlow does slow work.
func (h replays) answer(p *replayPage, walk *hindsight.Walk, runSlow func(do func())) (send func()) {
	p.Last = walk.Len()
	if position := cmp.Or(h.request.value("at"), h.request.value("worth")); p.TurnedBy == "" && position != "" {
		p.Position = choose.ParseNumber(position)
	} else if trick := choose.ParseNumber(h.request.value("trick")); p.TurnedBy == "" && trick > 0 {
		p.Position = walk.TrickStart(trick + 1) // the trick still lies there
	} else if p.TurnedBy == "" {
		p.Position = walk.TrickStart(1)
	}
	p.Position = max(0, min(p.Position, p.Last))
	p.Lost = walk.GameAt(p.Last).Result() != chapters.Won
	if h.request.value("find") != "" {
		runSlow(func() { h.judge(p, func(judge hindsight.Judge) { h.findLoss(walk, p, judge) }) })
	} else if h.request.value("worth") != "" {
		runSlow(func() { h.judge(p, func(judge hindsight.Judge) { h.addWorth(walk, p, judge) }) })
	}
	trick := walk.Trick(p.Position)
	p.Round = momentPage(h.request.reader(), walk, p.Position)
	p.Steps = []stepPart{
		{
			Position: max(p.Position-1, 0), Name: "web.look.back", Label: h.t.T("web.look.back"),
			Class: "icon-button", Sign: "i-prev",
		},
		{
			Position: min(p.Position+1, p.Last), Name: "web.look.on", Label: h.t.T("web.look.on"),
			Class: "icon-button", Sign: "i-next",
		},
	}
	for i, tile := range p.Round.Scene.Track {
		part := stepPart{
			Position: walk.TrickStart(i + 2), Number: i + 1, Name: "look" + strconv.Itoa(i+1),
			Class: []string{"", "good", "bad", "good"}[tile.Status],
		}
		if tile.Status == scene.Lost && p.LossPosition == 0 {
			p.LossPosition = part.Position
		}
		if i+1 == trick {
			part.Class += " current"
		}
		part.Label = strings.TrimSpace(h.t.T("web.look.trick", i+1) + " " + tile.StatusWord)
		if p.Fatal > 0 && i+1 == walk.Trick(p.Fatal) {
			part.Class += " lost"
			part.Label += ", " + h.t.T("web.look.lost")
		}
		p.Track = append(p.Track, part)
	}
	p.Next = walk.NextText(h.t, p.Position)
	if walk.Why(p.Position) != nil {
		p.WhyPath = p.path("why", p.Position)
	}
	p.Title = h.t.T("web.look") + " - " + p.Title
	if u, err := url.Parse(p.Base); err == nil {
		p.Action = u.Path
		query := u.Query()
		for _, name := range slices.Sorted(maps.Keys(query)) {
			p.Hidden = append(p.Hidden, namedPart{Name: name, Value: query.Get(name)})
		}
	}
	if p.Together {
		p.Action = p.Back
	}
	return func() { h.request.send("look", p) }
}

// path returns the address of another page about the same round.
func (p *replayPage) path(name string, position int) string {
	address, err := url.Parse(p.Base)
	if err != nil {
		return p.Back
	}
	query := address.Query()
	query.Set(name, strconv.Itoa(position))
	if p.Together {
		query.Set("together", "1")
	}
	address.RawQuery = query.Encode()
	return address.String()
}

// answerWhy returns what sends the page that says why a computer player made the decision after the position in the
// address. It is a page of its own, so that everybody can read it at any length while others turn the pages of the
// round.
func (h replays) answerWhy(p *replayPage, walk *hindsight.Walk, runSlow func(do func())) (send func()) {
	position := max(0, min(choose.ParseNumber(h.request.value("why")), walk.Len()))
	read := &readPage{sheet: h.request.newSheet(p.path("at", position), h.t.T("web.look.why"))}
	why := walk.Why(position)
	if why == nil {
		return func() { h.request.redirect(p.path("at", position)) }
	}
	var answer func(*texts.Texts) page.Page
	var err error
	runSlow(func() {
		ctx := h.request.r.Context()
		err = h.request.askOnce(turns.Look)(ctx, func() (err error) {
			answer, err = why.Answer(ctx)
			return err
		})
	})
	read.complain(err) // such as that many people ask now
	if err == nil {
		read.Doc = answer(h.t)
	}
	return func() { h.request.send("read", read) }
}

// runUnlocked releases v.mu, which the caller holds, while it does slow work.
func (v *session) runUnlocked(do func()) {
	v.mu.Unlock()
	defer v.mu.Lock()
	do()
}

// lastWalk returns the last round from its record; v.mu is held.
func (v *session) lastWalk() (*hindsight.Walk, error) {
	record, err := v.client.Record()
	if err != nil {
		return nil, err
	}
	if number := v.client.TableView().Round; v.page.walk == nil || v.page.walkedRound != number {
		if v.page.walk, err = hindsight.New(v.server.options.Library, record); err != nil {
			v.page.walk = nil
			return nil, err
		}
		v.page.walk.SetPlayers(v.client.Deciders())
		v.page.walkedRound = number
		v.page.fatal = 0
		if step := v.search.loss.Step; step != nil {
			v.page.fatal = step.Number
		}
	}
	return v.page.walk, nil
}

// judge lets find ask a judge about the round. If too many people ask, the page says so.
func (h replays) judge(p *replayPage, find func(hindsight.Judge)) {
	question, err := h.request.ask(turns.Look)
	if err == nil {
		defer question.End()
		find(hindsight.QueuedJudge(question.Turn))
		err = question.Err()
	}
	if err != nil {
		p.Worth = texts.Sentence(h.t.Problem(err))
	}
}

// addWorth says which of the possible decisions still win with open cards.
func (h replays) addWorth(walk *hindsight.Walk, p *replayPage, judge hindsight.Judge) {
	p.Worth, _ = walk.Moment(p.Position).JudgeAll(h.request.r.Context(), judge).Line(h.t, "")
}

// findLoss turns to the decision that lost the round, and says what would still have won.
func (h replays) findLoss(walk *hindsight.Walk, p *replayPage, judge hindsight.Judge) {
	loss := walk.SearchLoss(judge).Run(h.request.r.Context())
	p.Worth = loss.Here(h.t)
	if loss.Step != nil {
		p.Position = loss.Step.Number - 1
		p.Fatal = loss.Step.Number
	}
}

// momentPage draws the round at a position, with all cards face up, and with all its tricks.
func momentPage(r reader.Reader, walk *hindsight.Walk, position int) *roundPage {
	s := &snapshot{View: walk.View(position), Now: round.Elsewhere, Player: tricks.NoSeat}
	s.Me = tricks.NoSeat
	b := scene.New(r, &s.View, 0)
	if walk.EndsTrick(position) {
		b.ShowTrick(walk.Trick(position))
	}
	p := drawTable(r.Texts, s, b, nil)
	p.Scene.Track = b.TrackOf(walk.TrickViews())
	return p
}

// showRecord replays a record that belongs to no table here.
func (h replays) showRecord(record chapters.Record, base, back string) {
	walk, err := hindsight.New(h.lib, record)
	if err != nil {
		h.request.sendError(err)
		return
	}
	p := &replayPage{frame: h.request.frame, Base: base, Back: back}
	runNow := func(do func()) { do() }
	if h.request.value("why") != "" {
		h.answerWhy(p, walk, runNow)()
		return
	}
	h.answer(p, walk, runNow)()
}
