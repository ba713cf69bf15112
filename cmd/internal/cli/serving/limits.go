package serving

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/table"

	"github.com/spf13/cobra"
)

// addLimits adds the flags of what all visitors together may take.
func (o *serveOptions) addLimits(cmd *cobra.Command) {
	f := cmd.Flags()
	const most = 1_000_000
	command.Number(f, &o.Connections, "max-connections", guest.UsualConnections, "most connections at a time", command.Between(1, most))
	command.Number(f, &o.Tables, "max-tables", table.UsualTables, "most tables", command.Between(1, most))
	command.Number(f, &o.Keep, "keep", table.UsualKeep, "how long a table stays that nobody uses", atLeastAnHour)
	f.Var((*proxies)(&o.Proxies), "proxy", "`address` or network of a proxy, whose X-Forwarded-For says where browsers are")
}

// atLeastAnHour is how often it is looked for old tables.
func atLeastAnHour(d time.Duration) error {
	if d < time.Hour {
		return errors.New("it has to be an hour or more")
	}
	return nil
}

// proxies is a flag with addresses or networks, several of them with commas between.
type proxies []netip.Prefix

// String is how the flag is written.
func (p *proxies) String() string {
	var all []string
	for _, network := range *p {
		all = append(all, network.String())
	}
	return strings.Join(all, ",")
}

// Type is how help calls the value.
func (*proxies) Type() string { return "address" }

// Several tells that the flag may be given several times.
func (*proxies) Several() {}

// Set adds some.
func (p *proxies) Set(text string) error {
	for one := range strings.SplitSeq(text, ",") {
		network, err := netip.ParsePrefix(one)
		if err != nil {
			ip, err := netip.ParseAddr(one)
			if err != nil {
				return fmt.Errorf("%q is neither an address nor a network, such as 127.0.0.1 or 10.0.0.0/8", one)
			}
			network = netip.PrefixFrom(ip.Unmap(), ip.Unmap().BitLen())
		}
		*p = append(*p, network.Masked())
	}
	return nil
}
