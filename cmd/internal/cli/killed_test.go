package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var kills = flag.Int("kills", 10, "how often to kill a game, and a campaign, at random points")

// untilKilled runs the program through pipes, answers what it asks, and kills it
// after so many lines and answers, unless it has ended before. It returns what
// was printed, and whether it was killed.
func (h *home) untilKilled(after int, args ...string) (printed string, killed bool) {
	h.t.Helper()
	return h.untilKilledAt(after, nil, args...)
}

// untilKilledAt is untilKilled, with the words for what is played next, one after each round.
func (h *home) untilKilledAt(after int, next []string, args ...string) (printed string, killed bool) {
	h.t.Helper()
	cmd := h.command(args...)
	cmd.Env = append(cmd.Env, "LC_ALL=C")
	var problems bytes.Buffer
	cmd.Stderr = &problems
	in, err := cmd.StdinPipe()
	require.NoError(h.t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(h.t, err)
	require.NoError(h.t, cmd.Start())
	var seen []byte
	answers, ended := 0, 0
	for buf := make([]byte, 4096); ; {
		if !killed && bytes.Count(seen, []byte("\n"))+answers >= after {
			killed = cmd.Process.Kill() == nil
		}
		n, err := out.Read(buf)
		seen = append(seen, buf[:n]...)
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(h.t, err)
		for ; ended < bytes.Count(seen, []byte("\nThe deal was ")); ended++ {
			if ended == len(next) {
				_ = in.Close() // the round is over: nothing more is wanted
				break
			}
			_, _ = io.WriteString(in, next[ended]+"\n")
		}
		for ; !killed && answers < len(asks.FindAll(seen, -1)); answers++ {
			_, _ = io.WriteString(in, "1\n")
		}
	}
	err = cmd.Wait()
	if killed && err == nil {
		killed = false // it had just ended
	}
	if !killed {
		require.NoError(h.t, err, "%s%s", seen, problems.String())
	}
	return string(seen), killed
}

var resumed = regexp.MustCompile(`The game goes on after (\d+) decisions?\.`)

// asks matches a question.
var asks = regexp.MustCompile(`(?:\?|or press Enter to play on\.)\n`)

const never = 1 << 30

var decided = regexp.MustCompile(`(?m)^(?:Seat \d takes|\w+ passes|\w+ plays) ([^;\n]*)\.$`)

// told counts the decisions that were told: what chapters 1 and 2 have. Frodo is
// taken by nobody's decision (S3).
func told(printed string) int {
	n := 0
	for _, m := range decided.FindAllStringSubmatch(printed, -1) {
		if m[1] != "Frodo" {
			n++
		}
	}
	return n
}

// TestKilledGames kills games at random points. Every decision that was told is
// in the record, and the game goes on from there until it is the same as without
// that.
func TestKilledGames(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, uint64(*kills)))
	for left := *kills; left > 0; {
		deal := fmt.Sprintf("c%02dp%ds%d", 1+rng.IntN(2), 3+rng.IntN(2), rng.IntN(1000))
		play := []string{"play", deal, "--computer", "random"}
		name := "games/" + deal + "-1.ndjson"
		undisturbed := newHome(t)
		whole, _ := undisturbed.untilKilled(never, play...)
		want := undisturbed.record(name)
		require.Equal(t, bytes.Count(want, []byte("\n"))-1, told(whole), whole)

		h := newHome(t)
		for kept := 0; kept < told(whole) && left > 0; left-- {
			printed, killed := h.untilKilled(1+rng.IntN(60), play...)
			now := h.record(name)
			require.True(t, bytes.HasPrefix(want, now), "another game: %s", now)
			if m := resumed.FindStringSubmatch(printed); m != nil {
				assert.Equal(t, fmt.Sprint(kept), m[1])
			}
			made := max(0, bytes.Count(now, []byte("\n"))-1)
			require.GreaterOrEqual(t, made, kept+told(printed), "told but not kept: %s\n%s", printed, now)
			kept = made
			play = []string{"play", deal + "-1"}
			require.True(t, killed || made == told(whole), "it ended by itself, but the game has not: %s", printed)
		}
	}
}

// record returns the record in the file of a game that is kept, empty if there is no file yet.
func (h *home) record(name string) []byte {
	h.t.Helper()
	t := h.t
	file, err := os.Open(h.kept(name))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	require.NoError(t, err)
	defer file.Close()
	events, err := folder.Events(file)
	require.NoError(t, err)
	rounds, err := table.Rounds(events)
	require.NoError(t, err)
	var all bytes.Buffer
	for _, r := range rounds {
		all.Write(r.Text)
	}
	return all.Bytes()
}

// TestKilledCampaign kills a campaign at random points, also between a round and
// the next. Every decision that was told is in a record, and every round that has
// ended counts once.
func TestKilledCampaign(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, uint64(*kills)))
	h := newHome(t)
	code, _, errs := h.call("", "campaign", "new", "shire", "--players", "3")
	require.Equal(t, command.ExitOK, code, errs)
	before := 0
	for left := *kills; left > 0; left-- {
		play := []string{"campaign", "play", "shire"}
		if now := h.campaign(); now.Playing == nil {
			play = append(play, "--chapter", "1", "--computer", "random", "--seed", fmt.Sprint(rng.IntN(1000)))
		}
		next := []string{"again", "next", "again"}
		printed, _ := h.untilKilledAt(1+rng.IntN(400), next[rng.IntN(4):], play...)

		now := h.campaign()
		rounds := 0
		for _, c := range now.Chapters {
			rounds += c.Rounds
		}
		decisions, finished := h.saved()
		assert.Equal(t, finished, rounds, "every round that has ended counts once")
		require.GreaterOrEqual(t, decisions, before+told(printed), "told but not kept: %s", printed)
		before = decisions
	}
	games, err := filepath.Glob(h.kept("games/*.ndjson"))
	require.NoError(t, err)
	for _, game := range games {
		code, _, errs := h.call("", "replay", game)
		assert.Equal(t, command.ExitOK, code, errs)
	}
}

// TestKilledEvening kills rounds that follow each other at one table at random points, also between one and
// the next. Every decision that was told is in a record, every round that was over is, and the one that was
// begun goes on.
func TestKilledEvening(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, uint64(*kills)))
	h := newHome(t)
	decisions := 0
	finished := 0
	most := 0
	// Deals that begin by chance may take longer: then there are more kills, until one has met a second round.
	for left := *kills; left > 0 || most < 2 && left > -100; left-- {
		play := []string{"play"} // the round that was begun
		if h.games() == finished {
			play = []string{"play", fmt.Sprintf("c01p3s%d", rng.IntN(1000)), "--computer", "random"}
		}
		next := []string{"again", "new", "next", "again"}
		printed, killed := h.untilKilledAt(1+rng.IntN(1000), next[rng.IntN(3):], play...)
		now, over := h.saved()
		require.GreaterOrEqual(t, now, decisions+told(printed), "told but not kept: %s", printed)
		ended := strings.Count(printed, "\nThe deal was ")
		require.GreaterOrEqual(t, over, finished+ended, "over but not kept: %s", printed)
		if !killed {
			assert.Equal(t, h.games(), over, "it ended by itself: %s", printed)
		}
		decisions = now
		finished = over
		most = max(most, ended)
	}
	files, err := filepath.Glob(h.kept("games/*.ndjson"))
	require.NoError(t, err)
	assert.Less(t, len(files), h.games(), "a table has many rounds")
	require.Greater(t, most, 1, "one was killed behind its second round")
	code, out, errs := h.call("", "saves", "list", "--json")
	require.Equal(t, command.ExitOK, code, errs)
	for line := range strings.Lines(out) {
		var g struct{ Name string }
		require.NoError(t, json.Unmarshal([]byte(line), &g))
		code, _, errs := h.call("", "saves", "show", g.Name)
		assert.Equal(t, command.ExitOK, code, errs)
	}
}

// games counts the saved games.
func (h *home) games() int {
	h.t.Helper()
	code, out, errs := h.call("", "saves", "list", "--json")
	require.Equal(h.t, command.ExitOK, code, errs)
	return strings.Count(out, "\n")
}

type shownCampaign struct {
	Playing  *struct{ Game string }
	Chapters []struct{ Rounds int }
}

// campaign returns the campaign as campaign show prints it.
func (h *home) campaign() shownCampaign {
	h.t.Helper()
	code, out, errs := h.call("", "campaign", "show", "shire", "--json")
	require.Equal(h.t, command.ExitOK, code, errs)
	var c shownCampaign
	require.NoError(h.t, json.Unmarshal([]byte(out), &c))
	return c
}

// saved counts the decisions in all saved games, and the games that have ended.
func (h *home) saved() (decisions, finished int) {
	h.t.Helper()
	code, out, errs := h.call("", "saves", "list", "--json")
	require.Equal(h.t, command.ExitOK, code, errs)
	for line := range strings.Lines(out) {
		var g struct {
			Decisions int
			Finished  bool
		}
		require.NoError(h.t, json.Unmarshal([]byte(line), &g))
		decisions += g.Decisions
		if g.Finished {
			finished++
		}
	}
	return decisions, finished
}

// TestKilledAfterStop kills the program at the end screen of a round that the person has
// ended early: the round has ended, for saves too.
func TestKilledAfterStop(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	cmd := h.command("play", "c02p3s1", "--plain", "--computer", "random")
	cmd.Env = append(cmd.Env, "LC_ALL=C")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	var seen []byte
	answers := 0
	for buf := make([]byte, 4096); !bytes.Contains(seen, []byte("\nThe deal was ")); {
		n, err := out.Read(buf)
		require.NoError(t, err, "%s", seen)
		seen = append(seen, buf[:n]...)
		for all := asks.FindAll(seen, -1); answers < len(all); answers++ {
			answer := "1\n"
			if bytes.Contains(all[answers], []byte("play on")) {
				answer = "stop\n"
			}
			_, _ = io.WriteString(in, answer)
		}
	}
	require.Contains(t, string(seen), "press Enter to play on",
		"the round is decided before its end; take another deal if not")
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	code, list, errs := h.call("", "saves", "list", "--json")
	require.Equal(t, command.ExitOK, code, errs)
	require.Contains(t, list, `"finished":true`)
}
