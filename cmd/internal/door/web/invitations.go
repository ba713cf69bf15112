package web

import (
	"fmt"
	"html/template"
	"net"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"

	"rsc.io/qr"
)

// qrPart is the QR code of a link.
type qrPart struct {
	// Size is the number of modules in a row.
	Size int
	// Path is the stroke through the dark modules.
	Path string
}

// quietZone is the width of the light margin, in modules.
const quietZone = 2

// Window returns the visible part of the drawing, as the attribute viewBox of SVG.
func (p qrPart) Window() string {
	whole := p.Size + 2*quietZone
	return fmt.Sprintf("%d %d %d %d", -quietZone, -quietZone, whole, whole)
}

// qrOf draws the QR code of a link; empty for a link that is too long.
func qrOf(t *texts.Texts, link string) template.HTML {
	return fragments.get("qr "+t.Lang(), reflect.ValueOf(link), func() template.HTML {
		code, err := qr.Encode(link, qr.M)
		if err != nil {
			return ""
		}
		return drawTemplate(templates(t)["table"], "qr", qrPart{code.Size, darkModules(code)})
	})
}

// darkModules returns the path of the dark modules: a stroke for each run of them, through the middle of its row. Each
// stroke is relative to the end of the one before, a few modules away, so the same numbers occur again and again. The
// path compresses to a third of the size that rectangles at absolute places would have.
func darkModules(code *qr.Code) string {
	var path strings.Builder
	path.WriteString("M0 .5")
	atX, atY := 0, 0
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			start := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if x > start {
				fmt.Fprintf(&path, "m%d %dh%d", start-atX, y-atY, x-start)
				atX = x
				atY = y
			}
		}
	}
	return path.String()
}

// invitations say how others come to a table.
type invitations struct {
	request *request
	t       *texts.Texts
}

// list returns how others come, for people with a seat. While a round is played nobody can sit down, so the QR
// codes are left out: they would be a third of each event.
func (h invitations) list(s *snapshot) (out []invitationPart) {
	isLink := func(line string) bool { return strings.HasPrefix(line, "http") }
	for _, code := range s.Codes {
		part := invitationPart{Text: words.InvitationText(h.t, code)}
		if h.request.options.Join != nil {
			part.Lines = h.request.options.Join(code.Code)
		}
		if slices.ContainsFunc(part.Lines, isLink) || h.request.options.Elsewhere == nil {
			part.Link = h.request.origin(part.Lines) + "/#" + code.Code
			if !s.Playing {
				part.QR = qrOf(h.t, part.Link)
			}
			part.Lines = slices.DeleteFunc(part.Lines, isLink)
		}
		out = append(out, part)
	}
	return out
}

// origin returns the scheme and host of links to the server: the ones that this browser uses, if the server has that
// name, and otherwise those of one of the lines by which people come. A browser may send any name, which must not get
// into a link for others.
func (q *request) origin(lines []string) string {
	scheme := "http"
	if secure(q.r) {
		scheme = "https"
	}
	conn, _ := q.r.Context().Value(connKey{}).(*guest.Conn)
	local, _ := q.r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	hosts := slices.Clone(q.options.Origins)
	var links []string
	for _, l := range lines {
		if u, err := url.Parse(l); err == nil && u.Host != "" {
			links = append(links, u.Scheme+"://"+u.Host)
			hosts = append(hosts, u.Host)
		}
	}
	if local != nil {
		hosts = append(hosts, local.String())
		if host, port, err := net.SplitHostPort(local.String()); err == nil && net.ParseIP(host).IsLoopback() {
			hosts = append(hosts, net.JoinHostPort("localhost", port))
		}
	}
	full := q.r.Host
	if _, _, err := net.SplitHostPort(full); err != nil {
		full += map[string]string{"http": ":80", "https": ":443"}[scheme]
	}
	proxied := conn != nil && conn.Proxied() && len(q.options.Origins) == 0
	switch {
	case proxied || slices.Contains(hosts, q.r.Host) || slices.Contains(hosts, full):
		return scheme + "://" + q.r.Host
	case len(q.options.Origins) > 0:
		return "https://" + q.options.Origins[0]
	case len(links) > 0:
		return links[0]
	}
	return scheme + "://" + local.String()
}
