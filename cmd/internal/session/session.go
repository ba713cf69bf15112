// Package session drives one game: people and computer players at a table, and
// the record that is written while they play.
//
// A decision is checked by the game, then written, then made, in this order. So
// the record is never behind what anybody has seen, and when it cannot be
// written the game stays as the record is.
//
// A front end draws, reads and writes, and leaves the manners to a [Place]: it asks
// [Place.Due] what is due, shows [Place.Look], and answers with [Session.Decide],
// [Session.Think] and [Session.Follow], [Place.GoOn], [Session.Stop] or
// [Place.Undo], until [End]. Several places may look at one game.
package session

import (
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

// Human stands in [Config.By] and in records for a person.
const Human = "human"

// Person returns what stands there for a person with a name: human:Anna.
func Person(name string) string {
	if name = CleanName(name); name == "" {
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
func PersonName(by string) (name string, ok bool) {
	who, name, _ := strings.Cut(by, ":")
	return name, who == Human
}

// Log takes the lines of the record. With an error nothing was appended, and nothing is
// decided.
type Log interface {
	Append(line []byte) error
}

// Config says who plays what.
type Config struct {
	Library  *chapters.Library
	Position chapters.Position
	// By says for each seat who plays it: a Person, or the name of a computer
	// player. Whoever plays the controlling seat also plays the pyramid (S9),
	// and seat 0 plays all four hands of a solo round (S10).
	By []string
	// Seed is what the computer players draw their chances from.
	Seed uint64
}

// Session is one game being played. It is for one goroutine.
type Session struct {
	game      *chapters.Game
	by        []string
	computers map[string]players.Player
	seed      uint64
	// log takes the record; nil for a game that is not written down, see [Session.Copy].
	log Log
	// deciders is who made each decision of the game.
	deciders []decider
	assisted []int
	hints    []int
	stopped  bool

	// story is what has happened, so many events of it, and goals how these stand.
	// undone has for each undo how much of the story was left.
	story  []News
	events int
	goals  []chapters.GoalStatus
	undone []int
}

// decider is the player who made a decision, and whether that was a person then.
type decider struct {
	seat   tricks.Seat
	person bool
}

// ErrNotDue is what Decide returns when no person's decision is due.
var ErrNotDue = say.New("no person's decision is due")

// New begins a game.
func New(cfg Config) (*Session, error) {
	if cfg.Seed > math.MaxInt64 {
		return nil, say.Errorf("seed %d is too large: the largest is %d", cfg.Seed, uint64(math.MaxInt64))
	}
	game, err := cfg.Library.NewGame(cfg.Position)
	if err != nil {
		return nil, err
	}
	s, err := newSession(game, cfg.By, cfg.Seed)
	if err != nil {
		return nil, err
	}
	s.note()
	return s, nil
}

// Resume goes on with a record. Where the record does not say who plays, people do.
func Resume(lib *chapters.Library, rec chapters.Record) (*Session, error) {
	var s *Session
	for step, err := range rec.Walk(lib) {
		if err == nil && s == nil {
			s, err = seated(step.Game, rec)
		}
		if err != nil {
			return nil, err
		}
		s.noteEvents()
		if step.Next != nil {
			s.decided(s.game.Due().By)
		}
	}
	s.note()
	return s, nil
}

// seated is a session at the beginning of a record.
func seated(game *chapters.Game, rec chapters.Record) (*Session, error) {
	by, seed := rec.By, uint64(0)
	if len(by) == 0 {
		by = slices.Repeat([]string{Human}, game.Seats())
	}
	if rec.Seed != nil {
		seed = *rec.Seed
	}
	s, err := newSession(game, by, seed)
	s.assisted, s.hints = slices.Clone(rec.Assisted), slices.Clone(rec.Hints)
	return s, err
}

func newSession(game *chapters.Game, by []string, seed uint64) (*Session, error) {
	s := &Session{game: game, seed: seed}
	return s, s.seat(by)
}

// CheckBy says what is wrong with a list of who plays the seats of a game, nil
// if nothing is. Who takes a record from a file asks before he goes on with it;
// without a list people play.
func CheckBy(game *chapters.Game, by []string) error {
	if len(by) == 0 {
		return nil
	}
	return (&Session{game: game}).seat(by)
}

// seat lets everybody sit down.
func (s *Session) seat(by []string) error {
	if len(by) != s.game.Seats() {
		return say.Errorf("%d names say who plays, but there are %d seats", len(by), s.game.Seats())
	}
	s.computers = map[string]players.Player{}
	for seat := range by {
		name := by[s.game.Decides(tricks.Seat(seat))]
		s.by = append(s.by, name)
		if err := s.invite(name); err != nil {
			return err
		}
	}
	return nil
}

// invite makes the computer player of a name ready; people come by themselves.
func (s *Session) invite(by string) error {
	if IsPerson(by) || s.computers[by] != nil {
		return nil
	}
	p, err := players.New(by)
	if err == nil {
		s.computers[by] = p
	}
	return err
}

func (s *Session) append(line []byte) error {
	if s.log == nil {
		return nil
	}
	return s.log.Append(line)
}

// IsPerson reports whether what stands for a player in a record stands for a person.
func IsPerson(by string) bool {
	_, ok := PersonName(by)
	return ok
}

// Name returns the name of the person who plays a seat, empty without one.
func (s *Session) Name(seat tricks.Seat) string {
	name, _ := PersonName(s.by[s.game.Decides(seat)])
	return name
}

func (s *Session) isPerson(player tricks.Seat) bool {
	return player != tricks.NoSeat && IsPerson(s.by[player])
}

// Player returns the person whose decision is due: the seat to ask View for.
// It is NoSeat when it is a computer's turn and when the game has ended.
func (s *Session) Player() tricks.Seat {
	if d := s.game.Due().By; !s.stopped && s.isPerson(d) {
		return d
	}
	return tricks.NoSeat
}

// View returns what the player at a seat may know.
func (s *Session) View(player tricks.Seat) chapters.View { return s.game.View(player) }

// Humans returns the players that are people, each once: the seats to ask View
// for. Which seats such a player decides for is SeatView.By.
func (s *Session) Humans() []tricks.Seat {
	var out []tricks.Seat
	for seat := range s.by {
		if by := s.game.Decides(tricks.Seat(seat)); s.isPerson(by) && !slices.Contains(out, by) {
			out = append(out, by)
		}
	}
	slices.Sort(out)
	return out
}

// By returns who plays each seat: Human or the name of a computer player.
func (s *Session) By() []string { return slices.Clone(s.by) }

// Decide makes a person's decision. One that is not legal changes nothing and
// returns the game's error, which names the rule; one that cannot be written
// changes nothing and returns a [WriteError].
func (s *Session) Decide(d chapters.Decision) error {
	player := s.Player()
	if player == tricks.NoSeat {
		return ErrNotDue
	}
	return s.make(d, player)
}

// decided notes who has made a decision.
func (s *Session) decided(player tricks.Seat) {
	s.deciders = append(s.deciders, decider{player, s.isPerson(player)})
}

// make checks the decision on a copy of the game, writes it, and only then lets
// the copy take the game's place.
func (s *Session) make(d chapters.Decision, player tricks.Seat) error {
	next := s.game.Clone()
	if err := next.Apply(d); err != nil {
		return err
	}
	if err := s.append(d.Line()); err != nil {
		return err
	}
	s.made(next, player)
	return nil
}

// made lets the game as it is after a decision take its place.
func (s *Session) made(next *chapters.Game, player tricks.Seat) {
	s.game = next
	s.decided(player)
	s.note()
}

// Assist writes down that the person whose decision is due asks for help that no
// player has. Only then may it be given.
func (s *Session) Assist() error {
	if s.Player() == tricks.NoSeat {
		return ErrNotDue
	}
	if err := s.append(chapters.Line{Assisted: true}.Text()); err != nil {
		return err
	}
	s.assisted = append(s.assisted, len(s.deciders))
	return nil
}

// Undo takes back the last decision that a person made. Who is alone may do so
// at any time, and what the computers decided since goes back with it. With
// several people at the table only the very last decision can be taken back,
// and only as long as it brought nothing to light. ok is false when there is
// nothing to take back. A game that was stopped goes on. Who may ask is what
// [Place.Undo] says.
func (s *Session) Undo() (ok bool, err error) {
	if len(s.Humans()) < 2 {
		return s.undo(s.lastOfPerson(), true)
	}
	return s.undo(s.lastChosen(), false)
}

// Forced returns the card of the person whose decision is due where nothing is left to
// choose: the last one. It is played without asking.
func (s *Session) Forced() (chapters.Decision, bool) {
	if s.Player() == tricks.NoSeat {
		return chapters.Decision{}, false
	}
	return lastCard(s.game)
}

// lastCard returns the only card that can be played now, in the last trick.
func lastCard(g *chapters.Game) (d chapters.Decision, ok bool) {
	if !inLastTrick(g) || g.Ask() == nil || g.Ask().Kind != chapters.PlayCard {
		return d, false
	}
	all := g.Options()
	if len(all) != 1 {
		return d, false
	}
	return all[0], true
}

// lastChosen returns the last decision that was not forced, see [Session.Forced]; -1 for none.
func (s *Session) lastChosen() int {
	last := len(s.deciders) - 1
	for ; last >= 0; last-- {
		before, err := s.game.Before(last)
		if err != nil {
			break
		}
		if _, forced := lastCard(before); !forced {
			break
		}
	}
	return last
}

// UndoAgreed takes back the last decision that a person made, to which all people
// have agreed, with what the computers decided since. Nothing goes back that brought
// something to light; then, and where there is nothing, ok is false.
func (s *Session) UndoAgreed() (ok bool, err error) { return s.undo(s.lastOfPerson(), false) }

// lastOfPerson returns the last decision that a person made, -1 for none.
func (s *Session) lastOfPerson() int {
	last := s.lastChosen()
	for last >= 0 && !s.deciders[last].person {
		last--
	}
	return last
}

// undo takes back a decision of a person with all that came after it.
func (s *Session) undo(last int, revealed bool) (ok bool, err error) {
	if last < 0 || !s.deciders[last].person {
		return false, nil
	}
	before, err := s.game.Before(last)
	if err != nil {
		return false, err
	}
	if !revealed && reveals(s.game.View(tricks.NoSeat).Log[before.Logged():]) {
		return false, nil
	}
	if err := s.append(chapters.Line{Undo: len(s.deciders) - last}.Text()); err != nil {
		return false, err
	}
	s.unmade(before)
	return true, nil
}

// unmade lets the game as it was take its place again.
func (s *Session) unmade(before *chapters.Game) {
	s.game, s.deciders, s.stopped = before, s.deciders[:len(before.Decisions())], false
	s.untell()
}

// reveals reports whether anything was turned up, drawn or dealt: what nobody
// can forget again.
func reveals(log []chapters.Event) bool {
	return slices.ContainsFunc(log, func(e chapters.Event) bool {
		switch e.Kind {
		case chapters.DrewThreat, chapters.RejectedThreat, chapters.DrewCards, chapters.Revealed,
			chapters.TookSide, chapters.TurnedUp, chapters.DealtMore:
			return true
		case chapters.Took, chapters.TookLost, chapters.Passed, chapters.Returned, chapters.Gave, chapters.Declined,
			chapters.Played, chapters.WonTrick, chapters.Named, chapters.HasRider, chapters.HasGift, chapters.ChoseThreat,
			chapters.Declared, chapters.ChoseRange, chapters.Announced, chapters.Tucked, chapters.CameBack,
			chapters.KeptLast, chapters.PutAside, chapters.SwappedLost, chapters.FellShort:
		}
		return false
	})
}

// LastDecider returns the person who made the last decision that was not forced, NoSeat
// where a computer did, or nobody has made any.
func (s *Session) LastDecider() tricks.Seat {
	if n := s.lastChosen(); n >= 0 && s.deciders[n].person {
		return s.deciders[n].seat
	}
	return tricks.NoSeat
}

// Settled returns the result once it is certain (T11), as far as all people may
// know it together: a hidden goal that fails (S8) settles nothing for the others.
// It is Undecided before that.
func (s *Session) Settled() chapters.Result { return s.game.View(only(s.Humans())).Result }

// inLastTrick reports whether the last trick of the round is due or being played.
func inLastTrick(g *chapters.Game) bool {
	return g.Stage() == chapters.StagePlay && len(g.History())+1 == g.Table().Tricks()
}

// mayStop reports whether the group may say that it plays on or not: the result is
// settled, and a person still has a card to play. In the last trick it is played out.
func (s *Session) mayStop() bool {
	return !inLastTrick(s.game) && s.Settled() != chapters.Undecided &&
		slices.ContainsFunc(s.game.View(tricks.NoSeat).Seats, func(at chapters.SeatView) bool { return at.Cards > 0 && s.isPerson(at.By) })
}

// Stop ends a round early whose result is certain (T11), and reports whether it is.
func (s *Session) Stop() bool {
	s.stopped = s.stopped || s.Settled() != chapters.Undecided
	return s.stopped
}

// GiveUp ends the round early although nothing is settled: the group cannot go on.
// It is not written into the record, and counts as lost.
func (s *Session) GiveUp() { s.stopped = true }

// Stopped reports whether the round was ended early (T11).
func (s *Session) Stopped() bool { return s.stopped }

// Over reports whether the round has ended, by itself (T10) or early.
func (s *Session) Over() bool { return s.stopped || s.game.Over() }

// Undos returns how often something was taken back.
func (s *Session) Undos() int { return len(s.undone) }

// Decisions returns the number of decisions that stand.
func (s *Session) Decisions() int { return len(s.deciders) }

// Record returns the game as it is written down, undone decisions left out.
func (s *Session) Record() chapters.Record {
	seed := s.seed
	return chapters.Record{
		Position:  s.game.Start(),
		By:        slices.Clone(s.by),
		Seed:      &seed,
		Decisions: slices.Clone(s.game.Decisions()),
		Assisted:  slices.Clone(s.assisted),
		Hints:     slices.Clone(s.hints),
	}
}

// Reveal returns the game itself with every card in it: for solving it, and for
// the page after its end. It is a copy.
func (s *Session) Reveal() *chapters.Game { return s.game.Clone() }
