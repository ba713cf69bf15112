package home

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
)

// enterRealRound lets the person type a round of the real table, saves it, and then shows it step by step.
func (h *Home) enterRealRound() error {
	e, err := h.ReadRealRound("")
	if err != nil {
		if errors.Is(err, context.Canceled) && h.Ctx.Err() == nil {
			return nil // the person has left the form
		}
		return err
	}
	h.addFarewell("real.written", strictyaml.Visible(e.File))
	if err := h.CountRealRound(e, ""); err != nil {
		return err
	}
	return h.ShowRealRound(e, solveLimit)
}

// RealRound is a round of the real table as it was written down.
type RealRound struct {
	chapters.Document

	// File is where the text is kept.
	File string
	// WriteErr is why the text is not in the file that was named.
	WriteErr error
	// Ambiguity says that other rounds fit the text as well, and how they differ; nil if there is only one.
	Ambiguity error
}

// ReadRealRound lets the person type a round of the real table, and saves the text: in the file at path,
// or beside the saved games if path is empty or cannot be written. If the file exists, typing begins with
// its text.
func (h *Home) ReadRealRound(path string) (e RealRound, err error) {
	draft, err := ReadDraft(path)
	if err != nil {
		return e, err
	}
	text, parsed, err := h.readTyped(draft)
	if err != nil {
		return e, err
	}
	e.Document = parsed.Rounds[0]
	e.Ambiguity = parsed.Question
	text = strings.TrimRight(text, "\n") + "\n"
	e.File = path
	if path != "" {
		write := disk.ReplaceShared
		if draft == "" {
			write = disk.CreateShared
		}
		e.WriteErr = ExplainWriteError(path, write(path, []byte(text)))
		if e.WriteErr == nil {
			return e, nil
		}
	}
	if e.File, err = saveRealRound([]byte(text)); err == nil {
		return e, nil
	}
	// The typed text is not lost: it is printed, with a screen when that is closed.
	if h.shell != nil {
		h.addFarewellLine(func(*texts.Texts) string { return text })
		return e, err
	}
	_, printErr := io.WriteString(h.Out, text)
	return e, errors.Join(cmp.Or(e.WriteErr, err), printErr)
}

// ReadDraft returns the text of a round that was begun in a file, "" if the file does not exist or no file is
// named. It fails if the file is something else, or no file can be written there.
func ReadDraft(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	if text, err := disk.Read(context.Background(), file, realtable.MostText); err == nil && realtable.IsNote(text) {
		return string(text), nil
	}
	return "", ExplainWriteError(file, disk.CheckVacant(file))
}

// readTyped lets the person type a round, on a full screen if there is one.
func (h *Home) readTyped(draft string) (text string, parsed realtable.Table, err error) {
	if h.HasScreen() {
		text, parsed, ok, err := h.shell.Session.EditDeal(h.Library, draft)
		if err == nil && !ok {
			err = context.Canceled
		}
		return text, parsed, err
	}
	out := h.Out
	if h.Person.ASCII {
		out = texts.ASCII(out)
	}
	return realtable.Ask(h.Library, h.Person.Texts(), draft, h.Person.inputLines(h.Ctx, h.In), out)
}

// MatchingCampaigns returns the names of the campaigns that can count a round played elsewhere as their next
// one: a round of their next chapter, at their table size.
func (h *Home) MatchingCampaigns(record chapters.Record) (names []string) {
	for t := range h.Saves.List().Campaigns(h.Library) {
		if t.Err == nil && nextRound(t.Campaign, &record.Position) != nil {
			names = append(names, t.Name)
		}
	}
	return names
}

// nextRound returns the choice with which a campaign continues with a round, nil if it cannot. After a
// lost round it keeps what earlier rounds have completed (L3).
func nextRound(c *campaign.Campaign, pos *chapters.Position) *campaign.Choice {
	if c.Playing != nil || pos.Chapter != c.Recommended() || pos.Players != c.Players {
		return nil
	}
	choice := &campaign.Choice{
		Chapter: pos.Chapter,
		Players: pos.Players,
		Event:   pos.Event,
		Group:   pos.Group,
		Seed:    AnySeed(),
	}
	if c.Offers(*choice).AfterLoss {
		choice.AfterLoss = campaign.Keep
	}
	try := *c
	if next, err := try.Next(*choice); err != nil || !slices.Equal(next.Pool, pos.Pool) {
		return nil
	}
	return choice
}

// CountInCampaign counts a round of a real table as the next one of a campaign. A round that ended before
// it was decided is lost.
func (h *Home) CountInCampaign(name string, record chapters.Record) error {
	t, err := h.Saves.List().Campaign(h.Library, name)
	if err == nil {
		err = t.Err
	}
	if err != nil {
		return WithCampaignAdvice(err)
	}
	file, err := t.Open(h.Library)
	if err != nil {
		return err
	}
	defer file.Close()
	choice := nextRound(file.Campaign(), &record.Position)
	if choice == nil {
		return say.Errorf("campaign %s goes on with another chapter, or another number of players", t.Name)
	}
	// People have played the round, not the players of the record.
	record.ID = ""
	record.PlayerNames = nil
	if err := file.Begin(h.Ctx, choice, record); err != nil {
		return say.Errorf("campaign %s was not saved: %w", t.Name, err)
	}
	if !file.TableView().Playing {
		return nil
	}
	err = file.Propose(h.Ctx, file.Look().Revision, table.Stop)
	if errors.Is(err, table.ErrUnsettled) {
		err = file.GiveUp(h.Ctx)
	}
	return err
}

// CountRealRound counts a round that was entered as the next one of a campaign. Without a name, it asks the person
// whether the round counts in one of the campaigns where it fits.
func (h *Home) CountRealRound(e RealRound, name string) error {
	if name == "" && e.IsRecord && (h.shell != nil || h.isInteractive()) {
		var err error
		name, err = h.askCampaign(e.Record)
		if err != nil {
			return err
		}
	}
	switch {
	case name == "":
		return nil
	case !e.IsRecord:
		return say.Errorf("only a round whose play is known can count in a campaign")
	}
	err := h.CountInCampaign(name, e.Record)
	if err == nil {
		h.addFarewell("real.counted", name)
	}
	return err
}

// ShowRealRound shows a round that was entered step by step, or for a position a way to win it.
func (h *Home) ShowRealRound(e RealRound, limit time.Duration) error {
	if !e.IsRecord {
		return h.StepThrough(e.Record.Position, limit)
	}
	note := ""
	if e.Ambiguity != nil {
		note = h.Person.Texts().Problem(e.Ambiguity)
	}
	return h.replayFrom(e.Record, note, 0)
}

// ExplainWriteError explains why a round was not written into a file, nil if it was.
func ExplainWriteError(file string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return say.Errorf("%s is there already, and is not overwritten", file)
	}
	return say.Errorf("the round cannot be written: %s: %w", file, disk.WithoutPath(err))
}

// saveRealRound saves a round in a folder beside the saved games, under the first free name.
func saveRealRound(doc []byte) (string, error) {
	dir := disk.State("entered")
	if dir == "" {
		return "", disk.ErrNoHome
	}
	for n := 1; ; n++ {
		file := filepath.Join(dir, fmt.Sprintf("table-%d.txt", n))
		if err := disk.CreateShared(file, doc); !errors.Is(err, fs.ErrExist) {
			return file, ExplainWriteError(file, err)
		}
	}
}

// askCampaign asks in which campaign a round counts, "" for none. It asks nothing if the round fits
// nowhere.
func (h *Home) askCampaign(record chapters.Record) (name string, err error) {
	t := h.Person.Texts()
	matching := h.MatchingCampaigns(record)
	if len(matching) == 0 {
		return "", nil
	}
	answers := []string{t.T("real.only")}
	for _, match := range matching {
		answers = append(answers, t.T("real.count", match))
	}
	ask := h.askByNumber
	if h.shell != nil {
		ask = h.shell.Session.Ask
	}
	answer, err := ask(t.T("real.fits"), answers)
	if err != nil || answer <= 0 { // -1 if the person leaves the question
		return "", err
	}
	return matching[answer-1], nil
}
