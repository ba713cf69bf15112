// Package firefoxtest drives a Firefox in tests.
package firefoxtest

import (
	"bufio"
	"encoding/base64"
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

	"github.com/stretchr/testify/require"
)

// Firefox is a Firefox without a window, with one tab. It is told what to do by Marionette, the protocol that every
// Firefox speaks: a message is its length, a colon, and a list in JSON.
type Firefox struct {
	t     *testing.T
	conn  net.Conn
	reads *bufio.Reader
	// sent is how many commands were sent.
	sent int
}

// preferences let Firefox choose a free port for Marionette, which it writes into its profile, show scroll bars that
// take room, as many systems have them, let Firefox ask no server for anything, let it draw less often and nothing that
// moves, because it draws without a graphics card, and let it begin with an empty page and no process that no page needs.
const preferences = `
user_pref("marionette.port", 0);
user_pref("widget.gtk.overlay-scrollbars.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.enabled", false);
user_pref("app.normandy.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("layout.frame_rate", 10);
user_pref("ui.prefersReducedMotion", 1);
user_pref("extensions.webextensions.remote", false);
user_pref("network.process.enabled", false);
user_pref("media.rdd-process.enabled", false);
user_pref("media.utility-process.enabled", false);
user_pref("browser.startup.page", 0);
user_pref("browser.startup.homepage", "about:blank");
user_pref("browser.newtabpage.enabled", false);
user_pref("browser.newtab.preload", false);
user_pref("dom.ipc.processPrelaunch.enabled", false);
`

// Start starts a Firefox in a language, such as "en", which ends with the test. It skips the test where none is installed,
// and a short test.
func Start(t *testing.T, lang string) *Firefox {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts a browser")
	}
	path, err := exec.LookPath("firefox-esr")
	if err != nil {
		path, err = exec.LookPath("firefox")
	}
	if err != nil {
		t.Skip("there is no Firefox here")
	}
	profile := t.TempDir()
	settings := preferences + fmt.Sprintf("user_pref(\"intl.accept_languages\", %q);\n", lang)
	require.NoError(t, os.WriteFile(filepath.Join(profile, "user.js"), []byte(settings), 0o600))
	process := exec.Command(path, "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile)
	process.Env = append(os.Environ(), "HOME="+profile, "MOZ_CRASHREPORTER_DISABLE=1",
		"MOZ_HEADLESS_WIDTH=500", "MOZ_HEADLESS_HEIGHT=600") // a tab needs no larger window
	output, err := process.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, process.Start())
	exited := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, output)
		_ = process.Wait()
		close(exited)
	}()
	f := &Firefox{t: t}
	t.Cleanup(func() {
		if f.conn != nil {
			_ = f.write("Marionette:Quit", nil)
			_ = f.conn.SetReadDeadline(time.Now().Add(time.Minute))
			_, _ = io.Copy(io.Discard, f.conn) // until Firefox has left
			_ = f.conn.Close()
		}
		select {
		case <-exited:
		case <-time.After(time.Minute):
			_ = process.Process.Kill()
			<-exited
		}
	})
	f.connect(filepath.Join(profile, "MarionetteActivePort"))
	f.Tell("WebDriver:NewSession", nil)
	return f
}

// connect waits until Firefox has written its port into a file, and connects.
func (f *Firefox) connect(portFile string) {
	f.t.Helper()
	require.Eventually(f.t, func() bool {
		port, err := os.ReadFile(portFile)
		if err != nil || len(port) == 0 {
			return false
		}
		f.conn, err = net.Dial("tcp", "127.0.0.1:"+strings.TrimSpace(string(port)))
		return err == nil
	}, time.Minute, 50*time.Millisecond, "Firefox opens no port")
	f.reads = bufio.NewReader(f.conn)
	f.read() // its greeting
}

// read reads a message.
func (f *Firefox) read() (message []byte) {
	f.t.Helper()
	require.NoError(f.t, f.conn.SetReadDeadline(time.Now().Add(2*time.Minute)))
	length, err := f.reads.ReadString(':')
	require.NoError(f.t, err)
	n, err := strconv.Atoi(strings.TrimSuffix(length, ":"))
	require.NoError(f.t, err)
	message = make([]byte, n)
	_, err = io.ReadFull(f.reads, message)
	require.NoError(f.t, err)
	return message
}

// write sends a command.
func (f *Firefox) write(command string, options map[string]any) error {
	if options == nil {
		options = map[string]any{}
	}
	f.sent++
	message, err := json.Marshal([]any{0, f.sent, command, options})
	if err == nil {
		_, err = fmt.Fprintf(f.conn, "%d:%s", len(message), message)
	}
	return err
}

// Tell sends a command of WebDriver or Marionette with its options, and returns its value.
func (f *Firefox) Tell(command string, options map[string]any) (value any) {
	f.t.Helper()
	require.NoError(f.t, f.write(command, options))
	var answer [4]any
	require.NoError(f.t, json.Unmarshal(f.read(), &answer))
	require.Nil(f.t, answer[2], "%s %v", command, options)
	if result, ok := answer[3].(map[string]any); ok {
		return result["value"]
	}
	return nil
}

// Resize gives the page a size in pixels. It sets the size of the page itself, since Firefox's own windows cannot be
// as narrow as a phone.
func (f *Firefox) Resize(width, height int) {
	f.t.Helper()
	f.Tell("Marionette:SetContext", map[string]any{"value": "chrome"})
	f.Eval(fmt.Sprintf(`
		const page = gBrowser.selectedBrowser;
		for (const side of ["", "min-", "max-"]) {
			page.style.setProperty(side + "width", "%dpx");
			page.style.setProperty(side + "height", "%dpx");
		}`, width, height))
	f.Tell("Marionette:SetContext", map[string]any{"value": "content"})
	f.Until(fmt.Sprintf(`innerWidth === %d && innerHeight === %d`, width, height))
}

// Open loads a page.
func (f *Firefox) Open(url string) {
	f.t.Helper()
	f.Tell("WebDriver:Navigate", map[string]any{"url": url})
}

// Eval runs a script on the page, and returns what it returns.
func (f *Firefox) Eval(script string) (value any) {
	f.t.Helper()
	return f.Tell("WebDriver:ExecuteScript", map[string]any{"script": script, "sandbox": nil})
}

// Until waits until an expression of a script is true, for three minutes at most: a busy machine may take one.
func (f *Firefox) Until(script string) {
	f.t.Helper()
	require.Eventually(f.t, func() bool {
		return f.Eval("return !!("+script+")") == true
	}, 3*time.Minute, 100*time.Millisecond, script)
}

// Press clicks what a selector finds, where it is on the screen: nothing may lie above it.
func (f *Firefox) Press(selector string) {
	f.t.Helper()
	f.Until(fmt.Sprintf(`document.querySelector(%q)?.checkVisibility()`, selector))
	found := f.Tell("WebDriver:FindElement", map[string]any{"using": "css selector", "value": selector})
	for _, id := range found.(map[string]any) {
		f.Tell("WebDriver:ElementClick", map[string]any{"id": id})
	}
}

// Screenshot returns a picture of what is shown, as a PNG.
func (f *Firefox) Screenshot() []byte {
	f.t.Helper()
	encoded, _ := f.Tell("WebDriver:TakeScreenshot", map[string]any{"full": false}).(string)
	png, err := base64.StdEncoding.DecodeString(encoded)
	require.NoError(f.t, err)
	return png
}
