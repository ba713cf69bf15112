package tui

import (
	"strings"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
)

// endScene describes the end of the round: each goal, the texts about the result, and what can be done
// next.
func (m *Model) endScene() *scene.End {
	b := m.board()
	v := &m.view
	e := b.End(m.loss)
	result, more := b.Outcome(m.client.LastSnapshot.Stopped)
	e.Banner = result
	e.More = append(e.More, texts.NotEmpty(m.closing(), more)...)
	if states := texts.NotEmpty(m.titleStates()...); len(states) > 0 {
		e.States = []string{states[0] + "  " + e.States[0], states[len(states)-1] + "  " + e.States[1], e.States[1]}
	}
	switch progress := m.progress(); {
	case !e.Won:
	case m.client.Puzzle != nil:
		e.Stars = m.client.Puzzle.Stars()
		e.MostStars = puzzle.MostStars
	case progress != nil && progress.Done():
		e.Stars = book.StarsIn(progress)
		e.MostStars = book.MostStars
	}
	if mo := m.moving; mo != nil && mo.isEnd {
		e.RevealedGoals = min(mo.frame/2, len(v.Seats))
		e.RingOffset = max(ringRise-mo.frame, 0)
	}
	add := func(lines ...string) { e.Lines = append(e.Lines, texts.NotEmpty(lines...)...) }
	// The most important lines come first: a small window leaves out the last ones.
	epilogue := append(m.epilogueLines(), "")
	add(m.noteText, epilogue[0])
	switch {
	case m.solving.isRunning():
		add(m.theme.T("tui.solving"))
	case m.canSolve() && m.answer != "":
		first, _, _ := strings.Cut(m.answer, "\n")
		if !e.Won && m.epilogue != "" && first == m.theme.T("solve.winnable") {
			first = "" // the epilogue says so already
		}
		add(first, m.triesText())
	}
	record, _ := m.client.Record()
	share := ""
	if record.Chapter != "" && !m.opts.Unsaved {
		share = book.Share(m.theme.Texts, m.library, &record, e.Won, m.client.LastSnapshot.Undos)
	}
	if !e.Won {
		add(share)
	}
	add(epilogue[1:]...)
	add(m.theme.Assisted(&record)...)
	add(m.campaignTexts()...)
	if progress := m.progress(); e.MostStars > 0 && progress != nil {
		add(m.theme.T("campaign.stars"))
	}
	if m.opts.ResultText != nil {
		add(m.opts.ResultText())
	}
	if e.Won {
		add(share)
	}
	if m.opts.Table != nil {
		e.Next = m.theme.T("serve.after")
	} else if keys := m.bindings(); len(keys) > 0 {
		e.Next = keys[0].Help().Key + "  " + texts.Title(keys[0].Help().Desc)
	}
	return e
}

// epilogueLines returns the lines of the epilogue.
func (m *Model) epilogueLines() []string {
	switch {
	case m.looking.isRunning():
		return []string{m.theme.T("epilogue.wait")}
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
	return m.theme.Closing(m.view.Chapter)
}

// longestTitle is how many characters of a campaign's name are shown in the headline.
const longestTitle = 16

// campaign returns the campaign of the round, nil for none, and the round's number in it. A finished round
// has already been counted.
func (m *Model) campaign() (c *campaign.Campaign, number int) {
	if c = m.book(); c == nil {
		return nil, 0
	}
	number = c.Number()
	if m.phase == finished {
		number--
	}
	return c, number
}

// campaignTitle names the campaign for the end of the headline.
func (m *Model) campaignTitle() (long, brief string) {
	c, number := m.campaign()
	if c == nil {
		return "", ""
	}
	name := m.opts.Campaign
	if r := []rune(name); len(r) > longestTitle {
		name = string(r[:longestTitle-2]) + ".."
	}
	return m.theme.T("campaign.in", name, number), m.theme.T("campaign.in.brief", name, number)
}

// progress returns the campaign's progress in the chapter of the round, nil without a campaign.
func (m *Model) progress() *campaign.Progress {
	c, _ := m.campaign()
	if c == nil || m.view.Chapter == nil {
		return nil
	}
	return c.ProgressOf(m.view.Chapter.ID, m.view.Players)
}

// campaignTexts returns the state of the campaign after the round.
func (m *Model) campaignTexts() (out []string) {
	c, number := m.campaign()
	progress := m.progress()
	if progress == nil {
		return nil
	}
	out = book.AfterRound(m.theme.Texts, m.library, m.opts.Campaign, progress, number, m.view.Result == chapters.Won)
	if next, err := m.library.Chapter(c.Recommended()); err == nil {
		out = append(out, m.theme.T("campaign.after.next", next.Title.In(m.theme.Lang())))
	}
	return out
}
