package tui

import (
	"cmp"
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
	// done reports whether the round is complete and the person has finished.
	done bool
	// keyAreas are the places of the keys in the last line.
	keyAreas []felt.HitArea
}

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
	e.leaveWarned = false
	e.asked = false
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
		return small
	}
	chapter := ""
	if c := e.parsed.Chapter; c != nil {
		chapter = c.ID + ": " + c.Title.In(e.stack.Theme.Texts.Lang())
	}
	title := e.stack.T("real.title")
	if cells.Width(e.stack.Theme.Fold(title+chapter))+6 > e.stack.W {
		title = cmp.Or(chapter, title)
		chapter = ""
	}
	note, bad := e.note()
	var g *felt.Grid
	g, e.keyAreas = e.stack.Theme.DrawFramed(e.stack.W, e.stack.H, note, bad, e.keys, func(room *felt.Grid) {
		e.stack.Theme.DrawRuled(room, title, []string{chapter}, 2, e.body)
	})
	return g
}

func (e *dealEditor) keys() []key.Binding {
	return []key.Binding{
		key.NewBinding(key.WithKeys("ctrl+s"),
			key.WithHelp(e.stack.T("lobby.key.ctrl")+"s", e.stack.T("real.help.solve"))),
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

// body draws the text, and what it says beside it or below.
func (e *dealEditor) body(w, h int) []string {
	if w < kit.MinWidth {
		summary := e.summary(w-2, h/2)
		return append(e.text(w-1, h-len(summary)), kit.Indent(summary, " ")...)
	}
	half := w/2 - 1
	lines := e.text(half, h)
	summary := e.stack.Theme.Fill(e.summary(w-half-3, h), w-half-3, h)
	for i := range lines {
		lines[i] = e.stack.Theme.Fit(lines[i], half+2) + summary[i]
	}
	return lines
}

// text draws the text with line numbers, scrolled so that the cursor is visible. An x marks a line with a
// fault.
func (e *dealEditor) text(w, h int) []string {
	var all []string
	cursorLine := 0
	for i, line := range strings.Split(e.area.Value(), "\n") {
		mark := " "
		if !e.empty() && slices.ContainsFunc(e.parsed.Faults, func(f realtable.Fault) bool {
			return !f.Incomplete && f.Line == i+1
		}) {
			mark = felt.Pen{Fg: felt.Bad}.Paint("x")
		}
		if i == e.area.Line() {
			r := []rune(line)
			col := min(e.area.LineInfo().StartColumn+e.area.LineInfo().ColumnOffset, len(r))
			line = string(r[:col]) + "_" + string(r[col:])
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
	start := max(cursorLine-h, 0)
	return e.stack.Theme.Fill(all[start:min(start+h, len(all))], w, h)
}

// summary returns at most h lines about what the text says so far.
func (e *dealEditor) summary(w, h int) []string {
	lines := dealSummary{stack: e.stack, parsed: &e.parsed, w: w}.lines(h)
	return lines[:min(len(lines), h)]
}
