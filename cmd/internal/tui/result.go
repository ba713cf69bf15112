package tui

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
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
}

// scene returns what there is to see at the end of the round on a board. states are texts for the end of the
// headline, the longest first, and note is a message, "" for none.
func (r *result) scene(b *scene.Board, states []string, note string) *scene.End {
	e := b.End(r.review.loss)
	banner, more := b.Outcome(r.round.client.LastSnapshot.Stopped)
	e.Banner = banner
	e.More = append(e.More, texts.NotEmpty(r.closing(), more)...)
	states = texts.NotEmpty(states...)
	if len(states) > 0 {
		e.States = []string{states[0] + "  " + e.States[0], states[len(states)-1] + "  " + e.States[1], e.States[1]}
	}
	r.addStars(e)
	e.Lines = append(e.Lines, texts.NotEmpty(append([]string{note}, r.lines(e)...)...)...)
	return e
}

// addStars adds the stars for a puzzle that was solved, or for a chapter that the campaign has won.
func (r *result) addStars(e *scene.End) {
	switch progress := r.campaign.progress(); {
	case !e.Won:
	case r.round.client.Puzzle != nil:
		e.Stars = r.round.client.Puzzle.Stars()
		e.MostStars = puzzle.MostStars
	case progress != nil && progress.Done():
		e.Stars = book.StarsIn(progress)
		e.MostStars = book.MostStars
	}
}

// lines returns the texts about the result, the most important ones first, since a small window
// leaves out the last ones. Some may be empty.
func (r *result) lines(e *scene.End) []string {
	epilogue := append(r.review.epilogueLines(), "")
	lines := append([]string{epilogue[0]}, r.review.solutionLines()...)
	record, _ := r.round.client.Record()
	share := ""
	if block := r.round.client.Shared(r.viewer.texts(), r.library, &r.opts.RoundOptions, 0); block != nil {
		share = r.viewer.texts().T("today.share", block.Line)
	}
	if !e.Won {
		lines = append(lines, share)
	}
	lines = append(lines, epilogue[1:]...)
	lines = append(lines, r.viewer.texts().Assisted(&record)...)
	lines = append(lines, r.campaign.afterRound()...)
	if e.MostStars > 0 && r.campaign.progress() != nil {
		lines = append(lines, r.viewer.texts().T("campaign.stars"))
	}
	if r.opts.ResultText != nil {
		lines = append(lines, r.opts.ResultText())
	}
	if e.Won {
		lines = append(lines, share)
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
