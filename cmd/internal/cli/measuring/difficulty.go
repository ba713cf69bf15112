package measuring

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path"
	"time"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/measure"
	"fellowship/cmd/internal/pages/page"
	"fellowship/solver/difficulty"

	"github.com/spf13/cobra"
)

// difficultyOptions are the flags of difficulty.
type difficultyOptions struct {
	difficultyOutput
	difficulty.Options
	// All reports whether all chapters are measured.
	All bool
	// Part is the part of the work to measure, such as 2/8; "" for all.
	Part string
	// Resume are the files with results. The first one receives new results.
	Resume []string
}

// difficultyOutput shows a report and writes it into files.
type difficultyOutput struct {
	*command.Root
	// files are the possible files for a report.
	files []outputFile
}

// outputFile is a file for a report in one format.
type outputFile struct {
	// name is the name of the file, "" if it is not written.
	name string
	// flag is the flag that gives the name.
	flag string
	// usage describes the flag.
	usage string
	// text returns the content of the file for a report and its document.
	text func(*difficulty.Report, page.Page) string
}

// flags adds the flags for the output to a command.
func (out *difficultyOutput) flags(cmd *cobra.Command) {
	out.files = []outputFile{
		{
			flag:  "csv",
			usage: "also write a table to this `file`",
			text:  func(r *difficulty.Report, _ page.Page) string { return measure.CSV(r) },
		},
		{
			flag:  "html",
			usage: "also write a page to this `file`",
			text:  func(_ *difficulty.Report, p page.Page) string { return measure.HTML(p) },
		},
		{
			flag:  "markdown",
			usage: "also write a page for the documentation to this `file`",
			text:  func(_ *difficulty.Report, p page.Page) string { return measure.Markdown(p) },
		},
	}
	for i := range out.files {
		f := &out.files[i]
		cmd.Flags().StringVar(&f.name, f.flag, "", f.usage)
	}
	out.WithJSON(cmd, "write one JSON object per chapter and table size")
}

// The defaults of the flags.
const (
	usualDeals = 100
	usualFair  = 20
	// usualFairBy stands for strong players with half their effort, who win nearly as often.
	usualFairBy = "strong:0.5"
)

// NewDifficulty returns the command difficulty.
func NewDifficulty(root *command.Root) *cobra.Command {
	opt := &difficultyOptions{difficultyOutput: difficultyOutput{Root: root}}
	opt.FairBy = usualFairBy
	cmd := &cobra.Command{
		Use:   "difficulty",
		Short: "Measure how hard chapters are",
		Args:  command.KnownCommand,
		RunE:  opt.WithLibrary(againLater(opt.run)),
	}
	flags := cmd.Flags()
	command.AddChapter(flags, &opt.Chapter)
	flags.BoolVar(&opt.All, "all", false, "all chapters")
	command.AddPlayers(flags, &opt.Players, 0)
	flags.Lookup("players").DefValue = "4 or all"
	command.Number(flags, &opt.Deals, "deals", usualDeals, "deals per chapter and table size",
		command.InRange(1, command.MaxDeals))
	command.Number(flags, &opt.Fair, "fair", usualFair, "rounds with strong players",
		command.InRange(0, command.MaxDeals))
	command.AddComputer(cmd, &opt.FairBy, "their `name`: strong or fair", "strong", "fair")
	command.AddOldName(cmd, "fair-by", "computer")
	opt.New = command.AddPrograms(cmd).New
	command.Number(flags, &opt.Precision, "precision", 0, "continue until intervals are this narrow (a `share`)",
		func(n float64) error {
			if !(n > 0 && n < 1) {
				return errors.New("must be a share between 0 and 1, such as 0.02")
			}
			return nil
		})
	command.Number(flags, &opt.Seed, "seed", 1, "`number` of the first deal", command.FirstDeal)
	command.Number(flags, &opt.Nodes, "nodes", usualNodes, "plays per verdict, 0: no limit", command.NotNegative)
	command.AddWorkers(flags, &opt.Workers, "deals and rounds at once")
	flags.StringVar(&opt.Part, "shard", "", "measure only this `part` of the work, such as 2/8")
	flags.StringArrayVar(&opt.Resume, "resume", nil, "save results in this `file`, and resume from it")
	opt.difficultyOutput.flags(cmd)
	cmd.AddCommand(newDifficultyMergeCmd(root))
	return cmd
}

// usualNodes is the default limit of card plays for a search. They take about ten seconds.
const usualNodes = 5_000_000

// check checks the flags and sets the defaults that depend on other flags.
func (opt *difficultyOptions) check(cmd *cobra.Command) error {
	flags := cmd.Flags()
	switch {
	case opt.All && flags.Changed("chapter"):
		return fmt.Errorf("--chapter %s and --all exclude each other", opt.Chapter)
	case opt.Precision > 0 && flags.Changed("shard"):
		return errors.New("--precision and --shard exclude each other, because one part cannot know the intervals of all; " +
			"use --deals and --fair instead")
	}
	if !flags.Changed("fair") {
		opt.Fair = min(opt.Fair, opt.Deals)
	}
	if flags.Changed("chapter") && !flags.Changed("players") {
		opt.Players = 4
	}
	return nil
}

// run measures and shows the report.
func (opt *difficultyOptions) run(cmd *cobra.Command, lib *chapters.Library, _ []string) (err error) {
	if err := opt.check(cmd); err != nil {
		return err
	}
	if opt.Chapter != "" {
		if _, err := lib.Chapter(opt.Chapter); err != nil {
			return err
		}
	}
	flags := cmd.Flags()
	if flags.Changed("shard") {
		if opt.Shard, err = difficulty.ParseShard(opt.Part); err != nil {
			return fmt.Errorf("--shard: %w", err)
		}
	}
	if command.FirstGiven(cmd, "chapter", "all", "players", "resume") == "" {
		return opt.scopeError(cmd, lib)
	}
	if err := opt.checkWritable(opt.Resume); err != nil {
		return err
	}
	if len(opt.Resume) > 0 {
		kept, problem := opt.keep(cmd.Context())
		if problem != nil {
			return problem
		}
		defer func() { err = errors.Join(err, kept.Close()) }()
	}
	command.CollectSeldom(opt.Workers)
	progress := command.NewProgress(cmd.ErrOrStderr(), "measured")
	opt.Progress = progress.Tell
	var report difficulty.Report
	err = progress.While(func() (err error) {
		report, err = difficulty.Run(cmd.Context(), lib, opt.Options)
		return err
	})
	return command.End(err, func() error {
		return opt.write(cmd, lib, &report)
	})
}

// scopeError returns the error for a command that does not say what to measure. It says how much work there is.
func (opt *difficultyOptions) scopeError(cmd *cobra.Command, lib *chapters.Library) error {
	cells, err := difficulty.Cells(lib, "", 0)
	if err != nil {
		return err
	}
	each := fmt.Sprintf("%s and %s of strong players", say.Count(opt.Deals, "deal"), say.Count(opt.Fair, "round"))
	return fmt.Errorf("choose a chapter: --chapter 2 measures %s, which takes seconds\n"+
		"--all measures %d times as many, for each chapter and number of players, some of them much slower\n"+
		"see: %s --help", each, len(cells), cmd.CommandPath())
}

// keep opens the first file of --resume. It holds the known results and receives the new ones.
// Wanted results in the other files are copied to it.
func (opt *difficultyOptions) keep(ctx context.Context) (measure.File, error) {
	version, err := workVersion(opt.Root)
	if err != nil {
		return measure.File{}, err
	}
	part := measure.NewPart(opt.Resume[0], &opt.Options, version)
	for _, name := range opt.Resume[1:] {
		other, err := readPart(ctx, name)
		if err == nil && other != nil {
			opt.Elsewhere = append(opt.Elsewhere, other.Results...)
			err = part.Fits(other)
		}
		if err != nil {
			return measure.File{}, fmt.Errorf("--resume %s: %w", name, disk.WithoutPath(err))
		}
	}
	kept, keep, err := part.Open()
	if err != nil {
		return kept, fmt.Errorf("--resume %s: %w", part.Name, disk.WithoutPath(err))
	}
	opt.Known = part.Results
	opt.Keep = keep
	return kept, nil
}

// runFunc runs a command that needs the library.
type runFunc = func(cmd *cobra.Command, lib *chapters.Library, args []string) error

// againLater makes a command exit with ExitAgain if the same command may work later: another
// program uses the file, or the disk is full.
func againLater(run runFunc) runFunc {
	return func(cmd *cobra.Command, lib *chapters.Library, args []string) error {
		err := run(cmd, lib, args)
		for _, passing := range []error{disk.ErrInUse, disk.ErrChanged, disk.ErrGone, disk.ErrFull} {
			if errors.Is(disk.Classify(err), passing) {
				return &command.ExitError{Code: command.ExitAgain, Err: err}
			}
		}
		return err
	}
}

// checkWritable returns an error if a file for the report cannot be written, or if it is one of
// the files with results. It is called before anything is measured.
func (out *difficultyOutput) checkWritable(kept []string) error {
	for _, file := range out.files {
		if file.name == "" {
			continue
		}
		if err := disk.CheckWritable(file.name); err != nil {
			return fmt.Errorf("--%s %s: %w", file.flag, file.name, disk.WithoutPath(err))
		}
		reportInfo, err := os.Stat(file.name)
		for _, name := range kept {
			keptInfo, keptErr := os.Stat(name)
			isSame := err == nil && keptErr == nil && os.SameFile(reportInfo, keptInfo)
			if isSame || file.name == name {
				return fmt.Errorf("--%s %s: the measurement itself is saved there; use another file for the report",
					file.flag, file.name)
			}
		}
	}
	return nil
}

// write prints a report and writes it into the files of the flags.
func (out *difficultyOutput) write(cmd *cobra.Command, lib *chapters.Library, r *difficulty.Report) error {
	err := out.Answer(cmd, func() []any {
		return measure.Answers(r)
	}, func() page.Page { return measure.Text(lib, r, out.Console.ASCII) })
	if err != nil {
		return err
	}
	document := measure.Document(lib, r, ProgramVersion(), time.Now())
	for _, file := range out.files {
		if file.name == "" {
			continue
		}
		if err := disk.ReplaceShared(file.name, []byte(file.text(r, document))); err != nil {
			return err
		}
	}
	return nil
}

// ProgramVersion returns the version of the program. Only results of the same version are counted
// together. Tests replace it.
var ProgramVersion = build.Version

// workVersion returns the version of the program, and a checksum of the user's own chapters if
// there are any. All parts of a measurement must have the same.
func workVersion(o *command.Root) (string, error) {
	if o.Person.Chapters == "" {
		return ProgramVersion(), nil
	}
	sum := sha256.New()
	for _, f := range strictyaml.ReadFiles(os.DirFS(o.Person.Chapters), characters.Folders...) {
		if f.Err != nil {
			return "", command.PlaceErrors(f.Err, o.Person.Chapters)
		}
		fmt.Fprintf(sum, "%s %d\n%s", path.Base(f.Name), len(f.Data), f.Data)
	}
	return fmt.Sprintf("%s with chapters %x", ProgramVersion(), sum.Sum(nil)[:6]), nil
}
