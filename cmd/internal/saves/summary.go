package saves

import (
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/table"
)

// tableSummary has what lists and statistics show of a table without damage.
type tableSummary struct {
	// Path is the path of the file.
	Path string `json:"path"`
	// Size is the size of the file in bytes.
	Size int64 `json:"size"`
	// Modified is when the file was written last, in nanoseconds since 1970.
	Modified int64 `json:"modified"`
	// Campaign is nil for a table without a campaign.
	Campaign *campaignSummary `json:"campaign,omitempty"`
	Games    []gameSummary    `json:"games"`
}

// campaignSummary is a campaign.
type campaignSummary struct {
	// Document is the campaign as [campaign.Campaign.YAML] writes it.
	Document string `json:"document"`
	// Playing is the round that is being played, which the document does not have; nil for none.
	Playing *campaign.Playing `json:"playing,omitempty"`
}

// gameSummary has what lists and statistics show of a saved game. Its fields are those of [Save] and of its record.
type gameSummary struct {
	Name     string    `json:"name"`
	Number   int       `json:"number"`
	Modified time.Time `json:"time"`
	Stopped  bool      `json:"stopped,omitempty"`
	Practice bool      `json:"practice,omitempty"`

	Chapter     string   `json:"chapter,omitempty"`
	Event       string   `json:"event,omitempty"`
	Group       string   `json:"group,omitempty"`
	Players     int      `json:"players"`
	Deal        string   `json:"deal,omitempty"`
	PlayerNames []string `json:"by,omitempty"`
	Assisted    []int    `json:"assisted,omitempty"`
	Hints       []int    `json:"hints,omitempty"`

	Stage      uint8             `json:"stage"`
	Tricks     int               `json:"tricks,omitempty"`
	TrickTotal int               `json:"of,omitempty"`
	Result     chapters.Result   `json:"result"`
	Finished   bool              `json:"finished,omitempty"`
	Early      bool              `json:"early,omitempty"`
	Decider    string            `json:"decider,omitempty"`
	Cast       []string          `json:"cast,omitempty"`
	FailedIn   int               `json:"failed,omitempty"`
	Undos      int               `json:"undos,omitempty"`
	Goals      []Goal            `json:"goals,omitempty"`
	Outcome    *campaign.Outcome `json:"outcome,omitempty"`
}

// summaryOf returns the summary of a game that was replayed.
func summaryOf(g *Save) gameSummary {
	return gameSummary{
		Name:     g.Name,
		Number:   g.Number,
		Modified: g.Modified,
		Stopped:  g.Stopped,
		Practice: g.Practice,

		Chapter:     g.Record.Chapter,
		Event:       g.Record.Event,
		Group:       g.Record.Group,
		Players:     g.Record.Players,
		Deal:        g.Record.Deal,
		PlayerNames: g.Record.PlayerNames,
		Assisted:    g.Record.Assisted,
		Hints:       g.Record.Hints,

		Stage:      uint8(g.Stage),
		Tricks:     g.Tricks,
		TrickTotal: g.TrickTotal,
		Result:     g.Result,
		Finished:   g.Finished,
		Early:      g.Early,
		Decider:    g.Decider,
		Cast:       g.Cast,
		FailedIn:   g.FailedIn,
		Undos:      g.Undos,
		Goals:      g.Goals,
		Outcome:    g.Outcome,
	}
}

// save returns the game of a table without what a summary lacks: see [List.Summaries].
func (s *gameSummary) save(t *Table) *Save {
	g := &Save{
		Recorded: table.Recorded{
			Name: s.Name, Number: s.Number, Modified: s.Modified, Stopped: s.Stopped, Practice: s.Practice,
		},
		Record: chapters.Record{
			Position: chapters.Position{
				Chapter: s.Chapter, Players: s.Players, Deal: s.Deal,
				Terms: chapters.Terms{Event: s.Event, Group: s.Group},
			},
			PlayerNames: s.PlayerNames,
			Assisted:    s.Assisted,
			Hints:       s.Hints,
		},
		Stage:      chapters.Stage(s.Stage),
		Tricks:     s.Tricks,
		TrickTotal: s.TrickTotal,
		Result:     s.Result,
		Finished:   s.Finished,
		Early:      s.Early,
		Decider:    s.Decider,
		Cast:       s.Cast,
		FailedIn:   s.FailedIn,
		Undos:      s.Undos,
		Goals:      s.Goals,
		Outcome:    s.Outcome,
		isSummary:  true,
		table:      t,
	}
	if t.campaign {
		g.Campaign = t.Name
	}
	return g
}

// summarize replays the game, unless it is a summary already, and leaves only what a summary has. A game with an error
// stays as it is.
func (g *Save) summarize(lib *chapters.Library) {
	if g.isSummary {
		return
	}
	*g = g.replayed(lib)
	g.Game = nil
	if g.Err == nil {
		summary := summaryOf(g)
		*g = *summary.save(g.table)
	}
}

// Whole returns the game with all its fields. The file of a game that lacks some of them is read and replayed again.
func (g *Save) Whole(lib *chapters.Library) Save {
	if !g.isSummary {
		return *g
	}
	now := &Table{Name: g.table.Name, folder: g.table.folder, dir: g.table.dir, campaign: g.table.campaign}
	for _, read := range now.saves() {
		if read.Number == g.Number {
			return read.replayed(lib)
		}
	}
	gone := *g
	gone.Err = now.damageError()
	if gone.Err == nil {
		gone.Err = ErrUnknown
	}
	return gone
}

// summary returns the summary of a table whose games are summaries. It reports false for a table in which something is
// wrong, or of which not all was replayed.
func (t *Table) summary() (s tableSummary, ok bool) {
	isLacking := func(g *Save) bool { return !g.isSummary }
	if !t.read || t.damage != nil || slices.ContainsFunc(t.rounds, isLacking) {
		return s, false
	}
	s = tableSummary{Path: t.Path(), Size: t.size, Modified: t.Modified.UnixNano()}
	if t.campaign {
		if t.Campaign == nil {
			return s, false
		}
		document, err := t.Campaign.YAML()
		if err != nil {
			return s, false
		}
		s.Campaign = &campaignSummary{Document: string(document), Playing: t.Campaign.Playing}
	}
	for _, g := range t.rounds {
		s.Games = append(s.Games, summaryOf(g))
	}
	return s, true
}

// isOf reports whether the summary was made of this table, and the table's file has not changed since.
func (s *tableSummary) isOf(t *Table) bool {
	return s.Path == t.Path() && s.Size == t.size && s.Modified == t.Modified.UnixNano() && !t.strange
}

// restore makes the table one that was read, from its summary. A summary that cannot be read changes nothing.
func (t *Table) restore(lib *chapters.Library, s *tableSummary) {
	if s.Campaign != nil {
		c, err := campaign.Read(lib, t.Name, []byte(s.Campaign.Document))
		if err != nil {
			return
		}
		if s.Campaign.Playing != nil {
			playing := *s.Campaign.Playing
			c.Playing = &playing
		}
		t.Campaign = c
	}
	t.campaign = s.Campaign != nil
	t.read = true
	for i := range s.Games {
		t.rounds = append(t.rounds, s.Games[i].save(t))
	}
}
