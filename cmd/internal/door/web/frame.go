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
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
)

// frame holds the data of every page.
type frame struct {
	// Texts are spoken texts, see [texts.Texts.Spoken]: they name cards in full, and cite no rule.
	Texts      *texts.Texts
	Appearance Appearance
	// Nonce marks the styles and scripts that the policy allows.
	Nonce string
	// Path is the address of the page, to which forms for the Appearance lead back.
	Path string
	// Version is the version of the program.
	Version string
	// Title is the title of the window.
	Title string
	// Name is the name of the person; empty for a person who is not known yet.
	Name string
	// Drawn is when the page was drawn, in microseconds: if a browser receives two at once, the later one counts.
	Drawn int64
	// Note is a message to the person; empty for none.
	Note string
	// Bad reports whether Note is bad news.
	Bad bool
	// AtHome reports whether the person is at home.
	AtHome bool
}

// Appearance is how a person wants pages to look.
type Appearance struct {
	// Language is a language; empty for the one of the browser.
	Language string
	// Scheme is "light" or "dark"; empty for the colours of the machine.
	Scheme string
	// Motion is "still" if nothing may move; otherwise empty.
	Motion string
}

// appearanceCookie is the name of the cookie that keeps the Appearance.
const appearanceCookie = "look"

// appearanceOf returns the appearance of some values. It ignores unknown values, because a browser may send anything.
func appearanceOf(language, scheme, motion string) Appearance {
	known := func(chosen string, allowed ...string) string {
		if slices.Contains(allowed, chosen) {
			return chosen
		}
		return ""
	}
	return Appearance{known(language, characters.Languages...), known(scheme, "light", "dark"), known(motion, "still")}
}

// frame returns the data of every page for a request.
func (s *Server) frame(r *http.Request) frame {
	parts := make([]string, 3)
	if c, err := r.Cookie(appearanceCookie); err == nil {
		parts = append(strings.Split(c.Value, "."), parts...)
	}
	chosen := appearanceOf(parts[0], parts[1], parts[2])
	asked := language(r.Header.Get("Accept-Language"))
	if s.home != nil {
		asked = s.home.texts.Lang()
	}
	t := texts.New(cmp.Or(chosen.Language, asked)).Spoken()
	return frame{
		Texts: t, Appearance: chosen, Nonce: rand.Text(), Path: r.URL.Path, Version: build.Version(),
		AtHome: s.home != nil, Title: t.T("web.title"),
	}
}

// LookFields draws the fields of Looks.
func (f *frame) LookFields() template.HTML {
	draw := func() template.HTML { return drawTemplate(templates(f.Texts)["table"], "fields", f.Looks()) }
	return fragments.get("looks "+f.Texts.Lang(), reflect.ValueOf(f.Appearance), draw)
}

// Looks returns the fields of a form for the Appearance.
func (f *frame) Looks() []choose.Field {
	schemes := map[string]string{"": "web.auto", "light": "lobby.look.light", "dark": "lobby.look.dark"}
	languages := []words.Choice{{Label: f.Texts.T("web.auto")}}
	for _, lang := range characters.Languages {
		languages = append(languages, words.Choice{Value: lang, Label: texts.New(lang).T("lobby.lang." + lang)})
	}
	still := choose.NewField("motion", f.Texts.T("web.still"), f.Appearance.Motion, nil, words.Choice{},
		words.Choice{Value: "still"})
	still.Switch = true
	return []choose.Field{
		choose.NewField("language", f.Texts.T("web.language"), f.Appearance.Language, nil, languages...),
		choiceField(f.Texts, "scheme", "web.scheme", f.Appearance.Scheme, schemes, "", "light", "dark"),
		still,
	}
}

// keepAppearance keeps the appearance of a form in the browser.
func keepAppearance(w http.ResponseWriter, r *http.Request) {
	a := appearanceOf(r.FormValue("language"), r.FormValue("scheme"), r.FormValue("motion"))
	setCookie(w, r, appearanceCookie, a.Language+"."+a.Scheme+"."+a.Motion)
}

// handleAppearance keeps the appearance of a form, and redirects back to the page.
func handleAppearance(w http.ResponseWriter, r *http.Request) {
	keepAppearance(w, r)
	target := "/"
	u, err := url.Parse(r.FormValue("to"))
	isOwnPath := err == nil && u.Host == "" && strings.HasPrefix(u.Path, "/") && path.Clean(u.Path) == u.Path
	if isOwnPath {
		target = u.EscapedPath()
	}
	http.Redirect(w, r, target, http.StatusSeeOther)
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
