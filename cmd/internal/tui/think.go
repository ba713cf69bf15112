package tui

import (
	"context"
	"errors"

	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/table"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// Computer players think beside the screen, which goes on taking keys. Their decision counts only
// if the game has not gone on or back since.

func (m *Model) await() tea.Cmd {
	from := m.chair.Saw.Event
	return m.thinking.do(m.ctx, func(ctx context.Context) func() tea.Cmd {
		err := m.chair.Wait(ctx, from)
		return func() tea.Cmd { return m.news(err) }
	})
}

func (m *Model) news(err error) tea.Cmd {
	var write *table.WriteError
	switch {
	case err == nil:
		return m.proceed()
	case errors.As(err, &write):
		m.phase = stuck
		return m.trouble(err)
	}
	m.err = err
	return tea.Quit
}

// Ask has a question of the person answered beside the screen.
func (m *Model) Ask(q play.Question) tea.Cmd {
	m.note = q.Note
	return m.asking.do(m.ctx, func(ctx context.Context) func() tea.Cmd {
		answer, err := q.Think(ctx)
		return func() tea.Cmd {
			if err != nil {
				return m.trouble(err)
			}
			if d := answer.Advice; d != nil { // the cursor goes there, in the part that is asked for if it can
				m.advice = d
				m.opts.Advice.Tried(lesson.TryHint)
				if m.question(m.choice.Step, d.To); !m.choice.Lead(d) {
					m.question(scene.Opening, tricks.NoSeat)
				}
			}
			return m.answers(answer.Say(), q.Title)
		}
	})
}

// answers tells the answer in a line, or on a page with that headline where there is no room for
// it.
func (m *Model) answers(text, title string) tea.Cmd {
	if m.note = text; m.canSay(text) {
		return nil
	}
	if !kit.Tiny(m.w, m.h) { // else it waits for room
		m.note = ""
	}
	return m.open(m.board(), nil, kit.Content{Title: m.T(title), Page: func(int) page.Page { return page.Of(text) }})
}

// tries counts how often the fair players have played the deal again.
type tries struct {
	play         hindsight.Try
	played, wins int
	// job is the try that is being played.
	job
}

// try plays the next one, if there is any. One that is broken off is played anew when it is
// asked for again, and comes to the same end.
func (m *Model) try() tea.Cmd {
	t := &m.tries
	if t.play == nil || t.on() || t.played == hindsight.Tries {
		return nil
	}
	play, n := t.play, t.played+1
	return t.do(m.ctx, func(ctx context.Context) func() tea.Cmd {
		won, err := play(ctx, n)
		return func() tea.Cmd {
			if err != nil {
				return nil
			}
			if t.played++; won {
				t.wins++
			}
			return m.try()
		}
	})
}

func (m *Model) triesText() string {
	switch t := &m.tries; {
	case t.played == 0:
		return ""
	case t.played < hindsight.Tries:
		return m.T("tries.sofar", t.played, t.wins, hindsight.Tries)
	default:
		return m.T("tries", t.played, t.wins)
	}
}

// job is work that goes on beside a screen, at most one piece at a time.
type job struct {
	stop  context.CancelFunc
	begun int
}

// doneMsg is the screen's reaction to the end of a job.
type doneMsg func() tea.Cmd

// do begins a piece of work, in the place of the one that goes on. The screen runs the function
// that it returns, unless the work was ended meanwhile.
func (j *job) do(ctx context.Context, work func(context.Context) func() tea.Cmd) tea.Cmd {
	j.end()
	ctx, j.stop = context.WithCancel(ctx)
	j.begun++
	this := j.begun
	return func() tea.Msg {
		then := work(ctx)
		return doneMsg(func() tea.Cmd {
			if this != j.begun || !j.end() {
				return nil
			}
			return then()
		})
	}
}

func (j *job) on() bool { return j.stop != nil }

// end stops it, and reports whether it went on.
func (j *job) end() bool {
	if j.stop == nil {
		return false
	}
	j.stop()
	j.stop = nil
	return true
}
