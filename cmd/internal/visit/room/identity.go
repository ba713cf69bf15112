package room

import (
	"cmp"
	"context"

	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"

	tea "github.com/charmbracelet/bubbletea"
)

// identity has the name and the codes of the person in the session.
type identity struct {
	session *session
	// me is the person as the tables know them.
	me table.Person
	// returnCode is the code with which the person can come back, empty if unknown.
	returnCode string
	// settingsChanged reports whether the person has changed the settings in this session.
	settingsChanged bool
	// changing is how many changes of the settings are being stored.
	changing int
	// passedOver are the latest settings that the server kept meanwhile, nil if none came.
	passedOver *settings.Settings
	// follower hears of changes of the settings, nil before the first ones are read.
	follower *follower
}

// setName continues with the person's name, and asks for one if it is empty. It calls next when there is a name.
func (i *identity) setName(name string, next func() tea.Cmd) tea.Cmd {
	if name == "" {
		i.session.shell.Stack.Push(i.askName(i.session.visitor.Name, next))
		return nil
	}
	i.me.Name = name
	return next()
}

// askName asks for the person's name, proposes one, and calls next after the new name was saved.
func (i *identity) askName(name string, next func() tea.Cmd) *kit.Sheet {
	typed := ""
	shell := i.session.shell
	s := &kit.Sheet{Name: "name", NoBack: i.me.Name == ""} // nobody may stay without a name
	s.Build = func() kit.Content {
		return kit.Content{
			Title:  shell.T("serve.name.title"),
			Header: []string{shell.T("serve.name.text")},
			Rows: []kit.Row{{
				Label: shell.T("serve.name.label"),
				Value: name,
				Control: kit.TextField{
					Text:      &typed,
					MaxLength: maxTyped,
					Enter:     func() tea.Cmd { return i.rename(cmp.Or(typed, name), next) },
				},
			}},
		}
	}
	return s
}

// rename saves the person's name.
func (i *identity) rename(typed string, next func() tea.Cmd) tea.Cmd {
	id := i.me.ID
	return i.session.calls.runOnce(func(context.Context) (func() tea.Cmd, error) {
		name, err := i.session.opts.Service.Rename(id, typed)
		return func() tea.Cmd {
			i.me.Name = name
			i.session.shell.Stack.Pop()
			return next()
		}, err
	})
}

// become makes the visitor the person whom a return code belongs to. A person without a name keeps the visitor's.
func (i *identity) become(person table.Person, code string) {
	person.Name = cmp.Or(person.Name, i.me.Name)
	person.Network = i.me.Network
	i.me = person
	i.returnCode = code
}

// isPersistent reports whether the person is recognized when they come back without a code.
func (i *identity) isPersistent() bool { return guest.Person(i.me.ID).IsPersistent() }

// description returns a paragraph about how the server recognizes the person, none if nothing has to be said.
func (i *identity) description() []string {
	switch {
	case i.returnCode != "":
		return []string{i.session.shell.T("serve.return", i.returnCode)}
	case !i.isPersistent():
		return []string{i.session.shell.T("serve.guest")}
	}
	return nil
}
