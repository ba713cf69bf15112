package table

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/folder"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

var kills = flag.Int("kills", 5, "how often to kill a process that serves tables, at random moments")

// served is the environment variable with the folder from which a child process serves tables until it is killed.
const served = "FELLOWSHIP_TEST_SERVE"

func TestMain(m *testing.M) {
	if dir := os.Getenv(served); dir != "" {
		fmt.Println("error", serveUntilKilled(context.Background(), dir))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// serveUntilKilled lets three people play at three tables. It prints the table, round and number of each decision
// that was acknowledged.
func serveUntilKilled(ctx context.Context, dir string) error {
	s, err := folder.Open(folder.Options{Dir: dir, Alone: true})
	if err != nil {
		return err
	}
	h := NewService(s, Options{Library: chapters.Default(), Thinkers: 2})
	k, err := h.loadPerson(anybody(0).ID)
	if err != nil {
		return err
	}
	var tables []Ticket
	for _, v := range k.Tables {
		ticket, err := invitation(h, v.Table)
		if err != nil {
			return err
		}
		tables = append(tables, ticket)
	}
	for n := len(tables); n < 3; n++ {
		ticket, err := h.Create(anybody(0), Setup{
			Players: 4, First: Pick{Chapter: fmt.Sprint(1 + 2*n)}, Computers: []string{"", "", "", "random"},
		})
		if err != nil {
			return err
		}
		tables = append(tables, ticket)
	}
	group, ctx := errgroup.WithContext(ctx)
	for _, ticket := range tables {
		for n := range 3 {
			group.Go(func() error {
				c, err := h.Enter(anybody(n), ticket)
				if err != nil {
					return err
				}
				if c.TableView().Me == tricks.NoSeat {
					if err := c.Sit(ctx, tricks.NoSeat); err != nil {
						return err
					}
				}
				return player(ctx, c, 1<<30, func() {}, func(round, number int, d chapters.Decision) {
					fmt.Printf("made %s %d %d %s", ticket.Table, round, number, chapters.Line{Decision: &d}.Text())
				})
			})
		}
	}
	return group.Wait()
}

// TestKilledServer kills a process that serves tables at random moments. Every acknowledged decision is in the
// record exactly once and in its place, and every table can be continued.
func TestKilledServer(t *testing.T) {
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(3, uint64(*kills)))
	var acked []string
	for range *kills {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), served+"="+dir)
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		after := 1 + rng.IntN(100)
		for in := bufio.NewScanner(out); in.Scan(); {
			require.True(t, strings.HasPrefix(in.Text(), "made "), in.Text())
			acked = append(acked, in.Text())
			after--
			if after == 0 {
				require.NoError(t, cmd.Process.Kill())
			}
		}
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	s, err := folder.Open(folder.Options{Dir: dir, Alone: true})
	require.NoError(t, err)
	defer s.Close()
	h := NewService(s, Options{Library: chapters.Default()})
	defer h.Close()
	k, err := h.loadPerson(anybody(0).ID)
	require.NoError(t, err)
	there := map[string]bool{}
	for _, ticket := range k.Tables {
		rounds, _, err := h.Export(ticket.Table)
		require.NoError(t, err)
		for round, written := range rounds {
			record := written.Text
			for e := range chapters.Default().Read("export", bytes.NewReader(record)) {
				require.NoError(t, e.Err)
				_, err := e.Record.Game(chapters.Default())
				require.NoError(t, err)
				for i, d := range e.Record.Decisions {
					there[strings.TrimSpace(fmt.Sprintf("made %s %d %d %s", ticket.Table, round+1, i,
						chapters.Line{Decision: &d}.Text()))] = true
				}
			}
		}
		var clients []*Client
		for n := range 3 {
			invited, err := invitation(h, ticket.Table)
			require.NoError(t, err)
			c, err := h.Enter(anybody(n), invited)
			require.NoError(t, err)
			if c.TableView().Me == tricks.NoSeat {
				require.NoError(t, c.Sit(t.Context(), tricks.NoSeat))
			}
			clients = append(clients, c)
		}
		p := clients[0].TableView()
		playOn(t, ended(&p)+1, clients...)
	}
	for _, line := range acked {
		assert.True(t, there[line], line)
	}
	t.Logf("%d decisions of people were acknowledged in %d lives, %d of all are there", len(acked), *kills, len(there))
}

// TestDamagedTables damages the files of some tables. People who enter one of them get an error, and the other tables
// work as before.
func TestDamagedTables(t *testing.T) {
	dir := t.TempDir()
	var tables []string
	s, err := folder.Open(folder.Options{Dir: dir, Alone: true})
	require.NoError(t, err)
	h := NewService(s, Options{Library: chapters.Default()})
	for range 6 {
		ticket, err := h.Create(anybody(0),
			Setup{Players: 3, First: Pick{Chapter: "1"}, Computers: []string{"", "random", "random"}})
		require.NoError(t, err)
		tables = append(tables, ticket.Table)
		c, err := h.Enter(anybody(0), Ticket{Table: ticket.Table})
		require.NoError(t, err)
		playOn(t, 1, c)
		c.Leave()
	}
	var before [][]Recorded
	for _, id := range tables {
		rounds, _, err := h.Export(id)
		require.NoError(t, err)
		before = append(before, rounds)
	}
	h.Close()
	require.NoError(t, s.Close())
	broken := 0
	for i, id := range tables[:2] {
		path := filepath.Join(dir, id+".ndjson")
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		data[len(data)/(2+i)] ^= 0x55
		require.NoError(t, os.WriteFile(path, data, 0o600))
	}

	s, err = folder.Open(folder.Options{Dir: dir, Alone: true})
	require.NoError(t, err)
	defer s.Close()
	h = NewService(s, Options{Library: chapters.Default()})
	defer h.Close()
	// What is kept of the person is damaged, too: the seats are at the tables.
	people, err := filepath.Glob(filepath.Join(dir, "people", "*"))
	require.NoError(t, err)
	require.Len(t, people, 1)
	data, err := os.ReadFile(people[0])
	require.NoError(t, err)
	data[len(data)/2] ^= 0x55
	require.NoError(t, os.WriteFile(people[0], data, 0o600))
	name, err := h.Name(anybody(0).ID)
	require.NoError(t, err)
	assert.Empty(t, name)
	_, err = h.Create(anybody(0),
		Setup{Players: 3, First: Pick{Chapter: "1"}, Computers: []string{"", "random", "random"}})
	require.NoError(t, err)
	defer func() {
		now, err := os.ReadFile(people[0])
		require.NoError(t, err)
		assert.Equal(t, data, now)
	}()
	for i, id := range tables {
		c, err := h.Enter(anybody(0), Ticket{Table: id})
		if i < 2 {
			require.ErrorIs(t, err, store.ErrDamaged)
			require.ErrorContains(t, err, id)
			left, _, err := h.Export(id)
			require.ErrorIs(t, err, store.ErrDamaged)
			require.Len(t, left, 1, "what was before the damage is there")
			assert.True(t, bytes.HasPrefix(before[i][0].Text, left[0].Text))
			assert.Less(t, len(left[0].Text), len(before[i][0].Text))
			broken++
			continue
		}
		require.NoError(t, err)
		playOn(t, 2, c)
		c.Leave()
	}
	assert.Equal(t, 2, broken)
}

// invitation returns a ticket with the first invitation to a table.
func invitation(h *Service, id string) (Ticket, error) {
	t, err := h.acquire(id)
	if err != nil {
		return Ticket{}, err
	}
	defer h.release(t)
	t.mu.Lock()
	defer t.mu.Unlock()
	return Ticket{Table: id, code: t.state.codes[0].Code}, nil
}
