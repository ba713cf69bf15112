package web

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// opensTab opens another tab of the same browser, with the same cookies and the same connections: before the others in
// their window, or in a window of its own.
func (c *chrome) opensTab(inWindow bool) *chrome {
	c.t.Helper()
	own := chromedp.FromContext(c.ctx)
	all := cdp.WithExecutor(c.ctx, own.Browser)
	info, err := target.GetTargetInfo().WithTargetID(own.Target.TargetID).Do(all)
	require.NoError(c.t, err)
	tab, err := target.CreateTarget("about:blank").WithBrowserContextID(info.BrowserContextID).
		WithNewWindow(inWindow).Do(all)
	require.NoError(c.t, err)
	ctx, cancel := chromedp.NewContext(c.ctx, chromedp.WithTargetID(tab))
	c.t.Cleanup(cancel)
	opened := &chrome{t: c.t, ctx: ctx}
	opened.do(window(390, 844), cdppage.BringToFront())
	return opened
}

// streams returns how many pages have a stream, or ask for something.
func (s *served) streams() (count int) {
	s.srv.sessions.mu.Lock()
	defer s.srv.sessions.mu.Unlock()
	for _, v := range s.srv.sessions.byKey {
		count += v.users
	}
	return count
}

// TestManyTabs opens seven tables in one browser, which has six connections to a server for all its tabs, as tabs of one
// window and as windows beside each other. The page in front can always play. A page that comes to the front shows the
// present, and so does by itself a page without a stream.
func TestManyTabs(t *testing.T) {
	t.Parallel()
	for _, inWindows := range []bool{false, true} {
		t.Run(fmt.Sprintf("in windows %v", inWindows), func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(o *Options) { o.Beat = time.Hour })
			first := chromium(t)
			first.begins(s)
			tabs := []*chrome{first}
			for len(tabs) < 7 {
				c := first.opensTab(inWindows)
				tabs = append(tabs, c)
				c.do(chromedp.Navigate(s.url + "/new"))
				c.makes("")
			}
			for i, c := range tabs[:6] {
				require.Equal(t, !inWindows, c.eval(`document.hidden`), "tab %d", i)
			}
			few := func() bool { return s.streams() <= 4 }
			require.Eventually(t, few, time.Minute, 10*time.Millisecond, "connections are left")

			for _, c := range []*chrome{tabs[6], tabs[0], tabs[3]} {
				c.do(cdppage.BringToFront())
				c.readies()
				for range 3 {
					c.presses()
				}
				require.Eventually(t, few, time.Minute, 10*time.Millisecond, "connections are left")
			}
			for _, c := range tabs {
				require.NoError(t, c.seatOf(s).client.SayPhrase(t.Context(), "thanks"))
			}
			tabs[1].hears("Thank you!") // also while it is hidden and has no stream
			for _, c := range tabs {
				if !inWindows {
					c.do(cdppage.BringToFront())
				}
				c.hears("Thank you!")
				assert.Empty(t, c.eval(`document.querySelector(".lost-line")?.textContent ?? ""`))
			}
		})
	}
}
