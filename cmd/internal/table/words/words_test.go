package words_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/players"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// inEach runs a test in every language.
func inEach(t *testing.T, test func(t *testing.T, said *texts.Texts)) {
	for _, lang := range characters.Languages {
		t.Run(lang, func(t *testing.T) { test(t, texts.New(lang)) })
	}
}

// seated returns people with these names at a new table, in the order of their seats; the first one is the host.
func seated(t *testing.T, setup table.Setup, names ...string) (clients []*table.Client) {
	t.Helper()
	kept, err := folder.Open(folder.Options{Dir: t.TempDir(), Alone: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, kept.Close()) })
	service := table.NewService(kept, table.Options{Library: chapters.Default()})
	t.Cleanup(service.Close)
	ticket := table.Ticket{}
	for i, name := range names {
		person := table.Person{ID: strings.ToLower(name), Name: name}
		if i == 0 {
			ticket, err = service.Create(person, setup)
			require.NoError(t, err)
		}
		client, err := service.Enter(person, ticket)
		require.NoError(t, err)
		if client.TableView().Me == tricks.NoSeat {
			require.NoError(t, client.Sit(t.Context(), tricks.Seat(i)))
		}
		clients = append(clients, client)
	}
	return clients
}

// do performs an action, as a front end does with what its person sees.
func do(t *testing.T, client *table.Client, name, value string, seat tricks.Seat) error {
	t.Helper()
	return words.DoAction(t.Context(), client, client.TableView().Revision, name, value, seat)
}

// names returns the names of rows, seats without an action left out.
func names(rows []words.Row) (all []string) {
	for _, r := range rows {
		if r.Name != "" {
			all = append(all, r.Name)
		}
	}
	return all
}

// TestActions: what a row names can be done, and changes the table; anything else is refused.
func TestActions(t *testing.T) {
	clients := seated(t, table.Setup{Players: 3, First: table.Pick{Chapter: "1"}}, "Ada", "Bob")
	ada, bob := clients[0], clients[1]
	for name, value := range map[string]string{
		"agree": "perhaps", "ready": "", "return": "no", "invite": "everybody", "dance": "yes", "": "",
	} {
		require.ErrorIs(t, do(t, ada, name, value, 0), words.ErrNoAction, "%s=%s", name, value)
	}
	require.NoError(t, do(t, ada, "say", "hello there", 0))
	require.NoError(t, do(t, bob, "phrase", "thanks", 0))
	talk := ada.TableView().Talk
	assert.Equal(t, "hello there", talk[len(talk)-2].Text)
	assert.Equal(t, table.Phrase("thanks"), talk[len(talk)-1].Phrase)
	require.NoError(t, do(t, ada, "invite", "watch", 0))
	assert.True(t, slices.ContainsFunc(ada.TableView().Codes, func(i table.Invitation) bool { return i.Watch }))
	require.NoError(t, do(t, ada, "ready", "yes", 0))
	assert.True(t, ada.TableView().Seats[0].Ready)
	require.NoError(t, do(t, ada, "ready", "no", 0))
	assert.False(t, ada.TableView().Seats[0].Ready)
	require.NoError(t, do(t, ada, "computer", "fair", 2))
	assert.Equal(t, "fair", ada.TableView().Seats[2].Computer)
	require.NoError(t, do(t, ada, "host", "1", 0))
	assert.Equal(t, "Bob", ada.TableView().HostName)
	require.Error(t, do(t, ada, "host", "nobody", 0))
	require.NoError(t, do(t, ada, "stand", "", 0))
	assert.Equal(t, tricks.NoSeat, ada.TableView().Me)
	require.NoError(t, do(t, ada, "sit", "", 0))
	assert.Equal(t, tricks.Seat(0), ada.TableView().Me)
	require.Error(t, do(t, bob, "free", "0", 0), "she is there")
	require.Error(t, do(t, bob, "without", "wait", 0))
	require.NoError(t, do(t, bob, "close", "", 0))
	require.Error(t, do(t, ada, "say", "still here?", 0))
}

// TestEveryChoiceIsAnAction: a person can do what every row and choice of a table offers.
func TestEveryChoiceIsAnAction(t *testing.T) {
	pages := []string{"", "toround", "undo", "stop", "proposal", "next", "book", "look", "together", "absent", "more", "leave"}
	inEach(t, func(t *testing.T, said *texts.Texts) {
		client := seated(t, table.Setup{Players: 4, First: table.Pick{Chapter: "1"}}, "Ada", "Bob")[0]
		view := client.TableView()
		view.Round = 1
		view.Setup.Campaign = true
		for _, row := range words.Rows(said, client, &view) {
			_, isAction := words.Actions[row.Name]
			assert.True(t, isAction || slices.Contains(pages, row.Name) || row.Name == "say" || row.Name == "phrase", row.Name)
			assert.NotEmpty(t, row.Label)
			assert.NotContains(t, row.Label, "serve.")
			for _, option := range row.Options {
				_, isAction := words.Actions[option.Name]
				assert.True(t, isAction, option.Name)
				assert.NotContains(t, option.Label, "serve.")
			}
		}
		assert.Equal(t, []string{"ready", "say", "phrase", "next", "book", "look", "together", "sit", "sit", "more", "leave"},
			names(words.Rows(said, client, &view))[:11])
	})
}

// TestRowsOfARound: while a round is played there are the round, what may be proposed and the phrases, and nothing
// to say or to choose.
func TestRowsOfARound(t *testing.T) {
	said := texts.New("en")
	clients := seated(t, table.Setup{Players: 2, First: table.Pick{Chapter: "1"}}, "Ada", "Bob")
	for _, c := range clients {
		require.NoError(t, do(t, c, "ready", "yes", 0))
	}
	view := clients[0].TableView()
	require.True(t, view.Playing)
	rows := names(words.Rows(said, clients[0], &view))
	assert.Equal(t, "toround", rows[0])
	assert.Contains(t, rows, "phrase")
	for _, name := range []string{"say", "ready", "next", "sit", "undo", "look"} {
		assert.NotContains(t, rows, name, "nothing was decided yet")
	}
	for player := range clients {
		if a := clients[player].Look(); a.Player == a.Me && a.View.Ask != nil {
			require.NoError(t, clients[player].Decide(t.Context(), a.Revision, a.View.Ask.Options[0]))
			view = clients[player].TableView()
			assert.Contains(t, names(words.Rows(said, clients[player], &view)), "undo")
			require.NoError(t, clients[player].Propose(t.Context(), view.Revision, table.Undo))
			view = clients[player].TableView()
			assert.NotContains(t, names(words.Rows(said, clients[player], &view)), "undo", "one proposal at a time")
			assert.Contains(t, names(words.Rows(said, clients[player], &view)), "proposal")
			other := clients[1-player].TableView()
			q := words.PendingQuestion(said, &other)
			require.NotNil(t, q)
			assert.Equal(t, "agree", q.ID)
			assert.Equal(t, said.T("serve.ask.title"), q.Title)
			assert.Equal(t, words.ProposalText(said, &other), q.Text)
			require.NoError(t, do(t, clients[1-player], q.ID, q.Answers[1].Value, 0))
			other = clients[1-player].TableView()
			assert.Nil(t, words.PendingQuestion(said, &other), "it was refused")
			return
		}
	}
	t.Fatal("nobody has to decide")
}

// TestMoreChoices: only the host gives the table away or closes it, and a seat is taken only from somebody who is
// away between two rounds.
func TestMoreChoices(t *testing.T) {
	view := func(change func(*table.TableView)) *table.TableView {
		v := &table.TableView{
			Me: 0, Host: true, Name: "Ada", HostName: "Ada",
			Seats: []table.SeatView{{Name: "Ada"}, {Name: "Bob", Away: true}, {}},
		}
		change(v)
		return v
	}
	inEach(t, func(t *testing.T, said *texts.Texts) {
		for _, c := range []struct {
			name   string
			change func(*table.TableView)
			want   []string
		}{
			{"host", func(*table.TableView) {}, []string{"invite", "invite=watch", "host=1", "free=1", "stand", "close"}},
			{"present", func(v *table.TableView) { v.Seats[1].Away = false }, []string{"invite", "invite=watch", "host=1", "stand", "close"}},
			{"playing", func(v *table.TableView) { v.Playing = true }, []string{"invite", "invite=watch", "host=1", "stand"}},
			{"guest", func(v *table.TableView) { v.Host = false }, []string{"invite", "invite=watch", "stand"}},
			{"watcher", func(v *table.TableView) {
				v.Me = tricks.NoSeat
				v.Host = false
			}, nil},
		} {
			var got []string
			for _, choice := range words.MoreChoices(said, view(c.change)) {
				got = append(got, strings.TrimSuffix(choice.Name+"="+choice.Value, "="))
				assert.NotEmpty(t, choice.Label)
			}
			assert.Equal(t, c.want, got, c.name)
		}
	})
	computers := words.Computers()
	assert.Empty(t, computers[0], "a person comes first")
	assert.Equal(t, table.Computers[len(table.Computers)-1], computers[1], "then the strongest")
	assert.Len(t, computers, len(table.Computers)+1)
	assert.Len(t, words.Phrases(texts.New("en")), len(table.Phrases))
}

// TestQuestions: a person is asked about an absent one, and may come back from a computer player.
func TestQuestions(t *testing.T) {
	inEach(t, func(t *testing.T, said *texts.Texts) {
		v := &table.TableView{Me: 0, Seats: []table.SeatView{{Name: "Ada"}, {Name: "Bob"}}}
		assert.Nil(t, words.PendingQuestion(said, v))
		v.Seats[1].Replaceable = true
		q := words.PendingQuestion(said, v)
		require.NotNil(t, q)
		assert.Equal(t, "without", q.ID)
		assert.Equal(t, tricks.Seat(1), q.Seat)
		assert.Equal(t, said.T("serve.absent.title", "Bob"), q.Title)
		assert.Equal(t, said.T("serve.absent.text", said.T("serve.absent.away", "Bob")), q.Text)
		assert.Len(t, q.Answers, 2)
		v.Playing = true
		q = words.PendingQuestion(said, v)
		require.Len(t, q.Answers, 3, "only a round can be ended")
		assert.Equal(t, string(table.GiveUp), q.Answers[2].Value)
		v.Seats[1].Deciding = true
		assert.Equal(t, said.T("serve.absent.thinks", "Bob"), words.AbsenceText(said, v, 1))
		v.Seats[1].Leaving = true
		assert.Equal(t, said.T("serve.absent.leaves", "Bob"), words.AbsenceText(said, v, 1))
		v.Seats[1].Replaceable = false
		v.Seats[0].Computer = "strong"
		q = words.PendingQuestion(said, v)
		require.NotNil(t, q)
		assert.Equal(t, "return", q.ID)
		v.Me = tricks.NoSeat
		assert.Nil(t, words.PendingQuestion(said, v), "a watcher is asked nothing")
	})
}

// TestProposals: a proposal names who made it and what is taken back.
func TestProposals(t *testing.T) {
	card, err := tricks.ParseCard("H3")
	require.NoError(t, err)
	inEach(t, func(t *testing.T, said *texts.Texts) {
		v := &table.TableView{Seats: []table.SeatView{{Name: "Ada"}, {Name: "Bob"}, {}}}
		v.Proposal = &table.Proposal{Action: table.Stop, Proposer: 1, Card: tricks.NoCard}
		assert.Equal(t, said.T("serve.ask.stop", "Bob"), words.ProposalText(said, v))
		v.Proposal = &table.Proposal{Action: table.Undo, Proposer: 1, Seat: 1, Card: tricks.NoCard}
		assert.Equal(t, said.T("serve.ask.undo.own", "Bob", ""), words.ProposalText(said, v))
		v.Proposal.Card = card
		assert.Equal(t, said.T("serve.ask.undo.own", "Bob", said.T("serve.card", said.Code(card))), words.ProposalText(said, v))
		v.Proposal.Seat = 2
		v.Proposal.More = 3
		assert.Equal(t, said.T("serve.ask.undo", "Bob", said.T("serve.seat", 3), said.T("serve.card", said.Code(card)))+" "+
			said.N("serve.ask.more", 3), words.ProposalText(said, v))
		assert.Empty(t, words.NameAt(said, v, tricks.NoSeat))
		assert.Empty(t, words.NameAt(said, v, 3))
	})
}

// TestSeatText: a seat names its player, and in brackets what is to be known about them.
func TestSeatText(t *testing.T) {
	inEach(t, func(t *testing.T, said *texts.Texts) {
		text := func(change func(*table.TableView, *table.SeatView)) string {
			v := &table.TableView{Me: 0, HostName: "Ada", Seats: []table.SeatView{{Name: "Ada"}, {Name: "Bob"}}}
			change(v, &v.Seats[1])
			return words.SeatText(said, v, 1)
		}
		assert.Equal(t, "Bob", text(func(*table.TableView, *table.SeatView) {}))
		for key, change := range map[string]func(*table.TableView, *table.SeatView){
			"serve.you":     func(v *table.TableView, _ *table.SeatView) { v.Me = 1 },
			"serve.host":    func(v *table.TableView, _ *table.SeatView) { v.HostName = "Bob" },
			"serve.isready": func(_ *table.TableView, s *table.SeatView) { s.Ready = true },
			"serve.isaway":  func(_ *table.TableView, s *table.SeatView) { s.Away = true },
			"table.thinks":  func(_ *table.TableView, s *table.SeatView) { s.Deciding = true },
			"serve.leaving": func(_ *table.TableView, s *table.SeatView) { s.Leaving = true },
		} {
			assert.Equal(t, fmt.Sprintf("Bob (%s)", said.T(key)), text(change), key)
		}
		assert.Equal(t, "Bob", text(func(v *table.TableView, s *table.SeatView) {
			v.Playing = true
			s.Ready = true
		}), "in a round nobody is asked to be ready")
		assert.Equal(t, "Bob ("+said.T("serve.host")+", "+said.T("serve.isaway")+")",
			text(func(v *table.TableView, s *table.SeatView) {
				v.HostName = "Bob"
				s.Away = true
			}))
		assert.Equal(t, said.T("serve.free"), text(func(_ *table.TableView, s *table.SeatView) { s.Name = "" }))
		assert.Equal(t, words.Computer(said, "fair"), text(func(_ *table.TableView, s *table.SeatView) {
			*s = table.SeatView{Computer: "fair"}
		}))
		instead := text(func(_ *table.TableView, s *table.SeatView) { s.Computer = "fair" })
		name, _, _ := strings.Cut(said.T("lobby.computer.fair"), " (")
		assert.Equal(t, "Bob ("+said.T("serve.standsin", name)+")", instead)
		assert.Equal(t, said.T("serve.person"), words.Computer(said, ""))
	})
}

// TestTalk: every entry of the talk log has its text, and only the latest are shown.
func TestTalk(t *testing.T) {
	inEach(t, func(t *testing.T, said *texts.Texts) {
		for want, entry := range map[string]table.TalkEntry{
			"hello":                                     {Text: "hello"},
			said.T("serve.looks"):                       {Replays: true},
			said.T("serve.refuses"):                     {Refuses: true},
			said.T("phrase.thanks"):                     {Phrase: "thanks"},
			said.T("serve.helped.why"):                  {Help: table.ExplainCard},
			said.T("serve.helped.hint"):                 {Help: table.Hint},
			said.T("serve.helped.open"):                 {Help: table.OpenCards},
			said.T("serve.playson", 4):                  {PlaysOn: true, Trick: 4},
			said.T("serve.playson.start"):               {PlaysOn: true},
			said.T("serve.absent.said.computer", "Bob"): {AbsenceAction: table.Substitute, AbsentName: "Bob"},
		} {
			assert.Equal(t, want, words.TalkText(said, &entry))
		}
		v := &table.TableView{Talk: []table.TalkEntry{{Name: "Ada", Text: "one"}, {Name: "Bob", Text: "two"}}}
		assert.Equal(t, []string{"Ada: one", "Bob: two"}, words.Talk(said, v, 9))
		assert.Equal(t, []string{"Bob: two"}, words.Talk(said, v, 1))
		assert.Empty(t, words.Talk(said, v, 0))
	})
}

// TestPick: the next round is named by its chapter, and never by its deal.
func TestPick(t *testing.T) {
	lib := chapters.Default()
	inEach(t, func(t *testing.T, said *texts.Texts) {
		c, err := lib.Chapter("14")
		require.NoError(t, err)
		assert.Equal(t, said.T("serve.game.chapter.again", said.Chapter(c)),
			words.Pick(said, lib, &table.Pick{Chapter: "14", Again: true}, false))
		assert.Equal(t, said.T("serve.game.again"), words.Pick(said, lib, &table.Pick{Again: true}, false))
		assert.Equal(t, said.Chapter(c), words.Pick(said, lib, &table.Pick{Chapter: "14"}, false))
		event := c.Variants()[0]
		letter := c.Letters()[0]
		assert.Equal(t, said.Chapter(c)+": "+event.Title.In(said.Lang()),
			words.Pick(said, lib, &table.Pick{Chapter: "14", Variant: letter}, false))
		assert.Equal(t, said.T("serve.game.recommended"), words.Pick(said, lib, &table.Pick{}, false))
		assert.Equal(t, said.T("serve.game.campaign", said.T("serve.game.recommended")),
			words.Pick(said, lib, &table.Pick{}, true))
		assert.Equal(t, said.Chapter(c)+" ("+said.T("serve.game.named")+")",
			words.Pick(said, lib, &table.Pick{Chapter: "14", Deal: table.NamedDeal}, false))

		v := &table.TableView{Me: 0, Next: table.Pick{Chapter: "14"}, Round: 3, Seats: []table.SeatView{{Name: "Ada"}}}
		assert.Equal(t, said.Chapter(c), words.Table(said, lib, v), "the person knows that they sit there")
		v.Seats = append(v.Seats, table.SeatView{Name: "Bob"}, table.SeatView{}, table.SeatView{Name: "Cleo"})
		assert.Equal(t, said.T("serve.with", said.Chapter(c), "Bob, Cleo"), words.Table(said, lib, v))
		v.Playing = true
		assert.Equal(t, said.T("serve.lobby.playing", said.T("serve.with", said.Chapter(c), "Bob, Cleo"), 3),
			words.Table(said, lib, v))
	})
}

// TestNotes: a table says for whom the next round waits, how the last one ended, and who only watches.
func TestNotes(t *testing.T) {
	inEach(t, func(t *testing.T, said *texts.Texts) {
		client := seated(t, table.Setup{Players: 3, First: table.Pick{Chapter: "1"}, Computers: []string{"", "", ""}}, "Ada", "Bob")[0]
		require.NoError(t, do(t, client, "ready", "yes", 0))
		v := client.TableView()
		assert.Equal(t, []string{said.T("serve.missing", "Bob, "+said.T("serve.missing.seat", 3))},
			words.TableNotes(said, client, &v))
		v.Last = &table.Result{Number: 2, Won: true, Deal: "c01p3s1"}
		won := said.T("serve.result.won", 2) + " " + said.T("serve.result.deal", "c01p3s1")
		assert.Equal(t, won, words.TableNotes(said, client, &v)[0])
		v.Last = &table.Result{Number: 2}
		assert.Equal(t, said.T("serve.result.lost", 2), words.Result(said, &v))
		v.Waited = true
		notes := words.TableNotes(said, client, &v)
		assert.Equal(t, texts.Sentence(said.T("table.waited")), notes[len(notes)-1])
		v.Me = tricks.NoSeat
		v.MaySit = false
		assert.Equal(t, said.T("serve.youwatch"), words.TableNotes(said, client, &v)[0])
		v.MaySit = true
		assert.NotContains(t, words.TableNotes(said, client, &v), said.T("serve.youwatch"))
		v.Seats = []table.SeatView{{Name: "Ada", Ready: true}, {Computer: "fair"}}
		v.Playing = false
		v.Waited = false
		v.Last = nil
		assert.Empty(t, words.TableNotes(said, client, &v), "nobody is missing")

		assert.Empty(t, words.Watching(said, &v))
		v.Watching = []string{"Dora", "Emil"}
		assert.Equal(t, said.T("serve.watching", "Dora, Emil"), words.Watching(said, &v))
		v.Seats[0].Away = true
		assert.Equal(t, said.T("serve.waitaway", "Ada"), words.AwayText(said, &v, 0))
		assert.Empty(t, words.AwayText(said, &v, 1))
		assert.Empty(t, words.AwayText(said, &v, tricks.NoSeat))
		assert.Empty(t, words.AwayText(said, &v, 2))
		assert.Equal(t, said.T("serve.unreachable.full"), words.Trouble(said, fmt.Errorf("a table: %w", disk.ErrFull)))
		assert.Equal(t, said.T("serve.unreachable.long"), words.Trouble(said, errors.New("no such file")))
		assert.Equal(t, said.T("serve.join", "abc"), words.InvitationText(said, table.Invitation{Code: "abc"}))
		assert.Equal(t, said.T("serve.joinwatch", "abc"),
			words.InvitationText(said, table.Invitation{Code: "abc", Watch: true}))
	})
}

// TestNobodyIsCalledLikeThis checks that no person at a table can have a name that the program writes there for players
// and seats, in any language.
func TestNobodyIsCalledLikeThis(t *testing.T) {
	for _, lang := range characters.Languages {
		said := texts.New(lang)
		written := []string{said.T("serve.seat", 2), said.T("played.computer", "2")}
		for _, key := range []string{
			"serve.you", "seat.you", "serve.host", "serve.free", "web.computer", "played.person", "real.word.nobody",
		} {
			written = append(written, said.T(key))
		}
		for _, name := range players.Names {
			level, _, _ := strings.Cut(said.T("lobby.computer."+name), " (")
			written = append(written, level)
		}
		for _, word := range written {
			_, err := table.CleanName(strings.Trim(word, "()"))
			require.Error(t, err, "%s: %q", lang, word)
		}
	}
}
