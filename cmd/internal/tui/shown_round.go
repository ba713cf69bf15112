package tui

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/table"
	"fellowship/tricks"
)

// shownRound is the round as the screen has seen it last. It stays as it is while the person looks at it, even if the
// table has gone on.
type shownRound struct {
	// client is the person's place at the table.
	client *play.Client
	// view is the game as it is drawn.
	view chapters.View
	// seat is the person's seat.
	seat tricks.Seat
	// state identifies what is seen of the round.
	state roundState
	// phase says what the screen waits for.
	phase phase
	// turn counts the changes of the game, so that a late message about an earlier state is recognized and
	// ignored.
	turn int
}

// roundState identifies what a person sees of a round: two views with the same state are the same.
type roundState struct {
	// decisions is how many decisions have been made.
	decisions int
	// undos is how many decisions have been taken back.
	undos int
	// viewer is the seat whose view it is.
	viewer tricks.Seat
}

func stateOf(s *table.Snapshot) roundState {
	return roundState{decisions: s.Decisions, undos: s.Undos, viewer: s.Viewer}
}

// look takes the round as it is now at the table.
func (r *shownRound) look() {
	r.turn++
	s := r.client.Look()
	r.view = s.View
	r.state = stateOf(&s)
	if s.Viewer != tricks.NoSeat {
		r.seat = s.Viewer
	}
	r.phase = r.client.LastSnapshot.Now
}

// isCurrent reports whether the round is still as it was seen last. A finished trick stays as it is while the others
// play on, until the person continues or a later trick takes its place.
func (r *shownRound) isCurrent() bool {
	s := r.client.Look()
	return s.Now == r.phase && stateOf(&s) == r.state
}

// isWon reports whether the round has been won.
func (r *shownRound) isWon() bool { return r.view.Result == chapters.Won }

// bottomSeat returns the seat whose hand is at the bottom: the person's own, and in solo the one that plays.
func (r *shownRound) bottomSeat() tricks.Seat {
	v := &r.view
	isPlaying := r.phase == choosing || r.phase == waiting || r.phase == stuck
	if v.Players == 1 && !v.IsOver && v.Stage != chapters.StageDraft && isPlaying {
		return v.Due.Seat
	}
	return r.seat
}

// shownTrick returns the trick that the person looks at, the last one unless the table has gone on since, and its
// number.
func (r *shownRound) shownTrick() (trick scene.Trick, number int) {
	all := scene.Tricks(&r.view)
	shown := r.client.LastSnapshot.Shown
	if r.phase == trickEnd && shown > 0 && shown <= len(all) {
		return all[shown-1], shown
	}
	return scene.LastTrick(&r.view)
}

// personAtScreen returns the seat of the person who looks at the screen, or at a curtain of the one who is asked to.
func (r *shownRound) personAtScreen() tricks.Seat {
	if r.phase == curtain {
		return r.client.LastSnapshot.Player
	}
	return r.seat
}
