package table

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/store/storetest"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// upTo plays until a person's decision was made last that may be taken back.
func upTo(t *testing.T, chairs ...*Client) {
	t.Helper()
	for range 100 {
		require.True(t, someone(t, chairs...))
		chairs[0].t.mu.Lock()
		n := chairs[0].t.state.undoable()
		played := n > 0 && chairs[0].t.state.play.Record().Decisions[n-1].Kind == chapters.PlayCard
		chairs[0].t.mu.Unlock()
		if played {
			personsTurn(t, chairs...)
			return
		}
	}
	require.Fail(t, "nothing can be taken back")
}

// personsTurn waits until the computers have played, and a person's decision is due.
func personsTurn(t *testing.T, chairs ...*Client) {
	t.Helper()
	until(t, chairs[0], func(TableView) bool { return chairs[0].Look().Player != tricks.NoSeat })
	align(t, chairs...)
}

func TestUndoByConsent(t *testing.T) {
	h, _ := opened(t)
	chairs := seated(t, h, Setup{Players: 4, First: Pick{Chapter: "1"}, Computers: []string{"", "", "", "greedy"}})
	align(t, chairs...)
	require.ErrorIs(t, chairs[0].Propose(t.Context(), seen(chairs[0]), Undo), ErrNotPlaying)
	begin(t, chairs...)
	personsTurn(t, chairs...)
	require.ErrorIs(t, chairs[0].Propose(t.Context(), seen(chairs[0]), Undo), ErrNoUndo)
	require.ErrorIs(t, chairs[0].Agree(t.Context(), seen(chairs[0]), true), ErrNothing)
	upTo(t, chairs...)
	before := chairs[0].Look()
	require.NoError(t, chairs[1].Propose(t.Context(), seen(chairs[1]), Undo))
	align(t, chairs...)
	p := chairs[2].TableView().Proposal
	require.NotNil(t, p)
	assert.Equal(t, tricks.Seat(1), p.Proposer)
	assert.NotEqual(t, tricks.NoCard, p.Card, "it names what goes back")
	assert.Equal(t, before.Decisions, p.Decision+p.More)
	require.ErrorIs(t, chairs[0].Propose(t.Context(), seen(chairs[0]), Stop), ErrProposed)

	require.NoError(t, chairs[0].Agree(t.Context(), seen(chairs[0]), false))
	align(t, chairs...)
	assert.Nil(t, chairs[2].TableView().Proposal, "one says no")

	require.NoError(t, chairs[1].Propose(t.Context(), seen(chairs[1]), Undo))
	for _, c := range []*Client{chairs[0], chairs[2]} {
		align(t, chairs...)
		now := c.Look()
		assert.Equal(t, before.Decisions, now.Decisions, "not all have agreed")
		require.NoError(t, c.Agree(t.Context(), seen(c), true))
	}
	align(t, chairs...)
	assert.Nil(t, chairs[0].TableView().Proposal)
	now := chairs[0].Look()
	assert.Equal(t, p.Decision-1, now.Decisions)
	playOn(t, 1, chairs...)
}

// TestNoUndoPastWhatIsRevealed: in chapter 5 the end of a trick turns up a card (C5),
// and after the last one all is known.
func TestNoUndoPastWhatIsRevealed(t *testing.T) {
	h, _ := opened(t)
	chairs := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "5"}})
	begin(t, chairs...)
	for done := 0; done == 0; {
		require.True(t, someone(t, chairs...))
		v, _ := see(chairs[0])
		done = len(v.History)
	}
	require.ErrorIs(t, chairs[0].Propose(t.Context(), seen(chairs[0]), Undo), ErrNoUndo)
	playOn(t, 1, chairs...)
	require.ErrorIs(t, chairs[0].Propose(t.Context(), seen(chairs[0]), Undo), ErrNotPlaying)
}

// TestSecondSignIn holds that a person is at a table once: the newer session takes the
// place of the older one, in whatever process.
func TestSecondSignIn(t *testing.T) {
	h, _ := opened(t)
	chairs := seated(t, h, Setup{Players: 2, First: Pick{Chapter: "2"}})
	id := chairs[0].TableView().Table
	again, err := h.Enter(anybody(0), Ticket{Table: id})
	require.NoError(t, err)
	require.ErrorIs(t, chairs[0].Wait(t.Context(), chairs[0].TableView().Event), ErrElsewhere)
	require.ErrorIs(t, chairs[0].Ready(t.Context(), seen(chairs[0]), true), ErrElsewhere)
	begin(t, again, chairs[1])
	require.ErrorIs(t, chairs[0].Decide(t.Context(), seen(chairs[0]), chapters.Decision{}), ErrElsewhere)
	chairs[0].Leave()
	align(t, again, chairs[1])
	assert.False(t, again.TableView().Seats[0].Away, "the old session was not the person")
	require.NoError(t, again.Wait(t.Context(), 0), "the new one goes on")
	playOn(t, 1, again, chairs[1])
}

func TestHostAndSeats(t *testing.T) {
	h, clock := opened(t)
	chairs := seated(t, h, Setup{Players: 4, First: Pick{Chapter: "1"}})
	id := chairs[0].TableView().Table
	_, err := h.Enter(anybody(4), Ticket{Table: id})
	require.ErrorIs(t, err, ErrStranger)
	require.ErrorIs(t, chairs[1].Choose(t.Context(), Pick{Chapter: "2"}), ErrNotHost)
	require.ErrorIs(t, chairs[1].Sit(t.Context(), 0), ErrTaken)
	require.ErrorIs(t, chairs[1].Sit(t.Context(), 9), ErrTaken)
	require.Error(t, chairs[0].Choose(t.Context(), Pick{Chapter: "99"}))
	align(t, chairs...)
	require.NoError(t, chairs[1].Ready(t.Context(), seen(chairs[1]), true))
	align(t, chairs...)
	require.NoError(t, chairs[0].Choose(t.Context(), Pick{Chapter: "2"}))
	align(t, chairs...)
	assert.False(t, chairs[1].TableView().Seats[1].Ready, "another game: who was ready has to say so again")
	assert.Equal(t, "2", chairs[1].TableView().Next.Chapter)

	require.NoError(t, chairs[3].Stand(t.Context()))
	require.ErrorIs(t, chairs[3].Stand(t.Context()), ErrNotSeated)
	align(t, chairs...)
	require.NoError(t, chairs[0].Computer(t.Context(), 3, "greedy"))
	require.NoError(t, chairs[2].Sit(t.Context(), 3), "a computer player makes room")
	require.NoError(t, chairs[0].PassOn(t.Context(), 1))
	align(t, chairs...)
	assert.Equal(t, "Ben", chairs[0].TableView().HostName)
	require.ErrorIs(t, chairs[0].PassOn(t.Context(), 1), ErrNotHost)
	align(t, chairs...)
	require.NoError(t, chairs[1].Computer(t.Context(), 2, "random"))
	chairs[1].Leave()
	until(t, chairs[0], func(p TableView) bool { return p.Seats[1].Away })
	align(t, chairs[0], chairs[2])
	assert.True(t, chairs[0].TableView().Host, "the table passes on")
	require.ErrorIs(t, chairs[0].Free(t.Context(), 3), ErrPresent)
	require.NoError(t, chairs[0].Free(t.Context(), 1))
	require.NoError(t, chairs[0].Computer(t.Context(), 1, "random"))
	begin(t, chairs[0], chairs[2])
	require.ErrorIs(t, chairs[0].Sit(t.Context(), 1), ErrPlaying)
	require.ErrorIs(t, chairs[0].Choose(t.Context(), Pick{Chapter: "1"}), ErrPlaying)
	require.ErrorIs(t, chairs[0].Close(t.Context()), ErrPlaying)

	// Who wants to stand up during a round is held, and may be replaced at once.
	require.NoError(t, chairs[2].Stand(t.Context()))
	align(t, chairs[0], chairs[2])
	assert.True(t, chairs[0].TableView().Seats[3].Leaving)
	require.NoError(t, chairs[0].ReplaceAbsent(t.Context(), 3, Substitute))
	align(t, chairs[0], chairs[2])
	playOn(t, 1, chairs[0])
	assert.Empty(t, chairs[0].TableView().Seats[3].Name, "the seat is free now")
	require.NoError(t, chairs[0].Close(t.Context()))
	require.ErrorIs(t, chairs[0].Ready(t.Context(), seen(chairs[0]), true), ErrGone)
	clock.pass(25 * time.Hour)
	n, err := h.Sweep(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	_, _, err = h.Export(id)
	require.ErrorIs(t, err, ErrGone)
}

// Who was cut off is the host again when they are back, whoever was it meanwhile, unless
// the table was passed on since.
func TestHostComesBack(t *testing.T) {
	h, _ := opened(t)
	chairs := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}})
	back := func(at int) {
		c, err := h.Enter(chairs[at].person, Ticket{Table: chairs[at].t.id})
		require.NoError(t, err)
		t.Cleanup(c.Leave)
		chairs[at] = c
	}
	host := func(at int) {
		t.Helper()
		name := chairs[2].TableView().Seats[at].Name
		until(t, chairs[2], func(p TableView) bool { return p.HostName == name })
	}
	host(0)
	chairs[0].Leave()
	host(1)
	chairs[1].Leave()
	host(2)
	back(1)
	align(t, chairs[1:]...)
	host(2)
	back(0)
	host(0)

	chairs[0].Leave()
	host(1)
	align(t, chairs[1:]...)
	require.NoError(t, chairs[1].PassOn(t.Context(), 2))
	back(0)
	align(t, chairs...)
	host(2)
}

func TestTalk(t *testing.T) {
	h, _ := opened(t)
	chairs := seated(t, h, Setup{Players: 2, First: Pick{Chapter: "1"}})
	require.NoError(t,
		chairs[0].Say(t.Context(), "  Hello\x1b[2J \u202eall\u0300\u0300\u0300\u0300\u0300\n"+strings.Repeat("x", 500)))
	require.ErrorIs(t, chairs[0].Say(t.Context(), " \x00\u200b "), ErrSilent)
	require.NoError(t, chairs[1].SayPhrase(t.Context(), "thanks"))
	require.ErrorIs(t, chairs[1].SayPhrase(t.Context(), "I hold R1"), ErrSilent)
	align(t, chairs...)
	said := chairs[1].TableView().Talk
	require.Len(t, said, 2)
	assert.True(t, strings.HasPrefix(said[0].Text, "Hello[2J al\u00fb"[:8]), said[0].Text)
	assert.NotContains(t, said[0].Text, "\x1b")
	assert.NotContains(t, said[0].Text, "\u202e")
	assert.Equal(t, "Anna", said[0].Name)
	assert.Equal(t, Phrase("thanks"), said[1].Phrase)
	begin(t, chairs...)
	require.ErrorIs(t, chairs[0].Say(t.Context(), "I hold R1"), ErrTalk)
	var err error
	for range mostTalk {
		require.NoError(t, err)
		err = chairs[0].SayPhrase(t.Context(), "hello")
	}
	require.NoError(t, err)
	require.ErrorIs(t, chairs[0].SayPhrase(t.Context(), "hello"), ErrTooMuch)
	playOn(t, 1, chairs...)
	require.NoError(t, chairs[0].Say(t.Context(), "I held R1"))
	require.NoError(t, chairs[0].t.broken)
}

func TestHelp(t *testing.T) {
	h, _ := opened(t)
	without := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}, Computers: []string{"", "", "greedy"}})
	with := seated(t, h,
		Setup{
			Players: 3, First: Pick{Chapter: "1"}, Computers: []string{"", "", "greedy"}, Hints: true,
			OpenCards: true,
		})
	for _, chairs := range [][]*Client{without, with} {
		begin(t, chairs...)
		for v, _ := see(chairs[0]); len(v.History) < 6; v, _ = see(chairs[0]) {
			require.True(t, someone(t, chairs...))
		}
	}
	_, err := without[0].OpenCards(t.Context(), seen(without[0]))
	require.ErrorIs(t, err, ErrForbidden)
	_, _, err = without[0].Hint(t.Context(), seen(without[0]))
	require.ErrorIs(t, err, ErrForbidden)
	_, _, _, err = without[0].ExplainCard(t.Context())
	require.ErrorIs(t, err, ErrForbidden)
	assert.Empty(t, without[0].TableView().Talk)

	play, made, reason, err := with[0].ExplainCard(t.Context())
	require.NoError(t, err)
	assert.Equal(t, tricks.Seat(2), play.Seat)
	assert.Equal(t, play, made.Play())
	assert.Positive(t, reason.Options)
	r := with[0].Look()
	for ; r.Player == tricks.NoSeat; r = with[0].Look() {
		require.True(t, someone(t, with...))
	}
	align(t, with...)
	_, err = with[1-r.Player].OpenCards(t.Context(), seen(with[1-r.Player]))
	require.ErrorIs(t, err, round.ErrNotDue)
	opened, err := with[r.Player].OpenCards(t.Context(), seen(with[r.Player]))
	require.NoError(t, err)
	v, _ := see(with[r.Player])
	assert.Equal(t, len(v.Ask.Options), opened.OptionCount)
	align(t, with...)
	_, _, err = with[1-r.Player].Hint(t.Context(), seen(with[1-r.Player]))
	require.ErrorIs(t, err, round.ErrNotDue)
	_, _, err = with[r.Player].Hint(t.Context(), 1)
	require.ErrorIs(t, err, ErrQuicker)
	upTo(t, with...)
	require.NoError(t, with[0].Propose(t.Context(), seen(with[0]), Undo))
	align(t, with...)
	r = with[0].Look()
	before := seen(with[r.Player])
	hint, reason, err := with[r.Player].Hint(t.Context(), before)
	require.NoError(t, err)
	assert.Equal(t, before, seen(with[r.Player]), "help moves nothing: a half chosen answer stays")
	v, _ = see(with[r.Player])
	assert.Contains(t, v.Ask.Options, hint)
	assert.Equal(t, len(v.Ask.Options), reason.Options)
	align(t, with...)
	said := with[1].TableView().Talk
	require.Len(t, said, 3, "everybody is told")
	assert.Equal(t, []Help{ExplainCard, OpenCards, Hint}, []Help{said[0].Help, said[1].Help, said[2].Help})
	assert.NotNil(t, with[1].TableView().Proposal, "who asks for help does not answer what is proposed")
	require.NoError(t, with[1].Agree(t.Context(), seen(with[1]), false))
	align(t, with...)
	playOn(t, 1, with...)
	record, err := with[0].Record()
	require.NoError(t, err)
	assert.Len(t, record.Assisted, 1)
	assert.Len(t, record.Hints, 1)
}

// TestCampaign plays the chapters in their order, with a choice after a loss, and holds
// that another process, or one that begins anew, has the same book.
func TestCampaign(t *testing.T) {
	h, _ := opened(t)
	chairs := seated(t, h, Setup{Players: 2, Campaign: true})
	require.Error(t, chairs[0].Choose(t.Context(), Pick{Deal: "c01p2s1"}), "a campaign's deals have no names")
	for round := 1; round <= 3; round++ {
		begin(t, chairs...)
		assert.Nil(t, chairs[0].Book().Playing, "the round's number would tell all cards")
		playOn(t, round, chairs...)
		require.Equal(t, round+1, chairs[1].Book().Number())
	}
	id := chairs[0].TableView().Table
	rounds, text, err := h.Export(id)
	require.NoError(t, err)
	require.Len(t, rounds, 3)
	book, err := campaign.Read(chapters.Default(), "book", text)
	require.NoError(t, err)
	want, err := book.YAML()
	require.NoError(t, err)
	for _, c := range chairs {
		got, err := c.Book().YAML()
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got))
	}
	// The book goes on at another table, in a long chapter that asks for an event.
	more := seated(t, h,
		Setup{Players: 2, Campaign: true, Book: string(text), First: Pick{Chapter: "14", Variant: "d"}})
	begin(t, more...)
	playOn(t, 1, more...)
	if p := more[0].TableView(); p.Last.Won {
		assert.NotEmpty(t, more[0].Book().ProgressOf("14", 2).Completed)
	}
	err = more[0].Ready(t.Context(), seen(more[0]), true)
	require.NoError(t, err)
	align(t, more...)
	err = more[1].Ready(t.Context(), seen(more[1]), true)
	require.ErrorIs(t, err, campaign.ErrVariant, "the event has to be chosen")
	require.NoError(t, more[0].Choose(t.Context(), Pick{Chapter: "14", Variant: "l"}))
	begin(t, more...)
}

// TestOnlyWhatIsOffered holds that a table is set up with values that a server offers, whatever a form
// sends, and that each refusal has a reason in every language.
func TestOnlyWhatIsOffered(t *testing.T) {
	h, _ := opened(t)
	first := Pick{Chapter: "1"}
	refused := func(err error, why string) {
		t.Helper()
		require.Error(t, err, why)
		assert.NotEqual(t, err.Error(), texts.New("de").Problem(err), why)
	}
	for why, setup := range map[string]Setup{
		"no player":              {First: first},
		"five players":           {Players: 5, First: first},
		"less than no player":    {Players: -1, First: first},
		"less than no patience":  {Players: 2, First: first, Patience: -5},
		"a place in the list":    {Players: 2, First: first, Patience: 2},
		"a patience of 99":       {Players: 2, First: first, Patience: 99},
		"a substitute that sees": {Players: 2, First: first, Substitute: "open"},
		"no such chapter":        {Players: 2, First: Pick{Chapter: "99"}},
		"no such event":          {Players: 2, First: Pick{Chapter: "1", Variant: "z"}},
		"no such deal":           {Players: 2, First: Pick{Deal: "nonsense"}},
		"a deal for others":      {Players: 2, First: Pick{Deal: "c02p3s7"}},
		"a deal of a campaign":   {Players: 2, Campaign: true, First: Pick{Deal: "c02p2s7"}},
		"a way of a campaign":    {Players: 2, Campaign: true, First: Pick{AfterLoss: "burn"}},
		"again a deal":           {Players: 2, First: Pick{Again: true, Deal: "c02p2s7"}},
	} {
		_, err := h.Create(anybody(0), setup)
		refused(err, why)
	}
	chairs := seated(t, h, Setup{Players: 2, First: first})
	require.NoError(t, chairs[1].Stand(t.Context()))
	for _, name := range []string{
		"open", "bot:rm", "bot:", "strong:100", "strong:1", "Strong", "nobody",
		strings.Repeat("x", 8000),
	} {
		_, err := h.Create(anybody(0), Setup{Players: 2, First: first, Computers: []string{"", name}})
		refused(err, name)
		refused(chairs[0].Computer(t.Context(), 1, name), name)
	}
	refused(chairs[0].Choose(t.Context(), Pick{Chapter: "1", AfterLoss: "burn"}), "a way of a campaign")
	refused(chairs[0].Choose(t.Context(), Pick{Again: true, Deal: "c02p2s7"}), "again a deal")
	for _, name := range Computers {
		require.NoError(t, chairs[0].Computer(t.Context(), 1, name))
	}
	for _, seconds := range Patiences {
		_, err := h.Create(anybody(3),
			Setup{Players: 2, First: first, Patience: seconds, Computers: []string{"", "strong"}})
		require.NoError(t, err)
	}
}

func TestNamedDealsAndAgain(t *testing.T) {
	h, _ := opened(t)
	_, err := h.Create(anybody(0), Setup{Players: 3, First: Pick{Deal: "c02p4s7"}})
	require.Error(t, err)
	_, err = h.Create(anybody(0), Setup{Players: 3, First: Pick{Chapter: "14"}})
	require.Error(t, err)
	_, err = h.Create(anybody(0), Setup{Players: 3, First: Pick{Again: true}})
	require.Error(t, err)
	_, err = h.Create(anybody(0), Setup{Players: 1, First: Pick{Chapter: "1"}, Computers: []string{"fair"}})
	require.ErrorIs(t, err, ErrAlone)
	chairs := seated(t, h, Setup{Players: 3, First: Pick{Deal: "c02p3s7"}})
	before := chairs[1].TableView()
	assert.Equal(t, NamedDeal, before.Next.Deal, "it is named, and not told")
	begin(t, chairs...)
	for _, p := range []TableView{before, chairs[0].TableView(), chairs[1].TableView()} {
		assert.NotContains(t, allIn(p), "c02p3s7")
	}
	playOn(t, 1, chairs...)
	first := chairs[0].TableView().Last
	assert.Equal(t, "c02p3s7", first.Deal)
	assert.Equal(t, Pick{Chapter: "2"}, chairs[0].TableView().Next, "then another deal of the chapter")
	require.NoError(t, chairs[0].Choose(t.Context(), Pick{Again: true}))
	begin(t, chairs...)
	playOn(t, 2, chairs...)
	second := chairs[0].TableView().Last
	assert.Equal(t, first.Deal, second.Deal)
	begin(t, chairs...)
	playOn(t, 3, chairs...)
	assert.NotEqual(t, first.Deal, chairs[0].TableView().Last.Deal)
}

// TestWatchersAndNames holds who is let in.
func TestWatchersAndNames(t *testing.T) {
	h, _ := opened(t)
	chairs := seated(t, h, Setup{Players: 2, First: Pick{Chapter: "1"}})
	codes := chairs[0].TableView().Codes
	require.Len(t, codes, 1)
	ticket, _, err := h.ResolveCode(strings.ToUpper(codes[0].Code) + " ")
	require.NoError(t, err)
	for _, name := range []string{"Anna", "ANNA", "Аnnа", "A nna", "Ánna"} { // Cyrillic letters in one of them
		_, err = h.Enter(Person{ID: "other", Name: name}, ticket)
		require.ErrorIs(t, err, ErrLookAlike, name)
	}
	for _, name := range []string{
		"", "\x1b[2J", "a:b", strings.Repeat("w", 21), "漢字漢字漢字漢字漢字漢", "-x", "🂡",
		"Be\u200dn",
	} {
		_, err = h.Enter(Person{ID: "other", Name: name}, ticket)
		require.ErrorIs(t, err, ErrName, name)
	}
	_, _, err = h.ResolveCode("nonsense")
	require.ErrorIs(t, err, ErrCode)
	_, _, err = h.ResolveCode("../../../..")
	require.ErrorIs(t, err, ErrCode)
	code, err := h.ReturnCode(anybody(0))
	require.NoError(t, err)
	_, p, err := h.ResolveCode(codes[0].Code)
	require.NoError(t, err)
	assert.Empty(t, p, "an invitation leads to nobody")
	none, p, err := h.ResolveCode(ShowCode(code))
	require.NoError(t, err)
	assert.Empty(t, none, "that is no invitation")
	assert.Equal(t, anybody(0), p)
	tables, err := h.loadPerson(p.ID)
	require.NoError(t, err)
	assert.Equal(t, []visited{{Table: ticket.Table, Begun: true}}, tables.Tables)
	third, err := h.Enter(anybody(2), ticket)
	require.NoError(t, err)
	require.ErrorIs(t, third.Sit(t.Context(), tricks.NoSeat), ErrTaken)
	assert.Empty(t, third.TableView().Codes, "who does not sit invites nobody")
	_, err = third.Invite(t.Context(), false)
	require.ErrorIs(t, err, ErrNotSeated)
	align(t, chairs...)
	assert.Equal(t, []string{"Cleo"}, chairs[0].TableView().Watching)
}

// TestLimits holds what people can make a server keep.
func TestLimits(t *testing.T) {
	s, err := folder.Open(folder.Options{Dir: t.TempDir(), Alone: true})
	require.NoError(t, err)
	defer s.Close()
	c := &clock{}
	h := NewService(s, Options{Library: chapters.Default(), Now: c.now, Tables: 3})
	h.limits = limits{tablesPerPerson: 2, tablesPerAddress: 200, events: 30, people: 2, codes: 2}
	defer h.Close()
	setup := Setup{Players: 2, First: Pick{Chapter: "1"}}
	one, err := h.Create(anybody(0), setup)
	require.NoError(t, err)
	_, err = h.Create(anybody(0), setup)
	require.NoError(t, err)
	_, err = h.Create(anybody(0), setup)
	require.ErrorIs(t, err, ErrOwnTables)
	_, err = h.Create(anybody(1), setup)
	require.NoError(t, err)
	_, err = h.Create(anybody(2), setup)
	require.ErrorIs(t, err, ErrManyTables)
	anna, err := h.Enter(anybody(0), one)
	require.NoError(t, err)
	ben, err := h.Enter(anybody(1), one)
	require.NoError(t, err)
	_, err = h.Enter(anybody(2), one)
	require.ErrorIs(t, err, ErrFullHouse)
	_, err = anna.Invite(t.Context(), true)
	require.NoError(t, err)
	_, err = anna.Invite(t.Context(), true)
	require.ErrorIs(t, err, ErrTooLong)
	for range 40 {
		if err = ben.SayPhrase(t.Context(), "hello"); err != nil {
			break
		}
	}
	require.ErrorIs(t, err, ErrTooLong)
	anna.Leave()
	ben.Leave()
	c.pass(31 * 24 * time.Hour)
	n, err := h.Sweep(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 3, n)
	_, err = h.Create(anybody(0), setup)
	require.NoError(t, err, "those that are gone do not count")
}

// TestTablesOfAnAddress holds that one address cannot fill the server with tables, whoever
// begins them there at the same time and whether they are closed: those that are gone do
// not count.
func TestTablesOfAnAddress(t *testing.T) {
	s := kept(t, storetest.Dir(t))
	c := &clock{}
	h := NewService(s, Options{Library: chapters.Default(), Now: c.now})
	h.limits.tablesPerAddress = 20
	defer h.Close()
	setup := Setup{Players: 2, First: Pick{Chapter: "1"}}
	create := func(n int, from string) (Ticket, error) {
		return h.Create(Person{ID: fmt.Sprint("guest:", n), Name: "Anna", Network: from}, setup)
	}
	var all sync.WaitGroup
	var begun, refused atomic.Int64
	for n := range 60 {
		all.Go(func() {
			ticket, err := create(n, "192.0.2.1/32")
			if errors.Is(err, ErrAddress) {
				refused.Add(1)
				return
			}
			if assert.NoError(t, err) && begun.Add(1)%2 == 0 {
				chair, err := h.Enter(Person{ID: fmt.Sprint("guest:", n), Name: "Anna"}, ticket)
				if assert.NoError(t, err) {
					assert.NoError(t, chair.Close(t.Context()))
				}
			}
		})
	}
	all.Wait()
	assert.EqualValues(t, 20, begun.Load())
	assert.EqualValues(t, 40, refused.Load())
	_, err := create(99, "192.0.2.2/32")
	require.NoError(t, err, "another address")
	_, err = create(98, "")
	require.NoError(t, err, "one without limits")
	c.pass(25 * time.Hour)
	_, err = h.Sweep(t.Context())
	require.NoError(t, err)
	_, err = create(97, "192.0.2.1/32")
	require.NoError(t, err)
}

// TestNobodyIsWrittenDownForNothing holds that a server keeps nothing of people who only look around,
// forgets after a day those who came to a table and never sat, and bounds how many come from an address
// and in all.
func TestNobodyIsWrittenDownForNothing(t *testing.T) {
	dir := t.TempDir()
	s := kept(t, dir)
	c := &clock{}
	h := NewService(s, Options{Library: chapters.Default(), Now: c.now})
	h.arrivals.each, h.arrivals.most = 5, 12
	defer h.Close()
	inGerman := func(set *settings.Settings) { set.Lang = "de" }
	from := func(n int) Person {
		return Person{ID: fmt.Sprint("web:", n), Name: fmt.Sprint("Guest ", n), Network: "192.0.2.1/32"}
	}
	for n := range 100 {
		_, err := h.Rename(from(n).ID, from(n).Name)
		require.NoError(t, err)
		require.NoError(t, h.ChangeSettings(from(n).ID, inGerman))
	}
	assert.NoDirExists(t, filepath.Join(dir, "people"))
	assert.NoDirExists(t, filepath.Join(dir, "newcomers"))

	ticket, err := h.Create(from(0), Setup{Players: 3, First: Pick{Chapter: "1"}})
	require.NoError(t, err)
	const host = 2 // the host, and the tables of the address
	assert.Equal(t, host, s.People.Count())
	var chairs []*Client
	for n := 1; n < 5; n++ {
		chair, err := h.Enter(from(n), ticket)
		require.NoError(t, err)
		chairs = append(chairs, chair)
	}
	assert.Equal(t, host, s.People.Count())
	assert.Equal(t, 4, s.Newcomers.Count())
	require.NoError(t, h.ChangeSettings(from(1).ID, inGerman))
	require.NoError(t, chairs[0].Sit(t.Context(), tricks.NoSeat))
	assert.Equal(t, host+1, s.People.Count())
	assert.Equal(t, 3, s.Newcomers.Count())
	sat, err := h.loadPerson(from(1).ID)
	require.NoError(t, err)
	assert.Equal(t, personRecord{"Guest 1", []visited{{Table: ticket.Table}}, sat.Settings}, sat)
	assert.Equal(t, settings.Settings{Lang: "de"}, h.Settings(from(1).ID))

	_, err = h.Enter(from(5), ticket)
	require.ErrorIs(t, err, ErrArrivals, "one too many of the address")
	_, err = h.Create(from(6), Setup{Players: 3, First: Pick{Chapter: "1"}})
	require.ErrorIs(t, err, ErrArrivals)
	_, err = h.ReturnCode(from(7))
	require.ErrorIs(t, err, ErrArrivals)
	_, err = h.ReturnCode(from(1))
	require.ErrorIs(t, err, ErrArrivals, "codes take room, too")
	again, err := h.Enter(from(2), ticket)
	require.NoError(t, err, "who is known may come")
	for n := range 8 {
		p := from(10 + n)
		p.Network = fmt.Sprintf("198.51.100.%d/32", n)
		_, err = h.ReturnCode(p)
		if n < 7 {
			require.NoError(t, err)
		}
	}
	require.ErrorIs(t, err, ErrArrivals, "too many in all")
	assert.EqualValues(t, 12, h.Arrivals().Written.Load())
	assert.EqualValues(t, 5, h.Arrivals().Refused.Load())
	c.pass(24 * time.Hour)
	_, err = h.ReturnCode(from(7))
	require.NoError(t, err)

	old := time.Now().Add(-25 * time.Hour)
	for _, folder := range []string{"people", "newcomers"} {
		all, err := filepath.Glob(filepath.Join(dir, folder, "*"))
		require.NoError(t, err)
		for _, path := range all {
			require.NoError(t, os.Chtimes(path, old, old))
		}
	}
	name, err := h.Name(from(2).ID)
	require.NoError(t, err)
	assert.Empty(t, name, "who never sat is forgotten")
	name, err = h.Name(from(1).ID)
	require.NoError(t, err)
	assert.Equal(t, "Guest 1", name)
	for _, chair := range append(chairs, again) {
		chair.Leave()
	}
}

// TestAloneAtATable holds that a table at which nobody sat but its host goes after a day
// without use, and one of two people does not.
func TestAloneAtATable(t *testing.T) {
	h, c := opened(t)
	alone, err := h.Create(anybody(0), Setup{Players: 2, First: Pick{Chapter: "1"}})
	require.NoError(t, err)
	chairs := seated(t, h, Setup{Players: 2, First: Pick{Chapter: "1"}})
	for _, chair := range chairs {
		chair.Leave()
	}
	c.pass(23 * time.Hour)
	n, err := h.Sweep(t.Context())
	require.NoError(t, err)
	assert.Zero(t, n)
	c.pass(2 * time.Hour)
	for range 2 { // what was found is remembered
		_, err = h.Sweep(t.Context())
		require.NoError(t, err)
	}
	_, err = h.Enter(anybody(0), alone)
	require.ErrorIs(t, err, ErrGone)
	all, err := h.serverFolder.Tables()
	require.NoError(t, err)
	assert.Equal(t, []string{chairs[0].TableView().Table}, all)
}

// TestGoroutinesEnd holds that nothing stays behind of tables that were left, nor of
// people who did not wait for an answer.
func TestGoroutinesEnd(t *testing.T) {
	h, _ := opened(t)
	chairs := seated(t, h, Setup{Players: 2, First: Pick{Chapter: "1"}})
	for _, c := range chairs {
		c.Leave()
	}
	require.Eventually(t, func() bool { return h.OpenCount() == 0 }, time.Minute, time.Millisecond)
	before := runtime.NumGoroutine()
	for range 20 {
		chairs := seated(t, h,
			Setup{Players: 4, First: Pick{Chapter: "3"}, Computers: []string{"", "", "fair", "fair"}})
		begin(t, chairs...)
		someone(t, chairs...)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_ = chairs[0].Decide(ctx, seen(chairs[0]), chapters.Decision{})
		err := chairs[0].Wait(ctx, 1<<40)
		require.ErrorIs(t, err, context.Canceled)
		for _, c := range chairs {
			c.Leave()
		}
	}
	require.Eventually(t, func() bool {
		return h.OpenCount() == 0 && runtime.NumGoroutine() <= before+3
	}, time.Minute, 10*time.Millisecond)
}

// TestTrickEndsWait holds that the end of a trick stays on a person's screen while the
// others play on, each trick once and in its turn.
func TestTrickEndsWait(t *testing.T) {
	h, _ := opened(t)
	chairs := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}, Computers: []string{"", "", "greedy"}})
	code, err := chairs[0].Invite(t.Context(), true)
	require.NoError(t, err)
	ticket, _, err := h.ResolveCode(code)
	require.NoError(t, err)
	watcher, err := h.Enter(anybody(4), ticket)
	require.NoError(t, err)
	begin(t, chairs...)
	align(t, append(chairs, watcher)...)
	watcher.Look()
	for v, _ := see(chairs[0]); len(v.History) < 3; v, _ = see(chairs[0]) {
		require.True(t, someone(t, chairs...))
	}
	align(t, append(chairs, watcher)...)
	for trick := 1; trick <= 3; trick++ {
		for range 3 {
			require.Equal(t, round.TrickEnd, watcher.Look().Now)
			r := watcher.Look()
			require.Equal(t, trick, r.Shown)
		}
		watcher.GoOn()
	}
	require.NotEqual(t, round.TrickEnd, watcher.Look().Now)
}

// No server's table starts a program, whoever names one: who sets it up, the host, or a file.
func TestNoProgramAtAServer(t *testing.T) {
	h, _ := opened(t)
	const program = "bot:touch started"
	for _, setup := range []Setup{
		{Players: 2, First: Pick{Chapter: "1"}, Computers: []string{"", program}},
		{Players: 2, First: Pick{Chapter: "1"}, Substitute: program},
	} {
		_, err := h.Create(anybody(0), setup)
		require.ErrorContains(t, err, "there is no computer player")
	}
	chairs := seated(t, h, Setup{Players: 2, First: Pick{Chapter: "1"}, Computers: []string{"", "greedy"}})
	require.ErrorContains(t, chairs[0].Computer(t.Context(), 1, program), "there is no computer player")
	s := newState(chapters.Default(), "x")
	s.seats = make([]seat, 2)
	require.ErrorContains(t, s.applyEvent(1, time.Time{}, &event{Bot: &bot{1, program}}), "plays at no table of a server")
}
