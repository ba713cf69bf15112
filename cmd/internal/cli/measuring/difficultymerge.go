package measuring

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/measure"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/difficulty"

	"github.com/spf13/cobra"
)

// newDifficultyMergeCmd returns the command difficulty merge.
func newDifficultyMergeCmd(root *command.Root) *cobra.Command {
	opt := mergeOptions{difficultyOutput: difficultyOutput{Root: root}}
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Merge what was measured in parts",
		Args:  command.ArgCount(1, command.AnyNumber, "name the files to merge\nsee: %s --help"),
		RunE:  root.WithLibrary(againLater(opt.run)),
	}
	cmd.Flags().BoolVar(&opt.Partial, "partial", false, "print the results so far while parts are missing")
	opt.flags(cmd)
	return cmd
}

// mergeOptions are the flags of difficulty merge.
type mergeOptions struct {
	difficultyOutput
	// Partial reports whether a report is printed although parts are missing.
	Partial bool
}

// run joins the files and shows the report.
func (opt *mergeOptions) run(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	if err := opt.checkWritable(args); err != nil {
		return err
	}
	var parts []*measure.Part
	var empty []string
	for _, name := range args {
		part, err := readPart(cmd.Context(), name)
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", name, disk.WithoutPath(err))
		case part == nil:
			empty = append(empty, name)
		default:
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return fmt.Errorf("%s is empty", strings.Join(empty, ", "))
	}
	version, err := workVersion(opt.Root)
	if err != nil {
		return err
	}
	if measured := parts[0].Version; measured != version {
		return fmt.Errorf("%s: it was measured with %s %v, not %v", parts[0].Name, "version", measured, version)
	}
	all, err := measure.Join(parts)
	if err != nil {
		return err
	}
	report, missing, err := difficulty.Count(lib, all)
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		message := fmt.Sprintf("%d of %d deals and rounds are measured; this measures the others:\n",
			report.Wanted-len(missing), report.Wanted)
		message += opt.missing(lib, &all, parts, missing)
		for _, name := range empty {
			message += fmt.Sprintf("%s is empty\n", name)
		}
		message = strings.TrimSuffix(message, "\n")
		if !opt.Partial {
			return &command.ExitError{Code: command.ExitNo, Err: errors.New(message)}
		}
		command.Note(cmd.ErrOrStderr(), "%s", message)
	}
	return opt.write(cmd, lib, &report)
}

// missing describes each part that is not complete: the command that measures the rest of it, and
// the units that are missing.
func (opt *mergeOptions) missing(lib *chapters.Library, all *difficulty.Options, parts []*measure.Part,
	units []difficulty.Unit,
) (out string) {
	unmeasured := map[int][]difficulty.Unit{}
	started := map[int]bool{}
	for _, u := range units {
		part := all.PartOf(lib, u)
		unmeasured[part] = append(unmeasured[part], u)
	}
	for _, r := range all.Known {
		started[all.PartOf(lib, r.Unit)] = true
	}
	for _, part := range slices.Sorted(maps.Keys(unmeasured)) {
		options := *all
		files := []string{"rest.state"}
		if options.Shard.Total > 1 {
			options.Shard.Part = part
			files[0] = freeName(parts, part)
		} else {
			for _, p := range parts {
				files = append(files, p.Name)
			}
		}
		for _, p := range parts {
			if p.Shard == options.Shard.String() {
				files = []string{p.Name}
			}
		}
		out += opt.command(&options, files) + "\n"
		if started[part] {
			out += fmt.Sprintf("  %s\n", unitList(unmeasured[part]))
		} else {
			out += fmt.Sprintf("  none of it is in these files, %d in all\n", len(unmeasured[part]))
		}
	}
	return out
}

// freeName returns a name for the file of a missing part. It differs from the names of the parts.
func freeName(parts []*measure.Part, part int) string {
	dir := filepath.Dir(parts[0].Name)
	name := filepath.Join(dir, fmt.Sprintf("%d.state", part))
	if slices.ContainsFunc(parts, func(p *measure.Part) bool { return filepath.Clean(p.Name) == name }) {
		name = filepath.Join(dir, fmt.Sprintf("part-%d.state", part))
	}
	return name
}

// command returns the command line that measures with these options and stores the results in files.
func (opt *mergeOptions) command(options *difficulty.Options, files []string) string {
	words := []string{"fellowship", "difficulty"}
	add := func(flag string, value, defaultValue any) {
		if value != defaultValue {
			words = append(words, flag, texts.Quoted(fmt.Sprint(value)))
		}
	}
	add("--chapters", opt.Person.Chapters, "")
	if options.Chapter == "" {
		words = append(words, "--all")
	}
	add("--chapter", options.Chapter, "")
	add("--players", options.Players, 0)
	add("--deals", options.Deals, nil)
	add("--fair", options.Fair, nil)
	add("--computer", options.FairBy, usualFairBy)
	add("--precision", options.Precision, 0.0)
	add("--seed", options.Seed, uint64(1))
	add("--nodes", options.Nodes, int64(usualNodes))
	add("--shard", options.Shard.String(), "")
	for _, name := range files {
		add("--resume", name, nil)
	}
	return strings.Join(words, " ")
}

// unitList returns units in words, grouped by cell, such as 12-4: deals 3-5, 9, rounds 2.
func unitList(units []difficulty.Unit) string {
	numbers := map[difficulty.Cell]map[difficulty.UnitKind][]uint64{}
	var cells []difficulty.Cell
	for _, u := range units {
		if numbers[u.Cell()] == nil {
			numbers[u.Cell()] = map[difficulty.UnitKind][]uint64{}
			cells = append(cells, u.Cell())
		}
		numbers[u.Cell()][u.Kind] = append(numbers[u.Cell()][u.Kind], u.Number)
	}
	var out []string
	for _, c := range cells {
		text := fmt.Sprintf("%s-%d:", c.Chapter, c.Players)
		for _, kind := range []difficulty.UnitKind{difficulty.Deal, difficulty.Fair} {
			if list := numbers[c][kind]; list != nil {
				text += fmt.Sprintf(" %s %s,", kind, ranges(list))
			}
		}
		out = append(out, strings.TrimSuffix(text, ","))
	}
	return strings.Join(out, "; ")
}

// ranges returns numbers in ascending order, such as 1-3, 7.
func ranges(numbers []uint64) string {
	slices.Sort(numbers)
	var out []string
	for i := 0; i < len(numbers); {
		end := i
		for end+1 < len(numbers) && numbers[end+1] == numbers[end]+1 {
			end++
		}
		text := strconv.FormatUint(numbers[i], 10)
		if end > i {
			text += "-" + strconv.FormatUint(numbers[end], 10)
		}
		out = append(out, text)
		i = end + 1
	}
	return strings.Join(out, ", ")
}

// readPart reads the file of a part. It returns nil if the file holds nothing yet.
func readPart(ctx context.Context, name string) (*measure.Part, error) {
	file, err := disk.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return measure.ReadPart(name, file)
}
