package web

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
)

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
