package serve

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"syscall"
)

// listenOption is an option that names an address where the server listens.
type listenOption struct {
	// flag is the name of the option.
	flag string
	// address is the address; empty if nobody listens.
	address string
	// usualPort is the port that an example names.
	usualPort string
	// listener is set when the address is open.
	listener *net.Listener
}

// listenOptions returns the options that name addresses.
func (o *Options) listenOptions() []listenOption {
	return []listenOption{
		{flag: "--ssh", address: o.SSH, usualPort: "2222"},
		{flag: "--web", address: o.Web, usualPort: "8080"},
		{flag: "--metrics", address: o.Metrics, usualPort: "9090"},
	}
}

// check reports an address that cannot be one: it is the name or the number of a machine, which may be missing, and a
// port.
func (o *listenOption) check() error {
	if o.address == "" {
		return nil
	}
	_, port, err := net.SplitHostPort(o.address)
	if err != nil || port == "" || strings.Contains(o.address, "/") {
		return fmt.Errorf("%s: %q is not an address with a port, such as %s", o.flag, o.address, o.example())
	}
	if _, err := net.LookupPort("tcp", port); err != nil {
		return fmt.Errorf("%s: the port of %q must be a number from 0 to 65535", o.flag, o.address)
	}
	return nil
}

// example returns an address like the one that was given, with a port.
func (o *listenOption) example() string {
	host, port := o.address, o.usualPort
	if link, err := url.Parse(o.address); err == nil && link.Host != "" {
		host = link.Hostname()
		port = cmp.Or(link.Port(), port)
	} else if number, err := strconv.ParseUint(o.address, 10, 16); err == nil {
		host = ""
		port = strconv.FormatUint(number, 10)
	}
	host = strings.Trim(strings.TrimSuffix(host, ":"), "[]")
	if host != "" && checkHost(host) != nil {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}

// listen opens the address.
func (o *listenOption) listen() error {
	if o.address == "" {
		return nil
	}
	listener, err := net.Listen("tcp", o.address)
	if err != nil {
		return fmt.Errorf("%s: %q: %w", o.flag, o.address, listenError(err))
	}
	*o.listener = listener
	return nil
}

// listenError says in plain words why an address cannot be opened.
func listenError(err error) error {
	var name *net.DNSError
	var failed *net.OpError
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return errors.New("another program already uses this port; choose another one")
	case errors.Is(err, syscall.EACCES):
		return errors.New("the system does not allow this port; choose one above 1023")
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return errors.New("this machine does not have that address; :8080 listens on all its addresses")
	case errors.As(err, &name):
		return fmt.Errorf("unknown host %s", name.Name)
	case errors.As(err, &failed):
		return failed.Err
	}
	return err
}

// checkHost reports a text that is neither the name nor the number of a machine.
func checkHost(host string) error {
	if _, err := netip.ParseAddr(host); err == nil {
		return nil
	}
	link, err := url.Parse("https://" + host)
	if err != nil || host == "" || link.Host != host || strings.ContainsAny(host, ":[]") {
		return fmt.Errorf("%q is not a host name, such as game.example.org", host)
	}
	return nil
}
