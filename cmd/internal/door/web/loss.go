package web

import (
	"context"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/turns"
	"fellowship/tricks"
)

// lossSearch searches where the last round was lost, while a page shows its result. The mu of the session guards it.
type lossSearch struct {
	// end is the end of the round that is looked at.
	end roundEnd
	// loss has all that is known.
	loss hindsight.Loss
	// cancel ends the search; nil if none runs.
	cancel context.CancelFunc
	// given reports whether the person does not want the search to go on.
	given bool
}

// roundEnd identifies the end of a round, which may go on after an undo and end in another way.
type roundEnd struct{ round, decisions, undos int }

// stop ends the search.
func (s *lossSearch) stop() {
	if s.cancel != nil {
		s.cancel()
		s.cancel = nil
	}
}

// searchLoss returns what is known about where the last round was lost, and begins to search for it. The search ends
// with the session, and when the page shows something else; v.mu is held.
func (v *session) searchLoss(now *snapshot, step func(context.Context) hindsight.Loss) *hindsight.Loss {
	end := roundEnd{now.Round, now.Decisions, now.Undos}
	search := &v.search
	if search.end != end {
		search.stop()
		*search = lossSearch{end: end, loss: hindsight.Loss{State: hindsight.Searching}}
	}
	if search.loss.State == hindsight.Searching && search.cancel == nil && !search.given {
		ctx, cancel := context.WithCancel(v.lifetime)
		search.cancel = cancel
		v.server.sessions.running.Go(func() { v.runLossSearch(ctx, end, step) })
	}
	return &search.loss
}

// runLossSearch takes the steps of a search until its context ends, and has the pages drawn after each one.
func (v *session) runLossSearch(ctx context.Context, end roundEnd, step func(context.Context) hindsight.Loss) {
	for ctx.Err() == nil {
		loss := step(ctx)
		v.mu.Lock()
		if ctx.Err() != nil || v.search.end != end {
			v.mu.Unlock()
			return
		}
		v.search.loss = loss
		if loss.State != hindsight.Searching {
			v.search.stop()
		}
		v.mu.Unlock()
		v.notify()
	}
}

// stopLooking ends the search for where the round was lost.
func (h *tablePost) stopLooking() error {
	h.session.mu.Lock()
	defer h.session.mu.Unlock()
	h.session.search.stop()
	h.session.search.given = true
	return nil
}

// stepLoss returns the function that takes a step of the search for where the round was lost, nil if nobody searches.
func (d roundDrawing) stepLoss() func(context.Context) hindsight.Loss {
	client := d.session.client
	if d.session.round.Home != nil {
		return d.session.round.RoundOptions.StepLoss
	}
	deal := &hindsight.Deal{
		Texts: d.t, Library: d.lib, Judge: hindsight.QueuedJudge(d.request.askOnce(turns.Look)),
		Record: func() (chapters.Record, error) { return client.Record() },
	}
	return deal.StepLoss
}

// lossPart says on the page of a lost round where it was lost. Every part of it has its place from the beginning.
type lossPart struct {
	// Title says that the round was lost, and where, once that is known.
	Title string
	// Played has the card that lost the round. It is empty if that is not known or was no card.
	Played []tricks.Card
	// By says who played it.
	By string
	// Winners are the first cards that would still have won.
	Winners []tricks.Card
	// Others is the number of further such cards.
	Others int
	// Text says what would still have won, or what is ruled out.
	Text string
	// Spoken tells a screen reader where the round was lost, when the search has ended. The title tells that it was lost.
	Spoken string
	// Looking reports whether the search goes on.
	Looking bool
	// Answered reports whether the search has ended by itself.
	Answered bool
	// CanPlayOn reports whether people can play on from there.
	CanPlayOn bool
	// Position is the number of decisions before the one that lost the round.
	Position int
}

// mostWinners is the largest number of winning cards that are drawn.
const mostWinners = 3

// loss draws where the round was lost, nil if nobody searches for that.
func (d roundDrawing) loss() *lossPart {
	step := d.stepLoss()
	if step == nil || d.session.client.Puzzle != nil {
		return nil
	}
	loss := d.session.searchLoss(d.s, step)
	p := &lossPart{
		Title: loss.Title(d.t), Text: loss.Alternatives(d.t), CanPlayOn: loss.CanPlayOn(),
		Looking:  loss.State == hindsight.Searching && !d.session.search.given,
		Answered: loss.State != hindsight.Searching,
	}
	if loss.State == hindsight.Searching && d.session.search.given {
		p.Text = loss.Stopped(d.t)
	}
	p.Spoken = p.Text
	if loss.State == hindsight.LossFound {
		p.Spoken = strings.TrimSpace(p.Title + " " + p.Text)
	}
	if loss.Step != nil {
		p.Position = loss.Step.Number - 1
	}
	if loss.Card() == tricks.NoCard {
		return p
	}
	p.Played = []tricks.Card{loss.Card()}
	p.By = d.t.T("loss.by", d.t.Round(d.board.View).NameAt(loss.Step.Seat))
	if loss.Step.Seat == d.s.Me {
		p.By = d.t.T("loss.by.you")
	}
	p.Winners = loss.Winners()
	p.Others = len(p.Winners) - mostWinners
	if p.Others > 0 {
		p.Winners = p.Winners[:mostWinners]
	}
	return p
}
