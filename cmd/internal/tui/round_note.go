package tui

// roundNote is a message over a round that is shown until the next key.
type roundNote struct {
	// text is the message, "" for none.
	text string
	// isWarning reports whether the message is bad news.
	isWarning bool
}
