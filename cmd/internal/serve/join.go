package serve

import (
	"net"
	"slices"
	"strings"

	gossh "golang.org/x/crypto/ssh"
)

// Web is where people come in with a browser, nil for a door that is closed.
func (s *Server) Web() net.Addr { return where(s.web) }

// Metrics is where the figures are.
func (s *Server) Metrics() net.Addr { return where(s.metrics) }

func where(l net.Listener) net.Addr {
	if l == nil {
		return nil
	}
	return l.Addr()
}

// Fingerprint is that of the server's own key, empty without ssh.
func (s *Server) Fingerprint() string {
	if s.key == nil {
		return ""
	}
	return gossh.FingerprintSHA256(s.key.PublicKey())
}

// Join returns how somebody comes with a code, a line each; an empty code is for none.
func (s *Server) Join(code string) []string {
	out := s.joinSSH(code)
	if s.opts.Keys != "" || !s.opts.Guests {
		return out // an invitation lets no browser in
	}
	for _, at := range s.hosts(where(s.web)) {
		link := "http://" + net.JoinHostPort(at.host, at.port) + "/"
		if code != "" {
			link += "#" + code
		}
		out = append(out, link)
	}
	return out
}

// joinSSH is Join for ssh.
func (s *Server) joinSSH(code string) (out []string) {
	for _, at := range s.hosts(where(s.ssh)) {
		line := "ssh "
		if at.port != "22" {
			line += "-p " + at.port + " "
		}
		out = append(out, strings.TrimSpace(line+"-t "+at.host+" "+code))
	}
	return out
}

type place struct{ host, port string }

// hosts are by which names people reach a door: those of the machine where it is open
// to all of them.
func (s *Server) hosts(addr net.Addr) (out []place) {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok {
		return nil
	}
	_, port, _ := net.SplitHostPort(tcp.String())
	names := Names(tcp.IP)
	if s.opts.Host != "" {
		names = []string{s.opts.Host}
	}
	for _, name := range names {
		out = append(out, place{name, port})
	}
	return out
}

// Names are those by which other machines know the address of a server: those of the
// machine where it is open to all of them.
func Names(ip net.IP) (out []string) {
	if !ip.IsUnspecified() {
		return []string{ip.String()}
	}
	own, _ := net.InterfaceAddrs() // without any there is none to tell
	for _, a := range own {
		if ip, ok := a.(*net.IPNet); ok && ip.IP.IsGlobalUnicast() {
			out = append(out, ip.IP.String())
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { // those that are easier to type first
		return strings.Count(a, ":") - strings.Count(b, ":")
	})
	if len(out) == 0 {
		out = []string{"localhost"}
	}
	return out
}
