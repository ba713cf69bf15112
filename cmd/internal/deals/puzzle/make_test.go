package puzzle_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"math/bits"
	"os"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/solver"
	"fellowship/solver/players"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// made is a puzzle with all that was measured of it.
type made struct {
	chapters.Position
	measures
}

const (
	// perTable is how many puzzles there are of a chapter at one table size, and
	// mostSeeds how many rounds are played for them at most.
	perTable  = 9
	mostSeeds = 80
	// greedySeeds is how many of the rounds greedy players play; then come fair ones.
	greedySeeds = 60
	// fewestTricks and mostTricks are how many tricks a puzzle has left.
	fewestTricks, mostTricks = 2, 6
)

// makeOf makes the puzzles of a chapter for a number of players: from rounds that greedy players
// have played, and from rounds of fair ones where those were lost too soon, the hardest and
// the easiest in turns. The same library gives the same ones.
func makeOf(ctx context.Context, lib *chapters.Library, c *chapters.Chapter, size int) (out []made, err error) {
	letters := c.Letters()
	for seed := uint64(1); seed <= mostSeeds && len(out) < perTable; seed++ {
		id := chapters.DealID{Chapter: c.ID, Variant: letters[(seed-1)%uint64(len(letters))], Players: size, Seed: seed}
		var by players.Player = players.Greedy{}
		if seed > greedySeeds {
			by = players.Fair{Level: players.Quick}
		}
		moments, err := played(ctx, lib, id, by)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", id, err)
		}
		wanted := 1 + len(out)%kinds
		var best *made
		for _, p := range moments {
			if best == nil || abs(p.kind()-wanted) < abs(best.kind()-wanted) {
				best = &p
			}
		}
		if best == nil || abs(best.kind()-wanted) > int(seed)*3/mostSeeds {
			continue
		}
		g, err := lib.NewGame(best.Position)
		if err == nil {
			best.strong, err = watch(ctx, g, players.Strongest)
		}
		if err == nil {
			best.depth, err = depth(ctx, g)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, *best)
	}
	return out, nil
}

func abs(n int) int { return max(n, -n) }

// played plays a deal, and returns the moments of it that are puzzles: each before a trick.
func played(ctx context.Context, lib *chapters.Library, id chapters.DealID, by players.Player) (out []made, err error) {
	deal, err := lib.Deal(id)
	if err != nil {
		return nil, err
	}
	g, err := lib.NewGame(deal)
	if err != nil {
		return nil, err
	}
	var pos chapters.Position
	for !g.IsOver() && g.Result() != chapters.Lost {
		if g.Stage() == chapters.StagePlay && pos.Players == 0 {
			if pos, err = g.FirstTrick(); err != nil {
				return nil, err
			}
		}
		before := len(g.Decisions())
		tricksLeft := 0
		if g.Stage() == chapters.StagePlay && g.State().Led == tricks.NoSuit {
			tricksLeft = g.State().Table.Tricks() - len(g.History())
		}
		if tricksLeft >= fewestTricks && tricksLeft <= mostTricks {
			p, ok, err := moment(ctx, lib, id, &pos, g)
			if err != nil {
				return nil, err
			}
			if ok {
				out = append(out, p)
			}
		}
		d, err := players.Choose(ctx, g, by, id.Seed)
		if err != nil {
			return nil, err
		}
		if err := g.Apply(d); err != nil {
			return nil, err
		}
		done := g.Decisions()[before:]
		if g.Stage() == chapters.StagePlay && pos.Players > 0 {
			for _, d := range done {
				if d.Kind == chapters.PlayCard {
					pos.Plays = append(pos.Plays, d.Play())
				}
			}
		}
	}
	return out, nil
}

// moment makes a puzzle of where a game stands, if it is one that a position document says
// as it is.
func moment(ctx context.Context, lib *chapters.Library, id chapters.DealID, pos *chapters.Position,
	g *chapters.Game,
) (made, bool, error) {
	p := made{Position: *pos}
	p.ID = fmt.Sprintf("%st%d", id, len(g.History())+1)
	p.Plays = append([]tricks.Play(nil), pos.Plays...)
	p.Expect = &chapters.Expect{Verdict: "winnable"}
	again, err := lib.NewGame(p.Position)
	if err != nil || again.State().State != g.State().State || again.State().SwapFrom != tricks.NoSeat ||
		again.Due().Kind != chapters.PlayCard {
		return p, false, nil //nolint:nilerr // a decision that no play says
	}
	m, ok, err := measure(ctx, again)
	p.measures = m
	if err != nil || !ok {
		return p, false, err
	}
	p.strong = true // until it is seen
	p.greedy, err = watch(ctx, again, "greedy")
	return p, true, err
}

// measures is what was measured of a puzzle.
type measures struct {
	// options is how many decisions there are at first, and first how many of them win.
	options, first int
	// share is how many of [playouts] random rounds from there were won.
	share int
	// singles is how many decisions on the way to win have one that wins and others that
	// do not. The way takes the first decision that wins each time.
	singles int
	// depth is how many tricks there are from the loss of each of these until it shows, all together.
	depth int
	// greedy and strong report whether such a player, who sees only its own cards, wins from there.
	greedy, strong bool
}

// playouts is how many random rounds measure a puzzle.
const playouts = 2000

// level is how hard a puzzle is: by the decisions of which one wins, and by how deep their losses lie.
func (m *measures) level() int {
	level := 1
	for _, most := range [...]int{2, 4, 6, 9} {
		if m.singles+m.depth > most {
			level++
		}
	}
	return level
}

// kinds is how many kinds of puzzles are made in turns.
const kinds = 5

// kind tells puzzles of a table apart, so that there are different ones: each halving of the random rounds that
// win, and each single winning decision, is a step, and so is each player who loses.
func (m *measures) kind() int {
	steps := bits.Len(uint(playouts/(m.share+1))) + m.singles
	if !m.greedy {
		steps++
	}
	if !m.strong {
		steps += 2
	}
	return min(max((steps-2)/2, 1), kinds)
}

// depth goes the way of [measure], and counts the tricks from each loss until it shows.
func depth(ctx context.Context, g *chapters.Game) (sum int, err error) {
	for at := g.Clone(); at.Result() == chapters.Undecided && !at.IsOver(); {
		d := at.Options()[0]
		if len(at.Options()) > 1 {
			wins, loses, _, err := puzzle.Judge(ctx, at)
			if err != nil {
				return 0, err
			}
			d = wins[0]
			if len(wins) == 1 {
				shows := len(at.History())
				for _, wrong := range loses {
					after := at.Clone()
					left := showNodes
					if err := after.Apply(wrong); err != nil {
						return 0, err
					}
					shows = max(shows, latest(after, &left))
				}
				sum += shows - len(at.History())
			}
		}
		if err := at.Apply(d); err != nil {
			return 0, err
		}
	}
	return sum, nil
}

// showNodes is how many decisions are tried to hide a loss.
const showNodes = 1500

// latest returns after how many tricks the loss of a round shows at the latest, as far as that is found out.
func latest(g *chapters.Game, left *int) int {
	shows := len(g.History())
	if g.Result() == chapters.Lost {
		return shows
	}
	for _, d := range g.Options() {
		*left--
		if *left < 0 || shows == g.State().Table.Tricks() {
			break
		}
		if after := g.Clone(); after.Apply(d) == nil {
			shows = max(shows, latest(after, left))
		}
	}
	return shows
}

// measure measures a position. Ok is false where it is no puzzle: it cannot be won, every
// decision wins, or the search would take too long.
func measure(ctx context.Context, g *chapters.Game) (m measures, ok bool, err error) {
	random, err := solver.NewPlayouts(g)
	if err != nil {
		return m, false, err
	}
	src := players.DraftSource(1)
	for range playouts {
		if random.Play(src) {
			m.share++
		}
	}
	if m.share > playouts/2 {
		return m, false, nil
	}
	for at := g.Clone(); at.Result() == chapters.Undecided && !at.IsOver(); {
		if options := at.Options(); len(options) == 1 {
			if err := at.Apply(options[0]); err != nil {
				return m, false, err
			}
			continue
		}
		wins, loses, sure, err := puzzle.Judge(ctx, at)
		if err != nil || !sure || len(wins) == 0 || m.options == 0 && len(loses) == 0 {
			return m, false, err
		}
		if m.options == 0 {
			m.options = len(wins) + len(loses)
			m.first = len(wins)
		}
		if len(wins) == 1 {
			m.singles++
		}
		if err := at.Apply(wins[0]); err != nil {
			return m, false, err
		}
	}
	return m, m.options > 0, nil
}

// watch lets a player that sees only its own cards play on, and reports whether it wins.
func watch(ctx context.Context, g *chapters.Game, name string) (bool, error) {
	p, err := players.New(name)
	if err != nil {
		return false, err
	}
	at := g.Clone()
	err = players.Play(ctx, at, 1, p)
	return at.Result() == chapters.Won, err
}

// tricksLeft returns how many tricks are still to be played in a position.
func tricksLeft(t *testing.T, lib *chapters.Library, pos chapters.Position) int {
	t.Helper()
	game, err := lib.NewGame(pos)
	require.NoError(t, err)
	return game.State().Table.Tricks() - len(game.History())
}

// `make puzzles` makes what is there, with -update: without it one chapter with three players
// is made, and compared.
func TestTheyAreMadeAgain(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	var documents, measured bytes.Buffer
	lines := json.NewEncoder(&documents)
	table := csv.NewWriter(&measured)
	require.NoError(t,
		table.Write([]string{
			"puzzle", "level", "options", "first", "share", "singles", "depth", "greedy", "strong",
			"chapter", "players", "tricks",
		}))
	for _, c := range lib.Chapters {
		for size := 2; size <= 4; size++ {
			if !*update && (c.ID != "2" || size != 3) {
				continue
			}
			all, err := makeOf(context.Background(), lib, c, size)
			require.NoError(t, err)
			for i := range all {
				p := &all[i]
				require.NoError(t, lines.Encode(p.Position))
				row := fmt.Sprintln(p.ID, p.level(), p.options, p.first, p.share, p.singles, p.depth, p.greedy,
					p.strong, p.Chapter, p.Players, tricksLeft(t, lib, p.Position))
				require.NoError(t, table.Write(strings.Fields(row)))
			}
		}
	}
	table.Flush()
	for name, text := range map[string]string{"puzzles.jsonl": documents.String(), "measured.csv": measured.String()} {
		if *update {
			require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		}
		there, err := os.ReadFile(name)
		require.NoError(t, err)
		var same string
		for line := range strings.Lines(string(there)) {
			if *update || strings.Contains(line, "c02p3") || strings.HasPrefix(line, "puzzle,") {
				same += line
			}
		}
		assert.Equal(t, same, text)
	}
}

var update = flag.Bool("update", false, "make the puzzles anew: that takes some minutes")
