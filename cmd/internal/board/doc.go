// Package board paints the table of a round from [chapters.View], so nothing hidden can
// be seen: board.go, and middle.go, pyramid.go, trick.go, hand.go, draft.go for its parts,
// layout.go for where they are, goal.go for how goals stand, boardpages.go for what there
// is to read about it. choice.go turns the question that is due into something to choose
// from, and chooser.go draws that.
//
// It knows no keys and no game: people who play, watch or look through a round have the same board.
package board
