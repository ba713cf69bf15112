package web

import (
	"cmp"
	"crypto/rand"
	"html/template"
	"net/http"
	"net/url"
	"path"
	"reflect"
	"slices"
	"strings"

	"fellowship/characters"
	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
)

// frame holds the data of every page.
type frame struct {
	// Texts are spoken texts, see [texts.Texts.Spoken]: they name cards in full, and cite no rule.
	Texts *texts.Texts
	// Device are the settings of the browser.
	Device settings.Settings
	// Nonce marks the styles and scripts that the policy allows.
	Nonce string
	// Path is the address of the page, to which the form for Device leads back.
	Path string
	// Version is the version of the program.
	Version string
	// Title is the title of the window.
	Title string
	// Name is the name of the person; empty for a person who is not known yet.
	Name string
	// Drawn is when the page began to be drawn, in microseconds: if a browser receives two at once, the later one counts.
	Drawn int64
	// Note is a message to the person; empty for none.
	Note string
	// Bad reports whether Note is bad news.
	Bad bool
	// AtHome reports whether the person is at home.
	AtHome bool
	// OnSite reports whether the program runs in the browser.
	OnSite bool
}

// frame returns the data of every page for a request.
func (s *Server) frame(r *http.Request) frame {
	device := deviceSettings(r)
	asked := language(r.Header.Get("Accept-Language"))
	if s.home != nil {
		asked = s.home.texts.Lang()
	}
	t := texts.New(cmp.Or(device.Lang, asked)).Spoken()
	return frame{
		Texts: t, Device: device, Nonce: rand.Text(), Path: r.URL.Path, Version: build.Version(),
		AtHome: s.home != nil, OnSite: s.isSite(), Title: t.T("web.title"),
	}
}

// drawDeviceFields draws the fields of a form for the settings of a browser.
func drawDeviceFields(t *texts.Texts, parts *template.Template, device *settings.Settings) template.HTML {
	draw := func() template.HTML { return drawTemplate(parts, "fields", deviceFields(t, device)) }
	return fragments.get("device "+t.Lang(), reflect.ValueOf(deviceText(device)), draw)
}

// keepDevice keeps the settings of the browser, and redirects back to the page. A form without any of them changes
// none.
func (q *request) keepDevice() {
	if q.hasAny(deviceFields(q.frame.Texts, &q.frame.Device)) {
		keepDeviceSettings(q.w, q.r)
	}
	target := "/"
	u, err := url.Parse(q.value("to"))
	isOwnPath := err == nil && u.Host == "" && strings.HasPrefix(u.Path, "/") && path.Clean(u.Path) == u.Path
	if isOwnPath {
		target = u.EscapedPath()
	}
	q.redirect(target)
}

// language returns the first language that a browser asks for and we have.
func language(accept string) string {
	if len(accept) > 1<<10 {
		accept = ""
	}
	for wanted := range strings.SplitSeq(accept, ",") {
		lang, _, _ := strings.Cut(strings.TrimSpace(wanted), ";")
		lang, _, _ = strings.Cut(strings.ToLower(lang), "-")
		if slices.Contains(characters.Languages, lang) {
			return lang
		}
	}
	return texts.Default
}

// complain shows an error as the page's note. It does nothing for nil.
func (f *frame) complain(err error) {
	if err != nil {
		f.Note = texts.Sentence(f.Texts.Problem(err))
		f.Bad = true
	}
}
