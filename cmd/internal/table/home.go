package table

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/memory"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// At home a table is kept as on a server. All people share one screen, so that one person
// holds all their seats. The names of deals are told, and coming and going is not written down.

// me is the person at home.
const me = "me"

// GameAtHome returns the event with which a table at home begins, for a round as it was recorded. Early
// reports whether the round was ended early (T11).
func GameAtHome(lib *chapters.Library, record []byte, early bool) ([]byte, error) {
	rec, err := header(lib, record)
	if err != nil {
		return nil, err
	}
	return beginning(lib, Setup{Players: rec.Players, Home: true}, record, early)
}

// CampaignAtHome returns the event with which a table at home begins, for a campaign before its next round.
func CampaignAtHome(lib *chapters.Library, c *campaign.Campaign) ([]byte, error) {
	book, err := c.YAML()
	if err != nil {
		return nil, err
	}
	return beginning(lib, Setup{Players: c.Players, Home: true, Campaign: true, Book: string(book)}, nil, false)
}

// Text is a record for a table at home, with all who play in it, if it can be played.
func Text(lib *chapters.Library, record chapters.Record) ([]byte, error) {
	round, err := round.Resume(lib, record)
	if err != nil {
		return nil, err
	}
	record = round.Record()
	return record.Text()
}

// beginning is the event with which a table at home begins.
func beginning(lib *chapters.Library, made Setup, record []byte, early bool) ([]byte, error) {
	d := &draft{state: newState(lib, ""), number: 1}
	err := d.addEvents(event{Created: &created{actor{me}, made, version, build.Version()}})
	if err == nil && len(record) > 0 {
		err = d.startRound(nil, record)
	}
	if err == nil && early && d.playing() {
		err = d.addEvents(event{Stopped: &stopped{GivenUp: d.play.Settled() == chapters.Undecided}})
	}
	return bytes.Join(d.lines, nil), err
}

// Recorded is a round of a table as it was written down.
type Recorded struct {
	// Number counts the rounds of the table from 1. Name is that of a round which began at a table
	// that was there already.
	Number int
	Name   string
	// Text is the record. Stopped reports whether the round was ended early (T11).
	Text    []byte
	Stopped bool
	// Modified is when somebody decided something last.
	Modified time.Time
}

// Rounds returns the rounds in the log of a table, but for those that were forgotten. The error matches
// store.ErrDamaged; those before it are returned.
func Rounds(events []store.Event) (out []Recorded, err error) {
	name := ""
	forgot := map[int]bool{}
	defer func() { out = slices.DeleteFunc(out, func(r Recorded) bool { return forgot[r.Number] }) }()
	for _, e := range events {
		for line := range bytes.Lines(e.Data) {
			parsed, header, err := parse(line)
			last := len(out) - 1
			switch {
			case err != nil:
				return out, errors.Join(store.ErrDamaged, err)
			case header:
				out = append(out, Recorded{Number: last + 2, Name: name, Text: bytes.Clone(line), Modified: e.Time})
			case parsed == nil && last >= 0:
				out[last].Text = append(out[last].Text, line...)
				out[last].Stopped = false
				out[last].Modified = e.Time
			case parsed == nil:
			case parsed.RoundStart != nil:
				name = parsed.RoundStart.Name
			case parsed.Stopped != nil && last >= 0:
				out[last].Stopped = true
				out[last].Modified = e.Time
			case parsed.Forgot != nil:
				forgot[parsed.Forgot.Round] = true
			}
		}
	}
	return out, nil
}

// Forget leaves the round of that number out of the rounds of a table, which nobody has opened.
func Forget(keeper store.Store, name string, number int) error {
	events, err := keeper.Read(name)
	if err != nil {
		return err
	}
	e := event{Forgot: &forgot{number}}
	line, err := e.line()
	if err != nil {
		return err
	}
	return keeper.Append(name, events[len(events)-1].Number, line)
}

// CampaignOf returns the campaign that a table has come to, with the round that is being
// played.
func CampaignOf(lib *chapters.Library, events []store.Event) (*campaign.Campaign, error) {
	s, err := replay(lib, "", events)
	switch {
	case err != nil:
		return nil, err
	case s.campaign == nil:
		return nil, say.New("no campaign is played at this table")
	}
	return s.campaign, nil
}

// Home is the chair of the person at home, who may see all there is.
type Home struct{ *Client }

// Namer names a round that begins: of a deal, or of a campaign, where its number counts from 1.
type Namer func(deal string, number int) string

// OpenHome takes the chair of the person at home at a table of a store, whose next rounds have the
// names of a function, if it is not nil. Nothing is written for that. Close must be called.
func OpenHome(lib *chapters.Library, keeper store.Store, name string, names Namer) (*Home, error) {
	hall := newService(keeper, Options{Library: lib})
	t, err := hall.acquire(name)
	if err != nil {
		hall.Close()
		return nil, errors.Join(err, keeper.Close())
	}
	c := newClient(t, Person{ID: me}, "")
	t.mu.Lock()
	defer t.mu.Unlock()
	t.chairs = append(t.chairs, c)
	t.state.names = names
	return &Home{c}, nil
}

// Unsaved is a table at home for a round that nobody wants to be saved.
func Unsaved(lib *chapters.Library, record chapters.Record) (*Home, error) {
	return NewHome(lib, &memory.Store{}, record)
}

// NewHome is Unsaved in an empty store of any kind.
func NewHome(lib *chapters.Library, keeper store.Store, record chapters.Record) (*Home, error) {
	text, err := Text(lib, record)
	if err != nil {
		return nil, err
	}
	const name = "round"
	firstEvent, err := GameAtHome(lib, text, false)
	if err == nil {
		err = keeper.Append(name, 0, firstEvent)
	}
	if err != nil {
		return nil, err
	}
	return OpenHome(lib, keeper, name, nil)
}

// Close leaves the table at home, and closes what keeps it.
func (c *Home) Close() error {
	c.Leave()
	c.t.hall.Close()
	return c.t.hall.store.Close()
}

// Pace says how the round at home is shown from now on: with a beat for a decision of a computer
// player, and told as it comes, or with moments that wait for the person.
func (c *Home) Pace(beat time.Duration, running bool) {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	c.t.beat = beat
	c.running = running
	c.viewpoint = nil
	c.caughtUpEvent = 0
}

// SetPrograms lets programs play at home by their names, until the next call.
func (c *Home) SetPrograms(programs map[string]players.Player) {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	c.t.programs = programs
}

// Replace lets other computer players go on at home, in the order of the seats that no person has. The
// last one also plays the seats after it.
func (c *Home) Replace(ctx context.Context, computers []string) error {
	return c.write(ctx, func(d *draft) error {
		taken := 0
		for index := range d.seats {
			if d.seats[index].person() {
				continue
			}
			name := computers[min(taken, len(computers)-1)]
			taken++
			if name == d.seats[index].computer {
				continue
			}
			if err := d.addEvents(event{Bot: &bot{tricks.Seat(index), name}}); err != nil {
				return err
			}
		}
		return nil
	})
}

// News returns the events that the person who looks was not told yet, in order, and the view whose
// log holds them.
func (c *Home) News() ([]round.News, chapters.View) {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	p := c.upToDate()
	if p == nil {
		return nil, chapters.View{}
	}
	return p.takeNews(), p.view()
}

// Campaign returns the campaign that is played at the table at home, with the round that is
// being played; nil where none is.
func (c *Home) Campaign() *campaign.Campaign {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	return c.t.state.copy().campaign
}

// Begin begins a round at home as it was recorded. Choice is that of a campaign, nil without one.
func (c *Home) Begin(ctx context.Context, choice *campaign.Choice, record chapters.Record) error {
	text, err := Text(c.t.hall.opts.Library, record)
	if err != nil {
		return err
	}
	return c.write(ctx, func(d *draft) error { return d.startRound(choice, text) })
}

// RoundName returns the name of the last round, empty where it has none of its own.
func (c *Home) RoundName() string {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	if c.t.state.play == nil {
		return ""
	}
	return c.t.state.play.name
}

// Round returns the last round at home as it is now, nil before the first. It is a copy:
// nothing that is done in it counts.
func (c *Home) Round() *round.Round {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	if c.t.state.play == nil {
		return nil
	}
	return c.t.state.play.Copy()
}

// CheckSaved reports why what was written is not there any more, nil where it is.
func (c *Home) CheckSaved() error { return c.t.hall.store.Keep(c.t.id) }

// seatPlayers lets those sit at home who play a round, in the words of its record.
func (s *state) seatPlayers(recorded []string, players int) {
	s.seats = make([]seat, players)
	for i := range s.seats {
		recordName := round.Human
		if i < len(recorded) {
			recordName = recorded[i]
		}
		if name, person := round.PersonName(recordName); person {
			s.seats[i] = seat{actor: actor{me}, name: name}
		} else {
			s.seats[i].computer = recordName
		}
	}
}
