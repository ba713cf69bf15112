package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/store/folder"
	"fellowship/solver"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// campaigns begins a campaign in a folder of its own.
func campaigns(t *testing.T, args ...string) {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	code, _, stderr := call("", append([]string{"campaign", "new", "shire"}, args...)...)
	require.Equal(t, command.ExitOK, code, stderr)
}

// reads returns the campaign on disk.
func reads(t *testing.T) *campaign.Campaign {
	t.Helper()
	list := saves.Default().List()
	require.NoError(t, list.Err)
	k, err := list.Campaign(chapters.Default(), "shire")
	require.NoError(t, err)
	require.NoError(t, k.Err)
	return k.Campaign
}

// wonOnDisk makes the decisions that win the round which is being played: as if the
// program had been killed after the last card.
func wonOnDisk(t *testing.T) {
	t.Helper()
	list := saves.Default().List()
	require.NoError(t, list.Err)
	kept, err := list.Campaign(chapters.Default(), "shire")
	require.NoError(t, err)
	book, err := kept.Open(chapters.Default())
	require.NoError(t, err)
	round := book.Home.Round().Reveal()
	require.NoError(t, book.Home.Close())
	result, err := solver.Solve(context.Background(), round, solver.Options{Nodes: 20_000_000})
	require.NoError(t, err)
	require.Equal(t, solver.Winnable, result.Verdict)
	keeper, err := folder.Open(folder.Options{Dir: saves.Default().Dir()})
	require.NoError(t, err)
	defer keeper.Close()
	events, err := keeper.Read("shire")
	require.NoError(t, err)
	for n, d := range result.Decisions() {
		require.NoError(t, keeper.Append("shire", uint64(len(events)+n), chapters.Line{Decision: &d}.Text()))
	}
}

// A long chapter takes several rounds: what a won round completes is kept, and a lost round leaves
// the choice of L3.
func TestCampaignLongChapter(t *testing.T) {
	campaigns(t)
	play := func(want int, args ...string) string {
		t.Helper()
		code, out, stderr := call("\n", append([]string{"campaign", "play"}, args...)...)
		require.Equal(t, want, code, "%s%s", out, stderr)
		return out + stderr
	}
	play(command.ExitOK, "--chapter", "14", "--event", "doors", "--seed", "1")
	wonOnDisk(t)
	out := play(command.ExitOK, "--event", "tomb", "--seed", "2")
	assert.Contains(t, out, "Deal c14tp4s2.", "the chapter that was begun goes on")
	c := reads(t)
	completed := c.ProgressOf("14", 4).Completed
	assert.Len(t, completed, 4)
	assert.Contains(t, completed, "gandalf", "C14: the Doors of Durin are his")
	assert.Equal(t, 3, c.ProgressOf("14", 4).MinRounds(), "rounds still to be won")
	list := saves.Default().List()
	require.NoError(t, list.Err)
	round, err := list.Find(chapters.Default(), c.Playing.Save)
	require.NoError(t, err)
	require.NoError(t, round.Err)
	assert.Equal(t, completed, round.Record.Completed, "the round knows what earlier ones brought")
	assert.Equal(t, []string{"doors"}, round.Record.EventsDone)

	// L3.
	out = play(command.ExitUsage, "--give-up")
	assert.Contains(t, out, "Round 2 of the campaign shire is lost.")
	assert.Contains(t, out, "add --keep or --restart")
	_, out, _ = call("", "campaign", "show")
	assert.Contains(t, out, "go on with --keep or --restart (L3)")
	out = play(command.ExitOK, "--keep", "--event", "tomb", "--seed", "4", "--humans", "4")
	assert.Contains(t, out, " (completed)\n", "who drafts sees it")
	assert.Equal(t, completed, reads(t).ProgressOf("14", 4).Completed)
	out = play(command.ExitOK, "--give-up", "--restart", "--event", "doors", "--seed", "3")
	assert.Contains(t, out, "Round 3 of the campaign shire is lost.")
	assert.Contains(t, out, "Deal c14dp4s3.")
	p := reads(t).ProgressOf("14", 4)
	assert.Empty(t, p.Completed)
	assert.Equal(t, []int{3, 2}, []int{p.Rounds, p.Lost})
}

// L1: a short chapter is won by one round, and the next chapter comes.
func TestCampaignShortChapter(t *testing.T) {
	campaigns(t, "--players", "3")
	code, _, _ := call("", "campaign", "play", "--seed", "4")
	require.Equal(t, command.ExitOK, code)
	wonOnDisk(t)
	for range 2 {
		_, out, _ := call("", "campaign", "show")
		assert.Contains(t, out, "1 of 18 chapters won")
		assert.Contains(t, out, "Next: chapter 2, ")
		assert.Nil(t, reads(t).Playing, "it has counted with its last card")
	}
	_, out, _ := call("", "campaign", "play", "--lang", "de")
	assert.Contains(t, out, "Kapitel 2")
	assert.Equal(t, 1, reads(t).ProgressOf("1", 3).Rounds)
}

// TestCampaignKilled kills a campaign in the middle of a round. It goes on there,
// and the round counts once.
func TestCampaignKilled(t *testing.T) {
	state := t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	t.Setenv("LC_ALL", "C")
	require.NoError(t, exec.Command("fellowship", "campaign", "new", "shire").Run())
	cmd := exec.Command("fellowship", "campaign", "play", "--chapter", "13", "--seed", "7")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	var seen []byte
	for buf := make([]byte, 4096); !bytes.Contains(seen, []byte("Trick 2 of 9")); {
		if bytes.HasSuffix(seen, []byte("?\n")) {
			_, err := io.WriteString(in, "1\n")
			require.NoError(t, err)
		}
		n, err := out.Read(buf)
		require.NoError(t, err, "the program ended: %s", seen)
		seen = append(seen, buf[:n]...)
	}
	second := exec.Command("fellowship", "campaign", "play")
	text, err := second.CombinedOutput()
	require.Error(t, err)
	assert.Equal(t, command.ExitUsage, second.ProcessState.ExitCode())
	assert.Contains(t, string(text), "another program is playing this campaign")
	require.NoError(t, exec.Command("fellowship", "campaign", "show").Run(), "it can be looked at")

	require.NoError(t, cmd.Process.Kill())
	require.Error(t, cmd.Wait())
	cmd = exec.Command("fellowship", "campaign", "play")
	cmd.Stdin = strings.NewReader(ones)
	text, err = cmd.CombinedOutput()
	require.NoError(t, err, "%s", text)
	assert.Contains(t, string(text), "The game goes on after")
	assert.Equal(t, 1, strings.Count(string(text), "Round 1 of the campaign shire is"))
	p := reads(t).ProgressOf("13", 4)
	assert.Equal(t, 1, p.Rounds)
	left, err := os.ReadDir(filepath.Join(state, "fellowship", "games"))
	require.NoError(t, err)
	assert.Len(t, left, 1, "a campaign is one file")
}
