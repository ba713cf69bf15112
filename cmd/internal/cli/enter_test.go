package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"testing"

	"fellowship/cmd/internal/cli/command"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// threeHands is a position as it is typed.
const threeHands = "1 3 lost h8\nfrodo H12 R12\nbilbo H34 R34\npippin H56 M1 R5\n"

// TestEnterAFileThatCannotBeWritten checks that an unwritable file is refused before anything is typed.
func TestEnterAFileThatCannotBeWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("there", []byte("mine"), 0o600))
	require.NoError(t, os.Mkdir("folder", 0o700))
	for file, says := range map[string]string{
		"there":         "there already exists, and is not overwritten",
		"folder":        "folder already exists, and is not overwritten",
		"folder/":       "the round cannot be written: folder/: ",
		"none/new.yaml": "the round cannot be written: none/new.yaml: ",
		"there/new":     "the round cannot be written: there/new: ",
	} {
		code, out, errs := call(threeHands, "enter", file)
		assert.Equal(t, command.ExitUsage, code, file)
		assert.Empty(t, out, file)
		assert.Contains(t, errs, says)
	}
	if runtime.GOOS != "windows" && os.Getuid() != 0 {
		require.NoError(t, os.Chmod("folder", 0o500)) //nolint:gosec // nobody may write there
		t.Chdir("folder")
		code, out, errs := call(threeHands, "enter", "new")
		assert.Equal(t, command.ExitUsage, code)
		assert.Empty(t, out)
		assert.Contains(t, errs, "nothing can be written there")
	}
}

// TestEnterLosesNothing checks that if the file cannot be written at the end, what was typed is kept
// beside the saved games, or printed on the screen.
func TestEnterLosesNothing(t *testing.T) {
	firstLine := regexp.MustCompile(`line by line`)
	for _, home := range []bool{true, false} {
		atHome(t)
		t.Chdir(t.TempDir())
		require.NoError(t, os.Mkdir("folder", 0o700))
		state := os.Getenv("XDG_STATE_HOME")
		if !home {
			state = filepath.Join(state, "file")
			require.NoError(t, os.WriteFile(state, nil, 0o600))
			t.Setenv("XDG_STATE_HOME", state)
		}
		away := func() {
			require.NoError(t, os.Remove("folder"))
			require.NoError(t, os.WriteFile("folder", nil, 0o600))
		}
		code, out, errs := meantime(t, firstLine, away, threeHands+"\n", "enter",
			filepath.Join("folder", "friday.yaml"))
		assert.Equal(t, command.ExitUsage, code)
		assert.Contains(t, errs, "the round cannot be written: "+filepath.Join("folder", "friday.yaml"))
		if !home {
			assert.Contains(t, out, "pippin H56 M1 R5")
			continue
		}
		kept := filepath.Join(state, "fellowship", "entered", "table-1.txt")
		assert.Contains(t, out, "The round: "+kept)
		assert.Contains(t, out, "Unwinnable")
		text, err := os.ReadFile(kept)
		require.NoError(t, err)
		assert.Contains(t, string(text), "pippin H56 M1 R5")
	}
}

// TestEnterAFileCalledLikeADeal solves what was typed, not the deal.
func TestEnterAFileCalledLikeADeal(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"c02p4s7", "-"} {
		code, out, errs := call(threeHands, "enter", "--", name)
		assert.Equal(t, command.ExitOK, code, errs)
		assert.Contains(t, out, "Unwinnable", name)
		assert.FileExists(t, name)
	}
}
