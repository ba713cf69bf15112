package book_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSayDamage: what is wrong with a file is said in both languages, and only a command names the command by which the
// game goes on. A file with a name that a terminal would obey is not named.
func TestSayDamage(t *testing.T) {
	lib := chapters.Default()
	folder := saves.New(filepath.Join(t.TempDir(), "games"))
	for _, name := range []string{"cut", "original", "emptied"} {
		c, err := campaign.New(lib, 4, 1)
		require.NoError(t, err)
		require.NoError(t, folder.CreateCampaign(lib, name, c))
	}
	text, err := os.ReadFile(filepath.Join(folder.Dir(), "original.ndjson"))
	require.NoError(t, err)
	for name, content := range map[string]string{
		"cut":               strings.Replace(string(text), `"original"`, `"cut"`, 1),
		"emptied":           "",
		"original (1)":      string(text),
		"original \x1b (2)": string(text),
		"diary":             "Dear diary\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(folder.Dir(), name+".ndjson"), []byte(content), 0o600))
	}
	require.NoError(t, os.Mkdir(filepath.Join(folder.Dir(), "moria.ndjson"), 0o700))
	names := map[string]string{
		"cut": "Campaign cut", "emptied": "File emptied.ndjson", "diary": "File diary.ndjson",
		"moria": "File moria.ndjson", "original (1)": "File original (1).ndjson",
	}
	all := folder.List().Damages(lib)
	require.Len(t, all, len(names))
	for _, d := range all {
		english := book.SayDamage(texts.New("en"), lib, d)
		german := book.SayDamage(texts.New("de"), lib, d)
		assert.Equal(t, names[d.Name], english.Name)
		assert.NotEqual(t, english.Name, german.Name)
		assert.NotEqual(t, english.What, german.What)
		assert.Len(t, german.Lines(true), len(english.Lines(true)))
		assert.NotContains(t, strings.Join(english.Lines(false), "\n"), "saves repair")
		for i, line := range german.Lines(true) {
			assert.NotEqual(t, english.Lines(true)[i], line)
			assert.NotContains(t, line, "\x1b")
			assert.NotContains(t, english.Lines(true)[i], "\x1b")
		}
		assert.NotEmpty(t, book.DamageStage(texts.New("de"), d))
	}
	assert.Empty(t, book.DamageNote(texts.New("en"), nil))
	assert.Contains(t, book.DamageNote(texts.New("en"), all), "4 more")
}
