// Package guest handles the visitors of the server, whatever door they came through: who they are, what they asked for,
// and a terminal on which a program runs for them.
//
// Where to look:
//
//   - who somebody is, and their cleaned input: visitor.go
//   - what their terminal can show: locale.go
//   - all visitors, taking over a visit, closing: sessions.go
//   - one program on one terminal: run.go; a panic ends only that program: guarded.go; its screen: frames.go; its keys:
//     keys.go; a terminal that does not read: patient.go
//   - connections before anybody is known: gate.go; limits for one address, also behind a proxy: address.go
//   - what the server counts: counters.go
//   - secrets that are made once and stored: secret.go
//
// A door, such as packages sshd and web, listens through [Sessions.Listen], finds out who is there, and passes a
// [Visitor] to [Sessions.Serve]. That draws a screen for the visitor with [Sessions.NewScreen]. It knows nothing of
// games.
//
// A visitor can choose everything that they send: sizes, keys, names, codes and the kind of terminal. This package
// bounds and cleans all of that, once for all doors.
package guest
