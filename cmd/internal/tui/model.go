package tui

import (
	"context"
	"errors"
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/session"
	"fellowship/tricks"

	"github.com/charmbracelet/bubbles/help"
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Model is the screen of one game.
type Model struct {
	*theme
	keys   keyMap
	help   help.Model
	game   Game
	solver func(context.Context) string
	ctx    context.Context
	pace   func(beats int, msg tea.Msg) tea.Cmd
	w, h   int
	// command is what goes on with the game, empty where a menu does.
	command string
	// campaign is the one that the game belongs to, nil for none.
	campaign *InCampaign
	unsaved  bool
	// next is what plays the next chapter, empty if there is none.
	next    string
	outcome Outcome
	// exit says that the person pressed ctrl-C.
	exit bool
	err  error

	// view is what is drawn, seat who sits nearest.
	view chapters.View
	seat tricks.Seat

	phase  phase
	choice chooser
	// turn counts what happened, so that a late message is known as such.
	turn int
	// auto goes on after a trick without a key; peek shows the last trick.
	auto, peek bool
	// note is a message until the next key; warning says that it is bad news.
	note    string
	warning bool
	// said is an answer that is more than a note, and saidTitle the key of its headline.
	said, saidTitle string

	// thinking is what the computer player does that is due, asking what somebody does
	// whom the person has asked something.
	thinking, asking job
	// coach explains the first chapter while it is played.
	coach bool

	page   page
	reader reader
	// book is the rules, while the help page is open, from library.
	book    *ruleBook
	library *chapters.Library
	leaving bool
	// solving is the search for a line that wins, answer what it found.
	solving job
	answer  string
	tries   tries
	// asked says that the person wants to read the answer as a page.
	asked bool
	// mouse says that the mouse is used; hits are where the answers were drawn, and
	// listAt is the first line of those that stand in a list.
	mouse  bool
	hits   []hit
	listAt int
	// moving is what moves on the board, nil for nothing; tick delivers the next
	// frame, nil where nothing is to move.
	moving *motion
	tick   func(tea.Msg) tea.Cmd
	// since is what each person saw when he decided last.
	since map[tricks.Seat]seen
	// steps reports whether the solver's way can be stepped through, nil where nothing can.
	steps func() bool
	// canLook says that the program can look through the game, canOpen that the solver
	// may be asked with open cards.
	canLook, canOpen bool
	// table is what the screen has of a table that it is a part of, nil for none.
	table *TableOptions
}

// newHelp draws keys.
func newHelp(th *theme) help.Model {
	m := help.New()
	m.ShortSeparator, m.FullSeparator, m.Ellipsis = "  ", "   ", ".."
	m.Styles = help.Styles{
		ShortKey: th.bold.style(), ShortDesc: th.faint.style(), FullKey: th.bold.style(), FullDesc: th.faint.style(),
	}
	return m
}

type (
	// stepMsg asks for the computer's next decision.
	stepMsg struct{ turn int }
	// goOnMsg goes on after a trick without a key.
	goOnMsg struct{ turn int }
	// solvedMsg is what the search found.
	solvedMsg struct{ text string }
)

// trickBeats is how long a finished trick stays with auto, in beats; a computer
// player takes one.
const trickBeats = 5

// Init begins the game.
func (m *Model) Init() tea.Cmd { return m.proceed() }

// Update takes a key, a new size or a message of our own.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
		m.layPage()
		return m, nil
	case stepMsg:
		return m, m.step(msg)
	case goOnMsg:
		if msg.turn == m.turn && m.phase == trickEnd && m.auto {
			return m, m.goOn()
		}
		return m, nil
	case thoughtMsg:
		return m, m.follow(msg)
	case motionMsg:
		return m, m.move(msg)
	case answeredMsg:
		m.answered(msg)
		return m, nil
	case solvedMsg:
		if m.solving.end() {
			m.answer = msg.text
			if m.asked {
				m.asked = false
				m.open(answerPage)
			}
			if m.phase == finished {
				return m, m.try()
			}
		}
		return m, nil
	case triedMsg:
		cmd := m.tried(msg)
		if m.page == answerPage {
			m.layPage()
		}
		return m, cmd
	case tea.KeyMsg:
		return m, m.key(msg)
	case tea.MouseMsg:
		return m, m.click(msg)
	}
	return m, nil
}

// key takes a key: pages and questions that lie on top come first.
func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	if msg.Type == tea.KeyCtrlC {
		m.exit = true
		return m.leave(Quit)
	}
	m.note, m.warning, m.moving = "", false, nil
	switch {
	case m.leaving:
		m.leaving = false
		if key.Matches(msg, m.keys.yes) {
			return m.leave(Quit)
		}
		return nil
	case m.page != noPage:
		return m.pageKey(msg)
	case m.peek:
		m.peek = false
		return nil
	}
	if m.common(msg) {
		return nil
	}
	switch {
	case key.Matches(msg, m.keys.quit):
		if m.phase == finished {
			return m.leave(Quit)
		}
		m.leaving = true
		return nil
	case key.Matches(msg, m.keys.mouse):
		return m.toggleMouse()
	case key.Matches(msg, m.keys.undo):
		return m.undo()
	case key.Matches(msg, m.keys.why) && m.phase != curtain:
		return m.explain()
	case key.Matches(msg, m.keys.hint) && m.phase == choosing:
		return m.hint()
	case key.Matches(msg, m.keys.openCards) && m.phase == choosing && m.canOpen:
		return m.openCards()
	case key.Matches(msg, m.keys.auto) && m.phase != finished:
		return m.toggleAuto()
	}
	return m.phaseKey(msg)
}

// common takes the keys that work at all times.
func (m *Model) common(msg tea.KeyMsg) bool {
	switch {
	case key.Matches(msg, m.keys.help):
		m.open(helpPage)
	case m.phase == curtain:
		return false
	case key.Matches(msg, m.keys.log):
		m.open(logPage)
	case key.Matches(msg, m.keys.won):
		m.open(wonPage)
	case key.Matches(msg, m.keys.goals):
		m.open(goalsPage)
	case key.Matches(msg, m.keys.intro) && m.view.Chapter != nil:
		m.open(introPage)
	case key.Matches(msg, m.keys.know) && m.phase != finished:
		m.open(knowPage)
	case key.Matches(msg, m.keys.coach) && m.Texts.Coach(&m.view) != "":
		m.toggleCoach()
	case key.Matches(msg, m.keys.last) && m.phase != finished:
		if _, n := lastTrick(&m.view); n == 0 {
			m.note = m.T("tui.note.notrick")
		} else {
			m.peek = true
		}
	default:
		return false
	}
	return true
}

// phaseKey takes the keys that mean something only now.
func (m *Model) phaseKey(msg tea.KeyMsg) tea.Cmd {
	switch m.phase {
	case choosing:
		return m.chooseKey(msg)
	case trickEnd, notice, curtain:
		if key.Matches(msg, m.keys.goOn) {
			return m.goOn()
		}
	case stuck:
		return m.proceed()
	case settled:
		switch {
		case key.Matches(msg, m.keys.stop):
			return m.sent(m.game.Stop())
		case key.Matches(msg, m.keys.goOn):
			return m.goOn()
		}
	case finished:
		if m.table != nil {
			if key.Matches(msg, m.keys.goOn) {
				return m.leave(Quit)
			}
			return nil
		}
		switch {
		case key.Matches(msg, m.keys.again):
			return m.leave(Again)
		case key.Matches(msg, m.keys.another):
			return m.leave(NewDeal)
		case key.Matches(msg, m.keys.nextChapter) && m.next != "":
			return m.leave(NextChapter)
		case key.Matches(msg, m.keys.look) && m.canLook:
			return m.leave(LookThrough)
		case key.Matches(msg, m.keys.solve) && m.canSolve():
			m.asked = true
			return m.solve()
		}
	}
	return nil
}

// chooseKey takes the keys of a chooser.
func (m *Model) chooseKey(msg tea.KeyMsg) tea.Cmd {
	c := &m.choice
	switch msg.String() {
	case "left", "up", "shift+tab":
		c.move(-1)
		return nil
	case "right", "down", "tab":
		c.move(1)
		return nil
	case "home":
		c.cursor = 0
		return nil
	case "end":
		c.cursor = max(len(c.items)-1, 0)
		return nil
	}
	switch {
	case key.Matches(msg, m.keys.pick):
		return m.pick()
	case key.Matches(msg, m.keys.back):
		if c.inner {
			at := *c
			m.question(opening, tricks.NoSeat)
			if at.seat == tricks.NoSeat { // back from R1: the cursor stays on it
				c.cursor = max(slices.IndexFunc(c.items, func(it item) bool { return it.card == tricks.OneRing }), 0)
			}
		}
	case key.Matches(msg, m.keys.ring):
		if it := c.at(); it != nil && it.opens == toWin {
			d := it.decision
			d.ToWin = true
			return m.decide(d)
		}
		c.jump('!')
	case len(msg.Runes) == 1:
		c.jump(msg.Runes[0])
	}
	return nil
}

// pick chooses what the cursor is on.
func (m *Model) pick() tea.Cmd {
	it := m.choice.at()
	switch {
	case it == nil:
	case !it.ok:
		m.note, m.warning = it.detail, true
	case it.opens != opening:
		m.question(it.opens, it.decision.To)
	default:
		return m.decide(it.decision)
	}
	return nil
}

// decide makes the person's decision.
func (m *Model) decide(d chapters.Decision) tea.Cmd {
	before := m.seen()
	err := m.game.Decide(d)
	if err == nil || errors.Is(err, ErrSent) {
		m.since[m.view.Player] = before
	}
	return m.sent(err)
}

// sent goes on after something that the person wants, which may not be done yet.
func (m *Model) sent(err error) tea.Cmd {
	if err != nil && !errors.Is(err, ErrSent) {
		return m.trouble(err)
	}
	return m.proceed()
}

// trouble says what went wrong.
func (m *Model) trouble(err error) tea.Cmd {
	m.Note(m.Problem(err), true)
	return nil
}

func (m *Model) undo() tea.Cmd {
	switch err := m.game.Undo(); {
	case errors.Is(err, ErrSent):
		return m.proceed()
	case errors.Is(err, session.ErrNotYours):
		m.note = m.T("undo.notyours")
		return nil
	case errors.Is(err, session.ErrNothing):
		m.note = m.T("tui.note.noundo")
		return nil
	case err != nil:
		return m.trouble(err)
	}
	clear(m.since)
	cmd := m.proceed()
	m.moving = nil
	m.note = m.T("tui.note.undone")
	return cmd
}

func (m *Model) toggleAuto() tea.Cmd {
	m.auto = !m.auto
	if !m.auto {
		m.note = m.T("tui.note.manual")
		return nil
	}
	m.note = m.T("tui.note.auto")
	if m.phase == trickEnd {
		return m.goOn()
	}
	return nil
}

func (m *Model) leave(o Outcome) tea.Cmd {
	m.stopThinking()
	m.stopSolving()
	m.outcome = o
	if m.table != nil {
		left := m.table.Left
		return func() tea.Msg { return left }
	}
	return tea.Quit
}

// solve starts the search for a line that wins the deal.
func (m *Model) solve() tea.Cmd {
	if m.solving.on() {
		return nil
	}
	if m.answer != "" {
		m.asked = false
		m.open(answerPage)
		return nil
	}
	ctx := m.solving.begin(m.ctx)
	return func() tea.Msg { return solvedMsg{m.solver(ctx)} }
}

// stopSolving ends the search and the tries of the deal.
func (m *Model) stopSolving() {
	m.solving.end()
	m.tries.end()
}

// beat is how long a computer player takes, for the eyes to follow.
const beat = 300 * time.Millisecond
