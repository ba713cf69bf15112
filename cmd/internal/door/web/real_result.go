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
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/tricks"
)

// errorText returns an error as a sentence.
func (v *visitor) errorText(err error) string { return texts.Sentence(v.frame.Texts.Problem(err)) }

// readRound reads a text: a round in the notation, or a document. It takes its turn with other work for the solver.
func (v *visitor) readRound(text string) (got realtable.Table, err error) {
	err = v.withSolver(v.r.Context(), func() error {
		if realtable.IsNote([]byte(text)) {
			got = realtable.Read(v.server.options.Library, text)
			return nil
		}
		for e := range v.server.options.Library.Read("text", strings.NewReader(text)) {
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

// check reads the round and shows what was understood, or the result.
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
		p.Subtitle = v.frame.Texts.Chapter(got.Chapter)
	}
	for i := range got.Faults {
		f := &got.Faults[i]
		if p.Kind == "" {
			p.Faults = append(p.Faults, f.Text(texts.New(v.frame.Texts.Lang()))) // with the line that was typed
		} else if !f.Incomplete || got.Missing == 0 {
			p.Faults = append(p.Faults, v.errorText(f.Err))
		}
	}
	if len(got.Rounds) == 0 {
		if p.Kind != "" { // for a typed text the faults name them
			for _, c := range got.Missing.Cards() {
				p.Missing = append(p.Missing, cardOf(v.frame.Texts, c))
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
			leader := got.Seats[s].Character
			p.Asked = append(p.Asked, words.Choice{
				Name:  "led",
				Value: fmt.Sprintf("%d %s", got.LeadQuestion.Trick, leader.ID),
				Label: v.frame.Texts.ShortName(leader),
			})
		}
	}
	if len(p.Notes) == 0 {
		p.Notes = []string{v.frame.Texts.T("real.complete")}
	}
	if showResult {
		p.Step = stepResult
		p.File = "/real/file?text=" + url.QueryEscape(p.Text)
	}
	if first := got.Rounds[0]; first.IsRecord {
		v.addLoss(p, first.Record, showResult)
		if showResult && v.server.home != nil {
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
		if err := v.server.home.Person.CountInCampaign(name, record); err != nil {
			p.complain(err)
		} else {
			p.Note = v.frame.Texts.T("real.counted", name)
		}
		return
	}
	p.Campaigns = v.server.home.Person.MatchingCampaigns(record)
}

// realLook replays the round of a real table that is in the address.
func (v *visitor) realLook() {
	text := v.r.FormValue("text")
	got, err := v.readRound(text)
	hasPlays := err == nil && len(got.Rounds) > 0 &&
		(got.Rounds[0].IsRecord || len(got.Rounds[0].Record.Plays) > 0)
	if !hasPlays {
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

// realFile sends the round of a real table as a file for other programs: a record, or a position if only the hands
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

// replayRecord replays a record that belongs to no table here.
func (v *visitor) replayRecord(record chapters.Record, base, back string) {
	walk, err := hindsight.New(v.server.options.Library, record)
	if err != nil {
		v.sendTableError(err)
		return
	}
	v.sendReplay(&replayPage{frame: v.frame, Base: base, Back: back}, walk, func(do func()) { do() })
}

// addLoss shows the tricks of a round and, with showResult, where it was lost.
func (v *visitor) addLoss(p *realPage, record chapters.Record, showResult bool) {
	walk, err := hindsight.New(v.server.options.Library, record)
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
	p.Result = v.frame.Texts.T("look.end." + string(end.Result()))
	p.Won = end.Result() == chapters.Won
	if p.Won {
		return
	}
	judge := hindsight.QueuedJudge(v.withSolver)
	turning := walk.TurningPoint(v.r.Context(), judge)
	p.Comment = turning.Text(v.frame.Texts)
	if p.Comment != "" {
		return
	}
	p.Comment, _ = walk.Moment(turning.Step).JudgeAll(v.r.Context(), judge).Line(v.frame.Texts, "")
	made := walk.Decision(turning.Step)
	trick := walk.Moment(turning.Step).Trick
	if made.Kind == chapters.PlayCard && trick > 0 && trick <= len(p.Tricks) {
		for i := range p.Tricks[trick-1].Cards {
			if played := &p.Tricks[trick-1].Cards[i]; played.Code == made.Move.Card.String() {
				played.Lost = true
			}
		}
	}
	v.findWin(p, walk.GameAt(turning.Step))
}

// findWin searches for a way to win a round from its present state, plays it, and links to its replay.
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

// addVerdict shows whether a position can be won, and a way to win it.
func (v *visitor) addVerdict(p *realPage, pos chapters.Position) {
	g, err := v.server.options.Library.NewGame(pos)
	if err != nil {
		p.complain(err)
		return
	}
	switch v.findWin(p, g).Verdict {
	case solver.Winnable:
		p.Result = v.frame.Texts.T("web.real.winnable")
		p.Won = true
		p.Tricks = v.trickParts(g)
	case solver.Unwinnable:
		p.Result = v.frame.Texts.T("web.real.unwinnable")
	case solver.Unknown:
		p.Result = v.frame.Texts.T("web.real.unknown")
	}
}

// mostNodes bounds the search for a way to win to some seconds.
const mostNodes = 3_000_000

// trickParts returns the tricks of a round that are over.
func (v *visitor) trickParts(g *chapters.Game) (all []trickPart) {
	for i, trick := range g.History() {
		part := trickPart{N: i + 1}
		for k := range g.Seats() {
			seat := tricks.Seat((int(trick.Leader) + k) % g.Seats())
			if c := trick.Card[seat]; c != tricks.NoCard {
				part.Cards = append(part.Cards, playedPart{card: cardOf(v.frame.Texts, c), Best: seat == trick.Winner})
			}
		}
		if trick.Winner != tricks.NoSeat {
			if c := g.Character(trick.Winner); c != nil {
				part.ID = c.ID
				part.Winner = v.frame.Texts.ShortName(c)
			}
		}
		all = append(all, part)
	}
	return all
}
