package command

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path"

	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/build"
)

// ProgramVersion is the version whose numbers may be counted together, and that of the
// chapters in a folder of the user's own. Tests stand in for another program.
var ProgramVersion = build.Version

// WorkVersion names the program and the chapters, which all parts of a measurement must share.
func (o *Root) WorkVersion() (string, error) {
	if o.Chapters == "" {
		return ProgramVersion(), nil
	}
	sum := sha256.New()
	for _, f := range strictyaml.ReadFiles(os.DirFS(o.Chapters), characters.Folders...) {
		if f.Err != nil {
			return "", PlaceErrors(f.Err, o.Chapters)
		}
		fmt.Fprintf(sum, "%s %d\n%s", path.Base(f.Name), len(f.Data), f.Data)
	}
	return fmt.Sprintf("%s with chapters %x", ProgramVersion(), sum.Sum(nil)[:6]), nil
}
