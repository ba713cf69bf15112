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
	again := fmt.Sprintf("go test ./solver -run TestHunt -seed %d -case %s/%d -v", *huntSeed, c.Class, c.Number)
	t.Errorf("%s/%d: %s\nwritten to %s\nagain: %s", c.Class, c.Number, strings.Join(c.found, "\n"), c.write(t), again)
}

// write writes the round of a case into a folder of its own: round.jsonl is what `fellowship solve --from now` reads,
// won.jsonl how it can be won, found.txt what does not hold. Files of a world of its own lie in folders that
// `fellowship --chapters FOLDER` reads.
func (c *Case) write(t *testing.T) (folder string) {
	t.Helper()
	folder = filepath.Join(findsFolder(t), fmt.Sprintf("%d-%s-%d", *huntSeed, c.Class, c.Number))
	files := map[string]string{"found.txt": strings.Join(c.found, "\n\n") + "\n"}
	for name, text := range c.World {
		files[name] = text
	}
	for name, g := range map[string]*chapters.Game{"round.jsonl": c.Round, "won.jsonl": c.Won} {
		if g == nil {
			continue
		}
		record := chapters.Record{Position: g.Start(), Decisions: g.Decisions()}
		text, err := record.Text()
		if err != nil {
			t.Error(err)
		}
		files[name] = string(text)
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

// findsFolder returns the folder for finds. It outlives the test.
func findsFolder(t *testing.T) string {
	t.Helper()
	if *huntInto == "" {
		return filepath.Join(os.TempDir(), "fellowship-finds")
	}
	return *huntInto
}
