package tui

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
)

// endScene describes the end of the round: each goal, the texts about the result, and what can be done
// next.
func (m *Model) endScene() *scene.End {
	b := m.board()
	e := b.End(m.loss)
	result, more := b.Outcome(m.client.LastSnapshot.Stopped)
	e.Banner = result
	e.More = append(e.More, texts.NotEmpty(m.closing(), more)...)
	if states := texts.NotEmpty(m.titleStates()...); len(states) > 0 {
		e.States = []string{states[0] + "  " + e.States[0], states[len(states)-1] + "  " + e.States[1], e.States[1]}
	}
	m.addStars(e)
	if mo := m.moving; mo != nil && mo.isEnd {
		e.RevealedGoals = min(mo.frame/2, len(m.view.Seats))
		e.RingOffset = max(ringRise-mo.frame, 0)
	}
	e.Lines = append(e.Lines, texts.NotEmpty(m.resultLines(e)...)...)
	if m.opts.Table != nil {
		e.Next = m.theme.Texts.T("serve.after")
	} else if keys := m.bindings(); len(keys) > 0 {
		e.Next = keys[0].Help().Key + "  " + texts.Title(keys[0].Help().Desc)
	}
	return e
}

// addStars adds the stars for a puzzle that was solved, or for a chapter that the campaign has won.
func (m *Model) addStars(e *scene.End) {
	switch progress := m.progress(); {
	case !e.Won:
	case m.client.Puzzle != nil:
		e.Stars = m.client.Puzzle.Stars()
		e.MostStars = puzzle.MostStars
	case progress != nil && progress.Done():
		e.Stars = book.StarsIn(progress)
		e.MostStars = book.MostStars
	}
}

// resultLines returns the texts about the result, the most important ones first, since a small window
// leaves out the last ones. Some may be empty.
func (m *Model) resultLines(e *scene.End) []string {
	epilogue := append(m.epilogueLines(), "")
	lines := []string{m.noteText, epilogue[0]}
	lines = append(lines, m.solutionLines(e)...)
	record, _ := m.client.Record()
	share := ""
	if record.Chapter != "" && !m.opts.Unsaved {
		share = book.Share(m.theme.Texts, m.library, &record, e.Won, m.client.LastSnapshot.Undos)
	}
	if !e.Won {
		lines = append(lines, share)
	}
	lines = append(lines, epilogue[1:]...)
	lines = append(lines, m.theme.Texts.Assisted(&record)...)
	lines = append(lines, m.campaignTexts()...)
	if e.MostStars > 0 && m.progress() != nil {
		lines = append(lines, m.theme.Texts.T("campaign.stars"))
	}
	if m.opts.ResultText != nil {
		lines = append(lines, m.opts.ResultText())
	}
	if e.Won {
		lines = append(lines, share)
	}
	return lines
}

// solutionLines says whether the deal could have been won, and how often fair players win it.
func (m *Model) solutionLines(e *scene.End) []string {
	switch {
	case m.solving.isRunning():
		return []string{m.theme.Texts.T("tui.solving")}
	case !m.canSolve() || m.answer == "":
		return nil
	}
	first, _, _ := strings.Cut(m.answer, "\n")
	if !e.Won && m.epilogue != "" && first == m.theme.Texts.T("solve.winnable") {
		first = "" // the epilogue says so already
	}
	return []string{first, m.triesText()}
}

// epilogueLines returns the lines of the epilogue.
func (m *Model) epilogueLines() []string {
	switch {
	case m.lookingBack.isRunning():
		return []string{m.theme.Texts.T("epilogue.wait")}
	case m.epilogue == "":
		return nil
	}
	return strings.Split(strings.TrimSpace(m.epilogue), "\n")
}

// chapterDone reports whether the round has won its chapter. A long chapter takes several rounds, so only
// a campaign knows.
func (m *Model) chapterDone() bool {
	v := &m.view
	if v.Chapter == nil || v.Result != chapters.Won || m.client.Puzzle != nil || m.opts.Lesson {
		return false
	}
	progress := m.progress()
	return !v.Chapter.Long || progress != nil && progress.Done()
}

// closing returns the closing words of a chapter that is won, "" otherwise.
func (m *Model) closing() string {
	if !m.chapterDone() {
		return ""
	}
	return m.theme.Texts.Closing(m.view.Chapter)
}
