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
	f.Func("proxy", "`address` or network of a proxy, whose X-Forwarded-For says where browsers are", o.addProxies)
}

// atLeastAnHour is how often it is looked for old tables.
func atLeastAnHour(d time.Duration) error {
	if d < time.Hour {
		return errors.New("it has to be an hour or more")
	}
	return nil
}

// addProxies adds addresses or networks, several of them with commas between.
func (o *serveOptions) addProxies(text string) error {
	for one := range strings.SplitSeq(text, ",") {
		network, err := netip.ParsePrefix(one)
		if err != nil {
			ip, err := netip.ParseAddr(one)
			if err != nil {
				return fmt.Errorf("%q is neither an address nor a network, such as 127.0.0.1 or 10.0.0.0/8", one)
			}
			network = netip.PrefixFrom(ip.Unmap(), ip.Unmap().BitLen())
		}
		o.Proxies = append(o.Proxies, network.Masked())
	}
	return nil
}
