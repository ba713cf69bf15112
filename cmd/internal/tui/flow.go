package tui

import (
	"context"
	"errors"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/table"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// phase is the kind of input for which the screen waits.
type phase = round.Moment

// The phases: the moments of the game, and one more.
const (
	waiting  = round.Thinking
	choosing = round.Turn
	trickEnd = round.TrickEnd
	notice   = round.Notice
	settled  = round.Settled
	curtain  = round.Curtain
	finished = round.End
	// stuck waits for a key after the record could not be written.
	stuck = round.End + 1
)

// proceed asks the game for its next step and makes the screen ready for it. It is called after
// everything that changes the game.
func (m *Model) proceed() tea.Cmd {
	previous := m.view
	cmd := m.enterPhase()
	if mo := m.motionSince(&previous); mo != nil {
		return m.startMotion(mo, cmd)
	}
	return cmd
}

func (m *Model) enterPhase() tea.Cmd {
	m.turn++
	m.advice = nil
	for _, j := range []*backgroundJob{&m.thinking, &m.asking, &m.tries.backgroundJob, &m.looking} {
		j.cancel()
	}
	s := m.client.Look()
	m.view = s.View
	m.seenState = stateOf(&s)
	if s.Viewer != tricks.NoSeat {
		m.seat = s.Viewer
	}
	m.phase = m.client.LastSnapshot.Now
	if m.phase != finished {
		m.epilogue = ""
	}
	m.begun = m.begun || m.phase != finished
	switch m.phase {
	case trickEnd:
		if m.auto {
			return m.pace(trickBeats, doneMsg(m.autoContinue(m.turn)))
		}
	case finished:
		m.loss = nil
		if m.view.Result == chapters.Lost {
			record, _ := m.client.Record()
			m.loss = scene.LossOf(m.library, &record)
		}
		var end *motion
		if m.begun && m.view.Stage == chapters.StagePlay {
			end = &motion{isEnd: true}
		}
		m.begun = false
		return m.startMotion(end, m.lookBack())
	case waiting:
		return m.await()
	case choosing:
		m.setQuestion(scene.Opening, tricks.NoSeat)
		return m.keepTip()
	}
	return nil
}

// leavePhase leaves the phase the person has seen enough of.
func (m *Model) leavePhase() tea.Cmd {
	if m.phase == finished { // the table goes on
		return m.quitWith(play.Nothing)
	}
	var taken []scene.Play
	if m.phase == trickEnd {
		taken = m.scene().Plays
		for i := range taken {
			taken[i].Taken, taken[i].Best = true, false
		}
	}
	m.client.GoOn()
	cmd := m.proceed()
	if taken != nil && m.moving == nil {
		return m.startMotion(&motion{taken: taken}, cmd)
	}
	return cmd
}

// autoContinue goes on after a trick without a key, unless something has happened since that turn.
func (m *Model) autoContinue(turn int) func() tea.Cmd {
	return func() tea.Cmd {
		if turn == m.turn && m.phase == trickEnd && m.auto {
			return m.leavePhase()
		}
		return nil
	}
}

func (m *Model) setQuestion(s scene.Step, partner tricks.Seat) {
	q := scene.Question{Texts: m.theme.Texts, View: &m.view, Ask: m.view.Ask, Step: s, PartnerSeat: partner}
	m.choice = q.Chooser()
	if m.advice != nil {
		m.choice.Select(m.advice)
	}
}

// roundState tells apart what a person sees of a round: two views are the same where it is.
type roundState struct {
	decisions, undos int
	eyes             tricks.Seat
}

func stateOf(s *table.Snapshot) roundState { return roundState{s.Decisions, s.Undos, s.Viewer} }

// Refresh looks at the game anew: something has happened elsewhere. The person's cursor stays if
// the round has not changed, and a finished trick stays until the person goes on.
func (m *Model) Refresh() tea.Cmd {
	if s := m.client.Look(); s.Now == m.phase && (s.Now == trickEnd || stateOf(&s) == m.seenState) {
		return nil
	}
	return m.proceed()
}

// Note says something to the person, as bad news or not, until the next key.
func (m *Model) Note(text string, warning bool) {
	m.noteText = text
	m.warning = warning
}

// Busy reports whether the next key is for something that lies on top of the game.
func (m *Model) Busy() bool { return m.leaving }

// Computer players think beside the screen, which goes on taking keys. Their decision counts only
// if the game has not gone on or back since.

func (m *Model) await() tea.Cmd {
	event := m.client.LastSnapshot.Event
	return m.thinking.start(m.ctx, func(ctx context.Context) func() tea.Cmd {
		err := m.client.Wait(ctx, event)
		return func() tea.Cmd { return m.handleNews(err) }
	})
}

func (m *Model) handleNews(err error) tea.Cmd {
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
	m.noteText = q.Note
	return m.asking.start(m.ctx, func(ctx context.Context) func() tea.Cmd {
		answer, err := q.Think(ctx)
		return func() tea.Cmd {
			if err != nil {
				return m.trouble(err)
			}
			if d := answer.Advice; d != nil { // the cursor goes there, in the part that is asked for if it can
				m.advice = d
				m.opts.Advice.NoteTried(lesson.TryHint)
				m.setQuestion(m.choice.Step, d.Target)
				if !m.choice.Select(d) {
					m.setQuestion(scene.Opening, tricks.NoSeat)
				}
			}
			return m.showAnswer(answer.Say(), q.Title)
		}
	})
}

// showAnswer tells the answer in a line, or on a page with that headline where there is no room for
// it.
func (m *Model) showAnswer(text, title string) tea.Cmd {
	m.noteText = text
	if m.hasRoomFor(text) {
		return nil
	}
	if !kit.IsTiny(m.w, m.h) { // else it waits for room
		m.noteText = ""
	}
	return m.openPage(m.board(), nil, kit.Content{Title: m.theme.T(title), Page: func(int) page.Page {
		return page.FromText(text)
	}})
}

// tries counts how often the fair players have played the deal again.
type tries struct {
	play         hindsight.Try
	played, wins int
	// backgroundJob is the try that is being played.
	backgroundJob
}

// playTry plays the next one, if there is any. One that is broken off is played anew when it is
// asked for again, and comes to the same end.
func (m *Model) playTry() tea.Cmd {
	t := &m.tries
	if t.play == nil || t.isRunning() || t.played == hindsight.TryCount {
		return nil
	}
	play := t.play
	n := t.played + 1
	return t.start(m.ctx, func(ctx context.Context) func() tea.Cmd {
		won, err := play(ctx, n)
		return func() tea.Cmd {
			if err != nil {
				return nil
			}
			t.played++
			if won {
				t.wins++
			}
			return m.playTry()
		}
	})
}

func (m *Model) triesText() string {
	switch t := &m.tries; {
	case t.played == 0:
		return ""
	case t.played < hindsight.TryCount:
		return m.theme.T("tries.sofar", t.played, t.wins, hindsight.TryCount)
	default:
		return m.theme.T("tries", t.played, t.wins)
	}
}

// backgroundJob is work that goes on beside a screen, at most one piece at a time.
type backgroundJob struct {
	stop  context.CancelFunc
	count int
}

// doneMsg is the screen's reaction to the end of a job.
type doneMsg func() tea.Cmd

// start begins a piece of work, in the place of the one that goes on. The screen runs the function
// that it returns, unless the work was ended meanwhile.
func (j *backgroundJob) start(ctx context.Context, work func(context.Context) func() tea.Cmd) tea.Cmd {
	j.cancel()
	ctx, j.stop = context.WithCancel(ctx)
	j.count++
	number := j.count
	return func() tea.Msg {
		finish := work(ctx)
		return doneMsg(func() tea.Cmd {
			if number != j.count || !j.cancel() {
				return nil
			}
			return finish()
		})
	}
}

func (j *backgroundJob) isRunning() bool { return j.stop != nil }

// cancel stops it, and reports whether it went on.
func (j *backgroundJob) cancel() bool {
	if j.stop == nil {
		return false
	}
	j.stop()
	j.stop = nil
	return true
}
