// Package table is where people play, on a server with friends or at home.
//
// A table is a log of events, which package store keeps. The log contains the lines of the rounds'
// records and, between them, events such as a person who sat down, proposed an undo or said something.
// Replaying the log always leads to the same [TableView]. An action is tried on a copy of the table's
// state, and the copy becomes the state once the log has it on disk. Actions are written one after the
// other. If two people act at the same moment, the first one counts, and the second one has to look
// again first.
//
// A process opens its tables in a [Service]; no other process may write to them meanwhile. A person
// enters a table as a [Client], which shows the table as that person may see it and accepts their
// actions. A client never blocks the table: the front end asks for news ([Client.Wait]) and looks
// ([Client.Look]).
//
// Where to look:
//
//   - the tables of a process: service.go, options.go; deleting and exporting them: sweep.go, export.go
//   - what a server stores about people: people.go, arrivals.go; invitation codes: code.go; names: names.go
//   - a table's log: event.go; the state after it: state.go, apply.go, round_log.go; how it is read and
//     written: open_table.go; waiting for people: timeouts.go
//   - what a person sees: client.go, view.go, viewpoint.go
//   - what a person does: act.go, proposal.go, absence.go, talk.go, replay.go, help.go; why it is refused:
//     errors.go
//   - a table at home: home.go
//   - what is played: table_setup.go, pick.go; the computer players: computers.go
package table
