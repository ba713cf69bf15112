package tui

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/realtable"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textarea"
	tea "github.com/charmbracelet/bubbletea"
)

// EditDeal lets the person write a round of a real table down on the full screen: a text, and beside it
// what the text says. It begins with a draft. ok is false if the person left; the error is [play.ErrExit] after
// ctrl-C.
func (s *Session) EditDeal(lib *chapters.Library,
	draft string,
) (text string, parsed realtable.Table, ok bool, err error) {
	e := newDealEditor(lib, s.Stack, draft)
	err = s.showScreen(s.ctx, &kit.ModelScreen{Model: e})
	return e.area.Value(), e.parsed, e.done, err
}

// dealEditor is the screen on which a round of a real table is written down.
type dealEditor struct {
	// stack has the size and the colors of the window.
	stack *kit.Stack
	// lib has the chapters.
	lib *chapters.Library
	// area is the text.
	area textarea.Model
	// parsed is the text as it was understood.
	parsed realtable.Table
	// leaveWarned reports whether the person was told that leaving discards the text.
	leaveWarned bool
	// asked reports whether the person was told that other rounds fit the text as well.
	asked bool
	// isExplaining reports whether the notation is explained in place of what was understood.
	isExplaining bool
	// done reports whether the round is complete and the person has finished.
	done bool
	// keyAreas are the places of the keys in the last line and of the button, by the indices of the keys.
	keyAreas []felt.HitArea
}

// helpKey explains the notation. Only comments have this sign.
const helpKey = "?"

// areaWidth is the width of the text area itself. Hardly any line is as long, so the area breaks none: lines are
// broken when they are drawn.
const areaWidth = 200

func newDealEditor(lib *chapters.Library, s *kit.Stack, draft string) *dealEditor {
	e := &dealEditor{stack: s, lib: lib, area: textarea.New()}
	e.area.MaxHeight = 0
	e.area.CharLimit = 0
	e.area.Prompt = ""
	e.area.ShowLineNumbers = false
	e.area.SetWidth(areaWidth)
	e.area.SetHeight(kit.MaxHeight)
	e.area.Focus()
	e.area.SetValue(draft)
	e.parsed = realtable.Read(lib, draft)
	return e
}

// Init does nothing.
func (e *dealEditor) Init() tea.Cmd { return nil }

// Update handles a key, or a click on a key in the last line.
func (e *dealEditor) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	name := ""
	switch msg := msg.(type) {
	case tea.KeyMsg:
		name = msg.String()
	case tea.MouseMsg:
		if e.stack.Mouse && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			if index := felt.HitAt(e.keyAreas, msg.X, msg.Y); index >= 0 {
				name = e.keys()[index].Keys()[0]
			}
		}
	}
	if name == "" {
		return e, nil
	}
	leaveWarned := e.leaveWarned
	asked := e.asked
	wasExplaining := e.isExplaining
	e.leaveWarned = false
	e.asked = false
	e.isExplaining = false
	if name == helpKey && !e.isInComment() {
		e.isExplaining = !wasExplaining
		return e, nil
	}
	switch name {
	case "ctrl+s":
		if e.parsed.Question != nil && !asked {
			e.asked = true
			return e, nil
		}
		return e, e.finish()
	case "esc":
		if leaveWarned || e.empty() {
			return e, tea.Quit
		}
		e.leaveWarned = true
		return e, nil
	}
	oldText := e.area.Value()
	e.area, _ = e.area.Update(msg)
	if newText := e.area.Value(); newText != oldText {
		e.parsed = realtable.Read(e.lib, newText)
	}
	return e, nil
}

// isInComment reports whether the cursor is in a comment, where any sign is text.
func (e *dealEditor) isInComment() bool {
	typed, _ := e.splitAtCursor(strings.Split(e.area.Value(), "\n")[e.area.Line()])
	return strings.Contains(typed, "#")
}

// splitAtCursor splits the cursor's line at the cursor.
func (e *dealEditor) splitAtCursor(line string) (start, rest string) {
	letters := []rune(line)
	info := e.area.LineInfo()
	column := min(info.StartColumn+info.ColumnOffset, len(letters))
	return string(letters[:column]), string(letters[column:])
}

// finish ends the screen with the first round that fits, or goes to the line of the first fault.
func (e *dealEditor) finish() tea.Cmd {
	if len(e.parsed.Faults) == 0 {
		e.done = true
		return tea.Quit
	}
	target := min(e.parsed.Faults[0].Line, e.area.LineCount()) - 1
	for line := e.area.Line(); line > target; line = min(line-1, e.area.Line()) {
		e.area.CursorUp()
	}
	for line := e.area.Line(); line < target; line = max(line+1, e.area.Line()) {
		e.area.CursorDown()
	}
	e.area.CursorEnd()
	return nil
}

// View returns the screen for a terminal.
func (e *dealEditor) View() string { return e.Grid().String() }

// Grid draws the screen.
func (e *dealEditor) Grid() *felt.Grid {
	if small := e.stack.Theme.TooSmallNotice(kit.IsSmall, e.stack.W, e.stack.H); small != nil {
		return e.stack.Centered(small, nil)
	}
	title, state := e.headline()
	note, bad := e.note()
	var g *felt.Grid
	var button felt.HitArea
	g, e.keyAreas = e.stack.Theme.DrawFramed(e.stack.W, e.stack.H, note, bad, e.keys, func(room *felt.Grid) {
		button = e.drawBody(room, title, state)
	})
	if button.W > 0 {
		e.keyAreas = append(e.keyAreas, button)
	}
	return e.stack.Centered(g, e.keyAreas)
}

// headline returns the title, and the state at the right end: the chapter, the players and the cards that are played.
// A narrow window has the chapter as the title.
func (e *dealEditor) headline() (title, state string) {
	title = e.stack.T("real.title")
	if e.parsed.Players == 0 {
		return title, ""
	}
	var parts []string
	if c := e.parsed.Chapter; c != nil {
		parts = append(parts, e.stack.T("campaign.chapter", c.ID))
	}
	layout := &e.parsed.Layout
	state = strings.Join(append(parts, e.stack.N("campaign.players", e.parsed.Players),
		e.stack.N("real.cards", layout.Deck.Len()-layout.Lost)), ", ")
	if cells.Width(e.stack.Theme.Fold(title+state))+6 <= e.stack.W {
		return title, state
	}
	if c := e.parsed.Chapter; c != nil {
		title = c.ID + ": " + c.Title.In(e.stack.Theme.Texts.Lang())
	}
	return title, ""
}

func (e *dealEditor) keys() []key.Binding {
	return []key.Binding{
		key.NewBinding(key.WithKeys("ctrl+s"),
			key.WithHelp(e.stack.T("lobby.key.ctrl")+"s", e.stack.T("real.help.solve"))),
		key.NewBinding(key.WithKeys(helpKey),
			key.WithHelp(e.stack.T("lobby.key.help"), e.stack.T("real.help.explain"))),
		key.NewBinding(key.WithKeys("esc"), key.WithHelp(e.stack.T("lobby.key.back"), e.stack.T("real.help.leave"))),
	}
}

// empty reports whether nothing has been typed yet.
func (e *dealEditor) empty() bool { return strings.TrimSpace(e.area.Value()) == "" }

// note returns the text below: a warning that the next key discards or accepts the text, a fault, what is still
// missing, or that the round is complete. bad reports whether it is a warning or a fault.
func (e *dealEditor) note() (note string, bad bool) {
	switch f := e.firstFault(); {
	case e.leaveWarned:
		return e.stack.T("real.leave"), true
	case e.asked:
		return e.stack.Theme.Texts.Problem(e.parsed.Question) + " " + e.stack.T("real.anyway"), true
	case e.empty():
		return "", false
	case f != nil && f.Incomplete:
		return e.stack.Theme.Texts.Problem(f.Err), false
	case f != nil:
		return f.Text(e.stack.Theme.Texts), true
	}
	return e.stack.T("real.complete"), false
}

// firstFault returns the fault to report: the one in the line of the cursor, otherwise the first one, and only
// if there is no other the first one that says what is missing. It returns nil if there is none at all.
func (e *dealEditor) firstFault() *realtable.Fault {
	all := e.parsed.Faults
	for _, matches := range []func(realtable.Fault) bool{
		func(f realtable.Fault) bool { return !f.Incomplete && f.Line == e.area.Line()+1 },
		func(f realtable.Fault) bool { return !f.Incomplete },
		func(realtable.Fault) bool { return true },
	} {
		if i := slices.IndexFunc(all, matches); i >= 0 {
			return &all[i]
		}
	}
	return nil
}

// drawBody draws the headline, the text, and beside it or below what was understood of it. It returns the place of the
// button, whose item is the index of its key.
func (e *dealEditor) drawBody(room *felt.Grid, title, state string) (button felt.HitArea) {
	var side felt.HitArea
	e.stack.Theme.DrawRuled(room, title, []string{state}, 2, func(w, h int) []string {
		var lines []string
		lines, side = e.layOut(w, h)
		return lines
	})
	side.Y += headlineRows
	if e.parsed.SeatCount == 0 || e.isExplaining {
		hint := e.stack.T("real.hint") + " " + e.stack.T("real.hint.more")
		room.Paragraph(side.X, side.Y, side.W, side.H, hint, felt.Text)
		return button
	}
	reading := &dealReading{stack: e.stack, parsed: &e.parsed, grid: room, area: side}
	reading.draw()
	return reading.buttonArea
}

const (
	// headlineRows is the number of rows above the body of a screen with a headline.
	headlineRows = 2
	// frameRows is the number of rows around the body and the note: the headline, a rule and the keys.
	frameRows = headlineRows + 2
	// wideNoteRows is the number of rows that are left for the note, so that the reading does not move with most notes.
	wideNoteRows = 2
	// slimNoteRows is wideNoteRows in a narrow window.
	slimNoteRows = 3
)

// layOut returns the lines of the text in a body of w by h cells, and the area beside them, or below them in a narrow
// window.
func (e *dealEditor) layOut(w, h int) (lines []string, side felt.HitArea) {
	if w >= kit.MinWidth {
		half := w/2 - 2
		lines = e.text(half, h)
		return lines, felt.HitArea{X: half + 2, W: w - half - 3, H: min(h, e.stack.H-frameRows-wideNoteRows)}
	}
	all, _ := e.textLines(w - 1)
	const fewest = 6
	height := max(min(len(all), h/2), fewest)
	lines = e.text(w-1, height)
	end := min(h, e.stack.H-frameRows-slimNoteRows)
	return lines, felt.HitArea{X: 1, Y: height + 1, W: w - 2, H: end - height - 1}
}

// text draws the text in w by h cells, scrolled so that the cursor is visible.
func (e *dealEditor) text(w, h int) []string {
	all, cursorLine := e.textLines(w)
	start := max(cursorLine-h, 0)
	return e.stack.Theme.Fill(all[start:min(start+h, len(all))], w, h)
}

// textLines returns the text with line numbers in lines of w cells, and the number of the one with the cursor, counted
// from 1. An x marks a line with a fault.
func (e *dealEditor) textLines(w int) (all []string, cursorLine int) {
	for i, line := range strings.Split(e.area.Value(), "\n") {
		mark := " "
		if !e.empty() && slices.ContainsFunc(e.parsed.Faults, func(f realtable.Fault) bool {
			return !f.Incomplete && f.Line == i+1
		}) {
			mark = felt.Pen{Fg: felt.Bad}.Paint("x")
		}
		if i == e.area.Line() {
			start, rest := e.splitAtCursor(line)
			line = start + "_" + rest
		}
		for j, part := range cells.Wrap(e.stack.Theme.Fold(line), w-6) {
			front := fmt.Sprintf("%3d", i+1) + mark + " "
			if j > 0 {
				front = "     "
			}
			all = append(all, front+part)
			if i == e.area.Line() && strings.Contains(part, "_") {
				cursorLine = len(all)
			}
		}
	}
	return all, cursorLine
}
