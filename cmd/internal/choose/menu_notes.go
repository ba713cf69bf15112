package choose

import (
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table/words"
)

// noted returns one line of the menu with a note.
func noted(note, brief string) []MenuLine { return []MenuLine{{Note: note, Brief: brief}} }

// unfinished returns a line for each game that the person can continue: the game that was left last, or the tables of a
// server. The pages at home are shown beside a round, so they always have such a line.
func (f *MenuFacts) unfinished() (all []MenuLine) {
	if f.Client == settings.BrowserAtHome {
		return noted("", "")
	}
	if f.Played != nil {
		if g := f.Played.Unfinished(); g != nil {
			all = append(all, MenuLine{
				Which: g.Name,
				Note:  book.Summary(f.Texts, f.Library, g),
				Brief: book.Stage(f.Texts, g),
			})
		}
	}
	for i := range f.Tables {
		visited := &f.Tables[i]
		line := MenuLine{
			Which: visited.Ticket.Table,
			Note:  words.Table(f.Texts, f.Library, &visited.Now),
			Err:   visited.Damaged,
		}
		if line.Err != nil {
			line.Note = f.Texts.T("serve.lobby.damaged")
		}
		all = append(all, line)
	}
	return all
}

// nextName names the next chapter by its number: a title would be too long beside the line.
func (f *MenuFacts) nextName() string {
	next := f.Played.Next(f.Library.Chapters)
	if next.Pool != nil {
		return next.Title.In(f.Texts.Lang())
	}
	return f.Texts.T("board.chapter", next.ID)
}

// nextChapter says which chapter a new game proposes.
func (f *MenuFacts) nextChapter() []MenuLine {
	if f.Played == nil {
		return noted("", "")
	}
	return noted(f.nextName(), "")
}

// progress says how many chapters are won.
func (f *MenuFacts) progress() []MenuLine {
	won, total := book.ChaptersWon(f.Library, f.Played.Won)
	if won == 0 {
		return noted("", "")
	}
	return noted(f.Texts.T("lobby.book.far", won, total, f.nextName()), f.Texts.T("lobby.book.brief", won, total))
}

// campaign says how far the campaign that was played last has come.
func (f *MenuFacts) campaign() []MenuLine {
	if f.Played == nil || len(f.Played.Campaigns) == 0 {
		return noted("", "")
	}
	last := f.Played.Campaigns[0]
	if last.Err != nil {
		return noted(last.Name+": "+f.Texts.T("lobby.broken"), f.Texts.T("lobby.broken"))
	}
	won, total := book.ChaptersWon(f.Library, last.Campaign.IsWon)
	return noted(last.Name+": "+book.CampaignSummary(f.Texts, f.Library, last.Campaign),
		f.Texts.T("lobby.book.brief", won, total))
}

// lesson offers the first evening to a person who has not played yet.
func (f *MenuFacts) lesson() []MenuLine {
	if f.IsNew {
		return []MenuLine{{About: f.Texts.T("lobby.lesson.offer")}}
	}
	return noted("", "")
}

// saved says how many games are saved.
func (f *MenuFacts) saved() []MenuLine {
	if f.Played == nil || len(f.Played.Games) == 0 {
		return noted("", "")
	}
	return noted(f.Texts.N("lobby.saved.note", len(f.Played.Games)), "")
}

// winsInRow says how many games the person has won one after the other.
func (f *MenuFacts) winsInRow() []MenuLine {
	if f.Played == nil || f.Played.Stats.WinsInRow == 0 {
		return noted("", "")
	}
	return noted(f.Texts.T("lobby.stats.brief", f.Played.Stats.WinsInRow), "")
}

// puzzles says how many puzzles are solved.
func (f *MenuFacts) puzzles() []MenuLine {
	solved, total := countSolved(f.Stars)
	if solved == 0 {
		return noted("", "")
	}
	return noted(Solved(f.Texts, f.Stars), f.Texts.T("lobby.puzzle.brief", solved, total))
}

// returnCode offers a code to come back with, unless the person sees it already.
func (f *MenuFacts) returnCode() []MenuLine {
	if f.HasReturnCode {
		return nil
	}
	return noted("", "")
}

// name says what the person is called.
func (f *MenuFacts) name() []MenuLine { return noted(f.Name, "") }

// language says which language is set.
func (f *MenuFacts) language() []MenuLine { return noted(f.Texts.T("lobby.lang."+f.Texts.Lang()), "") }

// today says the date of the deal of the day, and how the person's games of it stand. A server keeps no such games.
func (f *MenuFacts) today() []MenuLine {
	if f.Played == nil {
		return noted("", "")
	}
	now := f.Now.UTC() // the deal's day is a day in UTC
	date := f.Texts.Date(now)
	state := f.stateToday(now.Format(time.DateOnly))
	if state == "" {
		return noted(date, "")
	}
	return noted(f.Texts.T("lobby.today.brief", date, state), "")
}

// stateToday returns the state of the person's games of the deal of a day, empty without any. If there are
// several games, one that was won counts first, then one that is being played, then one that was lost.
func (f *MenuFacts) stateToday(today string) (state string) {
	for i := range f.Played.Games {
		g := &f.Played.Games[i]
		day, ok := daily.Day(f.Library, g.Record.Deal)
		if !ok || day.Format(time.DateOnly) != today {
			continue
		}
		switch {
		case g.Err != nil:
		case g.Finished && g.Result == chapters.Won:
			return f.Texts.T("today.won")
		case state == "" && g.Finished:
			state = f.Texts.T("today.lost")
		case !g.Finished:
			state = f.Texts.T("lobby.today.begun")
		}
	}
	return state
}
