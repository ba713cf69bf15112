package browser

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/door/web/webtest"
	_ "fellowship/cmd/internal/envtest" // the tests have an environment of their own
	"fellowship/cmd/internal/outputtest"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/visit/home"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// quiet is the stage from which the browser was opened. It only waits.
type quiet struct{ home.Stage }

// WhileWorking does the work.
func (quiet) WhileWorking(ctx context.Context, _ string, work func(context.Context) error) error {
	return work(ctx)
}

// Say says nothing.
func (quiet) Say(home.Line) {}

// TestCampaignInBrowser checks that rounds of a campaign follow each other in a browser, where the event
// of the next one is chosen.
func TestCampaignInBrowser(t *testing.T) {
	for _, folder := range []string{"XDG_STATE_HOME", "XDG_CONFIG_HOME"} {
		t.Setenv(folder, t.TempDir())
	}
	h := &home.Home{
		Person: &home.Person{
			Lang: "en", Load: func() settings.Settings { return settings.Settings{Quick: true} },
		},
		Library: chapters.Default(), Saves: saves.Default(), Ctx: t.Context(), Computer: []string{"random"},
	}
	out := &outputtest.Output{}
	pages := New(h, quiet{}, func(line string) { fmt.Fprintln(out, line) })
	defer pages.Close()
	c, err := campaign.New(h.Library, 3, 0)
	require.NoError(t, err)
	c.PlayerNames = []string{"random", "random", "random"}
	require.NoError(t, h.Saves.CreateCampaign(h.Library, "shire", c))
	ended := make(chan error, 1)
	go func() {
		ended <- h.PlayCampaign(home.Campaign{
			Name:   "shire",
			Choice: campaign.Choice{Chapter: "14", Event: "doors", Seed: 7},
		})
	}()
	link := ""
	require.Eventually(t, func() bool {
		link = regexp.MustCompile(`http://127\S+`).FindString(out.String())
		return link != ""
	}, time.Minute, time.Millisecond)
	eve := webtest.New(link)
	require.NoError(t, eve.Open(link))
	over := func(number string) {
		t.Helper()
		require.Eventually(t, func() bool {
			if _, waits := eve.Button("goon"); waits { // the end of a trick
				return eve.Press("goon") != nil
			}
			_, over := eve.Button("act-another")
			return eve.Open("/table/home") == nil && over
		}, time.Minute, time.Millisecond, number)
	}
	over("the first round")
	require.NoError(t, eve.Press("act-another"))
	require.Equal(t, "/next", eve.URL.Path, eve.Text())
	form := url.Values{"variant": {"l"}, "after": {string(campaign.Restart)}}
	require.NoError(t, eve.Send("/next", form))
	over("the second round")
	require.NoError(t, eve.Press("act-quit"))
	require.NoError(t, <-ended)
	var all []saves.Save
	for g := range h.Saves.List().Saves(h.Library) {
		require.NoError(t, g.Err)
		all = append(all, g)
	}
	slices.Reverse(all)
	require.Len(t, all, 2)
	assert.Equal(t, "doors", all[0].Record.Event)
	assert.Equal(t, "long-dark", all[1].Record.Event)
}
