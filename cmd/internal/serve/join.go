package serve

import (
	"net"
	"net/netip"
	"slices"
	"strings"

	gossh "golang.org/x/crypto/ssh"
)

// Web is where people come in with a browser, nil for a door that is closed.
func (s *Server) Web() net.Addr { return listenerAddr(s.web) }

// Metrics is where the figures are.
func (s *Server) Metrics() net.Addr { return listenerAddr(s.metrics) }

func listenerAddr(l net.Listener) net.Addr {
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

// Reach is from where people reach an address.
type Reach uint8

// The reaches, the nearest first. Whether a router and its firewall let anybody come from
// outside this machine cannot know.
const (
	ThisMachine Reach = iota
	LocalNetwork
	Internet
)

// carrierNAT holds the addresses that providers give to homes sharing one with others, and that
// private networks such as Tailscale give to their machines.
var carrierNAT = netip.MustParsePrefix("100.64.0.0/10")

// reachOf is from where people reach a host. One with a name was named for them.
func reachOf(host string) Reach {
	ip, err := netip.ParseAddr(host)
	ip = ip.Unmap()
	switch {
	case host == "localhost" || ip.IsLoopback():
		return ThisMachine
	case err == nil && (ip.IsPrivate() || ip.IsLinkLocalUnicast() || carrierNAT.Contains(ip)):
		return LocalNetwork
	}
	return Internet
}

// joinOption is how somebody comes, in a line.
type joinOption struct {
	reach Reach
	line  string
}

// Join returns how somebody comes with a code, a line each; an empty code is for none.
// Ways that are for this machine alone are told where there are no others.
func (s *Server) Join(code string) []string {
	return forFriends(append(s.sshJoinOptions(code), s.webJoinOptions(code)...))
}

// joinSSH is Join for ssh.
func (s *Server) joinSSH(code string) []string { return forFriends(s.sshJoinOptions(code)) }

func forFriends(all []joinOption) []string {
	if remote := slices.DeleteFunc(slices.Clone(all), func(w joinOption) bool {
		return w.reach == ThisMachine
	}); len(remote) > 0 {
		all = remote
	}
	return linesOf(all)
}

// JoinFrom returns how people come from somewhere.
func (s *Server) JoinFrom(r Reach) []string {
	return linesOf(slices.DeleteFunc(append(s.sshJoinOptions(""), s.webJoinOptions("")...), func(w joinOption) bool {
		return w.reach != r
	}))
}

func linesOf(all []joinOption) (out []string) {
	for _, w := range all {
		out = append(out, w.line)
	}
	return out
}

func (s *Server) sshJoinOptions(code string) []joinOption {
	return s.joinOptions(s.ssh, func(host, port string) string {
		line := "ssh "
		if port != "22" {
			line += "-p " + port + " "
		}
		return strings.TrimSpace(line + "-t " + host + " " + code)
	})
}

// webJoinOptions go by the names of a proxy where there are some. There are none where an invitation lets no
// browser in.
func (s *Server) webJoinOptions(code string) (out []joinOption) {
	if s.opts.Keys != "" || !s.opts.Guests {
		return nil
	}
	if code != "" {
		code = "#" + code
	}
	if len(s.opts.Origins) > 0 && s.web != nil { // browsers come by the proxy
		for _, origin := range s.opts.Origins {
			out = append(out, joinOption{reachOf(hostOf(origin)), "https://" + origin + "/" + code})
		}
		return out
	}
	return s.joinOptions(s.web, func(host, port string) string {
		return "http://" + net.JoinHostPort(host, port) + "/" + code
	})
}

// hostOf is a host without its port.
func hostOf(origin string) string {
	if host, _, err := net.SplitHostPort(origin); err == nil {
		return host
	}
	return origin
}

// joinOptions are how people come to a door, under each of its names.
func (s *Server) joinOptions(door net.Listener, line func(host, port string) string) (out []joinOption) {
	tcp, ok := listenerAddr(door).(*net.TCPAddr)
	if !ok {
		return nil
	}
	_, port, _ := net.SplitHostPort(tcp.String())
	all := hostNames(tcp.IP)
	if s.opts.Host != "" {
		all = []string{s.opts.Host}
	}
	for _, host := range all {
		out = append(out, joinOption{reachOf(host), line(host, port)})
	}
	return out
}

// hostNames are those of the address of a door: all of the machine's where it is open to all of
// them.
func hostNames(ip net.IP) []string {
	if !ip.IsUnspecified() {
		return []string{ip.String()}
	}
	own, _ := net.InterfaceAddrs() // without any there is none to tell
	out := []string{"127.0.0.1"}
	for _, a := range own {
		if ip, ok := a.(*net.IPNet); ok && ip.IP.IsGlobalUnicast() {
			out = append(out, ip.IP.String())
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { // those that are easier to type first
		return strings.Count(a, ":") - strings.Count(b, ":")
	})
	return out
}
