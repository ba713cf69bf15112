package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// firefox is a Firefox without a window, which is told what to do by Marionette: a message is its length, a colon, and a
// list in JSON.
type firefox struct {
	t     *testing.T
	conn  net.Conn
	reads *bufio.Reader
}

// firefoxSettings let Firefox choose a free port, which it writes into its profile, and ask no server for anything.
const firefoxSettings = `
user_pref("marionette.port", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.enabled", false);
user_pref("app.normandy.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
`

// startFirefox starts a Firefox, and skips the test if none is installed.
func startFirefox(t *testing.T) *firefox {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts a browser")
	}
	path, err := exec.LookPath("firefox-esr")
	if err != nil {
		path, err = exec.LookPath("firefox")
	}
	if err != nil {
		t.Skip("Firefox is not installed")
	}
	profile, err := os.MkdirTemp("", "fellowship-firefox-")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(profile, "user.js"), []byte(firefoxSettings), 0o600))
	process := exec.Command(path, "--headless", "--marionette", "--no-remote", "--profile", profile)
	process.Env = append(os.Environ(), "HOME="+profile, "MOZ_CRASHREPORTER_DISABLE=1")
	require.NoError(t, process.Start())
	t.Cleanup(func() {
		_ = process.Process.Kill()
		_ = process.Wait()
		_ = os.RemoveAll(profile) // a process of the browser may still write there
	})
	f := &firefox{t: t}
	require.Eventually(t, func() bool {
		port, err := os.ReadFile(filepath.Join(profile, "MarionetteActivePort"))
		if err == nil && len(port) > 0 {
			f.conn, err = net.Dial("tcp", "127.0.0.1:"+strings.TrimSpace(string(port)))
		}
		return err == nil && f.conn != nil
	}, time.Minute, 50*time.Millisecond, "Firefox opens no port")
	f.reads = bufio.NewReader(f.conn)
	f.read() // its greeting
	f.tell("WebDriver:NewSession", map[string]any{})
	return f
}

// read reads a message.
func (f *firefox) read() []byte {
	f.t.Helper()
	require.NoError(f.t, f.conn.SetReadDeadline(time.Now().Add(2*time.Minute)))
	length, err := f.reads.ReadString(':')
	require.NoError(f.t, err)
	n, err := strconv.Atoi(strings.TrimSuffix(length, ":"))
	require.NoError(f.t, err)
	message := make([]byte, n)
	_, err = io.ReadFull(f.reads, message)
	require.NoError(f.t, err)
	return message
}

// tell sends a command, and returns its value.
func (f *firefox) tell(command string, options map[string]any) any {
	f.t.Helper()
	message, err := json.Marshal([]any{0, 1, command, options})
	require.NoError(f.t, err)
	_, err = fmt.Fprintf(f.conn, "%d:%s", len(message), message)
	require.NoError(f.t, err)
	var answer [4]any
	require.NoError(f.t, json.Unmarshal(f.read(), &answer))
	require.Nil(f.t, answer[2], "%s %v", command, options)
	if result, ok := answer[3].(map[string]any); ok {
		return result["value"]
	}
	return nil
}

// eval returns the value of a script.
func (f *firefox) eval(script string) any {
	f.t.Helper()
	return f.tell("WebDriver:ExecuteScript", map[string]any{"script": "return " + script, "sandbox": nil})
}

// until waits until a script says yes.
func (f *firefox) until(script string) {
	f.t.Helper()
	require.Eventually(f.t, func() bool { return f.eval("!!("+script+")") == true },
		time.Minute, 20*time.Millisecond, "%s", script)
}

// TestFirefox plays a round in Firefox without the host, once the program is there.
func TestFirefox(t *testing.T) {
	f := startFirefox(t)
	h := newHost(t, site(t))
	open := func(path string) { f.tell("WebDriver:Navigate", map[string]any{"url": h.URL + basePath + path}) }
	open("settings")
	f.until(`document.getElementById("quick")`)
	f.eval(`(document.getElementById("quick").checked = true)`)
	f.eval(`document.querySelector("form[action$='/settings'] button.primary").click()`)
	f.until(`location.search === "?kept=yes"`)
	h.change(func() { h.isGone = true })
	open("new?chapter=1")
	f.until(`document.querySelector("option[value=greedy]")`)
	f.eval(`document.querySelectorAll("option[value=greedy]").forEach((o) => { o.selected = true; })`)
	f.eval(`document.querySelector("form[action$='/new'] button.primary").click()`)
	f.until(`document.getElementById("table")`)
	f.until(`(() => {
		if (document.getElementById("result")) return true;
		if (!document.querySelector("[aria-busy]") && !document.body.dataset.calm) ` + choice + `?.click();
		return false;
	})()`)
	assert.NotEmpty(t, f.eval(`document.getElementById("result").textContent`))
}
