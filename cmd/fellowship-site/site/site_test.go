package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// built is the site, built once for all tests.
var built = sync.OnceValues(func() (string, error) {
	folder := filepath.Join(os.TempDir(), fmt.Sprintf("fellowship-site-test-%d", os.Getpid()))
	return folder, build(folder, false)
})

func TestMain(m *testing.M) {
	code := m.Run()
	if folder, err := built(); err == nil {
		_ = os.RemoveAll(folder)
	}
	os.Exit(code)
}

// site returns the folder of the site.
func site(t *testing.T) string {
	t.Helper()
	folder, err := built()
	require.NoError(t, err)
	return folder
}

func TestRound(t *testing.T) {
	chromium(t)
	h := newHost(t, site(t))
	p := newPhone(t, h)
	began := time.Now()
	step := func(name string) { t.Log(name, time.Since(began)); began = time.Now() }
	p.open("settings")
	p.seen(`form select, form button`)
	step("first visit")
	p.eval(`document.querySelector("[name=quick]").checked = true`)
	p.click(`form[action$="/settings"] .form-foot button, form[action$="/settings"] button.primary`)
	p.until(`location.search === "?kept=yes"`)
	step("settings")
	p.open("new?chapter=1")
	p.click(`main form button.primary`)
	p.seen("#table")
	step("table")
	for n := 0; p.plays(); n++ {
		step("tap")
	}
	t.Log(p.eval(`document.querySelector("#result").textContent`))
	t.Log(len(p.saved()))
	step("over")
	p.stopWorker()
	p.open("")
	p.seen("#continue, .tiles, nav")
	step("menu after stop")
	p.isQuiet()
}
