package play

import (
	"context"
	"errors"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// State is that of a round, for an action.
type State struct {
	*texts.Texts
	// Chair is the chair as it is driven from the front end.
	Chair *Client
	// Now is the moment that the game waits at, View the round as the person may see it.
	Now  round.Moment
	View *chapters.View
	// Asking reports whether somebody thinks about a question, Solving whether it is about the deal.
	Asking, Solving bool
	// Options are those about the game.
	Options *RoundOptions
}

// Front is a front end, as the actions of a round need it.
type Front[R any] interface {
	State() State
	// Show shows what there is to read.
	Show(topic Topic) R
	// Leave asks to leave, or leaves at the end of the round, with what people want to play next.
	Leave(next AfterRound) R
	// Replay looks through the round that is over.
	Replay() R

	// Reply tells the person something, as bad news or not.
	Reply(text string, warning bool) R
	// Done goes on after something that was done in the round, or was not; note is told
	// where it was.
	Done(note string, err error) R
	// Ask puts a question to somebody who thinks about it.
	Ask(q Question) R
	// ActionLabel is how an action is called here: its key, or its word.
	ActionLabel(name string) string

	Coach() R
	Solve() R
}

// Topic is something to read about the round, called like the action that shows it.
type Topic string

// Pages to be read beside the round.
const (
	Help      Topic = "help"
	Log       Topic = "log"
	Won       Topic = "won"
	Goals     Topic = "goals"
	Know      Topic = "know"
	Chapter   Topic = "intro"
	LastTrick Topic = "last"
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
			return open(f) && !s.Asking && s.kind() != puzzled
		}, Tryable: true, Do: askReason[F, R]},
		{Name: "opencards", Keys: []string{"o"}, Column: 2, EnabledWhen: canAsk, Do: openCards[F, R]},
		{
			Name: "undo", Keys: []string{"u"}, Column: 2, Rank: 10,
			Line: func(f F) bool { canUndo, _ := f.State().Chair.Allowed(); return open(f) && canUndo }, Do: undo[F, R],
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
		{Name: "again", Keys: []string{"r"}, Column: 3, Rank: 3, EnabledWhen: atEnd, Do: leaveFor(Again)},
		{
			Name: "another", Keys: []string{"d", "n"}, Column: 3, Rank: 4, EnabledWhen: atEnd, Do: leaveFor(Another),
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

// Offered has actions only where they are offered.
func Offered[F Front[R], R any](all []Action[F, R]) []Action[F, R] {
	for i := range all {
		all[i].Available = func(f F) bool {
			s := f.State()
			return s.Offers(all[i].Name)
		}
	}
	return all
}

// Question is one that somebody has to think about.
type Question struct {
	// Note is said meanwhile, and Title is the headline where the answer needs a page.
	Note, Title string
	// Think finds the answer, beside the front end.
	Think func(context.Context) (Answer, error)
}

// Answer is one that tells itself. Advice, if set, is a decision to choose, where things are
// chosen with a cursor.
type Answer struct {
	Say    func() string
	Advice *chapters.Decision
}

func undo[F Front[R], R any](f F) R {
	t := f.State().Texts
	err := f.State().Chair.Propose(table.Undo)
	switch {
	case errors.Is(err, round.ErrNotYours):
		return f.Reply(t.T("undo.notyours"), false)
	case errors.Is(err, round.ErrNothing):
		return f.Reply(t.T("undo.none"), false)
	}
	return f.Done(t.T("undo.done"), err)
}

func stop[F Front[R], R any](f F) R {
	err := f.State().Chair.Propose(table.Stop)
	if errors.Is(err, table.ErrUnsettled) {
		return f.Reply(f.State().T("stop.early"), false)
	}
	return f.Done("", err)
}

// askReason asks the computer player that played last why it played that card. It thinks again,
// which leads to the same card.
func askReason[F Front[R], R any](f F) R {
	state := f.State()
	return f.Ask(Question{
		state.T("why.thinking"), Title(state.Texts, "why"),
		func(ctx context.Context) (Answer, error) {
			play, made, reason, err := state.Chair.ExplainCard(ctx)
			return Answer{Say: func() string {
				if play.Card == tricks.NoCard {
					return state.T("why.none")
				}
				return state.PlayReason(state.View, play, made, reason)
			}}, err
		},
	})
}

// hint asks what a strong player would do in the person's place, knowing no more. The
// record says that it was asked. In a puzzle it asks for the answer.
func hint[F Front[R], R any](f F) R {
	state := f.State()
	if p := state.Chair.Puzzle; p != nil {
		return f.Ask(p.question(state.Texts, state.View, true))
	}
	seen := state.Chair.LastSnapshot.Revision
	return f.Ask(Question{state.T("hint.asked"), Title(state.Texts, "hint"), func(ctx context.Context) (Answer, error) {
		made, reason, err := state.Chair.Hint(ctx, seen)
		return Answer{func() string { return state.Hint(state.View, made, reason) }, &made}, err
	}})
}

// openCards asks the solver, which sees all cards, what can be chosen without losing the
// round. The first time the person is told what that is; the record says that it was
// asked. In a puzzle it asks how many there are.
func openCards[F Front[R], R any](f F) R {
	state := f.State()
	if p := state.Chair.Puzzle; p != nil {
		return f.Ask(p.question(state.Texts, state.View, false))
	}
	if !state.Chair.Warned {
		state.Chair.Warned = true
		return f.Reply(state.T("open.warn", f.ActionLabel("opencards")), true)
	}
	seen := state.Chair.LastSnapshot.Revision
	return f.Ask(Question{
		state.T("open.asked"), Title(state.Texts, "opencards"),
		func(ctx context.Context) (Answer, error) {
			opened, err := state.Chair.OpenCards(ctx, seen)
			return Answer{Say: func() string {
				return state.OpenCards(state.View, opened.Wins, opened.Unknown, opened.OptionCount)
			}}, err
		},
	})
}

// kind is a kind of round, and with it the place where it is played.
type kind uint8

const (
	// game is a person's own, which is kept; evening is the small round of the first evening.
	game kind = 1 << iota
	evening
	puzzled
	// friends is a round at a table of a server.
	friends
)

// offered says which rounds have an action, by its name, and when. What is not listed is in all of
// them. In a puzzle all cards lie open and one person plays all seats: there a hint is the answer.
var offered = map[string]struct {
	kinds     kind
	condition func(State) bool
}{
	"hint": {game | evening | puzzled | friends, State.hasHints},
	"why":  {game | evening | friends, State.hasHints},
	"opencards": {game | puzzled | friends, func(s State) bool {
		return s.kind() == puzzled || s.Options.Solve != nil && s.kind() != friends ||
			s.Chair.LastSnapshot.Setup.OpenCards && s.hasSay()
	}},
	"undo":        {game | evening | friends, State.mayPropose},
	"stop":        {game | evening | friends, State.mayPropose},
	"know":        {game | evening | friends, nil},
	"coach":       {game | evening | friends, func(s State) bool { return s.Coach(s.View) != "" }},
	"again":       {game | evening | puzzled, nil},
	"another":     {game | puzzled, nil},
	"nextchapter": {game | evening, func(s State) bool { return s.Options.Next != "" }},
	"solve": {game | friends, func(s State) bool {
		return s.Options.Solve != nil && s.View.Result != chapters.Won && !s.Solving
	}},
	"look":     {game | friends, func(s State) bool { return s.Options.Replayable || s.kind() == friends }},
	"table":    {friends, nil},
	"phrases":  {friends, func(s State) bool { return s.Chair.LastSnapshot.Company() }},
	"together": {friends, func(s State) bool { return s.Chair.LastSnapshot.Company() && s.Now == round.End }},
}

// Offers reports whether an action is there at all in this round, by its name.
func (s State) Offers(name string) bool {
	row, listed := offered[name]
	return !listed || row.kinds&s.kind() != 0 && (row.condition == nil || row.condition(s))
}

func (s State) kind() kind {
	switch {
	case s.Chair.Puzzle != nil:
		return puzzled
	case !s.Chair.LastSnapshot.Setup.Home:
		return friends
	case s.Options.Lesson:
		return evening
	}
	return game
}

// hasSay reports whether the person has a say in a round that goes on.
func (s State) hasSay() bool {
	return s.kind() != friends || s.Chair.LastSnapshot.Me != tricks.NoSeat && s.Chair.LastSnapshot.Playing
}

// mayPropose reports whether the person may take something back, or end the round.
func (s State) mayPropose() bool { return s.hasSay() && (s.kind() != friends || s.Now != round.End) }

// hasHints reports whether the round has hints for the person.
func (s State) hasHints() bool {
	return s.hasSay() && (s.kind() != friends || s.Chair.LastSnapshot.Setup.Hints)
}
