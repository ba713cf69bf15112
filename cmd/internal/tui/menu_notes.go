package tui

import (
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
)

// menuNotes are the remarks beside the rows of the menu, about what the person has played.
type menuNotes struct {
	// texts has the sentences.
	texts *texts.Texts
	// library has the chapters.
	library *chapters.Library
	// played has the person's games, nil if none are kept.
	played *saves.Played
}

// nextName names the next chapter by its number: a title would be too long beside the row.
func (n *menuNotes) nextName() string {
	next := n.played.Next(n.library.Chapters)
	if next.Pool != nil {
		return next.Title.In(n.texts.Lang())
	}
	return n.texts.T("board.chapter", next.ID)
}

// progress returns a line about the person's progress.
func (n *menuNotes) progress() string {
	won, total := book.ChaptersWon(n.library, n.played.Won)
	if won == 0 {
		return n.texts.T("lobby.book.note")
	}
	return n.texts.T("lobby.book.far", won, total, n.nextName())
}

// progressBrief is [menuNotes.progress] for a narrow menu, "" before a chapter is won.
func (n *menuNotes) progressBrief() string {
	won, total := book.ChaptersWon(n.library, n.played.Won)
	if won == 0 {
		return ""
	}
	return n.texts.T("lobby.book.brief", won, total)
}

// saved says how many games are saved.
func (n *menuNotes) saved() string {
	if len(n.played.Games) == 0 {
		return n.texts.T("lobby.stats.none")
	}
	return n.texts.N("lobby.saved.note", len(n.played.Games))
}

// winsInRow says how many games the person has won one after the other, "" for none.
func (n *menuNotes) winsInRow() string {
	if n.played.Stats.WinsInRow == 0 {
		return ""
	}
	return n.texts.T("lobby.stats.brief", n.played.Stats.WinsInRow)
}

// today returns the date of the deal of the day, and the state of the person's games of it.
func (n *menuNotes) today(now time.Time) string {
	state := ""
	if n.played != nil {
		for i := range n.played.Games {
			g := &n.played.Games[i]
			day, ok := daily.Day(n.library, g.Record.Deal)
			if !ok || day.Format(time.DateOnly) != now.Format(time.DateOnly) {
				continue
			}
			switch {
			case g.Err != nil:
			case g.Finished && g.Result == chapters.Won:
				return n.texts.T("lobby.today.brief", n.texts.Date(now), n.texts.T("today.won"))
			case state == "" && g.Finished:
				state = n.texts.T("today.lost")
			case !g.Finished:
				state = n.texts.T("lobby.today.begun")
			}
		}
	}
	if state == "" {
		return n.texts.Date(now)
	}
	return n.texts.T("lobby.today.brief", n.texts.Date(now), state)
}
