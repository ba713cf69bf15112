package play_test

import (
	"context"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// listener is a front end in a language that answers questions at once.
type listener struct {
	front
	ctx   context.Context
	texts *texts.Texts
	err   error
}

func (l *listener) State() play.State {
	s := l.front.State()
	s.Texts = l.texts
	return s
}

func (l *listener) Ask(q play.Question) string {
	answer, err := q.Think(l.ctx)
	if err != nil {
		l.err = err
		return ""
	}
	return answer.Say()
}

// heard are the sentences that may follow the name and the card, in all languages.
var heard = regexp.MustCompile(`^(With it the round was won in (all )?\d+ (of \d+ )?possible deals` +
	`|With it the round was won in none of \d+ possible deals` +
	`|This computer player does not count deals` +
	`|Damit war die Runde in (allen )?\d+ (von \d+ )?möglichen Verteilungen gewonnen` +
	`|Damit war die Runde in keiner von \d+ möglichen Verteilungen gewonnen` +
	`|Dieser Computer-Mitspieler zählt keine Verteilungen)\.$`)

// TestWhyTellsNoHiddenCard (S11) asks after every play of a computer player why it played that card, in rounds of
// many chapters. The answer has the card on the table, or none if it lies face down (C15), and otherwise only
// counts. So it is the same for all hands from which the counts are the same, and a card that was the only choice
// is not told from others.
func TestWhyTellsNoHiddenCard(t *testing.T) {
	asked, forced := 0, 0
	for i, tt := range []struct{ deal, computer string }{
		{"c01p4s7", "fair"},
		{"c02p3s1", "fair"},
		{"c05p4s2", "greedy"},
		{"c15p3s1", "fair"},
		{"c09p4s3", "random"},
		{"c03p2s4", "fair"},
		{"c12p4s5", "greedy"},
		{"c17p3s2", "random"},
		{"c11p2s1", "greedy"},
	} {
		if testing.Short() && i > 0 && tt.computer == "fair" {
			continue
		}
		rng := rand.New(rand.NewPCG(uint64(i), 60)) //nolint:gosec // Tests need the same rounds each time.
		rec := decided(t, tt.deal, tt.computer, rng)
		for n := range rec.Decisions {
			made := rec.Decisions[n]
			upTo := rec
			upTo.Decisions = rec.Decisions[:n]
			before, err := round.Resume(chapters.Default(), upTo)
			require.NoError(t, err)
			thought := before.Think()
			if thought == nil || made.Kind != chapters.PlayCard {
				continue
			}
			if len(before.Reveal().Options()) == 1 {
				forced++
			}
			upTo.Decisions = rec.Decisions[:n+1]
			if n+1 < len(rec.Decisions) {
				asked++
				asksWhy(t, upTo, made)
			}
		}
	}
	assert.Greater(t, asked, 60)
	assert.Greater(t, forced, 5)
}

// decided returns the record of a round to its end. A person at the first seat decides by chance.
func decided(t *testing.T, deal, computer string, rng *rand.Rand) chapters.Record {
	t.Helper()
	id, err := chapters.ParseDealID(deal)
	require.NoError(t, err)
	pos, err := chapters.Default().Deal(id)
	require.NoError(t, err)
	names := []string{round.Human}
	for len(names) < len(pos.Hands) {
		names = append(names, computer)
	}
	s, err := round.Resume(chapters.Default(), chapters.Record{Position: pos, PlayerNames: names, Seed: &id.Seed})
	require.NoError(t, err)
	for !s.IsOver() {
		options := s.Reveal().Options()
		d := options[rng.IntN(len(options))]
		if thought := s.Think(); thought != nil {
			d, _, err = thought.Decide(t.Context())
			require.NoError(t, err)
		}
		require.NoError(t, s.ApplyLine(chapters.Line{Decision: &d}.Text()))
	}
	return s.Record()
}

// asksWhy asks for the reason of the last card, in all languages, with codes and with names of cards.
func asksWhy(t *testing.T, rec chapters.Record, made chapters.Decision) {
	t.Helper()
	home, err := table.OpenUnsaved(chapters.Default(), rec)
	require.NoError(t, err)
	defer func() { assert.NoError(t, home.Close()) }()
	s := home.Round()
	viewer := s.Humans()[0]
	view := s.View(viewer)
	open := made.Card == tricks.OneRing || view.FaceDown != made.Seat
	for _, lang := range characters.Languages {
		for _, words := range []*texts.Texts{texts.New(lang), texts.New(lang).Spoken()} {
			l := &listener{ctx: t.Context(), texts: words}
			l.now = round.Turn
			l.view = view
			l.game = &play.Client{Client: home.Client}
			l.game.LastSnapshot.Setup.Home = true
			l.game.LastSnapshot.Playing = true
			why := play.Bind(words, nil, play.Round[*listener, string]()...).ByName("why")
			require.True(t, why.Possible(l))
			text := why.Run(l, "")
			require.NoError(t, l.err)
			card := words.T("why.closed")
			if open {
				card = words.Move(made.Move)
			}
			rest, ok := strings.CutPrefix(text, words.Round(&view).NameAt(made.Seat)+": "+card+". ")
			require.True(t, ok, "%s: %q", rec.Deal, text)
			require.Regexp(t, heard, rest, rec.Deal)
		}
	}
	assert.Empty(t, home.Round().Record().Hints, "what names no card is not counted")
}

// TestWhyIsForTheRound: at the end of a round its replay tells the whole reason instead.
func TestWhyIsForTheRound(t *testing.T) {
	why := bound("en", nil).ByName("why")
	assert.True(t, why.Possible(&front{now: round.Turn}))
	assert.True(t, why.Possible(&front{now: round.TrickEnd}))
	assert.False(t, why.Possible(&front{now: round.End}))
}
