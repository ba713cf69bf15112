package web

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/share"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/turns"
	"fellowship/solver"
	"fellowship/tricks"
)

// realFoundPart shows what was read of a round: mistakes, or the round with its result.
type realFoundPart struct {
	// Faults are the mistakes in the round.
	Faults []string
	// Notes say what was worked out.
	Notes []string
	// Reading shows a round that is not whole yet, nil for one that is.
	Reading *realReadingPart
	// Asked are the answers to the question that decides between several possible rounds.
	Asked  []words.Choice
	Tricks []trickPart
	// Result is the answer: whether the round was won, or can be. It is empty if nobody has asked.
	Result string
	// Comment explains Result, or is the question for Asked.
	Comment string
	// Won reports whether Result is good news.
	Won bool
	// Shared can be sent to others; it is nil for a round that was not played to its end.
	Shared *sharedPart
	// Look is the address of the replay; empty without one.
	Look string
	// WinPath is the address of a replay of a way to win; empty without one.
	WinPath string
	// File is the address of the round as a file; empty without one.
	File string
	// Campaigns are the campaigns in which the round can be counted as the next one.
	Campaigns []saves.CampaignMatch
	// Saves reports whether the page offers to save the games in a file.
	Saves bool
}

type (
	// trickPart is a trick that is over.
	trickPart struct {
		// N is the number of the trick, 0 if it is not known.
		N     int
		Cards []playedPart
		// ID is the winner's character; empty if nobody won the trick.
		ID string
		// Winner is the winner's name.
		Winner string
	}
	// playedPart is a card of a trick.
	playedPart struct {
		*card
		// Best reports whether the card won the trick.
		Best bool
		// Lost reports whether the round was lost with this card.
		Lost bool
	}
)

// addLead adds who led a trick to the text, as the answer to a question.
func (e *realEntry) addLead() {
	e.form.Text = strings.TrimRight(e.form.Text, "\r\n") + "\nled " + e.request.value(leadStep) + "\n"
	e.form.lines = realtable.ParseTaps(e.form.Text)
}

// fillCheck shows what was understood.
func (e *realEntry) fillCheck() {
	j := e.result()
	first := j.read()
	if first == nil {
		return
	}
	j.addQuestion()
	j.addNotes()
	if first.IsRecord {
		j.addTricks(first.Record)
	}
}

// fillResult shows the result, and offers to count the round in a campaign.
func (e *realEntry) fillResult() {
	if record := e.result().add(); record != nil && e.request.home != nil {
		e.page.Found.Campaigns = e.request.home.Person.MatchingCampaigns(*record)
	}
}

// fillCounted counts the round in a campaign, and shows its result. If the campaign has the round already, the page
// says so and offers to count it once more.
func (e *realEntry) fillCounted() { e.count(false) }

// fillCountedAgain is fillCounted for a round that may be in the campaign already.
func (e *realEntry) fillCountedAgain() { e.count(true) }

// count counts the round in a campaign, and shows its result. Unless again is true, a round counts only once.
func (e *realEntry) count(again bool) {
	record := e.result().add()
	if record == nil || e.request.home == nil {
		return
	}
	person := e.request.home.Person
	if err := person.CountInCampaign(e.campaign, *record, again); err != nil {
		e.page.complain(err)
		e.page.Found.Campaigns = person.MatchingCampaigns(*record)
	} else {
		e.page.Note = e.t.T("real.counted", e.campaign)
		e.isCounted = true
		_ = person.KeepEntered("")
		e.page.Found.Saves = e.request.server.isSite()
	}
}

// result returns the job that reads the round. A round that was entered by taps is read from its lines.
func (e *realEntry) result() *realResult {
	if e.form.known >= knowsGame && e.form.Kind != "" {
		e.form.Text = e.form.lines.String()
	}
	e.page.Found = &realFoundPart{}
	return &realResult{
		request: e.request, t: e.t, lib: e.lib, form: e.form, page: e.page, part: e.page.Found, status: &e.status,
	}
}

// realResult reads a round, and shows what was read.
type realResult struct {
	request *request
	t       *texts.Texts
	lib     *chapters.Library
	form    *realForm
	page    *realPage
	part    *realFoundPart
	// status is the HTTP status of the answer.
	status *int
	// got is the table that was read.
	got realtable.Table
	// question has the turns of the searches, see asking.
	question *turns.Question
}

// sentence returns an error as a sentence.
func (j *realResult) sentence(err error) string { return texts.Sentence(j.t.Problem(err)) }

// read reads the round, and shows its mistakes. It returns nil if there is no round to be understood.
func (j *realResult) read() *chapters.Document {
	got := readRealRound(j.lib, j.form.Text)
	j.got = got
	if got.Chapter != nil {
		j.page.Subtitle = j.t.Chapter(got.Chapter)
	}
	isTyped := j.form.Kind == ""
	for i := range got.Faults {
		f := &got.Faults[i]
		if isTyped {
			j.part.Faults = append(j.part.Faults, f.Text(texts.New(j.t.Lang()))) // with the line that was typed
		} else if !f.Incomplete || got.Missing == 0 {
			j.part.Faults = append(j.part.Faults, j.sentence(f.Err))
		}
	}
	if len(got.Rounds) > 0 {
		return &got.Rounds[0]
	}
	j.part.Reading = newRealReading(j.t, &got)
	return nil
}

// addNotes says what was worked out.
func (j *realResult) addNotes() {
	for _, note := range j.got.Notes {
		if !errors.Is(note, j.got.Question) {
			j.part.Notes = append(j.part.Notes, j.sentence(note))
		}
	}
	if len(j.part.Notes) == 0 {
		j.part.Notes = []string{j.t.T("real.complete")}
	}
}

// addQuestion asks what decides between several possible rounds, if there is such a question.
func (j *realResult) addQuestion() {
	if j.got.Question == nil {
		return
	}
	j.part.Comment = j.sentence(j.got.Question)
	for _, s := range j.got.LeadQuestion.Seats {
		leader := j.got.Seats[s].Character
		j.part.Asked = append(j.part.Asked, words.Choice{
			Name:  leadStep,
			Value: fmt.Sprintf("%d %s", j.got.LeadQuestion.Trick, leader.ID),
			Label: j.t.ShortName(leader),
		})
	}
}

// add reads the round and shows its result. It returns the record of a round that was played to its end, nil otherwise.
func (j *realResult) add() *chapters.Record {
	first := j.read()
	if first == nil {
		return nil
	}
	j.addNotes()
	j.part.File = "/real/file?text=" + url.QueryEscape(j.form.Text)
	if !first.IsRecord {
		j.asking(func() { j.addVerdict(first.Record.Position) })
		return nil
	}
	if walk := j.addTricks(first.Record); walk != nil {
		j.addLoss(walk)
		block := share.Of(j.t, j.lib, &share.Round{Record: &first.Record, IsReal: true})
		j.part.Shared = newShared(j.t, block, "")
	}
	return &first.Record
}

// asking does what needs the solver. If too many people ask, the page says so instead.
func (j *realResult) asking(do func()) {
	question, err := j.request.ask(turns.Long)
	if err == nil {
		defer question.End()
		j.question = question
		do()
		err = question.Err()
	}
	if err != nil {
		j.page.complain(err)
		*j.status = http.StatusTooManyRequests
	}
}

// addTricks shows the tricks of a round, and returns the round as a replay, nil if it cannot be replayed.
func (j *realResult) addTricks(record chapters.Record) *hindsight.Walk {
	walk, err := hindsight.New(j.lib, record)
	if err != nil {
		j.page.complain(err)
		return nil
	}
	j.part.Tricks = takenTricks(j.t, walk.GameAt(walk.Len()))
	return walk
}

// addLoss shows whether a round was won, or where it was lost.
func (j *realResult) addLoss(walk *hindsight.Walk) {
	end := walk.GameAt(walk.Len())
	j.part.Look = "/real/look?text=" + url.QueryEscape(j.form.Text)
	j.part.Result = j.t.T("look.end." + string(end.Result()))
	j.part.Won = end.Result() == chapters.Won
	if !j.part.Won {
		j.asking(func() { j.addTurningPoint(walk) })
	}
}

// addTurningPoint says with which decision a round was lost, and how it could have been won.
func (j *realResult) addTurningPoint(walk *hindsight.Walk) {
	loss := walk.SearchLoss(hindsight.QueuedJudge(j.question.Turn)).Run(j.request.r.Context())
	if j.question.Err() != nil {
		return
	}
	j.part.Comment = loss.Here(j.t)
	if loss.Step == nil {
		return
	}
	if trick := loss.Step.Trick; loss.Card() != tricks.NoCard && trick <= len(j.part.Tricks) {
		for i := range j.part.Tricks[trick-1].Cards {
			if played := &j.part.Tricks[trick-1].Cards[i]; played.Code == loss.Card().String() {
				played.Lost = true
			}
		}
	}
	j.findWin(walk.GameAt(loss.Step.Number - 1))
}

// findWin searches for a way to win a round from its present state, plays it, and links to its replay.
func (j *realResult) findWin(g *chapters.Game) (found solver.Result) {
	found.Verdict = solver.Unknown
	if err := j.question.Turn(j.request.r.Context(), func() (err error) {
		found, err = solver.Solve(j.request.r.Context(), g, solver.Options{Nodes: mostNodes, Memory: 64 << 20})
		return err
	}); err != nil {
		j.page.complain(err)
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
		j.part.WinPath = "/real/look?" + url.Values{"text": {string(text)}, "from": {j.form.Text}}.Encode()
	}
	return found
}

// addVerdict shows whether a position can be won, and a way to win it.
func (j *realResult) addVerdict(pos chapters.Position) {
	g, err := j.lib.NewGame(pos)
	if err != nil {
		j.page.complain(err)
		return
	}
	switch j.findWin(g).Verdict {
	case solver.Winnable:
		j.part.Result = j.t.T("web.real.winnable")
		j.part.Won = true
		j.part.Tricks = takenTricks(j.t, g)
	case solver.Unwinnable:
		j.part.Result = j.t.T("web.real.unwinnable")
	case solver.Unknown:
		if j.question.Err() == nil {
			j.part.Result = j.t.T("web.real.unknown")
			j.part.Comment = j.t.T("web.real.unknown.note")
		}
	}
}

// mostNodes bounds the search for a way to win to some seconds.
const mostNodes = 3_000_000

// takenTricks returns the tricks of a round that are over.
func takenTricks(t *texts.Texts, g *chapters.Game) (all []trickPart) {
	for i, trick := range g.History() {
		part := trickPart{N: i + 1}
		for k := range g.Seats() {
			seat := tricks.Seat((int(trick.Leader) + k) % g.Seats())
			if c := trick.Card[seat]; c != tricks.NoCard {
				part.Cards = append(part.Cards, playedPart{card: cardOf(t, c), Best: seat == trick.Winner})
			}
		}
		if trick.Winner != tricks.NoSeat {
			if c := g.Character(trick.Winner); c != nil {
				part.ID = c.ID
				part.Winner = t.ShortName(c)
			}
		}
		all = append(all, part)
	}
	return all
}
