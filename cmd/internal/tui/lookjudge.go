package tui

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/solver"

	tea "github.com/charmbracelet/bubbletea"
)

// What the judge is asked while a round is looked through.

// options are the answers that are judged: all there are.
func (l *review) options(at int) []chapters.Decision { return l.walk.At(at).Options() }

// order is in which order they are judged: the moment as a whole, which is 0,
// then the answer that was given, because that is what a person asks first.
func (l *review) order(at int, options []chapters.Decision) []int {
	order := make([]int, 1+len(options))
	for i := range order {
		order[i] = i
	}
	if at < l.walk.Len() {
		if i := slices.Index(options, l.walk.Decision(at)); i > 0 {
			copy(order[2:], order[1:i+1])
			order[1] = i + 1
		}
	}
	return order
}

// think asks the judge the next question about this moment: first what the
// moment is worth as a whole, which is option 0, then each of its options.
func (l *review) think() tea.Cmd {
	if l.opts.Judge == nil || l.thinking.on() || l.finding {
		return nil
	}
	at := l.at
	options := l.options(at)
	worth, ok := l.worth[at]
	if !ok {
		worth = make([]solver.Verdict, 1+len(options))
		l.worth[at] = worth
	}
	if worth[0] == solver.Unwinnable { // so are all of them
		for i := range worth {
			worth[i] = solver.Unwinnable
		}
	}
	for _, i := range l.order(at, options) {
		if worth[i] != "" {
			continue
		}
		g := l.walk.At(at)
		if i > 0 {
			if err := g.Apply(options[i-1]); err != nil {
				worth[i] = solver.Unknown
				continue
			}
		}
		ctx := l.thinking.begin(l.ctx)
		asked, judge := l.asked, l.opts.Judge
		return func() tea.Msg { return judgedMsg{asked: asked, step: at, option: i, verdict: judge.Ask(ctx, g)} }
	}
	return nil
}

// find looks for the decision that lost the round.
func (l *review) find() tea.Cmd {
	if l.opts.Judge == nil || l.finding {
		return nil
	}
	l.stop()
	ctx := l.thinking.begin(l.ctx)
	l.finding = true
	asked, judge, walk := l.asked, l.opts.Judge, l.walk
	return func() tea.Msg { return foundMsg{asked, walk.Turning(ctx, judge)} }
}

// found goes to where the round was lost.
func (l *review) found(turn hindsight.Turning) tea.Cmd {
	l.stop()
	switch {
	case turn.Verdict == solver.Winnable:
		l.note = l.T("look.found.open")
	case turn.Verdict == solver.Unknown:
		l.note = l.T("look.found.unknown")
	case turn.Step < 0:
		l.note = l.T("look.found.never")
		l.show(0)
	default:
		l.show(turn.Step)
	}
	return l.think()
}
