package hunttest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/chapters"
)

// report writes what the case has found into a folder and fails the test.
func (c *Case) report(t *testing.T) {
	t.Helper()
	command := fmt.Sprintf("go test ./solver -run TestHunt -seed %d -case %s/%d -v", *huntSeed, c.Class, c.Number)
	t.Errorf("%s/%d: %s\nwritten to %s\nagain: %s", c.Class, c.Number, strings.Join(c.found, "\n"), c.write(t), command)
}

// write writes the round of a case into a folder of its own:
//
//   - here.jsonl is the position that the case asked about, for `fellowship solve`. It is missing if no document can
//     state the position: in the middle of a setup, or after an exchange with Sting.
//   - round.jsonl is the record up to that position. `fellowship solve` examines it from its start.
//   - won.jsonl is a record that wins, if the case has one.
//   - found.txt lists the failed requirements.
//
// The files of the case's World are written beside them, for `fellowship --chapters FOLDER`. A chapter with few cards
// deals more lost cards than a chapter file can state; only -case repeats such a round.
func (c *Case) write(t *testing.T) (folder string) {
	t.Helper()
	folder = filepath.Join(findsFolder(), fmt.Sprintf("%d-%s-%d", *huntSeed, c.Class, c.Number))
	files := map[string]string{"found.txt": strings.Join(c.found, "\n\n") + "\n"}
	for name, text := range c.World {
		files[name] = text
	}
	record := func(name string, r chapters.Record) {
		text, err := r.Text()
		if err != nil {
			t.Error(err)
		}
		files[name] = string(text)
	}
	if c.Round != nil {
		record("round.jsonl", chapters.Record{Position: c.Round.Start(), Decisions: c.Round.Decisions()})
		if current, ok := currentPosition(c.Round); ok {
			record("here.jsonl", chapters.Record{Position: current})
		}
	}
	if c.Won != nil {
		record("won.jsonl", chapters.Record{Position: c.Won.Start(), Decisions: c.Won.Decisions()})
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// currentPosition returns the current position of a game as a document. It returns false if no document can state it.
func currentPosition(g *chapters.Game) (pos chapters.Position, ok bool) {
	decisions := g.Decisions()
	if len(decisions) == 0 {
		return g.Start(), true
	}
	var first *chapters.Game
	for n := range len(decisions) + 1 {
		game, err := g.AfterDecisions(n)
		if err != nil {
			return pos, false
		}
		if game.Stage() == chapters.StagePlay {
			first = game
			decisions = decisions[n:]
			break
		}
	}
	if first == nil {
		return pos, false
	}
	pos, err := first.FirstTrick()
	if err != nil {
		return pos, false
	}
	for _, d := range decisions {
		if d.Kind == chapters.PlayCard {
			pos.Plays = append(pos.Plays, d.Play())
		}
	}
	again, err := g.Library().NewGame(pos)
	return pos, err == nil && again.State().State == g.State().State && again.Due() == g.Due()
}

// findsFolder returns the folder for finds. The test does not delete it.
func findsFolder() string {
	if *findsInto == "" {
		return filepath.Join(os.TempDir(), "fellowship-finds")
	}
	return *findsInto
}
