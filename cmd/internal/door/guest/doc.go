// Package guest handles the visitors of the server, whatever door they came through: who they are, what they asked for,
// and how much they may send.
//
// Where to look:
//
//   - who somebody is: person.go; the invitation that they typed: code.go
//   - one visitor in a session: visitor.go; why it has ended: ending.go; a panic in it: panics.go
//   - all visitors, taking over a session, closing: sessions.go
//   - connections before anybody is known: gate.go; limits for one address, also behind a proxy: address.go
//   - what the server counts: counters.go
//   - secrets that are made once and stored: secret.go
//
// A door, such as packages sshd and web, listens through [Sessions.Listen], and finds out who is there. For a visitor
// with a terminal, package terminal then passes a [Visitor] to [Sessions.Serve]. A browser comes and goes with each
// request, so package web has sessions of its own, and tells only the [Counters] and [Sessions.LogPanic] of them. This
// package knows nothing of games, and imports no library for terminals.
//
// A visitor can choose everything that they send: addresses behind a proxy, keys, names and codes. This package bounds
// and cleans all of that, once for all doors.
package guest
