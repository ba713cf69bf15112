package web

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/door/web/webtest"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// damaged is a person at home whose games are in a folder.
type damaged struct {
	alone
	folder *saves.Folder
}

func (d *damaged) Played() *saves.Played { return d.folder.List().Played(chapters.Default()) }

// keepsDamaged returns a person whose game and campaign are cut, and who has a link in the place of another game.
func keepsDamaged(t *testing.T) *damaged {
	t.Helper()
	lib := chapters.Default()
	folder := saves.New(filepath.Join(t.TempDir(), "games"))
	pos, err := lib.Deal(chapters.DealID{Chapter: "1", Players: 4, Seed: 7})
	require.NoError(t, err)
	file, err := folder.Create(lib,
		chapters.Record{Position: pos, PlayerNames: []string{round.Human, "random", "random", "random"}})
	require.NoError(t, err)
	file.Home.Pace(0, true)
	for file.Home.Round().Decisions() < 4 {
		now := file.Home.Look()
		if now.Now == round.Turn {
			require.NoError(t, file.Home.Decide(t.Context(), now.Revision, now.View.Ask.Options[0]))
		} else {
			require.NoError(t, file.Home.Wait(t.Context(), now.Event))
		}
	}
	require.NoError(t, file.Home.Close())
	begun, err := campaign.New(lib, 4, 1)
	require.NoError(t, err)
	require.NoError(t, folder.CreateCampaign(lib, "shire", begun))
	for _, name := range []string{"c01p4s7-1", "shire"} {
		path := filepath.Join(folder.Dir(), name+".ndjson")
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.Truncate(path, int64(len(text)-9)))
	}
	if err := os.Symlink(filepath.Join(t.TempDir(), "none"), filepath.Join(folder.Dir(), "linked.ndjson")); err != nil {
		t.Skip("there are no links here")
	}
	return &damaged{folder: folder}
}

// TestDamagesAtHome: the first page names what is damaged, the pages of games and campaigns say once what is wrong and
// what to do, nothing changes by looking, and the button makes the game go on from what can be read.
func TestDamagesAtHome(t *testing.T) {
	who := keepsDamaged(t)
	path := filepath.Join(who.folder.Dir(), "c01p4s7-1.ndjson")
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	h, err := NewHome(chapters.Default(), texts.New("en"), who, -1)
	require.NoError(t, err)
	defer func() { require.NoError(t, h.Close()) }()
	begin, ended := rounds(t, h, false)
	begin()
	server, key, _ := strings.Cut(h.Link, "/?")
	p := &person{Browser: webtest.New(server), t: t}
	require.NoError(t, p.Open("/?"+key))

	require.NoError(t, p.Open("/"))
	assert.Contains(t, p.Text(), "2 more: something is wrong with the files. See Replays.")
	require.NoError(t, p.Open("/campaign"))
	assert.Contains(t, p.Text(), "The file is damaged: its end is missing; lines that can be read: 0 of 1.")
	require.NoError(t, p.Open("/stats"))
	assert.Equal(t, 1, strings.Count(p.Text(), "A link in the place of the file leads to no file"), p.Text())
	require.NoError(t, p.Open("/saved"))
	text := p.Text()
	for _, said := range []string{"Saved game c01p4s7-1", "File linked.ndjson", "leads to no file", "its end is missing; lines that can be read: 4 of 5"} {
		assert.Contains(t, text, said)
	}
	assert.Equal(t, 1, strings.Count(text, "Saved game c01p4s7-1\n"), "it is said once:\n%s", text)
	now, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(now))

	require.NoError(t, p.Send("/saved/repair", url.Values{"name": {"linked"}}))
	require.NoError(t, p.Send("/saved/repair", url.Values{"name": {"c01p4s7-1"}}))
	assert.Contains(t, p.Text(), "Saved game c01p4s7-1 resumes from what could be read. "+
		"The damaged file is kept as c01p4s7-1.ndjson.damaged-1.")
	kept, err := os.ReadFile(path + ".damaged-1")
	require.NoError(t, err)
	assert.Equal(t, string(before), string(kept))
	_, canResume := p.Button("c01p4s7-1")
	assert.True(t, canResume, p.Text())
	require.NoError(t, p.Send("/saved/repair", url.Values{"name": {"c01p4s7-1"}}))
	assert.Equal(t, "/saved", p.URL.Path, "the form was sent twice")
	assert.NoFileExists(t, path+".damaged-2")
	require.NoError(t, p.Open("/table/home"))
	go func() { <-ended }()
	p.press("act-quit")
}
