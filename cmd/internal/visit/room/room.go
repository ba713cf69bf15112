// Package room is the visit on a server: the name, the lobby, a table, and the round that is played
// there.
//
// Where to look:
//
//   - the visitor, the screens, and the news from the table: this file
//   - before a table: lobby.go
//   - at a table: table.go; questions of the others: ask.go
//   - the round, as the game's own screen drives it: game.go
//   - looking through it when it is over, together: look.go
//
// A visitor's screen never waits: whatever is written or looked up is done beside it,
// and what comes of it is a message.
package room

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/tui"
	"fellowship/solver/players"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// Options are shared by all rooms of a server.
type Options struct {
	Service *table.Service
	// Sessions bounds what may come from the address of a visitor.
	Sessions *guest.Sessions
	Library  *chapters.Library
	// HealthError says why nothing can be written now, nil if it can.
	HealthError func() error
	// JoinLines returns how somebody comes with a code: a line each.
	JoinLines func(code string) []string
	// Beat is how long the end of a trick stays where nobody presses a key; 0 for the
	// usual time, less than 0 for none.
	Beat time.Duration
	// Leaving counts the visitors who have not left their tables yet.
	Leaving *sync.WaitGroup
	// DecisionCount counts the decisions that people have made.
	DecisionCount *atomic.Int64
}

// Room is the screen of one visitor.
type Room struct {
	// Place has the screens: the lobby and the sheets opened there, or at a table that of the
	// table, that of the round, the one in front of the other, the sheets opened there, and last a
	// question of the others.
	shell   *tui.Shell
	opts    *Options
	ctx     context.Context
	visitor *guest.Visitor
	style   kit.TermProfile
	me      table.Person

	// lobby and own are the screens of the lobby and of the table, and ask shows the others'
	// question, nil for none.
	lobby, tableScreen, ask *kit.Sheet
	// tables are where the person was, once they are listed, and typed is the code in the row
	// for it.
	tables []table.Visited
	listed bool
	typed  string
	// destination is where the code leads with which the person came. Mistaken reports whether it led
	// nowhere: it is to be mended in its row.
	destination  choose.Destination
	badCode      bool
	answered     map[string]bool
	busy         int
	inTransition bool // elsewhere, see once
	proposed     bool // something that the others are asked for
	returnCode   string
	// settingsChanged reports whether the person has changed the settings, and advice is what the person is told.
	settingsChanged bool
	advice          play.Advice
	// trouble is why nothing can be written, nil if it can.
	trouble error

	client    *table.Client
	leave     func()
	tableView table.TableView
	// live is the round with the number round, at its table, nil before the first; looking is
	// the screen that looks through it.
	live   *liveRound
	round  int
	replay *replay
	// deal answers questions about the last round that was seen at this table, nil for none.
	deal *hindsight.Deal
}

// mostTyped is how many characters have room in a line.
const mostTyped = 400

// New returns the screen of a visitor. The context ends with the visit.
func New(ctx context.Context, v *guest.Visitor, opts *Options) *Room {
	r := &Room{
		opts: opts, ctx: ctx, visitor: v,
		me:       table.Person{ID: string(v.Person), Network: opts.Sessions.NetworkID(v.Address)},
		answered: map[string]bool{}, advice: play.Advice{Coach: true},
	}
	stack := &kit.Stack{W: kit.MinWidth, H: kit.MinHeight, Quit: func() tea.Cmd { return tea.Quit }}
	tui.AddRules(stack, opts.Library)
	r.shell = &tui.Shell{
		Session: tui.NewSession(ctx, stack), Library: opts.Library, Now: time.Now,
		New: r.newTableSheetFor, Lesson: r.playLesson, Today: r.setUpToday, Solve: r.solveLevel, Offered: offered,
		Change: r.changeSettings,
		Played: func() *saves.Played { return nil }, Stars: func() map[string]int { return r.shell.Settings.Puzzles },
	}
	r.applySettings()
	r.shell.State = func() string { return r.me.Name }
	r.shell.Idle = r.idle
	r.lobby = r.lobbySheet()
	r.shell.Push(r.lobby)
	return r
}

// idle is said where there is nothing else to say.
func (r *Room) idle() string {
	switch {
	case r.trouble != nil && r.client != nil:
		return words.Trouble(r.shell.Theme.Texts, r.trouble)
	case r.busy > 0:
		return r.shell.Theme.T("serve.busy")
	}
	return ""
}

// Init asks whether the person is known, or has a code to come back with.
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

// Update takes a message for the screens.
func (r *Room) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := r.shell.Update(msg)
	return r, cmd
}

// View returns the frame as text.
func (r *Room) View() string { return r.shell.View() }

// Grid draws the frame.
func (r *Room) Grid() *felt.Grid { return r.shell.Grid() }

// setName goes on with a person's name, and asks for it where there is none.
func (r *Room) setName(name string) tea.Cmd {
	if name == "" {
		r.shell.Push(r.askName(r.visitor.Name, r.followFirstCode))
		return nil
	}
	r.me.Name = name
	return r.followFirstCode()
}

// followFirstCode follows the code with which the person came.
func (r *Room) followFirstCode() tea.Cmd {
	if destination := r.destination; destination.Code != "" {
		r.destination = choose.Destination{}
		return r.follow(destination, func() tea.Cmd {
			r.badCode = true
			r.typed = strings.Map(func(c rune) rune {
				if unicode.IsPrint(c) {
					return c
				}
				return -1
			}, destination.Code)
			return r.listTables()
		})
	}
	return r.listTables()
}

// callAsync does something beside the screen. Then is what the screen does with it; where
// there is an error, and no such thing, the person is told.
func (r *Room) callAsync(do func(context.Context) (finish func() tea.Cmd, err error)) tea.Cmd {
	r.busy++
	visit := r.ctx
	return func() tea.Msg {
		finish, err := do(visit)
		return kit.DoneMsg(func() tea.Cmd {
			r.busy--
			switch {
			case err != nil && visit.Err() == nil:
				r.complain(err)
			case err == nil && finish != nil:
				return finish()
			}
			return nil
		})
	}
}

// callOnce is call for acts that lead elsewhere: a visitor who presses Enter twice begins one table,
// and comes to one.
func (r *Room) callOnce(do func(context.Context) (finish func() tea.Cmd, err error)) tea.Cmd {
	if r.inTransition {
		return nil
	}
	r.inTransition = true
	called := r.callAsync(do)
	return func() tea.Msg {
		finish, _ := called().(kit.DoneMsg)
		return kit.DoneMsg(func() tea.Cmd {
			r.inTransition = false
			return finish()
		})
	}
}

// act is call for acts without an answer.
func (r *Room) act(f func(context.Context) error) tea.Cmd {
	return r.callAsync(func(ctx context.Context) (func() tea.Cmd, error) { return nil, f(ctx) })
}

// say tells the person something until the next key.
func (r *Room) say(text string) { r.setNote(text, false) }

// complain tells the person the error.
func (r *Room) complain(err error) { r.setNote(r.shell.Theme.Problem(err), true) }

func (r *Room) setNote(text string, bad bool) {
	r.shell.Note = text
	r.shell.Bad = bad
	if r.live != nil && r.shell.Top() == r.live.screen {
		r.live.game.Note(text, bad)
	}
}

// enter lets the person in at a table. A newcomer sits down if there is room.
func (r *Room) enter(ticket table.Ticket, sit bool) tea.Cmd {
	me, visit := r.me, r.ctx
	set, changed := r.shell.Settings, r.settingsChanged
	wantsCode := !guest.Person(me.ID).IsPersistent() && r.returnCode == ""
	return r.callOnce(func(ctx context.Context) (func() tea.Cmd, error) {
		client, err := r.opts.Service.Enter(me, ticket)
		switch {
		case errors.Is(err, table.ErrLookAlike):
			return func() tea.Cmd {
				r.complain(err)
				return r.shell.Push(r.askName(me.Name, func() tea.Cmd { return r.enter(ticket, sit) }))
			}, nil
		case err != nil:
			return nil, err
		}
		leave := r.leaveWithVisit(visit, client)
		if sit {
			err = client.SitFree(ctx)
		}
		if changed && err == nil { // the person may not have been known when that was chosen
			err = r.opts.Service.ChangeSettings(me.ID, func(now *settings.Settings) {
				stars := now.Puzzles // of another window, perhaps
				*now = set
				for name, n := range stars {
					now.KeepStars(name, n)
				}
			})
		}
		code := ""
		if wantsCode && err == nil {
			code, err = r.opts.Service.ReturnCode(me)
		}
		if err != nil {
			leave()
			return nil, err
		}
		return func() tea.Cmd { return r.showTable(client, leave, code) }, nil
	})
}

// leaveWithVisit sees to it that a chair is left, at the latest when the visit ends.
func (r *Room) leaveWithVisit(visit context.Context, client *table.Client) (leave func()) {
	r.opts.Leaving.Add(1)
	out := sync.OnceFunc(func() {
		defer r.opts.Leaving.Done()
		client.Leave()
	})
	stop := context.AfterFunc(visit, out)
	return func() {
		stop()
		out()
	}
}

// showTable shows a table.
func (r *Room) showTable(client *table.Client, leave func(), code string) tea.Cmd {
	cmd := r.leaveTable()
	r.client = client
	r.leave = leave
	r.tableView = client.TableView()
	r.tableScreen = r.tableSheet()
	r.shell.Screens = []kit.Screen{r.tableScreen}
	r.typed = ""
	r.lobby.Cursor = 0
	if code != "" {
		r.returnCode = table.ShowCode(code)
	}
	return tea.Batch(cmd, r.refreshScreens(), r.await())
}

// leaveTable leaves the table, if the person is at one.
func (r *Room) leaveTable() tea.Cmd {
	if r.client == nil {
		return nil
	}
	leave := r.leave
	r.stop()
	r.client = nil
	r.leave = nil
	r.live = nil
	r.deal = nil
	r.ask = nil
	r.round = 0
	r.shell.Screens = []kit.Screen{r.lobby}
	return r.callAsync(func(context.Context) (func() tea.Cmd, error) {
		leave()
		return nil, nil
	})
}

// stop ends what the screens of the round do.
func (r *Room) stop() {
	if r.live != nil {
		r.live.game.Stop()
	}
	r.endLook()
}

// toLobby leaves the table for the lobby.
func (r *Room) toLobby() tea.Cmd {
	me := r.leaveTable()
	// the table is the first one of the list then, and Enter goes back
	r.tables = nil
	r.listed = false
	return tea.Sequence(me, r.listTables())
}

// await waits for news from the table.
func (r *Room) await() tea.Cmd {
	client := r.client
	ctx := r.ctx
	events := r.tableView.Event
	return func() tea.Msg {
		err := client.Wait(ctx, events)
		return kit.DoneMsg(func() tea.Cmd { return r.handleNews(client, err) })
	}
}

// handleNews goes on when something has happened at a table, or it cannot go on.
func (r *Room) handleNews(client *table.Client, err error) tea.Cmd {
	switch {
	case client != r.client, err != nil && r.ctx.Err() != nil:
		return nil
	case errors.Is(err, table.ErrElsewhere):
		r.visitor.End(guest.TakenOver)
		return nil
	case err != nil:
		cmd := r.toLobby()
		r.complain(err)
		return cmd
	}
	r.tableView = r.client.TableView()
	return tea.Batch(r.refreshScreens(), r.await())
}

// refreshScreens brings the screens up to date with the table.
func (r *Room) refreshScreens() tea.Cmd {
	var cmd tea.Cmd
	r.trouble = r.opts.HealthError()
	switch {
	case r.tableView.Playing && r.round != r.tableView.Round:
		cmd = r.beginRound()
	case r.live != nil:
		cmd = r.live.refresh()
	}
	if r.proposed && r.tableView.Proposal == nil {
		r.proposed = false
		r.say("") // that others are asked
	}
	r.updateQuestion()
	return tea.Batch(cmd, r.showSharedPage())
}

// beginRound shows a round from its beginning, or from where the person comes in.
func (r *Room) beginRound() tea.Cmd {
	r.stop()
	r.round = r.tableView.Round
	r.ask = nil
	r.tableScreen.Cursor = 0
	r.live = newLiveRound(r)
	deal := r.dealOf(r.client, r.tableView.Me)
	r.deal = deal
	round, advice := r.round, &r.advice
	watches := r.tableView.Me == tricks.NoSeat
	if watches {
		advice = nil
	}
	r.live.game = tui.NewForClient(r.ctx, r.live.Client, r.shell.ApplySettings(r.terminal(), r.opts.Beat, tui.Options{
		Auto: watches, RoundOptions: play.RoundOptions{Advice: advice, Solve: deal.Solve, Epilogue: deal.Epilogue},
		Table: r.live,
	}))
	r.live.screen = &kit.ModelScreen{Model: r.live.game, OnQuit: func() tea.Cmd { return r.leaveGame(round) }}
	r.shell.Screens = []kit.Screen{r.tableScreen}
	return r.shell.Push(r.live.screen)
}

// dealOf is the deal of the round at a table.
func (r *Room) dealOf(client *table.Client, me tricks.Seat) *hindsight.Deal {
	service := r.opts.Service
	judge := hindsight.QueuedJudge(service.WithSolver)
	return &hindsight.Deal{
		Texts: r.shell.Theme.Texts, Library: r.shell.Library, Judge: judge, Solver: judge,
		UnknownText: r.shell.Theme.T("serve.solve.unknown"),
		Record: func() (chapters.Record, error) {
			record, err := client.Record()
			record.PlayerNames = asComputers(record.PlayerNames, me)
			return record, err
		},
		Agree: func(ctx context.Context, g *chapters.Game, seed uint64,
			made chapters.Decision,
		) (agrees bool, err error) {
			err = service.WithSolver(ctx, func() (err error) {
				agrees, err = hindsight.Strong(ctx, g, seed, made)
				return err
			})
			return agrees, err
		},
	}
}

// asComputers are the players of a round, where the decisions of a visitor count: those of the
// others count as little as those of computer players.
func asComputers(names []string, own tricks.Seat) []string {
	names = slices.Clone(names)
	for seat := range names {
		if tricks.Seat(seat) != own {
			names[seat] = players.Strongest
		}
	}
	return names
}

// toTable shows the table in front of its round.
func (r *Room) toTable() tea.Cmd {
	r.shell.Screens = []kit.Screen{r.live.screen, r.tableScreen}
	return nil
}

// toRound shows the round in front of its table.
func (r *Room) toRound() tea.Cmd {
	r.shell.Screens = []kit.Screen{r.tableScreen, r.live.screen}
	return nil
}

// showRoundOrTable shows the round while it is played, else the table.
func (r *Room) showRoundOrTable() {
	switch {
	case r.tableView.Playing:
		r.toRound()
	case r.live != nil:
		r.toTable()
	default:
		r.shell.Screens = []kit.Screen{r.tableScreen}
	}
}

// leaveGame leaves the screen of a round: for the table when the round is over, else for the
// lobby. A second Enter on the result may come in when the next round has begun.
func (r *Room) leaveGame(round int) tea.Cmd {
	switch {
	case r.client == nil || r.round != round:
		return nil
	case r.tableView.Playing:
		return r.toLobby()
	}
	return r.toTable()
}
