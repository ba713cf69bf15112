package tui

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/dealform"
	"fellowship/cmd/internal/kit"

	tea "github.com/charmbracelet/bubbletea"
)

// Enter fills a form in on the full screen. Ok is false when the person left; the
// error is ErrExit after ctrl-C.
func (v *Visit) Enter(form *dealform.Form) (pos chapters.Position, ok bool, err error) {
	e := &enter{form: form, typed: map[dealform.Key]*string{}}
	err = v.show(v.ctx, e.on(v.Stack))
	return e.pos, e.done, err
}

// enter is the screen of a form: a line for each field, with its error below.
type enter struct {
	*kit.Stack
	form  *dealform.Form
	sheet *kit.Sheet
	// typed is the text in each line.
	typed map[dealform.Key]*string
	pos   chapters.Position
	done  bool
}

// longestEntered is how much fits into a line.
const longestEntered = 400

// on returns the screen, on a stack.
func (e *enter) on(s *kit.Stack) kit.Screen {
	e.Stack, e.sheet = s, &kit.Sheet{Build: e.content, Back: s.Uncover}
	return e.sheet
}

// here is the line at the cursor, and last says that it is the last one.
func (e *enter) here() (k dealform.Key, last bool) {
	keys := e.form.Keys()
	at := min(e.sheet.Cursor, len(keys)-1)
	return keys[at], at == len(keys)-1
}

// content is the form as it is now.
func (e *enter) content() kit.Content {
	report := e.form.Check()
	rest := e.T("entry.complete")
	if report.Missing != 0 {
		rest = e.T("entry.missing", report.Missing)
	}
	if report.Ready() {
		rest += " " + e.T("entry.ready")
	}
	c := kit.Content{Title: e.T("entry.title"), State: e.form.Title(), Below: []string{rest}, Enter: e.next, Does: e.T("entry.help.next"), Also: []kit.Row{
		{Key: "ctrl+s", Label: e.T("entry.help.solve"), Do: e.solve},
		{Key: "ctrl+r", Label: e.T("entry.help.rest"), Do: e.rest},
	}}
	if _, last := e.here(); last {
		c.Does = e.T("entry.help.solve")
	}
	for _, k := range e.form.Keys() {
		if e.typed[k] == nil {
			e.typed[k] = new(string)
		}
		*e.typed[k] = e.form.Value(k)
		mark, tell := "  ", e.form.Hint(k)
		switch p, bad := report.Problems[k]; {
		case *e.typed[k] == "":
		case !bad:
			mark = "+ "
		default:
			if tell = p.Text; p.Hard {
				mark = "x "
			}
		}
		c.Rows = append(c.Rows, kit.Row{
			Label: mark + e.form.Label(k), Text: e.typed[k], Most: longestEntered, Tell: tell,
			Wrote: func() { e.form.Set(k, *e.typed[k]) },
		})
	}
	return c
}

// next goes to the next line, and from the last one on.
func (e *enter) next() tea.Cmd {
	if _, last := e.here(); last {
		return e.solve()
	}
	e.sheet.Cursor++
	return nil
}

// rest writes all cards that stand nowhere into the line.
func (e *enter) rest() tea.Cmd {
	k, _ := e.here()
	e.form.Set(k, strings.TrimSpace(e.form.Value(k)+" "+e.form.Rest()))
	return nil
}

// solve ends with the position, or goes to the line that is wrong.
func (e *enter) solve() tea.Cmd {
	report := e.form.Check()
	for i, k := range e.form.Keys() {
		if p, bad := report.Problems[k]; bad && p.Hard {
			e.sheet.Cursor, e.Note, e.Bad = i, e.form.Label(k)+": "+p.Text, true
			return nil
		}
	}
	pos, err := e.form.Position()
	if err != nil {
		e.Note, e.Bad = e.form.Tell(err), true
		return nil
	}
	e.pos, e.done = pos, true
	return e.Uncover()
}
