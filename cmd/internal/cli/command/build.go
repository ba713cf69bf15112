package command

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path"

	"fellowship/characters"
	"fellowship/cmd/internal/build"
)

// ProgramVersion is the version whose numbers may be counted together, and that of the
// chapters in a folder of the user's own. Tests stand in for another program.
var ProgramVersion = StateVersion

// StateVersion is the version whose numbers may be counted together.
func StateVersion() string { return build.Version() }

// WorkVersion is what workers of a measurement must have in common: the program, and the chapters.
func (o *Root) WorkVersion() (string, error) {
	if o.Chapters == "" {
		return ProgramVersion(), nil
	}
	sum := sha256.New()
	fsys := characters.Limited(os.DirFS(o.Chapters))
	for _, dir := range DataFolders {
		names, err := characters.Files(fsys, dir)
		if err != nil {
			return "", PlaceErrors(err, o.Chapters)
		}
		for _, name := range names {
			data, err := fs.ReadFile(fsys, name)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(sum, "%s %d\n%s", path.Base(name), len(data), data)
		}
	}
	return fmt.Sprintf("%s with chapters %x", ProgramVersion(), sum.Sum(nil)[:6]), nil
}
