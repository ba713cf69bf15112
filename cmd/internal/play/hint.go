package play

import (
	"context"
	"slices"
	"sync/atomic"

	"fellowship/chapters"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// lastHint is the hint that a person was given last. Asking again about the same decision tells its numbers. It may be
// used from several goroutines.
type lastHint struct{ given atomic.Pointer[hintGiven] }

// hintGiven is a hint and the decision that it is about.
type hintGiven struct {
	// round is the number of the round at its table.
	round int
	// player is the seat of the person who asked.
	player tricks.Seat
	// hand has the cards of the seat that decides.
	hand tricks.Set
	// log has the events of the round before the decision, which tell one decision of a round from another.
	log []chapters.Event
	// made is the decision that the hint advises.
	made chapters.Decision
	// reason is the reason for it.
	reason players.Reason
}

// newHint returns the hint about the decision that is due, without its answer.
func newHint(s *State) *hintGiven {
	v := s.View
	return &hintGiven{
		round:  s.Client.LastSnapshot.Round,
		player: v.Player,
		hand:   v.Seats[v.Ask.Seat].Hand,
		log:    v.Log,
	}
}

// about returns the hint that was given about the decision that is due, nil if none was.
func (l *lastHint) about(s *State) *hintGiven {
	now := newHint(s)
	h := l.given.Load()
	if h == nil || h.round != now.round || h.player != now.player || h.hand != now.hand || !slices.Equal(h.log, now.log) {
		return nil
	}
	return h
}

// hint asks what a strong player would do who knows only what the person knows. The record notes that. Asked again
// about the same decision, it tells the numbers of the hint, which is no further hint. In a puzzle it asks for the
// solution.
func hint[F Front[R], R any](f F) R {
	state := f.State()
	if p := state.Client.Puzzle; p != nil {
		return f.Ask(p.question(state.Texts, state.View, true))
	}
	title := Title(state.Texts, "hint")
	if h := state.Client.lastHint.about(&state); h != nil {
		return f.Ask(Question{Title: title, Think: func(context.Context) (Answer, error) {
			say := func() string { return state.Texts.Round(state.View).HintNumbers(h.made, h.reason) }
			return Answer{Say: say, Advice: &h.made}, nil
		}})
	}
	seen := state.Client.LastSnapshot.Revision
	asked := newHint(&state)
	return f.Ask(Question{
		Note:  state.Texts.T("hint.asked"),
		Title: title,
		Think: func(ctx context.Context) (Answer, error) {
			made, reason, err := state.Client.Hint(ctx, seen)
			if err == nil {
				asked.made = made
				asked.reason = reason
				state.Client.lastHint.given.Store(asked)
			}
			say := func() string { return state.Texts.Round(state.View).Hint(made, reason) }
			return Answer{Say: say, Advice: &made}, err
		},
	})
}
