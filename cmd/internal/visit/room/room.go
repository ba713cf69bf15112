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
	Hall *table.Hall
	// House bounds what may come from the address of a visitor.
	House   *guest.House
	Library *chapters.Library
	// Healthy says why nothing can be written now, nil if it can.
	Healthy func() error
	// Join returns how somebody comes with a code: a line each.
	Join func(code string) []string
	// Beat is how long the end of a trick stays where nobody presses a key; 0 for the
	// usual time, less than 0 for none.
	Beat time.Duration
	// Leaving counts the visitors who have not left their tables yet.
	Leaving *sync.WaitGroup
	// Decided counts the decisions that people have made.
	Decided *atomic.Int64
}

// Room is the screen of one visitor.
type Room struct {
	// Place has the screens: the lobby and the sheets opened there, or at a table that of the
	// table, that of the round, the one in front of the other, the sheets opened there, and last a
	// question of the others.
	shell *tui.Place
	opts  *Options
	ctx   context.Context
	v     *guest.Visitor
	style kit.Style
	me    table.Person

	// lobby and own are the screens of the lobby and of the table, and ask shows the others'
	// question, nil for none.
	lobby, own, ask *kit.Sheet
	// tables are where the person was, once they are listed, and typed is the code in the row
	// for it.
	tables []table.Visited
	listed bool
	typed  string
	// leading is where the code leads with which the person came. Mistaken reports whether it led
	// nowhere: it is to be mended in its row.
	leading    choose.Destination
	mistaken   bool
	answered   map[string]bool
	busy       int
	going      bool // elsewhere, see once
	proposed   bool // something that the others are asked for
	returnCode string
	// wanted reports whether the person has changed the settings, and advice is what the person is told.
	wanted bool
	advice play.Advice
	// trouble is why nothing can be written, nil if it can.
	trouble error

	chair *table.Chair
	leave func()
	now   table.Picture
	// there is the round with the number round, at its table, nil before the first; looking is
	// the screen that looks through it.
	there   *there
	round   int
	looking *looking
	// deal answers questions about the last round that was seen at this table, nil for none.
	deal *hindsight.Deal
}

// mostTyped is how many characters have room in a line.
const mostTyped = 400

// New returns the screen of a visitor. The context ends with the visit.
func New(ctx context.Context, v *guest.Visitor, opts *Options) *Room {
	r := &Room{
		opts: opts, ctx: ctx, v: v, me: table.Person{ID: string(v.Person), From: opts.House.Network(v.From)}, answered: map[string]bool{}, advice: play.Advice{Coach: true},
	}
	stack := &kit.Stack{W: kit.MinWidth, H: kit.MinHeight, Quit: func() tea.Cmd { return tea.Quit }}
	tui.HasRules(stack, opts.Library)
	r.shell = &tui.Place{
		Visit: tui.NewVisit(ctx, stack), Library: opts.Library, Now: time.Now,
		New: r.createFor, Lesson: r.lesson, Today: r.today, Solve: r.solves, Offered: offered, Change: r.change,
		Played: func() *saves.Played { return nil }, Stars: func() map[string]int { return r.shell.Set.Puzzles },
	}
	r.settle()
	r.shell.State = func() string { return r.me.Name }
	r.shell.Idle = r.idle
	r.lobby = r.lobbySheet()
	r.shell.Open(r.lobby)
	return r
}

// idle is said where there is nothing else to say.
func (r *Room) idle() string {
	switch {
	case r.trouble != nil && r.chair != nil:
		return words.Trouble(r.shell.Theme.Texts, r.trouble)
	case r.busy > 0:
		return r.shell.Theme.T("serve.busy")
	}
	return ""
}

// Init asks whether the person is known, or has a code to come back with.
func (r *Room) Init() tea.Cmd {
	id := r.me.ID
	code := r.v.Code
	return r.call(func(ctx context.Context) (func() tea.Cmd, error) {
		name, err := r.opts.Hall.Name(id)
		set := r.opts.Hall.Wants(id)
		var destination choose.Destination
		if err == nil && code != "" {
			destination = r.leads(ctx, code)
		}
		return func() tea.Cmd {
			r.shell.Set = set
			r.settle()
			if name == "" && destination.Back.Name != "" {
				return r.returns(destination.Back, code)
			}
			r.leading = destination
			return r.known(name)
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

// known goes on with a person's name, and asks for it where there is none.
func (r *Room) known(name string) tea.Cmd {
	if name == "" {
		r.shell.Open(r.askName(r.v.Name, r.begin))
		return nil
	}
	r.me.Name = name
	return r.begin()
}

// begin follows the code with which the person came.
func (r *Room) begin() tea.Cmd {
	if destination := r.leading; destination.Code != "" {
		r.leading = choose.Destination{}
		return r.follow(destination, func() tea.Cmd {
			r.mistaken = true
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

// call does something beside the screen. Then is what the screen does with it; where
// there is an error, and no such thing, the person is told.
func (r *Room) call(do func(context.Context) (finish func() tea.Cmd, err error)) tea.Cmd {
	r.busy++
	visit := r.ctx
	return func() tea.Msg {
		finish, err := do(visit)
		return kit.Then(func() tea.Cmd {
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

// once is call for acts that lead elsewhere: a visitor who presses Enter twice begins one table,
// and comes to one.
func (r *Room) once(do func(context.Context) (finish func() tea.Cmd, err error)) tea.Cmd {
	if r.going {
		return nil
	}
	r.going = true
	called := r.call(do)
	return func() tea.Msg {
		finish, _ := called().(kit.Then)
		return kit.Then(func() tea.Cmd {
			r.going = false
			return finish()
		})
	}
}

// do is call for acts without an answer.
func (r *Room) do(f func(context.Context) error) tea.Cmd {
	return r.call(func(ctx context.Context) (func() tea.Cmd, error) { return nil, f(ctx) })
}

// say tells the person something until the next key.
func (r *Room) say(text string) { r.tells(text, false) }

// complain tells the person the error.
func (r *Room) complain(err error) { r.tells(r.shell.Theme.Problem(err), true) }

func (r *Room) tells(text string, bad bool) {
	r.shell.Note = text
	r.shell.Bad = bad
	if r.there != nil && r.shell.Top() == r.there.on {
		r.there.game.Note(text, bad)
	}
}

// enter lets the person in at a table. A newcomer sits down if there is room.
func (r *Room) enter(ticket table.Ticket, sit bool) tea.Cmd {
	me, visit := r.me, r.ctx
	set, changed := r.shell.Set, r.wanted
	wantsCode := !guest.Person(me.ID).Stays() && r.returnCode == ""
	return r.once(func(ctx context.Context) (func() tea.Cmd, error) {
		client, err := r.opts.Hall.Enter(me, ticket)
		switch {
		case errors.Is(err, table.ErrLookAlike):
			return func() tea.Cmd {
				r.complain(err)
				return r.shell.Open(r.askName(me.Name, func() tea.Cmd { return r.enter(ticket, sit) }))
			}, nil
		case err != nil:
			return nil, err
		}
		leave := r.holds(visit, client)
		if sit {
			err = client.SitFree(ctx)
		}
		if changed && err == nil { // the person may not have been known when that was chosen
			err = r.opts.Hall.ChangeWants(me.ID, func(now *settings.Settings) {
				stars := now.Puzzles // of another window, perhaps
				*now = set
				for name, n := range stars {
					now.Solved(name, n)
				}
			})
		}
		code := ""
		if wantsCode && err == nil {
			code, err = r.opts.Hall.ReturnCode(me)
		}
		if err != nil {
			leave()
			return nil, err
		}
		return func() tea.Cmd { return r.sitsDown(client, leave, code) }, nil
	})
}

// holds sees to it that a chair is left, at the latest when the visit ends.
func (r *Room) holds(visit context.Context, client *table.Chair) (leave func()) {
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

// sitsDown shows a table.
func (r *Room) sitsDown(client *table.Chair, leave func(), code string) tea.Cmd {
	cmd := r.goes()
	r.chair = client
	r.leave = leave
	r.now = client.Picture()
	r.own = r.tableSheet()
	r.shell.Screens = []kit.Screen{r.own}
	r.typed = ""
	r.lobby.Cursor = 0
	if code != "" {
		r.returnCode = table.ShowCode(code)
	}
	return tea.Batch(cmd, r.changed(), r.await())
}

// goes leaves the table, if the person is at one.
func (r *Room) goes() tea.Cmd {
	if r.chair == nil {
		return nil
	}
	leave := r.leave
	r.stop()
	r.chair = nil
	r.leave = nil
	r.there = nil
	r.deal = nil
	r.ask = nil
	r.round = 0
	r.shell.Screens = []kit.Screen{r.lobby}
	return r.call(func(context.Context) (func() tea.Cmd, error) {
		leave()
		return nil, nil
	})
}

// stop ends what the screens of the round do.
func (r *Room) stop() {
	if r.there != nil {
		r.there.game.Stop()
	}
	r.endLook()
}

// toLobby leaves the table for the lobby.
func (r *Room) toLobby() tea.Cmd {
	me := r.goes()
	// the table is the first one of the list then, and Enter goes back
	r.tables = nil
	r.listed = false
	return tea.Sequence(me, r.listTables())
}

// await waits for news from the table.
func (r *Room) await() tea.Cmd {
	client := r.chair
	ctx := r.ctx
	events := r.now.Event
	return func() tea.Msg {
		err := client.Wait(ctx, events)
		return kit.Then(func() tea.Cmd { return r.news(client, err) })
	}
}

// news goes on when something has happened at a table, or it cannot go on.
func (r *Room) news(client *table.Chair, err error) tea.Cmd {
	switch {
	case client != r.chair, err != nil && r.ctx.Err() != nil:
		return nil
	case errors.Is(err, table.ErrElsewhere):
		r.v.End(guest.Taken)
		return nil
	case err != nil:
		cmd := r.toLobby()
		r.complain(err)
		return cmd
	}
	r.now = r.chair.Picture()
	return tea.Batch(r.changed(), r.await())
}

// changed brings the screens up to date with the table.
func (r *Room) changed() tea.Cmd {
	var cmd tea.Cmd
	r.trouble = r.opts.Healthy()
	switch {
	case r.now.Playing && r.round != r.now.Round:
		cmd = r.beginRound()
	case r.there != nil:
		cmd = r.there.refresh()
	}
	if r.proposed && r.now.Proposal == nil {
		r.proposed = false
		r.say("") // that others are asked
	}
	r.asked()
	return tea.Batch(cmd, r.turned())
}

// beginRound shows a round from its beginning, or from where the person comes in.
func (r *Room) beginRound() tea.Cmd {
	r.stop()
	r.round = r.now.Round
	r.ask = nil
	r.own.Cursor = 0
	r.there = newThere(r)
	deal := r.dealOf(r.chair, r.now.Me)
	r.deal = deal
	round, advice := r.round, &r.advice
	watches := r.now.Me == tricks.NoSeat
	if watches {
		advice = nil
	}
	r.there.game = tui.NewAt(r.ctx, r.there.Chair, r.shell.AsWanted(r.terminal(), r.opts.Beat, tui.Options{
		Auto: watches, Facts: play.Facts{Advice: advice, Solve: deal.Solve, Epilogue: deal.Epilogue}, Table: r.there,
	}))
	r.there.on = &kit.Hosted{Model: r.there.game, Left: func() tea.Cmd { return r.leftGame(round) }}
	r.shell.Screens = []kit.Screen{r.own}
	return r.shell.Open(r.there.on)
}

// dealOf is the deal of the round at a table.
func (r *Room) dealOf(client *table.Chair, me tricks.Seat) *hindsight.Deal {
	service := r.opts.Hall
	judge := hindsight.InTurn(service.Thinks)
	return &hindsight.Deal{
		Texts: r.shell.Theme.Texts, Library: r.shell.Library, Judge: judge, Solver: judge, Unknown: r.shell.Theme.T("serve.solve.unknown"),
		Record: func() (chapters.Record, error) {
			record, err := client.Record()
			record.By = othersAside(record.By, me)
			return record, err
		},
		Agree: func(ctx context.Context, g *chapters.Game, seed uint64, made chapters.Decision) (agrees bool, err error) {
			err = service.Thinks(ctx, func() (err error) {
				agrees, err = hindsight.Strong(ctx, g, seed, made)
				return err
			})
			return agrees, err
		},
	}
}

// othersAside are the players of a round, where the decisions of a visitor count: those of the
// others count as little as those of computer players.
func othersAside(names []string, own tricks.Seat) []string {
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
	r.shell.Screens = []kit.Screen{r.there.on, r.own}
	return nil
}

// toRound shows the round in front of its table.
func (r *Room) toRound() tea.Cmd {
	r.shell.Screens = []kit.Screen{r.own, r.there.on}
	return nil
}

// comesBack shows the round while it is played, else the table.
func (r *Room) comesBack() {
	switch {
	case r.now.Playing:
		r.toRound()
	case r.there != nil:
		r.toTable()
	default:
		r.shell.Screens = []kit.Screen{r.own}
	}
}

// leftGame leaves the screen of a round: for the table when the round is over, else for the
// lobby. A second Enter on the result may come in when the next round has begun.
func (r *Room) leftGame(round int) tea.Cmd {
	switch {
	case r.chair == nil || r.round != round:
		return nil
	case r.now.Playing:
		return r.toLobby()
	}
	return r.toTable()
}
