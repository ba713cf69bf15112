// Package round plays one round as the lines of its record describe it: who makes the decision that is
// due, what a computer player thinks about, what may be taken back, and which news there are.
//
// It writes nothing. The caller, which is a table, applies a new line to a copy of the round first, then
// writes it to the record, and then applies it to the round. So nobody sees a decision that is not in
// the record yet.
package round

import (
	"maps"
	"math"
	"slices"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Round is a round that is being played. It must not be used by several goroutines at the same time.
type Round struct {
	// game is never changed: a decision is applied to a copy, which then replaces it.
	game *chapters.Game
	// playerNames are the players of the seats as records write them.
	playerNames []string
	// computers are the computer players by their names.
	computers map[string]players.Player
	// seed is the seed of the computer players' random choices.
	seed uint64
	// deciders has the maker of each decision of the game.
	deciders []decider
	// assisted are the numbers of decisions before which a person asked the solver, see
	// [chapters.Record].
	assisted []int
	// hints are the numbers of decisions before which a person asked for a hint.
	hints []int
	// stopped reports whether the round was ended early.
	stopped bool
	// lastTrickEnd is the game right after its last trick. It is nil if no trick has ended since the round was
	// resumed or since something was taken back.
	lastTrickEnd *chapters.Game

	// story is the news so far.
	story []News
	// events is the number of events of the game's log that are in the story.
	events int
	// goals are the statuses of the goals after the last news.
	goals []chapters.GoalStatus
	// storyAfterUndo is the length of the story after each undo.
	storyAfterUndo []int
}

// decider is the player who made a decision.
type decider struct {
	seat tricks.Seat
	// name is the player's name as records write it.
	name string
	// person reports whether a person made the decision.
	person bool
	// forced reports whether there was no other decision, see [Round.Forced].
	forced bool
	// logged is the number of events in the game's log before the decision.
	logged int
	// ended is the number of tricks that were over before the decision, see [tricksEnded].
	ended int
}

// ErrNotDue means that no decision of this person is due.
var ErrNotDue = say.New("it is not your turn")

// Resume returns the round of a record after its last decision. If the record names no players, people
// play. The player of the controlling seat also plays the pyramid (S9), and seat 0 plays all four hands
// of a solo round (S10).
func Resume(lib *chapters.Library, rec chapters.Record) (*Round, error) {
	var s *Round
	for step, err := range rec.Walk(lib) {
		if err == nil && s == nil {
			s, err = newRound(step.Game, rec)
		}
		if err != nil {
			return nil, err
		}
		s.addEvents()
		if step.Next != nil {
			s.noteDecider(s.game.Due().Decider)
		}
	}
	s.updateStory()
	return s, nil
}

// newRound returns a round at the beginning of a record.
func newRound(game *chapters.Game, rec chapters.Record) (*Round, error) {
	s := &Round{game: game, assisted: slices.Clone(rec.Assisted), hints: slices.Clone(rec.Hints)}
	names := rec.PlayerNames
	if len(names) == 0 {
		names = slices.Repeat([]string{Human}, game.Seats())
	}
	if rec.Seed != nil {
		s.seed = *rec.Seed
	}
	if s.seed > math.MaxInt64 {
		return nil, say.Errorf("seed %d is too large: the largest is %d", s.seed, uint64(math.MaxInt64))
	}
	return s, s.assignPlayers(names)
}

// Player returns the seat of the person whose decision is due, which is the one to ask [Round.View] for.
// It is NoSeat if a computer player decides or the round is over.
func (s *Round) Player() tricks.Seat {
	if d := s.game.Due().Decider; !s.stopped && s.isPerson(d) {
		return d
	}
	return tricks.NoSeat
}

// View returns the round as the player at a seat may know it.
func (s *Round) View(player tricks.Seat) chapters.View { return s.game.View(player) }

// noteDecider notes who makes the decision that is due. It is called before the decision is applied.
func (s *Round) noteDecider(player tricks.Seat) {
	_, forced := lastCard(s.game)
	s.deciders = append(s.deciders, decider{
		seat:   player,
		name:   s.nameOf(player),
		person: s.isPerson(player),
		forced: forced,
		logged: s.game.State().Logged,
		ended:  tricksEnded(s.game),
	})
}

// Copy returns a copy that can be changed without changing s. Both share the game, which never changes.
func (s *Round) Copy() *Round {
	c := *s
	c.playerNames = slices.Clone(s.playerNames)
	c.computers = maps.Clone(s.computers)
	c.deciders = slices.Clip(s.deciders)
	c.assisted = slices.Clip(s.assisted)
	c.hints = slices.Clip(s.hints)
	c.story = slices.Clip(s.story)
	c.goals = slices.Clip(s.goals)
	c.storyAfterUndo = slices.Clip(s.storyAfterUndo)
	return &c
}

// ApplyLine applies a line of the record: a decision, an undo, or a note that a person asked for help. A
// line that does not continue this round changes nothing, and the error names the rule.
func (s *Round) ApplyLine(text []byte) error {
	line, err := chapters.ReadLine(text, len(s.deciders))
	switch {
	case err != nil:
		return err
	case line.Undo > 0:
		return s.rewind(len(s.deciders) - line.Undo)
	case line.Assisted:
		s.assisted = append(s.assisted, len(s.deciders))
	case line.Hint != "":
		s.hints = append(s.hints, len(s.deciders))
	default:
		player := s.game.Due().Decider
		next := s.game.Clone()
		if err := next.Apply(*line.Decision); err != nil {
			return err
		}
		s.noteDecider(player)
		if tricksEnded(next) > tricksEnded(s.game) {
			s.lastTrickEnd = next
		}
		s.game = next
		s.updateStory()
	}
	return nil
}

// Forced returns the decision of the person whose decision is due if it is their last card and there is
// nothing to choose. It is played without asking them.
func (s *Round) Forced() (chapters.Decision, bool) {
	if s.Player() == tricks.NoSeat {
		return chapters.Decision{}, false
	}
	return lastCard(s.game)
}

// lastCard returns the only legal decision if it is a card of the last trick.
func lastCard(g *chapters.Game) (d chapters.Decision, ok bool) {
	if !inLastTrick(g) || g.IsOver() || g.Due().Kind != chapters.PlayCard {
		return d, false
	}
	all := g.Options()
	if len(all) != 1 {
		return d, false
	}
	return all[0], true
}

// Settled returns the result once it is certain (T11) from what all people may know together. A hidden
// goal that fails (S8) settles nothing for the others. Before that it is Undecided.
func (s *Round) Settled() chapters.Result {
	viewer := tricks.NoSeat
	if all := s.Humans(); len(all) == 1 {
		viewer = all[0]
	}
	return s.game.KnownResult(viewer)
}

// inLastTrick reports whether the last trick of the round comes next or is being played.
func inLastTrick(g *chapters.Game) bool {
	return g.Stage() == chapters.StagePlay && len(g.History())+1 == g.State().Table.Tricks()
}

// MayStop reports whether the group may choose to stop the round: its result is settled, and a person
// still has a card to play. The last trick is always played to its end.
func (s *Round) MayStop() bool {
	return !inLastTrick(s.game) && s.Settled() != chapters.Undecided &&
		slices.ContainsFunc(s.game.View(tricks.NoSeat).Seats, func(view chapters.SeatView) bool {
			return view.Cards > 0 && s.isPerson(view.Decider)
		})
}

// Stop ends the round early if its result is certain (T11), and reports whether the round has ended early.
func (s *Round) Stop() bool {
	s.stopped = s.stopped || s.Settled() != chapters.Undecided
	return s.stopped
}

// GiveUp ends the round early although its result is not certain. It counts as lost. The record does not
// mention it.
func (s *Round) GiveUp() { s.stopped = true }

// EndedEarly reports whether the round was ended early (T11).
func (s *Round) EndedEarly() bool { return s.stopped }

// IsOver reports whether the round has ended, by itself (T10) or early.
func (s *Round) IsOver() bool { return s.stopped || s.game.IsOver() }

// Tricks returns how many tricks are over.
func (s *Round) Tricks() int { return len(s.game.History()) }

// Decisions returns the number of decisions that stand.
func (s *Round) Decisions() int { return len(s.deciders) }

// Helped reports whether a person has asked for a hint or for other help.
func (s *Round) Helped() bool { return len(s.assisted)+len(s.hints) > 0 }

// Record returns the round as a record, without decisions that were taken back.
func (s *Round) Record() chapters.Record {
	seed := s.seed
	return chapters.Record{
		Position:    s.game.Start(),
		PlayerNames: slices.Clone(s.playerNames),
		Seed:        &seed,
		Decisions:   slices.Clone(s.game.Decisions()),
		Assisted:    slices.Clone(s.assisted),
		Hints:       slices.Clone(s.hints),
	}
}

// Deciders returns the player who made each decision, as records name players. A seat may have had several
// players during the round.
func (s *Round) Deciders() []string {
	names := make([]string, len(s.deciders))
	for i := range s.deciders {
		names[i] = s.deciders[i].name
	}
	return names
}

// Reveal returns a copy of the game with all its cards, for the solver and for the page after the round.
func (s *Round) Reveal() *chapters.Game { return s.game.Clone() }
