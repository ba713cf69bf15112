package table

import (
	"bytes"
	"context"
	"errors"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/memory"
	"fellowship/cmd/internal/turns"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// At home a table is a log as on a server. All people share one screen, so one Person holds all their
// seats. The names of deals are shown, and coming and going is not logged.

// me is the ID of the person at home.
const me = "me"

// GameAtHome returns the first event of a table at home for a recorded round. If early is true, the
// round was ended early (T11).
func GameAtHome(lib *chapters.Library, record []byte, early bool) ([]byte, error) {
	rec, err := header(lib, record)
	if err != nil {
		return nil, err
	}
	return beginning(lib, Setup{Players: rec.Players, Home: true}, roundStart{}, record, early)
}

// PracticeAtHome returns the first event of a table at home for a round that plays on from the middle of an earlier one,
// and does not count.
func PracticeAtHome(lib *chapters.Library, record []byte) ([]byte, error) {
	rec, err := header(lib, record)
	if err != nil {
		return nil, err
	}
	return beginning(lib, Setup{Players: rec.Players, Home: true}, roundStart{Practice: true}, record, false)
}

// CampaignAtHome returns the first event of a table at home for a campaign before its next round.
func CampaignAtHome(lib *chapters.Library, c *campaign.Campaign) ([]byte, error) {
	book, err := c.YAML()
	if err != nil {
		return nil, err
	}
	return beginning(lib, Setup{Players: c.Players, Home: true, Campaign: true, Book: string(book)}, roundStart{}, nil, false)
}

// RecordText returns a record as text for a table at home, with the names of all players filled in. The error
// says why the record cannot be played.
func RecordText(lib *chapters.Library, record chapters.Record) ([]byte, error) {
	round, err := round.Resume(lib, record)
	if err != nil {
		return nil, err
	}
	record = round.Record()
	return record.Text()
}

// beginning returns the first event of a table at home: the table and, if record is not empty, a round.
func beginning(lib *chapters.Library, setup Setup, start roundStart, record []byte, early bool) ([]byte, error) {
	d := &draft{state: newState(lib, ""), number: 1}
	err := d.addEvents(event{Created: &created{actor{me}, setup, version, build.Version()}})
	if err == nil && len(record) > 0 {
		err = d.startRoundAs(start, record)
	}
	if err == nil && early && d.playing() {
		err = d.addEvents(event{Stopped: &stopped{GivenUp: d.play.Settled() == chapters.Undecided}})
	}
	return bytes.Join(d.lines, nil), err
}

// Forget removes the round with a number from the list of rounds of a table, see [Rounds]. The table
// must not be open. The round's lines stay in the log.
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

// Home is the client of the person at home. It has methods that a server's table must not offer, because
// the person at home may see everything there is.
type Home struct{ *Client }

// Namer returns a name for a new round. deal is the name of its deal, and number the number of the
// campaign's round, counted from 1; 0 without a campaign.
type Namer func(deal string, number int) string

// OpenHome opens a table of a store for the person at home. If names is not nil, it names the rounds
// that begin from now on. Opening writes nothing to the log. Close must be called; it also closes the
// store.
func OpenHome(lib *chapters.Library, keeper store.Store, name string, names Namer) (*Home, error) {
	service := newService(keeper, Options{Library: lib})
	t, err := service.acquire(name)
	if err != nil {
		service.Close()
		return nil, errors.Join(err, keeper.Close())
	}
	c := newClient(t, Person{ID: me}, "")
	t.mu.Lock()
	defer t.mu.Unlock()
	t.clients = append(t.clients, c)
	t.state.names = names
	return &Home{c}, nil
}

// OpenUnsaved opens a table at home for a round that is not saved.
func OpenUnsaved(lib *chapters.Library, record chapters.Record) (*Home, error) {
	return NewHome(lib, &memory.Store{}, record)
}

// NewHome opens a table at home for a round in an empty store.
func NewHome(lib *chapters.Library, keeper store.Store, record chapters.Record) (*Home, error) {
	text, err := RecordText(lib, record)
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

// Close leaves the table at home and closes its store.
func (c *Home) Close() error {
	c.Leave()
	c.t.service.Close()
	return c.t.service.store.Close()
}

// Pace sets how the round at home is shown from now on. beat is the minimum time for a decision of a
// computer player. If running is true, the round goes on by itself; otherwise the ends of tricks and
// notices wait for the person.
func (c *Home) Pace(beat time.Duration, running bool) {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	c.t.beat = beat
	c.running = running
	c.viewpoint = nil
	c.caughtUpRevision = 0
}

// ShareTurns lets the table take the turns of a server, instead of turns of its own. The person then asks for help as
// asker.
func (c *Home) ShareTurns(queue *turns.Queue, asker turns.Asker) {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	c.t.turns = queue
	c.asker = asker
}

// SetPrograms sets the external programs that play at home, by their names.
func (c *Home) SetPrograms(programs map[string]players.Player) {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	c.t.programs = programs
}

// Replace replaces the computer players at home. They take the seats without a person in order, and the
// last one takes all seats that remain.
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

// News returns the events that the current viewer was not told yet, in order, and the view whose log
// contains them.
func (c *Home) News() ([]round.News, chapters.View) {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	p := c.currentViewpoint()
	if p == nil {
		return nil, chapters.View{}
	}
	return p.takeNews(), p.view()
}

// Campaign returns the campaign of the table at home with the round that is being played; nil without
// a campaign.
func (c *Home) Campaign() *campaign.Campaign {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	return c.t.state.copy().campaign
}

// Begin begins a recorded round at home. choice is the choice in a campaign, nil without one.
func (c *Home) Begin(ctx context.Context, choice *campaign.Choice, record chapters.Record) error {
	text, err := RecordText(c.t.service.opts.Library, record)
	if err != nil {
		return err
	}
	return c.write(ctx, func(d *draft) error { return d.startRound(choice, text) })
}

// BeginPractice begins a recorded round at home that does not count, see [PracticeAtHome].
func (c *Home) BeginPractice(ctx context.Context, record chapters.Record) error {
	text, err := RecordText(c.t.service.opts.Library, record)
	if err != nil {
		return err
	}
	return c.write(ctx, func(d *draft) error { return d.startRoundAs(roundStart{Practice: true}, text) })
}

// RoundName returns the last round's own name, empty if it has none.
func (c *Home) RoundName() string {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	if c.t.state.play == nil {
		return ""
	}
	return c.t.state.play.name
}

// Round returns a copy of the last round at home, nil before the first. Changes to the copy do not
// affect the table.
func (c *Home) Round() *round.Round {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	if c.t.state.play == nil {
		return nil
	}
	return c.t.state.play.Copy()
}

// CheckSaved makes sure that the table's file is still on disk. The error says why it is not.
func (c *Home) CheckSaved() error { return c.t.service.store.KeepFile(c.t.id) }

// Healthy returns why nothing can be written now, nil if it can. While nothing can, it tries from time to time.
func (c *Home) Healthy() error { return c.t.service.store.Healthy() }

// seatPlayers seats the players of a record at home: the person at home for each human player, and the
// named computer players.
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
