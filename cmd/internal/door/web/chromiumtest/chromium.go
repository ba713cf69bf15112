// Package chromiumtest starts a Chromium in tests.
package chromiumtest

import (
	"context"
	"errors"
	"flag"
	"os/exec"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shared is the browser that the tests of a package share. To start a browser takes longer than most tests.
var (
	life, endShared = context.WithCancel(context.Background())
	sharedOptions   []chromedp.ExecAllocatorOption
	shared          = sync.OnceValues(func() (context.Context, error) { return Start(life, sharedOptions...) })
)

// Main runs the tests of a package, and then ends the browser that they share, which has some options. It returns the
// code with which the process ends. AtOnce is how many tests run at once. As they often wait for the browser, that may
// be more than there are processors.
func Main(m *testing.M, atOnce int, options ...chromedp.ExecAllocatorOption) int {
	sharedOptions = options
	_ = flag.Lookup("test.parallel").Value.Set(strconv.Itoa(atOnce)) // it takes any number
	flag.Parse()                                                     // somebody may want another number
	code := m.Run()
	endShared() // if no test has started the browser, shared starts none any more
	if browser, err := shared(); err == nil {
		chromedp.FromContext(browser).Allocator.Wait()
	}
	return code
}

// Needs skips a test if there is no Chromium, or if it should be short. Otherwise the browser that tests share starts,
// while the test prepares what it shows.
func Needs(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts a browser")
	}
	if _, err := find(); err != nil {
		t.Skip(err)
	}
	go func() { _, _ = shared() }() // whoever needs the browser is told why it did not start
}

// find returns the path of a Chromium.
func find() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("there is no Chromium here")
}

// unneeded names parts of Chromium that no page needs. chromedp leaves out the first three. The last two draw two pages
// for the address bar of every window that is opened, which takes a processor up to two seconds.
const unneeded = "site-per-process,Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup"

// Start starts a browser that runs until the context ends. It returns the context of its first tab.
func Start(ctx context.Context, options ...chromedp.ExecAllocatorOption) (context.Context, error) {
	path, err := find()
	if err != nil {
		return nil, err
	}
	options = append(options, chromedp.NoSandbox, chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("disable-features", unneeded), chromedp.ExecPath(path), chromedp.WSURLReadTimeout(time.Minute))
	ctx, _ = chromedp.NewExecAllocator(ctx, append(chromedp.DefaultExecAllocatorOptions[:], options...)...)
	ctx, _ = chromedp.NewContext(ctx)
	return ctx, chromedp.Run(ctx)
}

// Storage is storage of its own, with cookies, in the browser that tests share.
type Storage struct {
	browser context.Context
	id      cdp.BrowserContextID
}

// NewStorage makes empty storage for a test.
func NewStorage(t *testing.T) *Storage {
	t.Helper()
	browser, err := shared()
	require.NoError(t, err)
	all := cdp.WithExecutor(browser, chromedp.FromContext(browser).Browser)
	id, err := target.CreateBrowserContext().Do(all)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, target.DisposeBrowserContext(id).Do(all)) })
	return &Storage{browser: browser, id: id}
}

// OpenTab opens an empty tab with the storage, and returns its context.
func (s *Storage) OpenTab(t *testing.T) context.Context {
	t.Helper()
	all := cdp.WithExecutor(s.browser, chromedp.FromContext(s.browser).Browser)
	tab, err := target.CreateTarget("about:blank").WithBrowserContextID(s.id).WithNewWindow(true).Do(all)
	require.NoError(t, err)
	ctx, cancel := chromedp.NewContext(s.browser, chromedp.WithTargetID(tab))
	t.Cleanup(cancel)
	return ctx
}
