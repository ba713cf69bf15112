package tui

import (
	"context"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
)

// review finds out in the background what there is to say about a finished round: where it was lost, whether the deal
// could have been won, and how often fair players win it.
type review struct {
	// ctx ends the work in the background.
	ctx context.Context
	// viewer is the person in front of the screen.
	viewer *viewer
	// round is the round as the screen has seen it last.
	round *shownRound
	// opts has the functions that look at the round.
	opts *Options
	// pace says how fast the screen goes on without keys.
	pace *pace
	// openAnswer opens the page with the answer whether the deal could have been won.
	openAnswer func() tea.Cmd

	// solving searches for a way to win the deal.
	solving backgroundJob
	// answer is the result of solving as text.
	answer string
	// isAsked reports whether the person wants to read the answer as a page.
	isAsked bool
	// tries has the deal played again by fair players.
	tries tries
	// lookingBack searches where the round was lost, and then makes the epilogue.
	lookingBack backgroundJob
	// found has the findings of the search.
	found hindsight.Loss
	// epilogue is the text about the finished round.
	epilogue string
	// loss is the goal that failed, nil if unknown.
	loss *scene.Loss
	// steps are the steps that can follow a lost round.
	steps lostSteps
	// begun reports whether the person sees the end of the round.
	begun bool
	// pauses is how many pauses have begun in which Enter does not count.
	pauses int
}

// interrupt ends the work about the round as it stood, since the round goes on or begins anew. The search for a way
// to win goes on: its answer is about the deal.
func (r *review) interrupt() {
	r.tries.cancel()
	r.lookingBack.cancel()
	if r.round.phase != finished {
		r.begun = false
		r.epilogue = ""
		r.found = hindsight.Loss{State: hindsight.Searching}
		r.steps = lostSteps{}
	}
}

// stop ends all work.
func (r *review) stop() {
	r.tries.cancel()
	r.lookingBack.cancel()
	r.solving.cancel()
}

// begin finds out where the round was lost, and makes the texts about it. At a shared table the other texts are made
// only for people who ask whether they could have won, since many people would need them at once.
func (r *review) begin() tea.Cmd {
	return tea.Batch(r.settleAtTable(), r.beginWork())
}

// settleAtTable keeps Enter from counting for a moment when the end of a round comes at a shared table: it can come while
// somebody's Enter, for the trick before, is on its way.
func (r *review) settleAtTable() tea.Cmd {
	hasCome := !r.begun
	r.begun = true
	if !hasCome || r.opts.Table == nil {
		return nil
	}
	return r.settle()
}

// settle keeps Enter from counting for a moment.
func (r *review) settle() tea.Cmd {
	r.steps.settles = true
	r.pauses++
	pause := r.pauses
	return r.pace.deliverAfter(settleTime, doneMsg(func() tea.Cmd {
		if pause == r.pauses {
			r.steps.settles = false
		}
		return nil
	}))
}

// beginWork begins the search for where the round was lost, or what follows it.
func (r *review) beginWork() tea.Cmd {
	r.loss = nil
	if r.round.view.Result == chapters.Lost {
		record, _ := r.round.client.Record()
		r.loss = scene.LossOf(r.opts.library(), &record)
	}
	if r.searchesLoss() && r.found.State == hindsight.Searching {
		return r.searchLoss()
	}
	return tea.Batch(r.offerPlayOn(), r.lookBack())
}

// searchesLoss reports whether the screen says where the round was lost.
func (r *review) searchesLoss() bool { return r.opts.StepLoss != nil && !r.round.isWon() }

// searchLoss takes the next step of the search for the decision that lost the round.
func (r *review) searchLoss() tea.Cmd {
	return r.lookingBack.start(r.ctx, func(ctx context.Context) func() tea.Cmd {
		found := r.opts.StepLoss(ctx)
		return func() tea.Cmd {
			r.found = found
			if found.State == hindsight.Searching {
				return r.searchLoss()
			}
			return tea.Batch(r.offerPlayOn(), r.lookBack())
		}
	})
}

// offerPlayOn offers to play on from before the decision that lost the round, if it was found. For a moment Enter does
// not count then.
func (r *review) offerPlayOn() tea.Cmd {
	if !r.found.CanPlayOn() || !r.steps.offer() {
		return nil
	}
	return r.settle()
}

// lookBack makes the epilogue at home.
func (r *review) lookBack() tea.Cmd {
	if r.opts.Epilogue == nil || r.epilogue != "" || r.opts.Table != nil {
		return r.solveAfterRound()
	}
	return r.lookingBack.start(r.ctx, func(ctx context.Context) func() tea.Cmd {
		text := r.opts.Epilogue(ctx)
		return func() tea.Cmd {
			r.epilogue = text
			return r.solveAfterRound()
		}
	})
}

// solveAfterRound finds out whether a lost deal can be won, and then plays the tries. At a shared table it
// waits until somebody asks.
func (r *review) solveAfterRound() tea.Cmd {
	switch {
	case !r.canSolve(), r.opts.Table != nil:
		return nil
	case r.answer == "":
		return r.searchWin()
	}
	return r.playTry()
}

// askAnswer opens the page that says whether the deal could have been won, once that is known.
func (r *review) askAnswer() tea.Cmd {
	r.isAsked = true
	return r.searchWin()
}

// searchWin searches for a way to win the deal. If the person has asked for it, the answer is opened as a
// page.
func (r *review) searchWin() tea.Cmd {
	switch {
	case r.solving.isRunning():
		return nil
	case r.answer != "":
		r.isAsked = false
		return r.openAnswer()
	}
	return r.solving.start(r.ctx, func(ctx context.Context) func() tea.Cmd {
		answer := r.opts.Solve(ctx)
		epilogue := ""
		if r.opts.Table != nil && r.opts.Epilogue != nil {
			epilogue = r.opts.Epilogue(ctx)
		}
		return func() tea.Cmd { return r.takeAnswer(answer, epilogue) }
	})
}

// takeAnswer continues after a search, with its answer and the epilogue that was made with it, "" for none.
func (r *review) takeAnswer(answer, epilogue string) tea.Cmd {
	r.answer = answer
	if epilogue != "" {
		r.epilogue = epilogue
	}
	var cmds []tea.Cmd
	if r.isAsked {
		r.isAsked = false
		cmds = append(cmds, r.openAnswer())
	}
	if r.round.phase == finished {
		cmds = append(cmds, r.playTry())
	}
	return tea.Batch(cmds...)
}

// canSolve reports whether a way to win the deal can be searched for.
func (r *review) canSolve() bool { return r.opts.Solve != nil && !r.round.isWon() }

// canStep reports whether a way to win has been found that can be shown.
func (r *review) canStep() bool {
	return r.opts.HasSolution != nil && r.answer != "" && r.opts.HasSolution()
}

// playTry plays the next try, if there is one. A try that was cancelled is played again from its
// beginning, with the same end.
func (r *review) playTry() tea.Cmd {
	t := &r.tries
	if t.play == nil || t.isRunning() || t.played == hindsight.TryCount {
		return nil
	}
	playOnce := t.play
	n := t.played + 1
	return t.start(r.ctx, func(ctx context.Context) func() tea.Cmd {
		won, err := playOnce(ctx, n)
		return func() tea.Cmd {
			if err != nil {
				return nil
			}
			t.played++
			if won {
				t.wins++
			}
			return r.playTry()
		}
	})
}

// solutionLines says whether the deal could have been won, and how often fair players win it.
func (r *review) solutionLines() []string {
	switch {
	case r.solving.isRunning():
		return []string{r.viewer.texts().T("solve.looking")}
	case !r.canSolve() || r.answer == "":
		return nil
	}
	first, _, _ := strings.Cut(r.answer, "\n")
	if r.searchesLoss() && (r.found.Step != nil || r.found.State == hindsight.NeverWinnable) {
		first = "" // the sentence about the loss says so already
	}
	return []string{first, r.tries.text(r.viewer.texts())}
}

// epilogueLines returns the lines of the epilogue.
func (r *review) epilogueLines() []string {
	if r.epilogue == "" {
		return nil
	}
	return strings.Split(strings.TrimSpace(r.epilogue), "\n")
}

// answerText returns the answer whether the deal could have been won, with the other texts about the deal.
func (r *review) answerText() page.Page {
	body := page.FromText(strings.TrimRight(r.answer, "\n"))
	lines := r.epilogueLines()
	if r.searchesLoss() {
		lines = append([]string{r.found.Sentence(r.viewer.texts())}, lines...)
	}
	for _, text := range append(lines, texts.NotEmpty(r.tries.text(r.viewer.texts()))...) {
		body = page.Join(body, page.FromText(text))
	}
	return body
}

// tries counts how often fair players win when they play the deal again.
type tries struct {
	// play plays the deal once.
	play hindsight.Try
	// played is how many tries are over.
	played int
	// wins is how many tries were won.
	wins int
	// backgroundJob is the current try.
	backgroundJob
}

// text says how many tries have been won.
func (t *tries) text(tx *texts.Texts) string {
	switch {
	case t.played == 0:
		return ""
	case t.played < hindsight.TryCount:
		return tx.T("tries.sofar", t.played, t.wins, hindsight.TryCount)
	default:
		return tx.T("tries", t.played, t.wins)
	}
}
