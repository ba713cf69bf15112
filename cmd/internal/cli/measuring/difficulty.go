package measuring

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/reports"
	"fellowship/cmd/internal/work"
	"fellowship/solver/difficulty"

	"github.com/spf13/cobra"
)

type difficultyOptions struct {
	*command.Root
	Chapter    string
	All        bool
	Players    int
	Deals      int
	Fair       int
	Campaigns  int
	FairBy     string
	CampaignBy string
	Precision  float64
	Seed       uint64
	Nodes      int64
	Workers    int
	Shard      string
	Resume     string
	difficultyOutput
}

// difficultyOutput is how a report is shown.
type difficultyOutput struct {
	JSON     bool
	CSV      string
	HTML     string
	Markdown string
}

func (out *difficultyOutput) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&out.JSON, "json", false, "write one JSON object for each chapter and table size")
	flags.StringVar(&out.CSV, "csv", "", "also write a table to this `file`")
	flags.StringVar(&out.HTML, "html", "", "also write a page to this `file`")
	flags.StringVar(&out.Markdown, "markdown", "", "also write a page for the documentation to this `file`")
}

// Rounds and deals that are measured where nothing is said.
const (
	usualDeals     = 100
	usualFair      = 20
	usualCampaigns = 20
	// usualFairBy are strong players with half their effort: they win nearly as much.
	usualFairBy = "strong:0.5"
)

// NewDifficulty returns the command difficulty.
func NewDifficulty(root *command.Root) *cobra.Command {
	opt := &difficultyOptions{Root: root, FairBy: usualFairBy}
	cmd := &cobra.Command{
		Use:   "difficulty",
		Short: "Measure how hard chapters are",
		Args:  command.KnownCommand,
		RunE:  opt.WithLibrary(opt.run),
	}
	flags := cmd.Flags()
	flags.StringVar(&opt.Chapter, "chapter", "", "the chapter's `number`")
	flags.BoolVar(&opt.All, "all", false, "all chapters, the default")
	command.AddPlayers(flags, &opt.Players, 0, "number of players, 1 to 4")
	flags.Lookup("players").DefValue = "4 or all"
	command.Number(flags, &opt.Deals, "deals", usualDeals, "deals for each chapter and table size", command.Between(1, command.MaxDeals))
	command.Number(flags, &opt.Fair, "fair", usualFair, "rounds of players of --fair-by", command.Between(0, command.MaxDeals))
	command.Number(flags, &opt.Campaigns, "campaigns", usualCampaigns, "campaigns, see above", command.Between(0, command.MaxDeals))
	flags.Var(command.Player(&opt.FairBy, "strong", "fair"), "fair-by", "`name` of theirs: strong or fair")
	flags.Var(command.OneOf(&opt.CampaignBy, "greedy", "fair", "strong", "random"), "campaign-by", "who plays campaigns: greedy, fair, strong, random")
	command.Number(flags, &opt.Precision, "precision", 0, "go on until intervals are this `share` wide", func(n float64) error {
		if !(n > 0 && n < 1) {
			return errors.New("it is a share between 0 and 1, such as 0.02")
		}
		return nil
	})
	command.Number(flags, &opt.Seed, "seed", 1, "`number` of the first deal", command.FirstDeal)
	command.Number(flags, &opt.Nodes, "nodes", usualNodes, "most card plays a verdict, 0: any", command.NotNegative)
	command.AddWorkers(flags, &opt.Workers, "deals and rounds at once")
	flags.StringVar(&opt.Shard, "shard", "", "measure only this `part` of the work, such as 2/8")
	flags.StringVar(&opt.Resume, "resume", "", "keep all in this `file`, and go on from there")
	opt.difficultyOutput.flags(cmd)
	cmd.AddCommand(newDifficultyMergeCmd(root))
	// One line of it would be too long for 80 columns.
	cmd.SetUsageTemplate(strings.ReplaceAll(cmd.UsageTemplate(), " for more information about a command.", " for more about a command."))
	return cmd
}

// usualNodes is the most card plays of a search where nothing is said: about ten
// seconds' worth.
const usualNodes = 5_000_000

func (opt *difficultyOptions) check(cmd *cobra.Command) error {
	flags := cmd.Flags()
	switch {
	case opt.All && flags.Changed("chapter"):
		return fmt.Errorf("--chapter %s and --all: give one of them", opt.Chapter)
	case opt.Precision > 0 && opt.Shard != "":
		return errors.New("--precision and --shard: one part of the work cannot know when all of it is enough; give --deals and --fair instead")
	}
	if !flags.Changed("fair") {
		opt.Fair = min(opt.Fair, opt.Deals)
	}
	if !flags.Changed("campaigns") {
		opt.Campaigns = min(opt.Campaigns, opt.Deals)
	}
	if flags.Changed("chapter") && !flags.Changed("players") {
		opt.Players = 4
	}
	return nil
}

func (opt *difficultyOptions) run(cmd *cobra.Command, lib *chapters.Library, _ []string) (err error) {
	if err := opt.check(cmd); err != nil {
		return err
	}
	what := difficulty.Options{
		Chapter: command.TrimZeros(opt.Chapter), Players: opt.Players, Seed: opt.Seed,
		Deals: opt.Deals, Fair: opt.Fair, Campaigns: opt.Campaigns, FairBy: opt.FairBy, CampaignBy: opt.CampaignBy,
		Nodes: opt.Nodes, Precision: opt.Precision, Workers: opt.Workers,
	}
	if cmd.Flags().Changed("chapter") {
		if _, err := lib.Chapter(what.Chapter); err != nil {
			return err
		}
	}
	if cmd.Flags().Changed("shard") {
		if what.Shard, err = difficulty.ParseShard(opt.Shard); err != nil {
			return fmt.Errorf("--shard: %w", err)
		}
	}
	if err := opt.writable(opt.Resume); err != nil {
		return err
	}
	if opt.Resume != "" {
		kept, problem := keep(opt.Resume, &what)
		if problem != nil {
			return fmt.Errorf("--resume %s: %w", opt.Resume, disk.WithoutPath(problem))
		}
		defer func() { err = errors.Join(err, kept.Close()) }()
	}
	command.CollectSeldom(opt.Workers)
	progress := command.NewProgress(cmd.ErrOrStderr(), time.Now)
	what.Progress = progress.Tell
	report, err := difficulty.Run(cmd.Context(), lib, what)
	return progress.End(err, func() error {
		return opt.difficultyOutput.write(cmd, opt.Root, lib, &report)
	})
}

// keep opens the file that a measurement is kept in: results in it are known.
func keep(name string, what *difficulty.Options) (work.File, error) {
	kept, err := work.Open(name, difficulty.NewState(what, command.StateVersion()), func(r io.Reader) (int64, error) {
		state, size, err := difficulty.ReadState(r)
		if err == nil {
			if err = state.Fits(what, command.StateVersion()); err != nil {
				err = fmt.Errorf("%w; give the same or another file", err)
			}
		}
		what.Known = state.Results
		return size, err
	})
	what.Keep = func(r *difficulty.Result) error { return kept.Add(r) }
	return kept, err
}

// files are the files that a report goes into, empty ones for none, with what is
// written there.
func (out *difficultyOutput) files() []outputFile {
	return []outputFile{{"--csv", out.CSV}, {"--html", out.HTML}, {"--markdown", out.Markdown}}
}

type outputFile struct{ flag, name string }

// writable reports why a file that a report goes into cannot be written, before
// anything is measured. None may be the one that the measurement is kept in.
func (out *difficultyOutput) writable(kept string) error {
	for _, file := range out.files() {
		if file.name == "" {
			continue
		}
		if err := disk.Writable(file.name); err != nil {
			return fmt.Errorf("%s %s: %w", file.flag, file.name, disk.WithoutPath(err))
		}
		here, err := os.Stat(file.name)
		if there, lost := os.Stat(kept); err == nil && lost == nil && os.SameFile(here, there) || file.name == kept {
			return fmt.Errorf("%s %s: the measurement itself is kept there; give the report another file", file.flag, file.name)
		}
	}
	return nil
}

// write shows a report in all the ways that were asked for.
func (out *difficultyOutput) write(cmd *cobra.Command, root *command.Root, lib *chapters.Library, r *difficulty.Report) error {
	var err error
	if out.JSON {
		err = command.WriteAll(cmd.OutOrStdout(), reports.Answers(r))
	} else {
		err = root.Print(cmd.OutOrStdout(), reports.Text(lib, r, root.ASCII))
	}
	if err != nil {
		return err
	}
	document := reports.Document(lib, r, command.StateVersion())
	texts := []string{reports.CSV(r), reports.HTML(document), reports.Markdown(document)}
	for i, file := range out.files() {
		if file.name == "" {
			continue
		}
		if err := os.WriteFile(file.name, []byte(texts[i]), 0o666); err != nil { //nolint:gosec // a report is for everybody, as far as the umask lets it
			return err
		}
	}
	return nil
}
