package saves

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"
	"fellowship/tricks"
)

// Save is a saved game: a round of a table. The name in its Recorded is the name that people use for it.
type Save struct {
	table.Recorded
	// Campaign is the name of the campaign to which the round belongs, empty for none.
	Campaign string
	// Record is the record of the round.
	Record chapters.Record
	// Game is the game after the record's last decision. It is nil for a game that is a summary.
	Game *chapters.Game
	// Stage is the stage that the game has reached.
	Stage chapters.Stage
	// Tricks is the number of tricks played, 0 before the first trick.
	Tricks int
	// TrickTotal is the number of tricks of the whole round, 0 before the first trick.
	TrickTotal int
	Result     chapters.Result
	// Finished reports whether the game has ended, by itself (T10) or early.
	Finished bool
	// Early reports whether the game was ended early (T11).
	Early bool
	// Decider is the player who decides next, as records name players. It is empty if the game has ended, and for a
	// record that names no players.
	Decider string
	// Cast are the ids of the characters by seat, empty for a seat that has none yet.
	Cast []string
	// FailedIn is the trick in which the first goal of a lost game failed, 0 for any other game.
	FailedIn int
	// Undos is how often something was taken back.
	Undos int
	// Goals are the goals of the characters that people played, in a game that has ended. Riders' goals do not count.
	Goals []Goal
	// Outcome is how a game of a long chapter has ended, nil for any other game.
	Outcome *campaign.Outcome
	// Err is why the game cannot be continued, nil if it can. It matches [ErrEmpty], [ErrForeign],
	// [ErrDamaged] or an error of the file system.
	Err error

	// isSummary reports whether the game has only what a summary has, see [List.Summaries].
	isSummary bool
	table     *Table
}

// Goal is how the goal of a character has ended.
type Goal struct {
	Character string `json:"character"`
	IsMet     bool   `json:"met,omitempty"`
}

// Path returns the path of the file of the game's table.
func (g *Save) Path() string { return g.table.Path() }

// replayed returns the game with the fields that follow from its record.
func (g *Save) replayed(lib *chapters.Library) Save {
	if g.isSummary {
		return g.Whole(lib)
	}
	save := *g
	if save.Err != nil {
		return save
	}
	if err := save.replay(lib); err != nil {
		damage := g.table.newDamage(Unplayable, say.Errorf("%w: %w", ErrDamaged, err))
		save.Err = say.Errorf("saved game %s: %w", g.Name, damage)
		if g.Campaign == "" {
			g.table.damage = damage
		}
		return save
	}
	save.evaluate()
	save.evaluateEnd()
	if save.Result == chapters.Lost {
		save.FailedIn = firstFailure(lib, &save.Record)
	}
	// Such a round may have gone on in the damaged part of the campaign, so it must not be continued from
	// an earlier moment.
	if damageErr := g.table.damageError(); damageErr != nil && !save.Finished {
		save.Err = say.Errorf("saved game %s: %w", g.Name, damageErr)
	}
	return save
}

// isOf reports whether the first line of the record says that the round is of a chapter with a number of players. A
// line that cannot be read says nothing.
func (g *Save) isOf(chapter string, players int) bool {
	if g.isSummary {
		return g.Record.Chapter == chapter && g.Record.Players == players
	}
	first, _, _ := bytes.Cut(g.Text, []byte("\n"))
	var header struct {
		Chapter any `json:"chapter"`
		Players int `json:"players"`
	}
	if err := json.Unmarshal(first, &header); err != nil {
		return false
	}
	return fmt.Sprint(header.Chapter) == chapter && header.Players == players
}

// evaluate fills in the fields that follow from the replayed record.
func (g *Save) evaluate() {
	g.Undos = bytes.Count(g.Text, []byte(`{"undo":`))
	for s := range g.Game.Seats() {
		id := ""
		if c := g.Game.Character(tricks.Seat(s)); c != nil {
			id = c.ID
		}
		g.Cast = append(g.Cast, id)
	}
	ended := g.Game.IsOver()
	g.Result = g.Game.Result()
	g.Finished = ended || g.Stopped
	g.Early = !ended && g.Stopped
	g.Stage = g.Game.Stage()
	if s := g.Game.Due().Decider; s != tricks.NoSeat && !g.Finished && len(g.Record.PlayerNames) > 0 {
		g.Decider = g.Record.PlayerNames[s]
	}
	if g.Stage == chapters.StagePlay {
		g.Tricks = len(g.Game.History())
		g.TrickTotal = g.Game.State().Table.Tricks()
	}
}

// evaluateEnd fills in what statistics need of a game that has ended.
func (g *Save) evaluateEnd() {
	if !g.Finished {
		return
	}
	names := g.Record.PlayerNames
	for _, goal := range g.Game.Statuses() {
		byComputer := len(names) > 0 && !round.IsPerson(names[g.Game.State().Deciders[goal.Seat]])
		if goal.Rider == "" && !byComputer {
			isMet := goal.Status == characters.Met || goal.Status == characters.Sealed
			g.Goals = append(g.Goals, Goal{goal.Character, isMet})
		}
	}
	if chapter := g.Game.Chapter(); chapter != nil && chapter.Long {
		outcome := campaign.OutcomeOf(0, g.Game, g.Modified.Format(time.DateOnly))
		outcome.Won = g.Result == chapters.Won
		outcome.Helped = len(g.Record.Hints)+len(g.Record.Assisted) > 0
		outcome.Undone = g.Undos > 0
		g.Outcome = &outcome
	}
}

// firstFailure returns the trick of a round in which the first goal failed, 0 for none.
func firstFailure(lib *chapters.Library, record *chapters.Record) int {
	for step, err := range record.Walk(lib) {
		if err != nil {
			return 0
		}
		game := step.Game
		isFailed := slices.ContainsFunc(game.Statuses(), func(s chapters.GoalStatus) bool {
			return s.Status == characters.Failed
		})
		played := len(game.History())
		switch {
		case !isFailed:
		case !game.IsOver() && game.State().Trick != 0: // The goal failed before the trick was complete.
			return played + 1
		default:
			return max(played, 1)
		}
	}
	return 0
}

// replay reads the record and plays it through.
func (g *Save) replay(lib *chapters.Library) error {
	entries := 0
	for e := range lib.Read(g.table.Name+extension, bytes.NewReader(g.Text)) {
		entries++
		switch {
		case entries > 1:
			return say.Errorf("line %d is not a decision", e.Line)
		case e.Err != nil:
			return e.Err
		}
		g.Record = e.Record
	}
	game, err := g.Record.Game(lib)
	if err == nil {
		err = round.CheckPlayers(game, g.Record.PlayerNames)
	}
	if err == nil {
		g.Game = game
	}
	return err
}

// CanContinue reports whether the game can be continued.
func (g *Save) CanContinue() bool { return g.Err == nil && !g.Finished }

// Open opens the table of the game.
func (g *Save) Open(lib *chapters.Library) (*File, error) { return g.table.Open(lib) }

// Delete deletes the game. Other rounds of its table remain. The error matches [ErrOfCampaign] for a round of
// a campaign and [ErrInUse] for a game that is being played.
func (g *Save) Delete() error {
	if g.Campaign != "" {
		return say.Errorf("saved game %s: %w %s", g.Name, ErrOfCampaign, g.Campaign)
	}
	now := &Table{Name: g.table.Name, dir: g.table.dir}
	err := now.withStore(func(keeper *folder.Store) error {
		if len(now.saves()) > 1 {
			return table.Forget(keeper, now.Name, g.Number)
		}
		return now.remove(keeper)
	})
	if err = now.tableError(err); err != nil {
		return say.Errorf("saved game %s: %w", g.Name, err)
	}
	return nil
}

// keep copies a round of a campaign into a table of its own.
func (g *Save) keep(lib *chapters.Library) error {
	own := Table{Name: g.Name, dir: g.table.folder.dir}
	if _, err := os.Lstat(own.Path()); err == nil {
		return nil // An earlier attempt to delete the campaign has copied it, see isCopy.
	}
	if played := g.replayed(lib); played.Game == nil {
		return nil // The round cannot be read.
	}
	firstEvent, err := table.GameAtHome(lib, g.Text, g.Stopped)
	if err != nil {
		return err
	}
	_, err = g.table.folder.addGame(func(n int) string {
		if n == 1 {
			return g.Name
		}
		return numbered(g.Name)(n)
	}, nil, firstEvent)
	return err
}
