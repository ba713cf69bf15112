package serve

import (
	"net"
	"net/netip"
	"slices"
	"strings"

	gossh "golang.org/x/crypto/ssh"
)

// Web returns the address of the browser door, nil without one.
func (s *Server) Web() net.Addr { return listenerAddr(s.web) }

// Metrics returns the address of the monitoring, nil without one.
func (s *Server) Metrics() net.Addr { return listenerAddr(s.metrics) }

// listenerAddr returns the address of a listener, nil for a nil listener.
func listenerAddr(l net.Listener) net.Addr {
	if l == nil {
		return nil
	}
	return l.Addr()
}

// Fingerprint returns the fingerprint of the host key; empty without ssh.
func (s *Server) Fingerprint() string {
	if s.key == nil {
		return ""
	}
	return gossh.FingerprintSHA256(s.key.PublicKey())
}

// Reach says from where people can reach an address. Whether a router and its firewall let anybody in is not known to
// this machine.
type Reach uint8

const (
	// ThisMachine is for addresses that only programs on this machine can reach.
	ThisMachine Reach = iota
	// LocalNetwork is for addresses that the local network can reach.
	LocalNetwork
	// Internet is for all other addresses.
	Internet
)

// carrierNAT holds the addresses that providers give to homes that share a public address, and that private networks
// such as Tailscale give to their machines.
var carrierNAT = netip.MustParsePrefix("100.64.0.0/10")

// reachOf returns from where people can reach a host. A host with a name counts as reachable from the internet.
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

// joinOption is a line that says how somebody can come.
type joinOption struct {
	reach Reach
	line  string
}

// Join returns how somebody comes with a code, a line for each way. The code may be empty. Ways that work only on this
// machine are left out if there are others.
func (s *Server) Join(code string) []string {
	return forFriends(append(s.sshJoinOptions(code), s.webJoinOptions(code)...))
}

// joinSSH returns the lines of Join for ssh.
func (s *Server) joinSSH(code string) []string { return forFriends(s.sshJoinOptions(code)) }

// forFriends returns the lines of options, without those for this machine if there are others.
func forFriends(all []joinOption) []string {
	isLocal := func(option joinOption) bool { return option.reach == ThisMachine }
	if remote := slices.DeleteFunc(slices.Clone(all), isLocal); len(remote) > 0 {
		all = remote
	}
	return linesOf(all)
}

// JoinFrom returns how people come from one reach.
func (s *Server) JoinFrom(r Reach) []string {
	all := append(s.sshJoinOptions(""), s.webJoinOptions("")...)
	return linesOf(slices.DeleteFunc(all, func(option joinOption) bool { return option.reach != r }))
}

// linesOf returns the lines of options.
func linesOf(all []joinOption) (out []string) {
	for _, w := range all {
		out = append(out, w.line)
	}
	return out
}

// sshJoinOptions returns how somebody comes by ssh.
func (s *Server) sshJoinOptions(code string) []joinOption {
	return s.joinOptions(s.ssh, func(host, port string) string {
		line := "ssh "
		if port != "22" {
			line += "-p " + port + " "
		}
		return strings.TrimSpace(line + "-t " + host + " " + code)
	})
}

// webJoinOptions returns how somebody comes with a browser. If the server has a proxy, the options have the names of
// the proxy. If a browser alone is not let in, there are no options.
func (s *Server) webJoinOptions(code string) (out []joinOption) {
	if s.opts.Keys != "" || !s.opts.Guests {
		return nil
	}
	if code != "" {
		code = "#" + code
	}
	if len(s.opts.Origins) > 0 && s.web != nil { // browsers go through the proxy
		for _, origin := range s.opts.Origins {
			out = append(out, joinOption{reachOf(hostOf(origin)), "https://" + origin + "/" + code})
		}
		return out
	}
	return s.joinOptions(s.web, func(host, port string) string {
		return "http://" + net.JoinHostPort(host, port) + "/" + code
	})
}

// hostOf returns a host without its port.
func hostOf(origin string) string {
	if host, _, err := net.SplitHostPort(origin); err == nil {
		return host
	}
	return origin
}

// joinOptions returns how people come to a door, under each of its names.
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

// hostNames returns the address of a door. If the door listens on all addresses, it returns all addresses of the
// machine.
func hostNames(ip net.IP) []string {
	if !ip.IsUnspecified() {
		return []string{ip.String()}
	}
	own, _ := net.InterfaceAddrs() // after an error there are none
	out := []string{"127.0.0.1"}
	for _, a := range own {
		if ip, ok := a.(*net.IPNet); ok && ip.IP.IsGlobalUnicast() {
			out = append(out, ip.IP.String())
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { // IPv4 first, which is easier to type
		return strings.Count(a, ":") - strings.Count(b, ":")
	})
	return out
}
