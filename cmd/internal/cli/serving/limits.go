package serving

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/guest"
	"fellowship/cmd/internal/table"

	"github.com/spf13/cobra"
)

// addLimits adds the flags of what visitors may take. The usual values are those of the
// packages.
func (o *serveOptions) addLimits(cmd *cobra.Command) {
	f := cmd.Flags()
	gate, tables := guest.Gate{}.Filled(), table.Limits{}.Filled()
	number := func(n *int, name string, usual int, usage string) {
		const most = 1_000_000
		command.Number(f, n, name, usual, usage, command.Between(1, most))
	}
	number(&o.Gate.Total, "max-connections", gate.Total, "most connections at a time")
	number(&o.Gate.PerAddress, "max-connections-address", gate.PerAddress, "most connections from one address")
	number(&o.Tables.Tables, "max-tables", tables.Tables, "most tables")
	number(&o.Tables.TablesEach, "max-tables-person", tables.TablesEach, "most tables that one person has begun and not closed")
	command.Number(f, &o.Tables.TablesAddress, "max-tables-address", tables.TablesAddress, "most tables that were begun from one address", command.Between(1, table.MostTablesAddress))
	number(&o.Gate.Codes, "max-codes-address", gate.Codes, "most wrong codes that are tried from one address in a minute")
	command.Number(f, &o.Options.Limits.Idle, "max-idle", guest.Limits{}.Filled().Idle, "how long somebody may type nothing", atLeastAMinute)
	command.Number(f, &o.Tables.Life, "keep", tables.Life, "how long a table stays that nobody uses", atLeastAnHour)
	command.Number(f, &o.Tables.Alone, "keep-alone", tables.Alone, "how long a table stays that nobody uses, and at which nobody but its host ever sat", atLeastAnHour)
	f.Var((*proxies)(&o.Gate.Proxies), "proxy", "`address` or network of a proxy, whose X-Forwarded-For says where browsers are")
}

func atLeastAMinute(d time.Duration) error {
	if d < time.Minute {
		return errors.New("it has to be a minute or more")
	}
	return nil
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

// Several says that the flag may be given several times.
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
