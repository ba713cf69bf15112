package web

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

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// firefox is a Firefox without a window, with one tab. It is told what to do by Marionette, the protocol that every
// Firefox speaks: a message is its length, a colon, and a list in JSON.
type firefox struct {
	t     *testing.T
	conn  net.Conn
	reads *bufio.Reader
	// sent is how many commands were sent.
	sent int
}

// firefoxSettings let Firefox choose a free port for Marionette, which it writes into its profile, show scroll bars that
// take room, as many systems have them, and let Firefox ask no server for anything.
const firefoxSettings = `
user_pref("marionette.port", 0);
user_pref("widget.gtk.overlay-scrollbars.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.enabled", false);
user_pref("app.normandy.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
`

// startFirefox starts a Firefox in a language. It skips the test where none is installed.
func startFirefox(t *testing.T, lang string) *firefox {
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
	settings := firefoxSettings + fmt.Sprintf("user_pref(\"intl.accept_languages\", %q);\n", lang)
	require.NoError(t, os.WriteFile(filepath.Join(profile, "user.js"), []byte(settings), 0o600))
	process := exec.Command(path, "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile)
	process.Env = append(os.Environ(), "HOME="+profile, "MOZ_CRASHREPORTER_DISABLE=1")
	output, err := process.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, process.Start())
	exited := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, output)
		_ = process.Wait()
		close(exited)
	}()
	f := &firefox{t: t}
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
	f.tell("WebDriver:NewSession", nil)
	return f
}

// connect waits until Firefox has written its port into a file, and connects.
func (f *firefox) connect(portFile string) {
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
func (f *firefox) read() (message []byte) {
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
func (f *firefox) write(command string, options map[string]any) error {
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

// tell sends a command and returns its value.
func (f *firefox) tell(command string, options map[string]any) (value any) {
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

// window makes the page as large as a window. It sets the size of the page itself, since Firefox's own windows cannot be
// as narrow as a phone.
func (f *firefox) window(width, height int) {
	f.t.Helper()
	f.tell("Marionette:SetContext", map[string]any{"value": "chrome"})
	f.eval(fmt.Sprintf(`
		const page = gBrowser.selectedBrowser;
		for (const side of ["", "min-", "max-"]) {
			page.style.setProperty(side + "width", "%dpx");
			page.style.setProperty(side + "height", "%dpx");
		}`, width, height))
	f.tell("Marionette:SetContext", map[string]any{"value": "content"})
	f.until(fmt.Sprintf(`innerWidth === %d && innerHeight === %d`, width, height))
}

func (f *firefox) opens(url string) {
	f.t.Helper()
	f.tell("WebDriver:Navigate", map[string]any{"url": url})
}

// eval runs a script on the page.
func (f *firefox) eval(script string) (value any) {
	f.t.Helper()
	return f.tell("WebDriver:ExecuteScript", map[string]any{"script": script, "sandbox": nil})
}

// until asks a script until it says yes, for a minute at most.
func (f *firefox) until(script string) {
	f.t.Helper()
	require.Eventually(f.t, func() bool {
		return f.eval("return !!("+script+")") == true
	}, time.Minute, 20*time.Millisecond, script)
}

// presses clicks what a selector finds, where it is on the screen: nothing may lie above it.
func (f *firefox) presses(selector string) {
	f.t.Helper()
	f.until(fmt.Sprintf(`document.querySelector(%q)?.checkVisibility()`, selector))
	found := f.tell("WebDriver:FindElement", map[string]any{"using": "css selector", "value": selector})
	for _, id := range found.(map[string]any) {
		f.tell("WebDriver:ElementClick", map[string]any{"id": id})
	}
}

// pictured writes a picture of what is shown to the folder that FELLOWSHIP_PICTURES names.
func (f *firefox) pictured(name string) {
	f.t.Helper()
	if pictures == "" {
		return
	}
	encoded, _ := f.tell("WebDriver:TakeScreenshot", map[string]any{"full": false}).(string)
	png, err := base64.StdEncoding.DecodeString(encoded)
	require.NoError(f.t, err)
	assert.NoError(f.t, os.WriteFile(filepath.Join(pictures, name+".png"), png, 0o600))
}

// play presses the first choice that there is, and waits until it is made.
func (f *firefox) play() {
	f.t.Helper()
	f.eval(`
		document.getAnimations().forEach((a) => a.effect.getComputedTiming().endTime < Infinity && a.finish());
		delete document.body.dataset.calm; // the time in which what has just come takes no tap
		window.was = document.getElementById("table").dataset.drawn;`)
	choice := next
	for _, first := range []string{
		"#goon",   // a card that is chosen to pass on moves only when the person presses the button for it
		"#unread", // what else there is lies under the page about the chapter
	} {
		if f.eval(`return document.querySelector("`+first+`") !== null`) == true {
			choice = first
		}
	}
	f.presses(choice)
	f.until(`document.getElementById("table").dataset.drawn !== was`)
}

// TestFirefox plays a round in Firefox, on a phone and on a desk: nothing lies above what is pressed or beside the
// window, and neither the prompt nor the line below the hand shows a scroll bar.
func TestFirefox(t *testing.T) {
	s := serve(t, func(o *Options) { o.Beat = time.Hour })
	f := startFirefox(t, "en")
	for _, size := range [][2]int{{390, 844}, {1280, 800}} {
		f.tell("WebDriver:DeleteAllCookies", nil)
		f.opens(s.url + "/")
		f.window(size[0], size[1])
		f.eval(`document.getElementById("name").value = "Anna"`)
		f.presses("main button.primary")
		f.presses(`a[href="/new"]`)
		f.until(`document.querySelector("main form [name=game]")`)
		f.eval(`
			const form = document.querySelector("main form");
			form.players.value = 4;
			form.game.value = "deal";
			form.deal.value = "c04p4s7";
			for (const seat of form.querySelectorAll("[name=computer]")) seat.value = "greedy";`)
		f.presses("main form button.primary")
		f.until(`document.querySelector("#ready") &&
			document.getElementById("table").dataset.drawn !== document.getElementById("main").dataset.drawn`)
		f.presses("#ready")
		steps := 0
		for ; steps < 100; steps++ {
			f.until(`document.querySelector("` + next + `, #result")`)
			f.pictured(fmt.Sprintf("firefox-%02d-%dx%d", steps, size[0], size[1]))
			f.fits(size)
			if f.eval(`return !!document.querySelector("#result")`) == true {
				break
			}
			f.play()
		}
		assert.Greater(t, steps, 10, "the round has been played, and has ended")
		assert.Less(t, steps, 100, "the round ends")
	}
}

// fits checks that nothing of a round is beside the window, and that nothing beside the buttons scrolls.
func (f *firefox) fits(size [2]int) {
	f.t.Helper()
	assert.Empty(f.t, f.eval(`
		const scrolls = (e) => e.scrollHeight > e.clientHeight || e.scrollWidth > e.clientWidth;
		const said = (e) => e.id + " " + e.className + ": " + e.textContent + " is " + e.scrollWidth + "x" + e.scrollHeight;
		return [
			...[...document.querySelectorAll("#prompt, .detail")].filter(scrolls).map(said),
			...[...document.querySelectorAll("main *")]
				.filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1).map(said),
		].join("\n")`), "%v", size)
	assert.Equal(f.t, true, f.eval(`return getComputedStyle(document.body).scrollbarColor !== "auto"`),
		"scroll bars have the colours of the page")
}
