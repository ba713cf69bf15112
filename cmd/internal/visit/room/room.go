// Package room is the session of one visitor on a server: the name, the lobby, a table, and the round that is
// played there.
//
// Where to look:
//
//   - the visitor and the screens: room.go, async.go, settings.go
//   - names and codes: identity.go, codes.go
//   - before a table: lobby.go, new_table.go, solo.go
//   - at a table: at_table.go, news.go, table_sheet.go; questions from the others: question.go
//   - the round on the game's own screen: round_screen.go, live_round.go
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
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/tui"

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
	// shell has the stack of screens. Away from a table they are the lobby and the sheets opened there. At
	// a table they are the table and the round, either of them in front, then the sheets opened there, and
	// last a question from the others.
	shell *tui.Shell
	// opts are the options shared with all other rooms.
	opts *Options
	// ctx ends with the session.
	ctx context.Context
	// visitor is the person in the session.
	visitor *guest.Visitor
	// style describes the visitor's terminal.
	style kit.TermProfile
	// profile is style with the visitor's settings applied.
	profile kit.TermProfile
	// me is the person as the tables know them.
	me table.Person

	// lobby is the sheet of the lobby.
	lobby *kit.Sheet
	// tableScreen is the sheet of the table.
	tableScreen *kit.Sheet
	// question is the sheet with a question from the others, nil for none.
	question *kit.Sheet

	// tables are the tables the person has visited, as listed last.
	tables []table.Visited
	// listed reports whether tables has been filled.
	listed bool
	// typed is the code in the lobby's row for codes.
	typed string
	// destination is where the code leads with which the visitor connected; its Code is "" once the code was
	// followed.
	destination choose.Destination
	// badCode reports whether this code leads nowhere. The lobby then selects the row for codes, where the code
	// can be corrected.
	badCode bool
	// answered has the names of the questions that were answered or postponed.
	answered map[string]bool
	// busy is how many background calls are running.
	busy int
	// inTransition reports whether a background call is running that leads to another screen, see callOnce.
	inTransition bool
	// proposed reports whether the note says that the others have been asked to agree.
	proposed bool
	// returnCode is the code with which the person can come back, empty if unknown.
	returnCode string
	// settingsChanged reports whether the person has changed the settings in this session.
	settingsChanged bool
	// advice is the coach's state, shared by all rounds of the session.
	advice play.Advice
	// healthErr is why nothing can be written, nil if writing works.
	healthErr error

	// client is the person's place at the table, nil away from a table.
	client *table.Client
	// leave ends client.
	leave func()
	// tableView is the table as the person sees it.
	tableView table.TableView
	// live is the latest round at the table, nil before the first.
	live *liveRound
	// round is the number of the round in live.
	round int
	// replay is the screen with the replay of the last round, nil for none.
	replay *replay
	// deal analyzes the latest round at the table, nil for none.
	deal *hindsight.Deal
}

// maxTyped is how many characters a text field takes.
const maxTyped = 400

// New returns the screen of a visitor. The context ends with the session.
func New(ctx context.Context, t *terminal.Terminal, opts *Options) *Room {
	v := t.Visitor
	r := &Room{
		opts:     opts,
		ctx:      ctx,
		visitor:  v,
		style:    kit.TermProfile{Colors: t.Colors, ASCII: t.ASCII, Marks: true},
		me:       table.Person{ID: string(v.Person), Network: opts.Sessions.NetworkID(v.Address)},
		answered: map[string]bool{},
		advice:   play.Advice{Coach: true},
	}
	stack := &kit.Stack{W: kit.MinWidth, H: kit.MinHeight, Quit: func() tea.Cmd { return tea.Quit }}
	tui.AddRules(stack, opts.Library)
	r.shell = &tui.Shell{
		Session: tui.NewSession(ctx, stack),
		Stack:   stack,
		Library: opts.Library,
		Now:     time.Now,
		New:     r.newTableSheetFor,
		Lesson:  r.playLesson,
		Today:   r.setUpToday,
		Solve:   r.solveLevel,
		Client:  settings.ScreenOnServer,
		Change:  r.changeSettings,
		Played:  func() *saves.Played { return nil },
		Stars:   func() map[string]int { return r.shell.Settings.Puzzles },
	}
	r.applySettings()
	r.shell.Stack.State = func() string { return r.me.Name }
	r.shell.Stack.Idle = r.idle
	r.lobby = r.lobbySheet()
	r.shell.Stack.Push(r.lobby)
	return r
}

// Init looks up whether the server knows the person, and where the code leads with which the visitor connected.
func (r *Room) Init() tea.Cmd {
	id := r.me.ID
	code := r.visitor.Code
	return r.callAsync(func(ctx context.Context) (func() tea.Cmd, error) {
		name, err := r.opts.Service.Name(id)
		set := r.opts.Service.Settings(id)
		var destination choose.Destination
		if err == nil && code != "" {
			destination = r.resolveCode(ctx, code)
		}
		return func() tea.Cmd {
			r.shell.Settings = set
			r.applySettings()
			if name == "" && destination.Person.Name != "" {
				return r.becomePerson(destination.Person, code)
			}
			r.destination = destination
			return r.setName(name)
		}, err
	})
}

// Update hands a message to the screens.
func (r *Room) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := r.shell.Session.Update(msg)
	return r, cmd
}

// View returns the frame as text.
func (r *Room) View() string { return r.shell.Stack.View() }

// Grid draws the frame.
func (r *Room) Grid() *felt.Grid { return r.shell.Stack.Grid() }

// idle returns the text that is shown while there is no note.
func (r *Room) idle() string {
	switch {
	case r.healthErr != nil && r.client != nil:
		return words.Trouble(r.shell.Stack.Theme.Texts, r.healthErr)
	case r.busy > 0:
		return r.shell.T("serve.busy")
	}
	return ""
}

// terminal returns the terminal of the visitor for the game's screens.
func (r *Room) terminal() tui.Terminal {
	return tui.Terminal{Texts: r.shell.Stack.Theme.Texts, Style: r.profile, Library: r.opts.Library}
}
