package serving

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/serve"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// serveOptions are the flags of serve.
type serveOptions struct {
	*command.Root
	serve.Options
	// Log is the least level of the messages in the log.
	Log string
}

// addStore adds the flags for the place of the tables.
func addStore(f *pflag.FlagSet, dir *string) {
	f.StringVar(dir, "data", disk.State("serve"), "`folder` with the tables and the host key")
	f.Lookup("data").DefValue = "~/.local/state/fellowship/serve"
}

// NewServe returns the command serve.
func NewServe(root *command.Root) *cobra.Command {
	opt := &serveOptions{Root: root, Log: "info"}
	cmd := &cobra.Command{
		Use:     "serve",
		Short:   "Let friends play together, each at home",
		Args:    command.NoArgs,
		PreRunE: fromEnvironment,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runServe(cmd, opt) },
	}
	f := cmd.Flags()
	f.StringVar(&opt.SSH, "ssh", "127.0.0.1:2222", "`address` for ssh; empty for none")
	f.StringVar(&opt.Web, "web", "", "`address` for browsers; empty for none")
	f.StringVar(&opt.Metrics, "metrics", "",
		"`address` for Prometheus metrics (/metrics) and /healthz; empty for none")
	f.StringVar(&opt.Host, "host", "", "`name` at which friends reach this machine; default: its addresses")
	f.StringVar(&opt.Keys, "keys", "", "`file` like authorized_keys with the keys to admit; default: everyone")
	f.BoolVar(&opt.Guests, "guests", true, "admit visitors without an SSH key (browsers never have one); ignored with --keys")
	f.StringSliceVar(&opt.Origins, "origin", nil, "public `host` of the proxy, for links and forms")
	f.Var(command.OneOf(&opt.Log, "debug", "info", "warn", "error"), "log",
		"lowest level written to standard error: debug, info, warn or error")
	opt.addLimits(cmd)
	addStore(f, &opt.Dir)
	return cmd
}

// fromEnvironment sets the flags that the command line leaves open from variables such as
// FELLOWSHIP_MAX_TABLES: units and containers set them without a shell.
func fromEnvironment(cmd *cobra.Command, _ []string) (err error) {
	known := map[string]*pflag.Flag{}
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		known[environment+strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))] = f
	})
	for _, variable := range os.Environ() {
		name, value, _ := strings.Cut(variable, "=")
		f := known[name]
		switch {
		case !strings.HasPrefix(name, environment), f != nil && f.Changed:
		case f == nil:
			suggestion := strictyaml.DidYouMean(name, slices.Sorted(maps.Keys(known)))
			command.Note(cmd.ErrOrStderr(), "%s matches no flag of this command%s", strconv.QuoteToASCII(name),
				suggestion)
		default:
			if wrong := cmd.Flags().Set(f.Name, value); wrong != nil {
				err = errors.Join(err, fmt.Errorf("%s: %w", name, command.FlagError(cmd, wrong)))
			}
		}
	}
	return err
}

// environment is the prefix of the variables that configure a server.
const environment = "FELLOWSHIP_"

// closingTime is how long a server may take to shut down.
const closingTime = 10 * time.Second

func runServe(cmd *cobra.Command, opt *serveOptions) error {
	var err error
	if opt.Options.Library, err = opt.Root.Library(); err != nil {
		return err
	}
	opt.Options.Texts = opt.Root.Person.Texts()
	opt.Options.Log = newLog(cmd.ErrOrStderr(), opt.Log)
	opt.Patience.Store(int64(closingTime + time.Second))

	s, err := serve.Start(opt.Options)
	if err != nil {
		return err
	}
	opt.printJoining(cmd.OutOrStdout(), s)
	select {
	case <-cmd.Context().Done():
		fmt.Fprintln(cmd.OutOrStdout(), opt.Options.Texts.T("serve.closing"))
	case err = <-s.Failed():
	}
	closing, done := context.WithTimeout(context.WithoutCancel(cmd.Context()), closingTime)
	defer done()
	return errors.Join(err, s.Close(closing))
}

// printJoining prints how friends join, and the limits of the server.
func (o *serveOptions) printJoining(w io.Writer, s *serve.Server) {
	t := o.Options.Texts
	fmt.Fprintln(w, t.T("serve.tell"))
	farthest := serve.ThisMachine
	headlines := []string{
		serve.ThisMachine:  "serve.tell.here",
		serve.LocalNetwork: "serve.tell.home",
		serve.Internet:     "serve.tell.outside",
	}
	for reach, key := range headlines {
		joinLines := s.JoinFrom(serve.Reach(reach))
		if len(joinLines) == 0 {
			continue
		}
		farthest = serve.Reach(reach)
		fmt.Fprintln(w, t.T(key))
		for _, line := range joinLines {
			fmt.Fprintln(w, "  "+line)
		}
	}
	if farthest != serve.Internet {
		advice := []string{serve.ThisMachine: "serve.tell.alone", serve.LocalNetwork: "serve.tell.invite"}
		fmt.Fprintln(w, t.T(advice[farthest]))
	}
	if key := s.Fingerprint(); key != "" {
		fmt.Fprintln(w, t.T("serve.tell.key", key))
	}
	if o.Options.Keys != "" {
		fmt.Fprintln(w, t.T("serve.tell.keys", o.Options.Keys))
	}
	if addr := s.Web(); addr != nil && (o.Options.Keys != "" || !o.Guests) {
		fmt.Fprintln(w, t.T("serve.tell.web", addr))
	}
	fmt.Fprintln(w, t.T("serve.tell.limits", o.Connections, o.Tables))
	if addr := s.Metrics(); addr != nil {
		fmt.Fprintln(w, t.T("serve.tell.metrics", addr))
	}
	fmt.Fprintln(w, t.T("serve.tell.data", filepath.Clean(o.Dir)))
}

// addLimits adds the flags that limit all visitors together.
func (o *serveOptions) addLimits(cmd *cobra.Command) {
	f := cmd.Flags()
	const most = 1_000_000
	command.Number(f, &o.Connections, "max-connections", guest.UsualConnections, "maximum number of simultaneous connections",
		command.InRange(1, most))
	command.Number(f, &o.Tables, "max-tables", table.UsualTables, "maximum number of tables", command.InRange(1, most))
	command.Number(f, &o.Keep, "keep", table.UsualKeep, "delete tables unused for this long", atLeastAnHour)
	f.Func("proxy", "`address` or network of the proxy, whose X-Forwarded-For is trusted", o.addProxies)
}

// atLeastAnHour checks a time after which tables are removed: old tables are looked for every hour.
func atLeastAnHour(d time.Duration) error {
	if d < time.Hour {
		return errors.New("must be an hour or more")
	}
	return nil
}

// addProxies adds addresses or networks, separated by commas.
func (o *serveOptions) addProxies(text string) error {
	for entry := range strings.SplitSeq(text, ",") {
		network, err := netip.ParsePrefix(entry)
		if err != nil {
			ip, err := netip.ParseAddr(entry)
			if err != nil {
				return fmt.Errorf("%q is neither an address nor a network, such as 127.0.0.1 or 10.0.0.0/8", entry)
			}
			network = netip.PrefixFrom(ip.Unmap(), ip.Unmap().BitLen())
		}
		o.Proxies = append(o.Proxies, network.Masked())
	}
	return nil
}

// newLog returns a log that writes messages of at least a level.
func newLog(w io.Writer, level string) *slog.Logger {
	var least slog.Level
	_ = least.UnmarshalText([]byte(level)) // the flag takes no other words
	return slog.New(slog.NewTextHandler(texts.Raw(w), &slog.HandlerOptions{Level: least}))
}
