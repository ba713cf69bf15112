package session

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// Place is where people look at a game: one screen, or one line, and those who
// share it. It says what is due there, whose cards may be shown, what somebody was
// not told yet and who may take what back, so that every front end keeps the same
// manners.
//
// A place may belong to one person, to several who pass it on, or to nobody who
// plays: from there one looks on.
type Place struct {
	*Session
	people []tricks.Seat
	pauses bool
	now    Moment
	// eyes is whose cards may be shown now, NoSeat for nobody's.
	eyes tricks.Seat
	// told is how much of the story each person was told, shown how many finished
	// tricks were seen here, and undone how many undos that takes account of.
	told   map[tricks.Seat]int
	shown  int
	undone int
	// playOn says that who looks goes on although the result is settled (T11).
	playOn bool
}

// Moment is what a place waits for.
type Moment uint8

// The moments.
const (
	// Thinking is for a computer player's decision, see [Session.Think].
	Thinking Moment = iota
	// Elsewhere is for a person at another place.
	Elsewhere
	// Turn is for the decision of the person who looks.
	Turn
	// Curtain is for the next person to be there, who is [Session.Player]. Until
	// then nobody's cards are shown.
	Curtain
	// TrickEnd is for everybody to have seen a finished trick.
	TrickEnd
	// Notice is for a person to have read what happened in setup.
	Notice
	// Settled is for the group to say whether it plays on although the result is
	// certain (T11).
	Settled
	// End is for what comes after the round.
	End
)

// The reasons why nothing was taken back.
var (
	// ErrNothing is that nobody has decided anything yet.
	ErrNothing = say.New("there is no decision to take back")
	// ErrNotYours is that among several people the last decision is another one's,
	// or has brought something to light.
	ErrNotYours = say.New("among several people only one's own last decision can be taken back")
)

// At returns a place where people look at the game. One that pauses shows the
// moments [TrickEnd] and [Notice]; the others tell with [Place.News]. What happened
// before is not news, except for setup where no card was played since and the place
// pauses.
func (s *Session) At(people []tricks.Seat, pauses bool) *Place {
	p := &Place{Session: s, people: people, pauses: pauses, told: map[tricks.Seat]int{}, undone: len(s.undone)}
	p.eyes = only(people)
	v := s.View(tricks.NoSeat)
	p.shown = len(v.History)
	before := len(s.deciders) > 0
	if pauses {
		before = slices.ContainsFunc(v.Log, func(e chapters.Event) bool { return e.Kind == chapters.Played })
	}
	for _, player := range append(slices.Clone(people), tricks.NoSeat) {
		if before {
			p.told[player] = len(s.story)
		}
	}
	return p
}

// Eyes returns whose cards may be shown now, NoSeat for nobody's.
func (p *Place) Eyes() tricks.Seat { return p.eyes }

// Look returns what may be shown now.
func (p *Place) Look() chapters.View { return p.View(p.eyes) }

// Shown returns how many finished tricks were seen here, counting the one of
// [TrickEnd].
func (p *Place) Shown() int { return p.shown }

// only returns the only person among some, NoSeat if there is none or several.
func only(people []tricks.Seat) tricks.Seat {
	if len(people) == 1 {
		return people[0]
	}
	return tricks.NoSeat
}

// Due looks what the place waits for now. It is asked after everything that changed the game,
// and where [Place.Forced] has no decision. At the moments that are for everybody, and behind a
// curtain, nobody's cards are shown any more where several share the place; a finished trick is
// seen by whoever looks, and by the next person with the curtain.
func (p *Place) Due() Moment {
	p.takeBack()
	p.now = p.next()
	switch p.now {
	case Settled, End, Curtain: // all who share the place look
		p.eyes = only(p.people)
	}
	if p.now == TrickEnd {
		p.shown++
	}
	return p.now
}

// Forced returns the decision for which nobody is asked: the last card of a hand, and the
// only one for which the place would be passed on.
func (p *Place) Forced() (d chapters.Decision, ok bool) {
	p.takeBack()
	if now := p.next(); now == Curtain {
		return p.forced()
	} else if now == Turn {
		return p.Session.Forced()
	}
	return d, false
}

// In returns the place as if another session were the game, which may write elsewhere.
func (p *Place) In(s *Session) *Place {
	other := *p
	other.Session = s
	return &other
}

// forced returns the decision that is due where it is a card and there is only one.
func (p *Place) forced() (d chapters.Decision, ok bool) {
	player := p.Player()
	if len(p.people) < 2 || player == tricks.NoSeat {
		return d, false
	}
	ask := p.View(player).Ask
	if ask == nil || ask.Kind != chapters.PlayCard || len(ask.Options) != 1 {
		return d, false
	}
	return ask.Options[0], true
}

func (p *Place) next() Moment {
	player := p.Player()
	here := slices.Contains(p.people, player)
	switch {
	case p.pauses && p.shown < len(p.game.History()):
		return TrickEnd
	case p.Over():
		return End
	case !p.playOn && p.mayStop():
		return Settled
	case here && player != p.eyes:
		return Curtain
	case p.pauses && p.untold():
		return Notice
	case here:
		return Turn
	case player != tricks.NoSeat:
		return Elsewhere
	}
	return Thinking
}

// untold reports whether who looks has yet to read what happened in setup, before
// the end of the first trick.
func (p *Place) untold() bool {
	if p.eyes == tricks.NoSeat || p.game.Stage() != chapters.StagePlay || len(p.game.History()) > 0 {
		return false
	}
	log := p.Look().Log
	return slices.ContainsFunc(p.story[p.told[p.eyes]:], func(n News) bool { return n.Goal == nil && OfSetup(log[n.Event]) })
}

// OfSetup reports whether an event is one of those between the draft and the first
// trick.
func OfSetup(e chapters.Event) bool {
	switch e.Kind {
	case chapters.Took, chapters.Played, chapters.WonTrick, chapters.TurnedUp, chapters.Named, chapters.FellShort:
		return false
	default:
		return true
	}
}

// GoOn leaves a moment that waits for a person to have seen enough: the notice was
// read, the next person is there, the group plays on.
func (p *Place) GoOn() {
	switch p.now {
	case Notice:
		p.told[p.eyes] = len(p.story)
	case Curtain:
		p.eyes = p.Player()
	case Settled:
		p.playOn = true
	}
}

// News returns what happened since who looks was told last. With nobody's cards
// shown it is what nobody here was told yet.
func (p *Place) News() []News {
	from := p.told[p.eyes]
	if p.eyes == tricks.NoSeat {
		for _, n := range p.told {
			from = max(from, n)
		}
	}
	p.told[p.eyes] = len(p.story)
	return p.story[from:]
}

// takeBack forgets what was seen of decisions that were taken back.
func (p *Place) takeBack() {
	for _, n := range p.Session.undone[p.undone:] {
		for player := range p.told {
			p.told[player] = min(p.told[player], n)
		}
		p.undone++
		p.playOn = p.Session.Settled() != chapters.Undecided // who takes back wants to
	}
	p.shown = min(p.shown, len(p.game.History()))
}

// Undo takes a decision back as [Session.Undo] says, if it may be asked for here:
// among several people the last decision has to be that of the person who looks,
// or of one of those who share the place while nobody's cards are shown. Else the
// error is [ErrNothing] or [ErrNotYours].
func (p *Place) Undo() error {
	last := p.LastDecider()
	switch several := len(p.Humans()) > 1; {
	case several && (!slices.Contains(p.people, last) || p.eyes != tricks.NoSeat && p.eyes != last):
		return ErrNotYours
	case len(p.people) == 0:
		return ErrNothing
	}
	ok, err := p.Session.Undo()
	for ok && err == nil { // what was no decision is no end to go back to
		if _, forced := p.forced(); !forced || !slices.Contains(p.people, p.LastDecider()) {
			break
		}
		if more, err := p.Session.Undo(); err != nil || !more {
			break
		}
	}
	switch {
	case err != nil || ok:
		return err
	case len(p.Humans()) > 1:
		return ErrNotYours
	}
	return ErrNothing
}
