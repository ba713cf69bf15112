// Package room is the session of one visitor on a server: the name, the lobby, a table, and the round that is
// played there.
//
// Where to look:
//
//   - the visitor's screen, and what leads from one part of it to another: room.go
//   - what all parts share: session.go, settings.go; notes: notes.go; background work: calls.go
//   - who the person is: identity.go; the codes that they give: codes.go
//   - before a table: lobby.go, new_table.go, solo.go; entering a table: entrance.go
//   - at a table: place.go, news.go, table_sheet.go, next_round.go; questions from the others: question.go
//   - the round on the game's own screen: live_round.go; its analysis: deal.go
//   - the replay of a finished round, alone or together: shared_replay.go
//
// A visitor's screen never waits. Whatever is written or looked up runs in the background, and its result
// arrives as a message.
package room

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/door/terminal"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"

	tea "github.com/charmbracelet/bubbletea"
)

// Options are shared by all rooms of a server.
type Options struct {
	// Service has the tables and people of the server.
	Service *table.Service
	// Sessions limits what a visitor's address may do.
	Sessions *guest.Sessions

	Library *chapters.Library

	// HealthError returns why nothing can be written now, nil if writing works.
	HealthError func() error
	// JoinLines returns lines that explain how to join with a code.
	JoinLines func(code string) []string
	// Beat is how long the end of a trick is shown if nobody presses a key; 0 is the usual time, and a
	// negative value skips it.
	Beat time.Duration
	// Leaving counts the visitors who have not left their tables yet.
	Leaving *sync.WaitGroup
	// DecisionCount counts the decisions that people have made.
	DecisionCount *atomic.Int64
}

// Room is the screen of one visitor.
type Room struct {
	session  *session
	identity *identity
	entrance *entrance
	lobby    *lobby
	// place is the person's place at a table, nil away from a table.
	place *place
	// answered has the names of the questions at tables that were answered or postponed.
	answered map[string]bool
}

// maxTyped is how many characters a text field takes.
const maxTyped = 400

// New returns the screen of a visitor. The context ends with the session.
func New(ctx context.Context, t *terminal.Terminal, opts *Options) *Room {
	s := newSession(ctx, t, opts)
	me := table.Person{ID: string(t.Visitor.Person), Network: opts.Sessions.NetworkID(t.Visitor.Address)}
	r := &Room{session: s, identity: &identity{session: s, me: me}, answered: map[string]bool{}}
	r.entrance = &entrance{session: s, identity: r.identity, show: r.showTable}
	tables := &newTable{session: s, identity: r.identity, entrance: r.entrance}
	r.lobby = &lobby{
		session:  s,
		identity: r.identity,
		entrance: r.entrance,
		newTable: tables,
		codes:    &codeEntry{session: s, arrive: r.arrive},
	}
	r.lobby.sheet = &kit.Sheet{Name: "lobby", Build: r.lobby.content}

	alone := &solo{session: s, identity: r.identity, newTable: tables}
	shell := s.shell
	shell.Now = time.Now
	shell.New = tables.sheetFor
	shell.Campaign = tables.campaignSheet
	shell.Lesson = alone.playLesson
	shell.Today = tables.setUpToday
	shell.Solve = alone.solvePuzzles
	shell.Client = settings.ScreenOnServer
	shell.Change = r.identity.changeSettings
	shell.Played = func() *saves.Played { return nil }
	shell.Stars = func() map[string]int { return shell.Settings.Puzzles }
	shell.Stack.State = func() string { return r.identity.me.Name }
	shell.Stack.Idle = r.idle
	shell.Stack.Push(r.lobby.sheet)
	return r
}

// Init looks up whether the server knows the person, and where the code leads with which the visitor connected.
func (r *Room) Init() tea.Cmd {
	s := r.session
	id := r.identity.me.ID
	code := s.visitor.Code
	codes := r.lobby.codes
	return s.calls.run(func(ctx context.Context) (func() tea.Cmd, error) {
		name, err := s.opts.Service.Name(id)
		follower, now := s.follow(id)
		var destination choose.Destination
		if err == nil && code != "" {
			destination = codes.resolve(ctx, code)
		}
		return func() tea.Cmd {
			follow := r.identity.followSettings(follower, now)
			if name == "" && destination.Person.Name != "" {
				return tea.Batch(follow, r.becomePerson(destination.Person, code))
			}
			codes.destination = destination
			return tea.Batch(follow, r.identity.setName(name, r.lobby.open))
		}, err
	})
}

// Update hands a message to the screens.
func (r *Room) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := r.session.shell.Session.Update(msg)
	return r, cmd
}

// View returns the frame as text.
func (r *Room) View() string { return r.session.shell.Stack.View() }

// Grid draws the frame.
func (r *Room) Grid() *felt.Grid { return r.session.shell.Stack.Grid() }

// idle returns the text that is shown while there is no note.
func (r *Room) idle() string {
	shell := r.session.shell
	switch {
	case r.place != nil && r.place.healthErr != nil:
		return words.Trouble(shell.Stack.Theme.Texts, r.place.healthErr)
	case r.session.calls.busy > 0:
		return shell.T("serve.busy")
	}
	return ""
}

// arrive goes where a code leads: to a table, or back as the person whom it belongs to.
func (r *Room) arrive(destination choose.Destination) tea.Cmd {
	if destination.Person.ID != "" {
		return r.becomePerson(destination.Person, destination.Code)
	}
	return r.entrance.enter(destination.Ticket, true)
}

// becomePerson makes the visitor the person whom a return code belongs to, with their tables and settings.
func (r *Room) becomePerson(person table.Person, code string) tea.Cmd {
	s := r.session
	r.identity.become(person, code)
	s.shell.Stack.Screens = s.shell.Stack.Screens[:1]
	r.lobby.forget()
	r.lobby.resetInput()
	return tea.Batch(r.lobby.list(), s.calls.run(func(context.Context) (func() tea.Cmd, error) {
		follower, now := s.follow(person.ID)
		return func() tea.Cmd { return r.identity.followSettings(follower, now) }, nil
	}))
}

// showTable shows a table that the person has entered. code is a new return code, empty for none.
func (r *Room) showTable(client *table.Client, leave func(), code string) tea.Cmd {
	cmd := r.leaveTable()
	p := &place{session: r.session, identity: r.identity, client: client, leave: leave, exit: r.returnToLobby}
	p.sheets = &tableSheets{session: r.session, place: p}
	p.questions = &questions{session: r.session, place: p, answered: r.answered}
	r.place = p
	r.lobby.resetInput()
	if code != "" {
		r.identity.returnCode = table.ShowCode(code)
	}
	return tea.Batch(cmd, p.open())
}

// leaveTable leaves the table, if the person is at one.
func (r *Room) leaveTable() tea.Cmd {
	p := r.place
	if p == nil {
		return nil
	}
	p.end()
	r.place = nil
	r.session.shell.Stack.Screens = []kit.Screen{r.lobby.sheet}
	return r.session.calls.run(func(context.Context) (func() tea.Cmd, error) {
		p.leave()
		return nil, nil
	})
}

// returnToLobby leaves the table for the lobby.
func (r *Room) returnToLobby() tea.Cmd {
	leaving := r.leaveTable()
	r.lobby.forget() // the new list begins with this table, so that Enter goes back to it
	return tea.Sequence(leaving, r.lobby.list())
}
