package play

import (
	"context"
	"errors"

	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/tricks"
)

// Round returns the actions of a round, the same for every front end.
func Round[F Front[R], R any]() []Action[F, R] {
	atMoment := func(matches func(round.Moment) bool) func(F) bool {
		return func(f F) bool { return matches(f.State().Now) }
	}
	showTopic := func(topic Topic) func(F) R { return func(f F) R { return f.Show(topic) } }
	leaveFor := func(next AfterRound) func(F) R { return func(f F) R { return f.Leave(next) } }
	open := func(f F) bool { return f.State().Now != round.Curtain }
	isRunning := func(f F) bool { return open(f) && f.State().Now != round.End }
	canAsk := func(f F) bool { return f.State().Now == round.Turn && !f.State().Asking }
	atEnd := atMoment(func(m round.Moment) bool { return m == round.End })
	return Offered([]Action[F, R]{
		{Name: "hint", Keys: []string{"d"}, Column: 2, Rank: 3, EnabledWhen: canAsk, Tryable: true, Do: hint[F, R]},
		{Name: "why", EnabledWhen: func(f F) bool {
			s := f.State()
			return isRunning(f) && !s.Asking && s.kind() != puzzled
		}, Tryable: true, Do: askReason[F, R]},
		{Name: "opencards", Keys: []string{"o"}, Column: 2, EnabledWhen: canAsk, Do: openCards[F, R]},
		{
			Name: "undo", Keys: []string{"u"}, Column: 2, Rank: 10,
			Line: func(f F) bool { canUndo, _ := f.State().Client.Allowed(); return open(f) && canUndo }, Do: undo[F, R],
		},
		{
			Name: "goals", Keys: []string{"g"}, Column: 2, Rank: 4, EnabledWhen: open, Line: isRunning,
			Do: showTopic(Goals),
		},
		{Name: "know", Keys: []string{"k"}, Column: 2, Rank: 11, EnabledWhen: isRunning, Do: showTopic(Know)},
		{Name: "last", EnabledWhen: open, Do: showTopic(LastTrick)},
		{Name: "won", EnabledWhen: open, Do: showTopic(Won)},
		{Name: "log", Keys: []string{"l"}, Column: 2, Rank: 9, EnabledWhen: open, Do: showTopic(Log)},
		{Name: "intro", Shown: "key.intro", Column: 2, EnabledWhen: func(f F) bool {
			return open(f) && f.State().View.Chapter != nil
		}, Do: showTopic(Chapter)},
		{Name: "help", Keys: []string{"?"}, Column: 3, Rank: 5, Do: showTopic(Help)},
		{
			Name: "stop", Keys: []string{"x"}, Column: 3, Rank: 2, Do: stop[F, R],
			EnabledWhen: atMoment(func(m round.Moment) bool { return m == round.Settled || m == round.Turn }),
			Line:        func(f F) bool { return f.State().Now == round.Settled },
		},
		{Name: "onfrom", Keys: []string{"f"}, Column: 3, EnabledWhen: func(f F) bool {
			s := f.State()
			return atEnd(f) && s.Offers("onfrom")
		}, Do: playOn[F, R]},
		{Name: "again", Keys: []string{"r"}, Column: 3, Rank: 3, EnabledWhen: atEnd, Do: leaveFor(Again)},
		{
			Name: "another", Keys: []string{"a", "n"}, Column: 3, Rank: 4, EnabledWhen: atEnd, Do: leaveFor(Another),
			Line: func(f F) bool { s := f.State(); return s.kind() != puzzled },
		},
		{Name: "nextchapter", EnabledWhen: atEnd, Do: leaveFor(NextChapter)},
		{Name: "solve", EnabledWhen: atEnd, Do: F.Solve},
		{Name: "look", Keys: []string{"v"}, Column: 3, Rank: 2, EnabledWhen: atEnd, Do: F.Replay},
		{
			Name: "quit", Keys: []string{"q", "ctrl+c"}, Column: 3, Rank: 8, Do: leaveFor(Nothing),
			Line: func(f F) bool { s := f.State(); return s.Now != round.End || s.Offers("again") },
		},
		{Name: "coach", Do: F.Coach, EnabledWhen: open},
	})
}

// undo takes the last decision back, or proposes to.
func undo[F Front[R], R any](f F) R {
	t := f.State().Texts
	err := f.State().Client.Propose(table.Undo)
	switch {
	case errors.Is(err, round.ErrNotYours):
		return f.Reply(t.T("undo.notyours"), false)
	case errors.Is(err, round.ErrNothing):
		return f.Reply(t.T("undo.none"), false)
	}
	return f.Done(t.T("undo.done"), err)
}

// playOn plays on from before the decision that lost the round, or proposes to.
func playOn[F Front[R], R any](f F) R {
	state := f.State()
	if state.kind() != friends {
		return f.Leave(FromLoss)
	}
	return f.Done("", state.Client.ProposePlayOn(state.Loss.From))
}

// stop ends the round early, or proposes to (T11).
func stop[F Front[R], R any](f F) R {
	err := f.State().Client.Propose(table.Stop)
	if errors.Is(err, table.ErrUnsettled) {
		return f.Reply(f.State().Texts.T("stop.early"), false)
	}
	return f.Done("", err)
}

// askReason asks the computer player that played last how sure it was. The player thinks again, which leads to
// the same card. Its whole reason is told when the round is over (package hindsight).
func askReason[F Front[R], R any](f F) R {
	state := f.State()
	return f.Ask(Question{
		Note:  state.Texts.T("why.thinking"),
		Title: Title(state.Texts, "why"),
		Think: func(ctx context.Context) (Answer, error) {
			explained, err := state.Client.ExplainCard(ctx)
			return Answer{Say: func() string {
				words := state.Texts.Round(state.View)
				switch play := explained.Play; {
				case play.Card == tricks.NoCard:
					return state.Texts.T("why.none")
				case !explained.Repeated:
					return words.NotRepeated(play.Seat)
				default:
					return words.HeardReason(play, explained.Heard)
				}
			}}, err
		},
	})
}

// openCards asks the solver, which sees all cards, which choices do not lose the round. The first time it only
// warns what this help reveals. The record notes its use. In a puzzle it asks how many choices win.
func openCards[F Front[R], R any](f F) R {
	state := f.State()
	if p := state.Client.Puzzle; p != nil {
		return f.Ask(p.question(state.Texts, state.View, false))
	}
	if !state.Client.Warned {
		state.Client.Warned = true
		return f.Reply(state.Texts.T("open.warn", f.ActionLabel("opencards")), true)
	}
	seen := state.Client.LastSnapshot.Revision
	return f.Ask(Question{
		Note:  state.Texts.T("open.asked"),
		Title: Title(state.Texts, "opencards"),
		Think: func(ctx context.Context) (Answer, error) {
			opened, err := state.Client.OpenCards(ctx, seen)
			return Answer{Say: func() string {
				return state.Texts.Round(state.View).OpenCards(opened.Wins, opened.Unknown, opened.OptionCount)
			}}, err
		},
	})
}
