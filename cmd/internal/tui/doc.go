// Package tui is the game on a full screen: the table, the hand, the decision
// that is due, and pages for the log and the like.
//
// Where to look:
//
//   - a visit, and what a script shows in it: visit.go, program.go; the menu and the
//     sheets at home and on a server, before and after a round: place.go, front.go, castpage.go,
//     chapterbook.go, tally.go, rulebook.go
//   - what the program hands in and gets back, and what the screen remembers: model.go; keys, the mouse and
//     messages, one after the other: keys.go; what the screen waits for, computer players that think, and what the
//     person asks them and the solver: flow.go; what is drawn when: screen.go, curtain.go, result.go, motion.go
//   - looking through a round on the same board: look.go; what both have in common, the
//     window and its pages: covers.go
//
// Package scene says what there is to see of a round, package board draws it, and the sheets are
// of package kit. The parts know no clock and no globals: sizes, styles, keys and texts are handed
// in, so that one process serves many terminals: [New] returns the screen of a game
// for whoever runs it on one.
package tui
