// Package table is where people play: friends who are not at one keyboard, and those who sit
// at home.
//
// A table is a log of events, which package store keeps: the lines of the rounds'
// records as they are, and between them who came, sat down, left, was ready, proposed,
// agreed, was away and said what. Whoever reads the log from its beginning comes to
// the same [TableView]. What somebody wants to do is tried on a copy of the table, which is the
// table once the log has it on disk. One writes after the other: of two that did something
// at the same moment one counts, and the other one sees first what has happened.
//
// A process opens its tables in a [Service], and no other one writes to them meanwhile. A person
// gets a [Client] there, which shows a table as that person may see it, and takes what the person
// does. Nobody waits for a chair: it says when there is something new ([Client.Wait]), and is
// looked at.
//
// Where to look:
//
//   - the tables of a process, who comes to them, and what is kept of people: hall.go,
//     people.go, code.go, person.go; what is left of a table: keep.go
//   - a table's log: event.go; what it comes to: state.go, together.go; how it is read and
//     written: table.go; by which clock people are waited for: watch.go
//   - a person at a table: what is seen, chair.go, place.go, picture.go; what is done, act.go; what
//     is asked, help.go
//   - a table at home, home.go
//   - what is played, setup.go; the computer players, think.go
package table
