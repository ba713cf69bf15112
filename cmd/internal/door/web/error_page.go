package web

import (
	"html/template"
	"net/http"
	"net/url"
	"sync"

	"fellowship/characters/say"
	"fellowship/cmd/internal/texts"
)

// gonePage is the page for errors, and for a table that is over for the person.
type gonePage struct {
	frame
	// Ways lead elsewhere, the likeliest one first. There are none where nobody would answer any more.
	Ways []namedPart
}

// FirstWay returns the likeliest way, nil if there is none.
func (p *gonePage) FirstWay() *namedPart {
	if len(p.Ways) == 0 {
		return nil
	}
	return &p.Ways[0]
}

// FurtherWays returns the ways after the likeliest one.
func (p *gonePage) FurtherWays() []namedPart {
	if len(p.Ways) == 0 {
		return nil
	}
	return p.Ways[1:]
}

var (
	// errNoPage means that an address leads nowhere.
	errNoPage = say.New("there is no such page here")
	// errForeign means that a form was sent by a page of another site.
	errForeign = say.New("this form came from another site, so nothing was changed")
	// errSlow means that a page was worked on for longestWork.
	errSlow = say.New("this took too long; try it again")
)

// ways returns the ways from a page that says why something cannot be shown: the same page again if loading it may
// help, the page from which the person came, and the first page.
func (q *request) ways(again bool) (all []namedPart) {
	if again && q.r.Method == http.MethodGet && q.frame.Path != "/" {
		all = append(all, namedPart{Name: q.frame.Path, Label: q.frame.Texts.T("web.again")})
	}
	if back := q.cameFrom(); back != "" {
		all = append(all, namedPart{Name: back, Label: q.frame.Texts.T("web.back")})
	}
	return append(all, namedPart{Name: "/", Label: q.frame.Texts.T("web.start")})
}

// cameFrom returns the address of the page of this server from which the person came, empty if that is not known, is
// the first page or is the page itself.
func (q *request) cameFrom() string {
	u, err := url.Parse(q.r.Referer())
	isHere := q.r.Method == http.MethodGet && err == nil && u.Path == q.frame.Path
	if err != nil || isHere || u.Host != q.r.Host || u.Path == "" || u.Path == "/" {
		return ""
	}
	u.Scheme = ""
	u.Host = ""
	return u.String()
}

// refuse sends the page that says why nothing is shown or changed. With again it leads to the same page, too.
func (q *request) refuse(status int, err error, again bool) {
	q.frame.complain(err)
	q.show(status, "gone", &gonePage{frame: q.frame, Ways: q.ways(again)})
}

// notFound says that there is no such page.
func (q *request) notFound() { q.refuse(http.StatusNotFound, errNoPage, false) }

// shortPage is a page without styles and scripts, for answers that must cost nothing.
var shortPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("short").Parse(`<!doctype html>
<html lang="{{.Lang}}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{.Title}}</title>
<h1>{{.Title}}</h1>
<p>{{.Text}}</p>
<p><a href="{{.Path}}">{{.Again}}</a></p>
</html>
`))
})

// sendShort sends a page that says something in a sentence, and leads to the page that was asked for, or to the first
// page after a form.
func sendShort(w http.ResponseWriter, r *http.Request, status int, key string) {
	t := texts.New(language(r.Header.Get("Accept-Language")))
	path := "/"
	if r.Method == http.MethodGet {
		path = r.URL.EscapedPath()
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_ = shortPage().Execute(w, map[string]string{
		"Lang":  t.Lang(),
		"Title": t.T("web.title"),
		"Text":  t.T(key),
		"Path":  path,
		"Again": t.T("web.again"),
	})
}
