// Package guest is what a visitor of the server is, whatever door they came
// through: who they are, what they asked for, and a terminal on which a program
// runs for them.
//
// Where to look:
//
//   - who somebody is, and what comes from them cleaned: visitor.go
//   - what their terminal can show: locale.go
//   - everybody who is in, taking over, closing: house.go
//   - one program on one terminal: run.go; a panic ends only it: guarded.go; its
//     screen: frames.go; its keys: keys.go; a terminal that does not read: patient.go
//   - connections before anybody is known: gate.go; what may come from one address, and
//     behind a proxy: address.go
//   - what the server counts: counters.go
//   - secrets that are made once and kept: secret.go
//
// A door, such as packages sshd and web, listens through [Sessions.Listen], finds out
// who is there, and hands over a [Visitor] to [Sessions.Serve]. The house draws a
// screen for them with [Sessions.NewScreen] and knows nothing of games.
//
// Everything that a visitor sends is theirs to choose: sizes, keys, names, codes
// and the kind of terminal. It is bounded and cleaned here, once for all doors.
package guest
