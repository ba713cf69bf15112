package tui

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
)

func (m *Model) canSolve() bool { return m.opts.Solve != nil && m.view.Result != chapters.Won }

func (m *Model) canStep() bool { return m.opts.Steps != nil && m.answer != "" && m.opts.Steps() }

func (m *Model) helped() []string {
	record, _ := m.chair.Record()
	return m.Assisted(&record)
}

// end is the end of the round: each goal, met or lost, what is told about it, and what can be done now.
func (m *Model) end() *scene.End {
	b, v := m.board(), &m.view
	e := b.End(m.loss)
	how, more := b.Outcome(m.chair.Saw.Stopped)
	e.Banner, e.More = how, append(e.More, texts.NotEmpty(m.closing(), more)...)
	if states := texts.NotEmpty(m.states()...); len(states) > 0 {
		e.States = []string{states[0] + "  " + e.States[0], states[len(states)-1] + "  " + e.States[1], e.States[1]}
	}
	switch at := m.progress(); {
	case !e.Won:
	case m.chair.Puzzle != nil:
		e.Stars, e.MostStars = m.chair.Puzzle.Stars(), puzzle.MostStars
	case at != nil && at.Done():
		e.Stars, e.MostStars = book.StarsIn(at), book.MostStars
	}
	if mo := m.moving; mo != nil && mo.ends {
		e.Ticked, e.Risen = min(mo.frame/2, len(v.Seats)), max(risen-mo.frame, 0)
		return e
	}
	add := func(lines ...string) { e.Lines = append(e.Lines, texts.NotEmpty(lines...)...) }
	add(m.note)
	add(m.lookedBackText()...)
	if record, _ := m.chair.Record(); record.Chapter != "" && !m.opts.Unsaved {
		add(book.Share(m.Texts, m.library, &record, v.Result == chapters.Won, m.chair.Saw.Undos))
	}
	switch {
	case m.solving.on():
		add(m.T("tui.solving"))
	case m.canSolve() && m.answer != "":
		first, _, _ := strings.Cut(m.answer, "\n")
		add(first, m.triesText())
	}
	add(m.helped()...)
	add(m.afterRound()...)
	if m.opts.After != nil {
		add(m.opts.After())
	}
	if m.opts.Table != nil {
		add(m.T("serve.after"))
	}
	if keys := m.bindings(); m.opts.Table == nil && len(keys) > 0 {
		e.Next = texts.Title(keys[0].Help().Desc)
	}
	return e
}

func (m *Model) lookedBackText() []string {
	switch {
	case m.looking.on():
		return []string{m.T("epilogue.wait")}
	case m.epilogue == "":
		return nil
	}
	return strings.Split(strings.TrimSpace(m.epilogue), "\n")
}

// chapterDone reports whether the round has won its chapter: of a long one that takes
// several rounds, of which a campaign knows.
func (m *Model) chapterDone() bool {
	v := &m.view
	if v.Chapter == nil || v.Result != chapters.Won || m.chair.Puzzle != nil || m.opts.Lesson {
		return false
	}
	at := m.progress()
	return !v.Chapter.Long || at != nil && at.Done()
}

// closing is the last line of a chapter that is done, empty for any other end.
func (m *Model) closing() string {
	if !m.chapterDone() {
		return ""
	}
	return m.Closing(m.view.Chapter)
}
