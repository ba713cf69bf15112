package room

import "fellowship/cmd/internal/tui"

// notes shows notes until the next key.
type notes struct {
	// shell shows them on sheets.
	shell *tui.Shell
	// round shows them while it is in front; nil for none.
	round *liveRound
}

// show shows a note.
func (n *notes) show(text string) { n.set(text, false) }

// showError shows an error.
func (n *notes) showError(err error) { n.set(n.shell.Stack.Theme.Texts.Problem(err), true) }

// set shows a note on the sheets, and on the round if it is in front. bad marks bad news.
func (n *notes) set(text string, bad bool) {
	n.shell.Stack.Note = text
	n.shell.Stack.Bad = bad
	if n.round != nil && n.shell.Stack.Top() == n.round.screen {
		n.round.game.Note(text, bad)
	}
}
