// Package tui is the game on a full screen: the table, the hand, the decision
// that is due, and pages for the log and the like.
//
// Where to look:
//
//   - the screens before a game: lobby.go for what they have in common, menu.go
//     for the menus and pages, seats.go for who sits where, solvesheet.go
//   - what the program hands in and gets back: run.go
//   - keys and messages, one after the other: model.go, keys.go
//   - whose turn it is and what the screen waits for: flow.go
//   - turning the game's question into something to choose from: choice.go,
//     chooser.go
//   - computer players that think, and why they played: think.go; what a seat
//     can know: know.go; asking the solver: opencards.go; the mouse: mouse.go
//   - what is drawn where: screen.go, and table.go, pyramid.go, desk.go,
//     draft.go, curtain.go, result.go for its parts; pages.go for the pages
//   - goals in few words, and how far they have come: goal.go
//
// Everything is drawn from [chapters.View], so nothing hidden can be seen. The
// parts know no clock and no globals: sizes, styles, keys and texts are handed
// in, so that one process could serve many terminals.
package tui
