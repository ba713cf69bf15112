package tui

import (
	"context"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/entry"
	"fellowship/cmd/internal/kit"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// Enter fills a form in on the full screen. Ok is false when the person left; the
// error is ErrExit after ctrl-C.
func Enter(ctx context.Context, form *entry.Form, on Terminal) (pos chapters.Position, ok bool, err error) {
	e := newEnter(form, kit.NewTheme(on.Texts, on.Style))
	e.library = on.Library
	err = on.show(ctx, e, false)
	switch {
	case err != nil:
		return pos, false, err
	case e.exit:
		return pos, false, ErrExit
	}
	return e.pos, e.done, nil
}

// enter is the screen of a form: a line each, the one being typed into marked,
// and what is wrong with each below it.
type enter struct {
	*kit.Theme
	keys enterKeys
	form *entry.Form
	w, h int

	at entry.Key
	// caret is where the next letter goes in the line, counted in runes.
	caret int
	note  string
	pos   chapters.Position
	done  bool
	exit  bool
	// book is the rules, while they are open, from library.
	book    *ruleBook
	library *chapters.Library
}

// enterKeys are the keys of this screen; letters and digits are typed.
type enterKeys struct{ move, next, rest, clear, solve, help, quit key.Binding }

func newEnter(form *entry.Form, th *kit.Theme) *enter {
	bind := kit.Binder(th.Texts, "entry.key.", "entry.help.")
	e := &enter{Theme: th, form: form, w: kit.MinWidth, h: kit.MinHeight, at: entry.Chapter}
	e.keys = enterKeys{
		move: bind("move", "up", "down", "shift+tab", "pgup", "pgdown"), next: bind("next", "enter", "tab"),
		rest: bind("rest", "ctrl+r"), clear: bind("clear", "ctrl+u"), solve: bind("solve", "ctrl+s"), help: bind("help", "?"), quit: bind("quit", "esc", "ctrl+c"),
	}
	return e
}

// Init begins with the first line.
func (e *enter) Init() tea.Cmd { return nil }

// Update takes a key or a new size.
func (e *enter) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		e.w, e.h = msg.Width, msg.Height
	case tea.KeyMsg:
		return e, e.key(msg)
	}
	return e, nil
}

func (e *enter) key(msg tea.KeyMsg) tea.Cmd {
	e.note = ""
	switch {
	case msg.Type == tea.KeyCtrlC:
	case e.book != nil:
		if e.book.key(msg) {
			e.book = nil
		}
		return nil
	case key.Matches(msg, e.keys.help):
		e.book = newRuleBook(e.Theme, e.library, e.View(), e.helpText, nil)
		e.book.lay(e.w, e.h)
		return nil
	}
	value := []rune(e.form.Value(e.at))
	e.caret = min(e.caret, len(value))
	switch k := &e.keys; {
	case key.Matches(msg, k.quit):
		e.exit = msg.Type == tea.KeyCtrlC
		return tea.Quit
	case key.Matches(msg, k.solve):
		return e.solve()
	case key.Matches(msg, k.next):
		if keys := e.form.Keys(); e.at == keys[len(keys)-1] && msg.Type == tea.KeyEnter {
			return e.solve()
		}
		e.move(1)
		return nil
	case key.Matches(msg, k.rest):
		e.set(strings.TrimSpace(string(value) + " " + e.form.Rest()))
		return nil
	case key.Matches(msg, k.clear):
		e.set("")
		return nil
	}
	switch msg.Type {
	case tea.KeyUp, tea.KeyShiftTab, tea.KeyPgUp:
		e.move(-1)
	case tea.KeyDown, tea.KeyPgDown:
		e.move(1)
	case tea.KeyLeft:
		e.caret = max(e.caret-1, 0)
	case tea.KeyRight:
		e.caret = min(e.caret+1, len(value))
	case tea.KeyHome:
		e.caret = 0
	case tea.KeyEnd:
		e.caret = len(value)
	case tea.KeyBackspace:
		if e.caret > 0 {
			e.form.Set(e.at, string(slices.Delete(value, e.caret-1, e.caret)))
			e.caret--
		}
	case tea.KeyDelete:
		if e.caret < len(value) {
			e.form.Set(e.at, string(slices.Delete(value, e.caret, e.caret+1)))
		}
	case tea.KeySpace:
		e.insert(value, []rune{' '})
	case tea.KeyRunes:
		e.insert(value, msg.Runes)
	}
	return nil
}

// insert puts what was typed or pasted at the caret; a line has room for so much.
func (e *enter) insert(value, typed []rune) {
	const most = 400
	typed = slices.DeleteFunc(slices.Clone(typed), func(r rune) bool { return r < ' ' })
	if len(value)+len(typed) > most {
		return
	}
	e.form.Set(e.at, string(slices.Insert(value, e.caret, typed...)))
	e.caret += len(typed)
}

// set writes the whole line.
func (e *enter) set(value string) {
	e.form.Set(e.at, value)
	e.caret = len([]rune(value))
}

// move goes to another line.
func (e *enter) move(by int) {
	keys := e.form.Keys()
	i := max(slices.Index(keys, e.at), 0) + by
	e.at = keys[max(0, min(i, len(keys)-1))]
	e.caret = len([]rune(e.form.Value(e.at)))
}

// solve ends with the position, or goes to the line that is wrong.
func (e *enter) solve() tea.Cmd {
	r := e.form.Check()
	for _, k := range e.form.Keys() {
		if p, bad := r.Problems[k]; bad && p.Hard {
			e.at, e.note = k, e.form.Label(k)+": "+p.Text
			e.caret = len([]rune(e.form.Value(k)))
			return nil
		}
	}
	pos, err := e.form.Position()
	if err != nil {
		e.note = e.form.Tell(err)
		return nil
	}
	e.pos, e.done = pos, true
	return tea.Quit
}

// View draws the whole window, exactly as large as it is.
func (e *enter) View() string {
	t := e.Theme
	if frame, small := t.TooSmall(e.w, e.h); small {
		return frame
	}
	if e.book != nil {
		return e.book.frame(e.w, e.h)
	}
	report := e.form.Check()
	foot := e.foot(&report)
	title := e.T("entry.title")
	if ansi.StringWidth(t.Fold(title+e.form.Title()))+3 > e.w {
		title = "" // the chapter says more
	}
	k := &e.keys
	bindings := []key.Binding{k.next, k.solve, k.rest, k.help, k.quit, k.move, k.clear}
	rows, all := t.KeyRows(bindings, e.w-2, 1)
	if !all && kit.SizeOf(e.w, e.h) == kit.Narrow {
		rows, _ = t.KeyRows(bindings, e.w-2, 3)
	}
	body := e.lines(&report, e.h-4-len(foot)-len(rows))
	return t.Frame([]string{t.Headline(title, e.form.Title(), e.w)}, slices.Concat(body, []string{t.Rule(e.w)}, foot), t.DrawnKeys(rows), e.w)
}

// helpText tells what each key does.
func (e *enter) helpText(w int) []string {
	k := &e.keys
	return e.HelpColumns([][]key.Binding{{k.move, k.next, k.rest}, {k.clear, k.solve, k.help, k.quit}}, w)
}

// lines draws the lines of the form, so many of them as fit around the one being
// typed into.
func (e *enter) lines(r *entry.Report, h int) []string {
	t := e.Theme
	wide := 0
	for _, k := range e.form.Keys() {
		wide = max(wide, ansi.StringWidth(t.Fold(e.form.Label(k))))
	}
	var all []string
	from, to := 0, 0
	for _, k := range e.form.Keys() {
		p, bad := r.Problems[k]
		mark, value := " ", t.Fold(e.form.Value(k))
		switch {
		case bad && p.Hard && value != "":
			mark = t.Bad.On("x")
		case value != "" && !bad:
			mark = t.Good.On("+")
		}
		here := "  "
		room := e.w - wide - 8
		if k == e.at {
			here, from = "> ", len(all)
			value = e.typed(e.form.Value(k), room)
		} else if ansi.StringWidth(value) > room {
			value = ansi.Truncate(value, room, "…")
			if t.ASCII {
				value = ansi.Truncate(t.Fold(e.form.Value(k)), room, ">")
			}
		}
		all = append(all, t.Fit(" "+here+mark+" "+t.Bold.On(t.Fit(e.form.Label(k), wide))+"  "+value, e.w))
		if bad && (value != "" && k != e.at || k == e.at && e.form.Value(k) != "") {
			for _, l := range t.WrapAtMost(p.Text, e.w-wide-8, 2) {
				if p.Hard {
					l = t.Bad.On(l)
				}
				all = append(all, t.Fit(strings.Repeat(" ", wide+7)+l, e.w))
			}
		}
		if k == e.at {
			to = len(all)
		}
	}
	first := max(0, min(from-(h-(to-from))/2, len(all)-h))
	return t.Fill(all[first:], e.w, h)
}

// typed draws the line being typed into with its caret, the end of it where it
// is long.
func (e *enter) typed(value string, room int) string {
	runes := append([]rune(e.Fold(value)), ' ')
	at := min(e.caret, len(runes)-1)
	first := max(0, at-room+2)
	runes, at = runes[first:], at-first
	runes = runes[:min(len(runes), room)]
	return string(runes[:at]) + e.Reverse.On(string(runes[at])) + string(runes[at+1:])
}

// foot tells what to type, and which cards stand nowhere yet.
func (e *enter) foot(r *entry.Report) []string {
	t := e.Theme
	hint := e.form.Hint(e.at)
	if e.note != "" {
		hint = t.Bad.On(e.note)
	}
	said := kit.Indent(t.WrapAtMost(hint, e.w-2, 6), " ")
	lines := t.Fill(said, e.w, max(len(said), 3))
	rest := e.T("entry.missing", r.Missing)
	if r.Missing == 0 {
		rest = e.T("entry.complete")
	}
	if r.Ready() {
		rest += " " + e.T("entry.ready")
	}
	return append(lines, t.Fill(kit.Indent(t.WrapAtMost(rest, e.w-2, 2), " "), e.w, 2)...)
}
