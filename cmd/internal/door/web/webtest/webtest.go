// Package webtest is a browser for tests: without a script, without a picture. It loads pages,
// presses buttons, and reads what a screen reader would.
package webtest

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Browser is one with its cookies, and a page that is open.
type Browser struct {
	// Lang is the language that is asked for.
	Lang string
	// InPlace reports whether forms are sent as the script sends them, which follows the events: what
	// leads back to the table has no page then.
	InPlace bool
	// OnPage takes all that comes, nil for nobody.
	OnPage func(page []byte)
	// URL is where the page came from, Status and Header how, and Body all of it.
	URL    *url.URL
	Status int
	Header http.Header
	Body   []byte
	client *http.Client
	doc    *html.Node // what Body says, nil until it is asked for
}

// New returns a browser at the first page of a server.
func New(server string) *Browser {
	jar, _ := cookiejar.New(nil) // it never fails
	start, _ := url.Parse(server)
	return &Browser{URL: start, client: &http.Client{Jar: jar, Transport: uncompressed}}
}

// uncompressed asks for pages as they are: to pack and unpack each of them takes as long as to draw it.
var uncompressed = &http.Transport{DisableCompression: true}

// Client is that of the browser, with its cookies.
func (b *Browser) Client() *http.Client { return b.client }

// Open loads a page.
func (b *Browser) Open(path string) error { return b.ask(http.MethodGet, path, nil) }

func (b *Browser) ask(method, path string, form url.Values) error {
	target, err := b.URL.Parse(path)
	if err != nil {
		return err
	}
	r, err := http.NewRequest(method, target.String(),
		strings.NewReader(form.Encode())) //nolint:noctx // of a test's own server
	if err != nil {
		return err
	}
	r.Header.Set("Accept-Language", b.Lang)
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", target.Scheme+"://"+target.Host)
		r.Header["Idempotency-Key"] = nil // sent again where the server has closed the connection, as browsers do
		if b.InPlace {
			r.Header.Set("Accept", "text/event-stream")
		}
	}
	answer, err := b.client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	page, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	b.Status, b.Header = answer.StatusCode, answer.Header
	if b.Status == http.StatusNoContent {
		return nil
	}
	b.URL = answer.Request.URL
	b.Show(page)
	return nil
}

// Show shows a page that came in another way, as those of events do.
func (b *Browser) Show(page []byte) {
	b.Body = page
	b.doc = nil
	if b.OnPage != nil {
		b.OnPage(page)
	}
}

// page is what is shown, read when it is looked at.
func (b *Browser) page() *html.Node {
	if b.doc == nil {
		b.doc, _ = html.Parse(bytes.NewReader(b.Body)) // HTML has no mistakes, and a slice can be read
	}
	return b.doc
}

// Events follows the events of a table until the server ends them, or the context does, and
// hands on each with its name.
func (b *Browser) Events(ctx context.Context, table string, take func(name string, page []byte)) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, b.URL.Scheme+"://"+b.URL.Host+table+"/events", nil)
	if err != nil {
		return err
	}
	answer, err := b.client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	name := ""
	var page []byte
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		key, value, _ := bytes.Cut(lines.Bytes(), []byte(": "))
		switch string(key) {
		case "event":
			name = string(value)
		case "data":
			page = append(append(page, value...), '\n')
		case "":
			take(name, page)
			name = ""
			page = nil
		}
	}
	return lines.Err()
}

// attr is an attribute of an element, empty without it.
func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func hasAttr(n *html.Node, key string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
}

// all are the elements of some kinds.
func all(n *html.Node, kinds ...string) (out []*html.Node) {
	for c := range n.Descendants() {
		if c.Type == html.ElementNode && slices.Contains(kinds, c.Data) {
			out = append(out, c)
		}
	}
	return out
}

// Button is one that can be pressed.
type Button struct {
	// ID and Name are its own, Label what is read.
	ID, Name, Value, Label string
	// Refused reports whether it only tells why it cannot be chosen.
	Refused bool
	node    *html.Node
}

// Buttons are those of the page.
func (b *Browser) Buttons() (out []Button) {
	for _, n := range all(b.page(), "button") {
		if hasAttr(n, "hidden") || hasAttr(n, "disabled") {
			continue
		}
		out = append(out, Button{
			ID: attr(n, "id"), Name: attr(n, "name"), Value: attr(n, "value"), Label: strings.Join(read(n, nil), " "),
			Refused: slices.Contains(strings.Fields(attr(n, "class")), "refused"), node: n,
		})
	}
	return out
}

// Button returns the button with an ID, or whose label begins so.
func (b *Browser) Button(name string) (Button, bool) {
	buttons := b.Buttons()
	i := slices.IndexFunc(buttons, func(x Button) bool { return x.ID == name })
	if i < 0 {
		i = slices.IndexFunc(buttons, func(x Button) bool { return strings.HasPrefix(x.Label, name) })
	}
	if i < 0 {
		return Button{}, false
	}
	return buttons[i], true
}

// Press presses a button, by its ID or its label, after some fields of its form were filled.
func (b *Browser) Press(name string, fields ...string) error {
	button, ok := b.Button(name)
	if !ok {
		return fmt.Errorf("there is no button %q on the page:\n%s", name, b.Text())
	}
	action, form := Form(button)
	for i := 0; i+1 < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	return b.ask(http.MethodPost, action, form)
}

// Send sends a form as it is.
func (b *Browser) Send(action string, form url.Values) error {
	return b.ask(http.MethodPost, action, form)
}

// Form is the request of a button: its address, empty for that of the page, and its values.
func Form(button Button) (action string, form url.Values) {
	n := button.node
	for n != nil && n.Data != "form" {
		n = n.Parent
	}
	form = url.Values{}
	for _, f := range all(n, "input", "select") {
		switch name := attr(f, "name"); {
		case name == "":
		case f.Data == "select":
			options := all(f, "option")
			selected := max(0, slices.IndexFunc(options, func(o *html.Node) bool { return hasAttr(o, "selected") }))
			form.Add(name, attr(options[selected], "value"))
		case !slices.Contains([]string{"checkbox", "radio"}, attr(f, "type")) || hasAttr(f, "checked"):
			form.Add(name, attr(f, "value"))
		}
	}
	if button.Name != "" {
		form.Set(button.Name, button.Value)
	}
	action = attr(button.node, "formaction")
	if action == "" {
		action = attr(n, "action")
	}
	return action, form
}

// Text is the page as a screen reader reads it, a line for each block.
func (b *Browser) Text() string {
	mains := all(b.page(), "main")
	if len(mains) == 0 {
		return string(b.Body)
	}
	return strings.Join(read(mains[0], []string{}), "\n")
}

// blocks begin a line.
var blocks = []string{
	"legend", "p", "h1", "h2", "h3", "li", "button", "label", "input", "select", "summary",
	"section", "article", "form", "div", "details",
}

// marks stand behind a word, also behind one that is drawn.
var marks = strings.NewReplacer(" .", ".", " ,", ",", " :", ":", " ;", ";")

// read reads an element aloud.
func read(n *html.Node, lines []string) []string {
	var line []string
	end := func() {
		if text := marks.Replace(strings.Join(strings.Fields(strings.Join(line, " ")), " ")); text != "" {
			lines = append(lines, text)
		}
		line = nil
	}
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		block := n.Type == html.ElementNode && slices.Contains(blocks, n.Data) && attr(n, "type") != "radio"
		switch {
		case n.Type == html.TextNode:
			line = append(line, n.Data)
			return
		case n.Type == html.ElementNode &&
			(attr(n, "aria-hidden") == "true" || hasAttr(n, "hidden") || n.Data == "script" || n.Data == "noscript"):
			return
		}
		if block {
			end()
		}
		switch label := attr(n, "aria-label"); {
		case label != "" && n.Data != "section" && n.Data != "nav" && n.Data != "form":
			line = append(line, label)
		case n.Data == "input" && attr(n, "type") == "radio" && hasAttr(n, "checked"):
			line = append(line, "[x]")
		case n.Data == "select":
			for _, o := range all(n, "option") {
				if hasAttr(o, "selected") {
					read := strings.Fields(o.FirstChild.Data)
					line = append(line, "["+strings.Join(read, " ")+"]")
				}
			}
		default:
			for c := range n.ChildNodes() {
				walk(c)
			}
		}
		if block {
			end()
		}
	}
	walk(n)
	end()
	return lines
}
