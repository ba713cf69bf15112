// Package webtest is a browser for tests, without scripts and pictures. It loads pages, presses buttons, and reads what
// a screen reader would read.
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

// Browser is a browser with its cookies and an open page.
type Browser struct {
	// Lang is the language that is asked for.
	Lang string
	// InPlace sends forms like the script that follows the events: an answer that leads back to the table has no page
	// then.
	InPlace bool
	// OnPage is called with each page, if it is not nil.
	OnPage func(page []byte)
	// URL is the address of the page.
	URL *url.URL
	// Status is the status of the last answer.
	Status int
	// Header is the header of the last answer.
	Header http.Header
	// Body is the text of the page.
	Body []byte

	client *http.Client
	// doc is the parsed Body, nil until it is needed.
	doc *html.Node
}

// New returns a browser at the first page of a server.
func New(server string) *Browser {
	jar, _ := cookiejar.New(nil) // it never fails
	start, _ := url.Parse(server)
	return &Browser{URL: start, client: &http.Client{Jar: jar, Transport: uncompressed}}
}

// uncompressed asks for pages without compression, which would take as long as to draw them.
var uncompressed = &http.Transport{DisableCompression: true}

// Client returns the HTTP client of the browser, with its cookies.
func (b *Browser) Client() *http.Client { return b.client }

// Open loads a page.
func (b *Browser) Open(path string) error { return b.ask(http.MethodGet, path, nil) }

// ask sends a request and shows the answer.
func (b *Browser) ask(method, path string, form url.Values) error {
	target, err := b.URL.Parse(path)
	if err != nil {
		return err
	}
	body := strings.NewReader(form.Encode())
	r, err := http.NewRequest(method, target.String(), body) //nolint:noctx // the server belongs to the test
	if err != nil {
		return err
	}
	r.Header.Set("Accept-Language", b.Lang)
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", target.Scheme+"://"+target.Host)
		// With this header the client tries again, like browsers, if the server has closed the connection.
		r.Header["Idempotency-Key"] = nil
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
	b.Status = answer.StatusCode
	b.Header = answer.Header
	if b.Status == http.StatusNoContent {
		return nil
	}
	b.URL = answer.Request.URL
	b.Show(page)
	return nil
}

// Show shows a page that was received in another way, for example in an event.
func (b *Browser) Show(page []byte) {
	b.Body = page
	b.doc = nil
	if b.OnPage != nil {
		b.OnPage(page)
	}
}

// page returns the parsed page. It parses the page when it is first needed.
func (b *Browser) page() *html.Node {
	if b.doc == nil {
		b.doc, _ = html.Parse(bytes.NewReader(b.Body)) // there is no error: every text is HTML
	}
	return b.doc
}

// Events follows the events of a table until the server or the context ends them, and passes each event to take with
// its name.
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

// attr returns an attribute of an element; empty without it.
func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// hasAttr reports whether an element has an attribute.
func hasAttr(n *html.Node, key string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
}

// all returns the elements below a node that have one of some names.
func all(n *html.Node, kinds ...string) (out []*html.Node) {
	for c := range n.Descendants() {
		if c.Type == html.ElementNode && slices.Contains(kinds, c.Data) {
			out = append(out, c)
		}
	}
	return out
}

// Button is a button that can be pressed.
type Button struct {
	ID    string
	Name  string
	Value string
	// Label is the text that a screen reader reads.
	Label string
	// Refused reports whether the button only shows why it cannot be chosen.
	Refused bool
	node    *html.Node
}

// Buttons returns the buttons of the page.
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

// Button returns the button with an ID, or else the first one whose label begins with that text.
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

// Next returns the button with which somebody goes on in a round: the one that goes on or confirms what was chosen, or
// else the first answer.
func (b *Browser) Next() (Button, bool) {
	if goOn, ok := b.Button("goon"); ok {
		return goOn, true
	}
	for _, button := range b.Buttons() {
		isAnswer := button.Name == "decide" || button.Name == "step" && button.ID != "back" && button.ID != "take-back"
		if isAnswer && !button.Refused {
			return button, true
		}
	}
	return Button{}, false
}

// Press fills some fields of a form, and presses a button by its ID or its label. The fields are names and values in
// turn.
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

// Send sends a form without a button.
func (b *Browser) Send(action string, form url.Values) error {
	return b.ask(http.MethodPost, action, form)
}

// Form returns the request of a button: the address, empty for the address of the page, and the values of its form.
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

// Text returns the page as a screen reader reads it, with a line for each block.
func (b *Browser) Text() string {
	mains := all(b.page(), "main")
	if len(mains) == 0 {
		return string(b.Body)
	}
	return strings.Join(read(mains[0], []string{}), "\n")
}

// blocks are the elements that begin a line.
var blocks = []string{
	"legend", "p", "h1", "h2", "h3", "li", "button", "label", "input", "select", "summary",
	"section", "article", "form", "div", "details",
}

// marks removes the spaces before punctuation marks.
var marks = strings.NewReplacer(" .", ".", " ,", ",", " :", ":", " ;", ";")

// read appends the lines of an element, as a screen reader reads them.
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
