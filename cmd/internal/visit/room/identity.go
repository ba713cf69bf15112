package room

import (
	"cmp"
	"context"

	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/table"

	tea "github.com/charmbracelet/bubbletea"
)

// setName continues with the person's name, and asks for one if it is empty.
func (r *Room) setName(name string) tea.Cmd {
	if name == "" {
		r.shell.Stack.Push(r.askName(r.visitor.Name, r.followFirstCode))
		return nil
	}
	r.me.Name = name
	return r.followFirstCode()
}

// askName asks for the person's name, proposes one, and calls next after the new name was saved.
func (r *Room) askName(name string, next func() tea.Cmd) *kit.Sheet {
	typed := ""
	s := &kit.Sheet{Name: "name", NoBack: r.me.Name == ""} // nobody may stay without a name
	s.Build = func() kit.Content {
		return kit.Content{
			Title:  r.shell.T("serve.name.title"),
			Header: []string{r.shell.T("serve.name.text")},
			Rows: []kit.Row{{
				Label: r.shell.T("serve.name.label"),
				Value: name,
				Control: kit.TextField{
					Text:      &typed,
					MaxLength: maxTyped,
					Enter:     func() tea.Cmd { return r.rename(cmp.Or(typed, name), next) },
				},
			}},
		}
	}
	return s
}

// rename saves the person's name.
func (r *Room) rename(typed string, next func() tea.Cmd) tea.Cmd {
	id := r.me.ID
	return r.callOnce(func(context.Context) (func() tea.Cmd, error) {
		name, err := r.opts.Service.Rename(id, typed)
		return func() tea.Cmd {
			r.me.Name = name
			r.shell.Stack.Pop()
			return next()
		}, err
	})
}

// becomePerson makes the visitor the person whom a return code belongs to.
func (r *Room) becomePerson(me table.Person, code string) tea.Cmd {
	name := r.me.Name
	me.Network = r.me.Network
	r.me = me
	if me.Name == "" {
		r.me.Name = name
	}
	r.returnCode = code
	r.shell.Stack.Screens = r.shell.Stack.Screens[:1]
	r.tables = nil
	r.listed = false
	r.typed = ""
	r.lobby.Cursor = 0
	return tea.Batch(r.listTables(), r.callAsync(func(context.Context) (func() tea.Cmd, error) {
		set := r.opts.Service.Settings(me.ID)
		return func() tea.Cmd {
			r.shell.Settings = set
			r.applySettings()
			return nil
		}, nil
	}))
}

// makeReturnCode gets a code with which the person can connect from elsewhere as the same person.
func (r *Room) makeReturnCode() tea.Cmd {
	me := r.me
	return r.callAsync(func(ctx context.Context) (func() tea.Cmd, error) {
		code, err := r.opts.Service.ReturnCode(me)
		return func() tea.Cmd {
			if me.ID == r.me.ID && r.returnCode == "" {
				r.returnCode = table.ShowCode(code)
				r.lobby.Cursor = 0 // the row with the cursor, which asks for a code, disappears
			}
			return nil
		}, err
	})
}

// whoAmI returns a paragraph about how the server recognizes the person.
func (r *Room) whoAmI() []string {
	switch {
	case r.returnCode != "":
		return []string{r.shell.T("serve.return", r.returnCode)}
	case !guest.Person(r.me.ID).IsPersistent():
		return []string{r.shell.T("serve.guest")}
	}
	return nil
}
