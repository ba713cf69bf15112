package table

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/store/memory"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// atHome opens a table with a first event in a new folder.
func atHome(t *testing.T, begins []byte, err error) *Home {
	t.Helper()
	require.NoError(t, err)
	keeper, err := folder.Open(folder.Options{Dir: t.TempDir()})
	require.NoError(t, err)
	require.NoError(t, keeper.Append("evening", 0, begins))
	home, err := OpenHome(chapters.Default(), keeper, "evening", func(_ string, number int) string {
		return fmt.Sprint("evening-r", number)
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, home.Close()) })
	return home
}

// gameAtHome opens a table at home for a deal.
func gameAtHome(t *testing.T, deal string, by ...string) *Home {
	t.Helper()
	id, err := chapters.ParseDealID(deal)
	require.NoError(t, err)
	pos, err := chapters.Default().Deal(id)
	require.NoError(t, err)
	text, err := RecordText(chapters.Default(), chapters.Record{Position: pos, PlayerNames: by, Seed: &id.Seed})
	require.NoError(t, err)
	begins, err := GameAtHome(chapters.Default(), text, false)
	return atHome(t, begins, err)
}

// moment plays a round at home until one of several moments comes.
func moment(t *testing.T, home *Home, until ...round.Moment) round.Moment {
	t.Helper()
	for {
		before := home.TableView().Event
		now := home.Look().Now
		for _, m := range until {
			if now == m {
				return now
			}
		}
		switch now {
		case round.Thinking, round.Elsewhere:
			require.NoError(t, home.Wait(t.Context(), before))
		case round.Turn:
			view, seen := see(home.Client)
			require.NoError(t, home.Decide(t.Context(), seen, view.Ask.Options[0]))
		case round.End:
			return now
		case round.TrickEnd, round.Notice, round.Settled, round.Curtain:
			home.GoOn()
		}
	}
}

func undo(home *Home) error {
	return home.Propose(context.Background(), home.Look().Revision, Undo)
}

// TestAloneAtHome plays a round with computer players to its end. They wait for the screen. A person who plays
// alone can take back everything, even after the last card.
func TestAloneAtHome(t *testing.T) {
	home := gameAtHome(t, "c02p4s7", round.Human, "random", "random", "random")
	moment(t, home, round.TrickEnd)
	made := home.Look().Decisions
	for range 3 {
		require.Equal(t, round.TrickEnd, home.Look().Now)
	}
	assert.Equal(t, made, home.Look().Decisions, "no computer player goes on before the person does")

	moment(t, home, round.Turn)
	made = home.Look().Decisions
	require.NoError(t, undo(home))
	assert.Less(t, home.Look().Decisions, made-1, "the computer players' decisions go back, too")

	require.Equal(t, round.End, moment(t, home))
	assert.NotNil(t, home.TableView().Last)
	assert.False(t, home.TableView().Playing)
	require.NoError(t, undo(home))
	assert.True(t, home.TableView().Playing, "the round goes on, and counts no more")
	assert.Nil(t, home.TableView().Last)
	require.Equal(t, round.End, moment(t, home))
	assert.NotNil(t, home.TableView().Last)
	record, err := home.Record()
	require.NoError(t, err)
	assert.Equal(t, "c02p4s7", record.Deal)
	game, err := record.Game(chapters.Default())
	require.NoError(t, err)
	assert.True(t, game.IsOver())
}

// TestOneScreen passes one screen from person to person. No cards are shown at the curtain, a card without a
// choice is played without passing the screen on, and people can take back only their own last decision.
func TestOneScreen(t *testing.T) {
	home := gameAtHome(t, "c01p3s3", round.Person("Anna"), round.Person("Ben"), "random")
	assert.Equal(t, []string{"Anna", "Ben", ""}, home.Look().Names)
	curtains := 0
	back := 0
	refused := 0
	tried := map[int]bool{}
	for now := moment(t, home, round.Curtain, round.Turn); now !=
		round.End; now = moment(t, home, round.Curtain, round.Turn) {
		view, seen := see(home.Client)
		if now == round.Curtain {
			curtains++
			assert.Equal(t, tricks.NoSeat, home.Look().Viewer)
			assert.Nil(t, view.Ask, "nobody's cards are shown")
			home.GoOn()
			continue
		}
		require.Equal(t, home.Look().Player, home.Look().Viewer)
		if made := home.Look().Decisions; !tried[made] {
			tried[made] = true
			if err := home.Propose(t.Context(), seen, Undo); err == nil {
				back++
				assert.Less(t, home.Look().Decisions, made)
				continue
			}
			refused++
		}
		require.NoError(t, home.Decide(t.Context(), seen, view.Ask.Options[0]))
	}
	assert.Greater(t, curtains, 10)
	assert.Greater(t, refused, 10, "another one has decided, or something was brought to light")
	assert.Positive(t, back)
}

// TestStopAtHome ends a round whose result is certain. It counts at once, and continues after an undo.
func TestStopAtHome(t *testing.T) {
	home := gameAtHome(t, "c02p3s1", round.Human, "random", "random")
	require.Equal(t, round.Settled, moment(t, home, round.Settled))
	_, seen := see(home.Client)
	require.NoError(t, home.Propose(t.Context(), seen, Stop))
	assert.False(t, home.TableView().Playing)
	assert.True(t, home.Look().Stopped)
	assert.True(t, home.Round().EndedEarly())
	require.NoError(t, undo(home))
	assert.True(t, home.TableView().Playing)
	assert.False(t, home.Round().EndedEarly())
}

// TestHelpAtHome asks for help that a server's table would have to allow.
func TestHelpAtHome(t *testing.T) {
	home := gameAtHome(t, "c01p4s7", round.Human, "random", "random", "random")
	moment(t, home, round.Turn)
	_, seen := see(home.Client)
	_, _, err := home.Hint(t.Context(), seen)
	require.NoError(t, err)
	_, seen = see(home.Client)
	_, err = home.OpenCards(t.Context(), seen)
	require.NoError(t, err)
	_, err = home.ExplainCard(t.Context())
	require.NoError(t, err)
}

// TestCampaignAtHome plays rounds of a campaign. Each counts in the log with its last event, even if it is given up.
func TestCampaignAtHome(t *testing.T) {
	c, err := campaign.New(chapters.Default(), 3, 1)
	require.NoError(t, err)
	begins, err := CampaignAtHome(chapters.Default(), c)
	home := atHome(t, begins, err)
	assert.Nil(t, home.Round())
	for n := 1; n <= 2; n++ {
		now := home.Campaign()
		choice := campaign.Choice{Chapter: "2", Seed: 4}
		pos, err := now.Next(choice)
		require.NoError(t, err)
		record := chapters.Record{
			Position: pos, PlayerNames: []string{round.Human, "random", "random"},
			Seed: &choice.Seed,
		}
		require.NoError(t, home.Begin(t.Context(), &choice, record))
		assert.Equal(t, fmt.Sprint("evening-r", n), home.Campaign().Playing.Save)
		assert.Equal(t, fmt.Sprint("evening-r", n), home.RoundName())
		require.ErrorIs(t, home.Begin(t.Context(), &choice, record), ErrPlaying)
		if n == 1 {
			moment(t, home)
		} else {
			require.NoError(t, home.GiveUp(t.Context()))
		}
		assert.Equal(t, n+1, home.Campaign().RoundNumber())
	}
	assert.Nil(t, home.Campaign().Playing)
	require.ErrorIs(t, home.GiveUp(t.Context()), ErrNotPlaying)
}

// TestARoadOfAnEarlierProgram checks that a campaign is read whose Road an earlier program did not count as won,
// because nobody may carry its rider (L5): it is won on the day on which the table began. A round that the earlier
// program has begun of that Road goes on, though it is not recommended any more.
func TestARoadOfAnEarlierProgram(t *testing.T) {
	chapter, err := chapters.Default().Chapter(chapters.Road)
	require.NoError(t, err)
	terms := chapters.Default().DrawRoad(chapter, 3, 153)
	pool := strings.Join(terms.Pool, ", ")
	c, err := campaign.Read(chapters.Default(), "onward", fmt.Appendf(nil, "campaign: 1\nplayers: 3\nhumans: 1\nroad: true\n"+
		"chapters: [{chapter: road, players: 3, rounds: 7, lost: 1, pool: [%s], gift: %s, rider: %s, completed: [%s]}]\n",
		pool, terms.Gift, terms.Rider, pool))
	require.NoError(t, err)
	begins, err := CampaignAtHome(chapters.Default(), c)
	home := atHome(t, begins, err)
	p := home.Campaign().ProgressOf(chapters.Road, 3)
	assert.Equal(t, 7, p.WonIn)
	assert.NotEmpty(t, p.Won)
	assert.Empty(t, home.Campaign().Recommended())

	terms.Completed = terms.Pool
	pos, err := chapters.Default().DealRound(chapters.DealID{Chapter: chapters.Road, Players: 3, Seed: 9}, terms)
	require.NoError(t, err)
	record := chapters.Record{Position: pos, PlayerNames: []string{round.Human, "random", "random"}}
	for range 2 {
		require.NoError(t, home.Begin(t.Context(), &campaign.Choice{Seed: 9, AfterLoss: campaign.Keep}, record))
		require.NoError(t, home.GiveUp(t.Context()))
	}
	assert.Equal(t, p.Won, home.Campaign().ProgressOf(chapters.Road, 3).Won)
	assert.Equal(t, 10, home.Campaign().RoundNumber())
}

// refusing is a store that can be made to refuse events.
type refusing struct {
	memory.Store
	err error
}

func (r *refusing) Append(table string, after uint64, data []byte) error {
	if r.err != nil {
		return r.err
	}
	return r.Store.Append(table, after, data)
}

// TestNothingIsDecidedThatCannotBeWritten checks that a round never differs from its log. A decision or an undo
// that cannot be written, or is illegal, changes nothing and can be tried again.
func TestNothingIsDecidedThatCannotBeWritten(t *testing.T) {
	pos, err := chapters.Default().Deal(chapters.DealID{Chapter: "1", Players: 4, Seed: 7})
	require.NoError(t, err)
	keeper := &refusing{}
	home, err := NewHome(chapters.Default(), keeper,
		chapters.Record{Position: pos, PlayerNames: []string{round.Human, "random", "random", "random"}})
	require.NoError(t, err)
	defer home.Close()
	moment(t, home, round.Turn)
	view, seen := see(home.Client)
	written := func() string {
		events, err := keeper.Read("round")
		require.NoError(t, err)
		rounds, err := Rounds(events)
		require.NoError(t, err)
		record := home.Round().Record()
		text, err := record.Text()
		require.NoError(t, err)
		folded, err := header(chapters.Default(), rounds[0].Text)
		require.NoError(t, err)
		again, err := folded.Text()
		require.NoError(t, err)
		require.Equal(t, string(text), string(again))
		return string(rounds[0].Text)
	}
	before := written()

	keeper.err = errors.New("no room")
	require.ErrorIs(t, home.Decide(t.Context(), seen, view.Ask.Options[0]), keeper.err)
	now, _ := see(home.Client)
	assert.Equal(t, view, now)
	keeper.err = nil
	illegal := chapters.Decision{Kind: chapters.Draft, Seat: view.Ask.Seat, Character: "frodo"}
	require.ErrorContains(t, home.Decide(t.Context(), seen, illegal), "(S4)")
	assert.Equal(t, before, written())
	require.NoError(t, home.Decide(t.Context(), seen, view.Ask.Options[0]))
	moment(t, home, round.Turn)
	before = written()

	keeper.err = errors.New("no room")
	require.ErrorIs(t, undo(home), keeper.err)
	assert.Equal(t, before, written())
	keeper.err = nil
	require.NoError(t, undo(home))
	written()
}

// TestNewerLine checks that the error for an event with a field that is not known says that a newer program wrote it.
func TestNewerLine(t *testing.T) {
	_, err := Rounds([]store.Event{{Number: 1, Data: []byte(`{"sealed":{"hidden":true}}` + "\n")}})
	require.ErrorIs(t, err, store.ErrDamaged)
	require.ErrorContains(t, err, "a newer version of the program than "+build.Version()+" seems to have written it")
	require.ErrorContains(t, err, `"hidden"`)
}

// TestAnotherProgram checks that the error for a table in another format names both versions.
func TestAnotherProgram(t *testing.T) {
	c, err := campaign.New(chapters.Default(), 2, 2)
	require.NoError(t, err)
	begins, err := CampaignAtHome(chapters.Default(), c)
	require.NoError(t, err)
	was := `"version":1,"program":"` + build.Version() + `"`
	now := `"version":2,"program":"9.9.9\u001b[2J"`
	text := strings.Replace(string(begins), was, now, 1)
	require.Contains(t, text, now)
	_, err = replay(chapters.Default(), "", []store.Event{{Number: 1, Data: []byte(text)}})
	assert.ErrorContains(t, err,
		`created by version "9.9.9\x1b[2J" of the program, in format 2; this is version `+build.Version()+
			", which reads format 1")
}
