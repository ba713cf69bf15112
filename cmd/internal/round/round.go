// Package round follows one round as its record tells it, line by line: who decides what is
// due, what a computer player thinks about, what may be taken back, and what there is to tell.
//
// It writes nothing. Whoever does, which is a table, checks a line by hearing it in a copy,
// writes it, and lets the round hear it. So a record is never behind what anybody has seen.
package round

import (
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Human stands in records for a person.
const Human = "human"

// Program begins the name of a computer player that is a program: bot:python3 bot.py. Only a command
// line starts one; to a record it is a name.
const Program = "bot:"

// IsProgram reports whether that is the name of a program.
func IsProgram(player string) bool { return strings.HasPrefix(player, Program) }

// Person returns the player of a person with a name: human:Anna.
func Person(name string) string {
	name = CleanName(name)
	if name == "" {
		return Human
	}
	return Human + ":" + name
}

// CleanName returns the name that somebody typed without what a terminal would
// not show, which no file may hold either.
func CleanName(typed string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if strictyaml.Hidden(r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, typed))
}

// PersonName returns the name of a person, and whether it is one: no computer
// player.
func PersonName(player string) (name string, ok bool) {
	kind, name, _ := strings.Cut(player, ":")
	return name, kind == Human
}

// Round is a round being played. It is for one goroutine.
type Round struct {
	// game is never changed: a decision is made in a copy, which takes its place.
	game        *chapters.Game
	playerNames []string
	computers   map[string]players.Player
	seed        uint64
	// deciders holds the maker of each decision of the game.
	deciders []decider
	assisted []int
	hints    []int
	stopped  bool

	// story is the news so far, made of that many events, and goals are the last statuses. undone
	// has for each undo the length of the story that was left.
	story          []News
	events         int
	goals          []chapters.GoalStatus
	storyAfterUndo []int
}

// decider is the player who made a decision, and whether that was a person then. The decision
// was forced, see [Round.Forced], or chosen, after so many events.
type decider struct {
	seat           tricks.Seat
	person, forced bool
	logged         int
}

// ErrNotDue means that no decision of this person's is due.
var ErrNotDue = say.New("it is not your turn")

// Resume returns the round of a record. Where it names no players, people play; the player of the
// controlling seat also plays the pyramid (S9), and seat 0 plays all four hands of a solo round
// (S10).
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

// newRound is a round at the beginning of a record.
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

// CheckPlayers returns the fault of a list of the seats' players, nil if there is none. A record from a
// file is checked before it goes on; without a list people play.
func CheckPlayers(game *chapters.Game, names []string) error {
	if len(names) == 0 {
		return nil
	}
	return (&Round{game: game}).assignPlayers(names)
}

// assignPlayers lets everybody sit down.
func (s *Round) assignPlayers(names []string) error {
	if len(names) != s.game.Seats() {
		return say.Errorf("who plays is said for %d, but there are %d seats", len(names), s.game.Seats())
	}
	s.computers = map[string]players.Player{}
	state := s.game.State()
	for _, player := range state.Deciders[:len(names)] {
		name := names[player]
		s.playerNames = append(s.playerNames, name)
		if err := s.addComputer(name); err != nil {
			return err
		}
	}
	return nil
}

// addComputer makes the computer player of a name ready; people come by themselves, and programs are
// started elsewhere.
func (s *Round) addComputer(name string) error {
	if IsPerson(name) || IsProgram(name) || s.computers[name] != nil {
		return nil
	}
	p, err := players.New(name)
	if err == nil {
		s.computers[name] = p
	}
	return err
}

// IsPerson reports whether what stands for a player in a record stands for a person.
func IsPerson(player string) bool {
	_, ok := PersonName(player)
	return ok
}

// Name returns the name of the person who plays a seat, empty without one.
func (s *Round) Name(seat tricks.Seat) string {
	name, _ := PersonName(s.playerNames[s.game.State().Deciders[seat]])
	return name
}

func (s *Round) isPerson(player tricks.Seat) bool {
	return player != tricks.NoSeat && IsPerson(s.playerNames[player])
}

// Player returns the person whose decision is due: the seat to ask View for.
// It is NoSeat when it is a computer's turn and when the game has ended.
func (s *Round) Player() tricks.Seat {
	if d := s.game.Due().Decider; !s.stopped && s.isPerson(d) {
		return d
	}
	return tricks.NoSeat
}

// View returns the round as the player at a seat may know it.
func (s *Round) View(player tricks.Seat) chapters.View { return s.game.View(player) }

// Humans returns the players that are people, each once: the seats to ask View
// for. Which seats such a player decides for is SeatView.By.
func (s *Round) Humans() []tricks.Seat {
	var out []tricks.Seat
	state := s.game.State()
	for _, player := range state.Deciders[:len(s.playerNames)] {
		if s.isPerson(player) && !slices.Contains(out, player) {
			out = append(out, player)
		}
	}
	slices.Sort(out)
	return out
}

// PlayerNames returns the player of each seat: Human or the name of a computer player.
func (s *Round) PlayerNames() []string { return slices.Clone(s.playerNames) }

// noteDecider notes who makes the decision that is due.
func (s *Round) noteDecider(player tricks.Seat) {
	_, forced := lastCard(s.game)
	s.deciders = append(s.deciders, decider{player, s.isPerson(player), forced, s.game.State().Logged})
}

// Copy returns a round for itself. The game, which never changes, is that of both.
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

// ApplyLine follows a line of the record: a decision, some that are taken back, or help that was
// asked for. A line that does not go on with this round changes nothing, and the error names
// the rule.
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
		s.game = next
		s.updateStory()
	}
	return nil
}

// rewind goes back to where so many decisions were made.
func (s *Round) rewind(decisions int) error {
	game, err := s.game.AfterDecisions(decisions)
	if err != nil {
		return err
	}
	s.game = game
	s.deciders = s.deciders[:decisions]
	s.stopped = false
	s.trimStory()
	return nil
}

// Replace lets another one play a seat from now on: a Person, or a computer player by
// its name. A decision stays with its maker.
func (s *Round) Replace(seat tricks.Seat, name string) error {
	if seat < 0 || int(seat) >= len(s.playerNames) {
		return say.Errorf("there is no seat %d", seat)
	}
	if err := s.addComputer(name); err != nil {
		return err
	}
	s.playerNames[seat] = name
	return nil
}

// Forced returns the card of the person whose decision is due where nothing is left to
// choose: the last one. It is played without asking.
func (s *Round) Forced() (chapters.Decision, bool) {
	if s.Player() == tricks.NoSeat {
		return chapters.Decision{}, false
	}
	return lastCard(s.game)
}

// lastCard returns the only card that can be played now, in the last trick.
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

// lastChosen returns the last decision that was not forced, see [Round.Forced]; -1 for none.
func (s *Round) lastChosen() int {
	last := len(s.deciders) - 1
	for last >= 0 && s.deciders[last].forced {
		last--
	}
	return last
}

// UndoCount returns how many decisions go back when the last one that a person made is taken back,
// with what the computers decided since; 0 where there is none. A person alone may do so at any
// time. With several people only the very last decision goes back, unless all have agreed, and with
// all agreed or not only as long as it brought nothing to light.
func (s *Round) UndoCount(agreed bool) int {
	if alone := len(s.Humans()) < 2; alone || agreed {
		return s.undoCountFrom(s.lastOfPerson(), alone && !agreed)
	}
	return s.undoCountFrom(s.lastChosen(), false)
}

// lastOfPerson returns the last decision that a person made, -1 for none.
func (s *Round) lastOfPerson() int {
	last := s.lastChosen()
	for last >= 0 && !s.deciders[last].person {
		last--
	}
	return last
}

// undoCountFrom counts a decision of a person and all that came after it, 0 where that may not go back.
func (s *Round) undoCountFrom(last int, revealed bool) int {
	if last < 0 || !s.deciders[last].person ||
		!revealed && reveals(s.game.Log(tricks.NoSeat)[s.deciders[last].logged:]) {
		return 0
	}
	return len(s.deciders) - last
}

// revealing are the names of the events in which something is turned up, drawn or dealt: nobody can
// forget it again.
var revealing = []string{
	"drew_threat", "rejected_threat", "drew_cards", "revealed", "took_side", "turned_up",
	"dealt_more",
}

// reveals reports whether anything of that kind has happened.
func reveals(log []chapters.Event) bool {
	return slices.ContainsFunc(log, func(e chapters.Event) bool { return slices.Contains(revealing, e.Kind.String()) })
}

// LastDecider returns the person who made the last decision that was not forced, NoSeat
// where a computer did, or nobody has made any.
func (s *Round) LastDecider() tricks.Seat { return s.Decider(s.lastChosen()) }

// Decider returns the person who made a decision, counted from 0, NoSeat for none.
func (s *Round) Decider(n int) tricks.Seat {
	if n >= 0 && n < len(s.deciders) && s.deciders[n].person {
		return s.deciders[n].seat
	}
	return tricks.NoSeat
}

// Settled returns the result once it is certain (T11), as far as all people may
// know it together: a hidden goal that fails (S8) settles nothing for the others.
// It is Undecided before that.
func (s *Round) Settled() chapters.Result {
	viewer := tricks.NoSeat
	if all := s.Humans(); len(all) == 1 {
		viewer = all[0]
	}
	return s.game.KnownResult(viewer)
}

// inLastTrick reports whether the last trick of the round is due or being played.
func inLastTrick(g *chapters.Game) bool {
	return g.Stage() == chapters.StagePlay && len(g.History())+1 == g.State().Table.Tricks()
}

// MayStop reports whether the group may say that it plays on or not: the result is
// settled, and a person still has a card to play. In the last trick it is played out.
func (s *Round) MayStop() bool {
	return !inLastTrick(s.game) && s.Settled() != chapters.Undecided &&
		slices.ContainsFunc(s.game.View(tricks.NoSeat).Seats, func(view chapters.SeatView) bool {
			return view.Cards > 0 && s.isPerson(view.Decider)
		})
}

// Stop ends a round early whose result is certain (T11), and reports whether it is.
func (s *Round) Stop() bool {
	s.stopped = s.stopped || s.Settled() != chapters.Undecided
	return s.stopped
}

// GiveUp ends the round early although nothing is settled: the group cannot go on.
// It is not written into the record, and counts as lost.
func (s *Round) GiveUp() { s.stopped = true }

// EndedEarly reports whether the round was ended early (T11).
func (s *Round) EndedEarly() bool { return s.stopped }

// IsOver reports whether the round has ended, by itself (T10) or early.
func (s *Round) IsOver() bool { return s.stopped || s.game.IsOver() }

// Undos returns how often something was taken back.
func (s *Round) Undos() int { return len(s.storyAfterUndo) }

// Tricks returns how many tricks are over.
func (s *Round) Tricks() int { return len(s.game.History()) }

// Decisions returns the number of decisions that stand.
func (s *Round) Decisions() int { return len(s.deciders) }

// Record returns the game as it is written down, undone decisions left out.
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

// Reveal returns the game itself with every card in it: for solving it, and for
// the page after its end. It is a copy.
func (s *Round) Reveal() *chapters.Game { return s.game.Clone() }
