package tui

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/share"
	"fellowship/cmd/internal/stars"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// result describes the end of a round: each goal, and the texts about the result.
type result struct {
	// viewer is the person in front of the screen.
	viewer *viewer
	// library has the chapters.
	library *chapters.Library
	// opts are the settings of the screen.
	opts *Options
	// round is the finished round.
	round *shownRound
	// campaign is the campaign that the round belongs to.
	campaign *roundCampaign
	// review has what was found out about the round.
	review *review
	// found was told last, see [result.reward].
	found *reward
}

// scene returns what there is to see at the end of the round on a board. states are texts for the end of the
// headline, the longest first, and note is a message, "" for none.
func (r *result) scene(b *scene.Board, states []string, note string) *scene.End {
	e := b.End(r.review.loss)
	banner, more := b.Outcome(r.round.client.LastSnapshot.Stopped)
	e.Banner = banner
	if r.review.searchesLoss() {
		found := &r.review.found
		e.Loss = []string{found.Line(r.viewer.texts()), found.Brief(r.viewer.texts())}
		if found.Card() != tricks.NoCard {
			e.LossCards = append(found.Winners(), found.Card())
		}
		b.ShowLoss(e, found.Trick(), found.Card())
	}
	e.More = append(e.More, texts.NotEmpty(r.closing(), more)...)
	states = texts.NotEmpty(states...)
	if len(states) > 0 {
		e.States = []string{states[0] + "  " + e.States[0], states[len(states)-1] + "  " + e.States[1], e.States[1]}
	}
	r.addReward(e)
	if r.review.searchesLoss() && e.Block != nil {
		share.MarkLost(e.Block.Tiles, r.review.found.Trick())
	}
	e.Lines = append(e.Lines, texts.NotEmpty(append([]string{note}, r.lines()...)...)...)
	return e
}

// addReward adds what the round has earned, and what the person can send to others.
func (r *result) addReward(e *scene.End) {
	told := r.reward()
	e.Stars = told.stars
	e.Wish = told.stars.Wish(r.viewer.texts())
	e.Block = told.block
}

// reward has the stars that a finished round has earned, and the text to send to others.
type reward struct {
	// turn is the turn of the round about which this is.
	turn int
	// result is the result of the round.
	result chapters.Result
	// texts are the texts in which this is told.
	texts *texts.Texts
	// stars are the stars that the round has earned.
	stars stars.Row
	// block is the text to send to others.
	block *share.Block
}

// reward returns what is told about the round as it is now. It is found out again only if the round has gone on.
func (r *result) reward() *reward {
	t := r.viewer.texts()
	if r.found == nil || r.found.turn != r.round.turn || r.found.texts != t || r.found.result != r.round.view.Result {
		r.found = &reward{
			turn: r.round.turn, result: r.round.view.Result, texts: t,
			stars: r.round.client.Stars(&r.round.view, r.campaign.book(), &r.opts.RoundOptions),
			block: r.round.client.Shared(t, r.library, &r.opts.RoundOptions, 0),
		}
	}
	return r.found
}

// lines returns the texts about the result, the most important ones first, since a small window
// leaves out the last ones. Some may be empty.
func (r *result) lines() []string {
	lines := r.review.solutionLines()
	record, _ := r.round.client.Record()
	lines = append(lines, r.review.epilogueLines()...)
	lines = append(lines, r.viewer.texts().Assisted(&record)...)
	lines = append(lines, r.campaign.afterRound()...)
	if r.opts.ResultText != nil {
		lines = append(lines, r.opts.ResultText())
	}
	return lines
}

// chapterDone reports whether the round has won its chapter. A long chapter takes several rounds, so only
// a campaign knows.
func (r *result) chapterDone() bool {
	chapter := r.round.view.Chapter
	if chapter == nil || !r.round.isWon() || r.round.client.Puzzle != nil || r.opts.Lesson {
		return false
	}
	progress := r.campaign.progress()
	return !chapter.Long || progress != nil && progress.Done()
}

// closing returns the closing words of a chapter that is won, "" otherwise.
func (r *result) closing() string {
	if !r.chapterDone() {
		return ""
	}
	return r.viewer.texts().Closing(r.round.view.Chapter)
}
