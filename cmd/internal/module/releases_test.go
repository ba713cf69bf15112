package module

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// root is the folder of the module.
const root = "../../.."

// read returns the text of a file of the module.
func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, name))
	require.NoError(t, err)
	return string(data)
}

// shows checks that a page has a file as a block of a kind. A failure prints neither.
func shows(t *testing.T, page, file, kind string) {
	t.Helper()
	if !strings.Contains(read(t, page), "```"+kind+"\n"+read(t, file)+"```\n") {
		assert.Fail(t, page+" does not show "+file+" as it is")
	}
}

// isThere holds that a file of the module is there, or that some fit a pattern. Files in dist are
// made when a release is built.
func isThere(t *testing.T, pattern string) {
	t.Helper()
	if !strings.HasPrefix(pattern, "dist/") {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		require.NoError(t, err)
		assert.NotEmpty(t, found, pattern)
	}
}

// release is what .goreleaser.yaml says, as far as the tests look.
type release struct {
	Version int
	Before  struct{ Hooks []string }
	Builds  []struct {
		Main         string
		Env          []string
		GOOS, GOARCH []string
	}
	Archives []struct{ Files []struct{ Src string } }
	Snapshot struct {
		VersionTemplate string `yaml:"version_template"`
	}
}

func readRelease(t *testing.T) (r release) {
	t.Helper()
	require.NoError(t, yaml.Unmarshal([]byte(read(t, ".goreleaser.yaml")), &r))
	require.Equal(t, 2, r.Version)
	require.Len(t, r.Builds, 1)
	require.Len(t, r.Archives, 1)
	return r
}

// archived are the files that archives have beside the program.
func (r *release) archived() (out []string) {
	for _, f := range r.Archives[0].Files {
		out = append(out, f.Src)
	}
	return out
}

// TestRelease holds that every system of a release is one that CI builds for, and that the files of
// an archive exist or are made by `make pages`.
func TestRelease(t *testing.T) {
	r := readRelease(t)
	makefile := read(t, "Makefile")
	cross := regexp.MustCompile(`(?m)^CROSS \?= (.*)$`).FindStringSubmatch(makefile)
	require.NotNil(t, cross, "the Makefile says what to build for")
	assert.Contains(t, r.Builds[0].Env, "CGO_ENABLED=0", "a release is built anywhere")
	assert.DirExists(t, filepath.Join(root, r.Builds[0].Main))
	known, err := exec.Command("go", "tool", "dist", "list").Output()
	require.NoError(t, err)
	for _, system := range r.Builds[0].GOOS {
		if system != "linux" { // CI builds on Linux
			assert.Contains(t, cross[1], system+"/", "make cross")
		}
		for _, processor := range r.Builds[0].GOARCH {
			assert.Contains(t, strings.Fields(string(known)), system+"/"+processor)
		}
	}
	released := regexp.MustCompile(`(?m)^RELEASES +:= (.*)$`).FindStringSubmatch(makefile)
	require.NotNil(t, released, "the Makefile says for which processors a release has packages")
	assert.ElementsMatch(t, r.Builds[0].GOARCH, strings.Fields(released[1]))
	assert.Contains(t, r.Before.Hooks, `make packages PACKAGED="`+released[1]+`"`)
	assert.Contains(t, makefile, "\nsnapshot: PACKAGED = $(RELEASES)\n")
	assert.Contains(t, makefile, "\npackages: pages ")
	assert.Contains(t, makefile, "\npages: licenses ")
	for _, src := range r.archived() {
		isThere(t, src)
	}
	assert.Subset(t, r.archived(), []string{
		"LICENSE", "CHANGELOG.md", "SECURITY.md", "dist/pages/man/*", "dist/pages/completion/*",
		"dist/pages/licenses/*",
	})
}

// TestVersion holds that packages and archives have the version that the program says.
func TestVersion(t *testing.T) {
	makefile := read(t, "Makefile")
	assert.Contains(t, makefile, "\nITS_VERSION := dist/pages/fellowship version | ")
	assert.Contains(t, makefile, "VERSION=$$($(ITS_VERSION)) $(GORELEASER) release --snapshot ")
	assert.Equal(t, "{{ .Env.VERSION }}", readRelease(t).Snapshot.VersionTemplate)
	assert.Contains(t, read(t, "packaging/nfpm.yaml"), "\nversion: ${VERSION}\n")
}

// TestDependencies holds that docs/maintaining/developing.md has a row for each module that ours needs, with what it
// is for, who keeps it and what would take its place, and none for another.
func TestDependencies(t *testing.T) {
	_, table, _ := strings.Cut(read(t, "docs/maintaining/developing.md"), "\n## Dependencies\n")
	table, _, _ = strings.Cut(table, "\n## ")
	var told []string
	for _, row := range regexp.MustCompile(`(?m)^\| `+"`(.*?)`"+
		` \| [^|]+ \| [^|]+ \| [^|]+ \|$`).FindAllStringSubmatch(table, -1) {
		told = append(told, row[1])
	}
	out, err := exec.Command("go", "list", "-m", "-f", "{{if not (or .Main .Indirect)}}{{.Path}}{{end}}",
		"all").Output()
	require.NoError(t, err)
	assert.Equal(t, strings.Fields(string(out)), told)
}

// TestUnit holds that the page shows the unit that packages install, and that the unit
// starts the program that they install, as the user that they make.
func TestUnit(t *testing.T) {
	unit := read(t, "packaging/fellowship.service")
	shows(t, "docs/serving.md", "packaging/fellowship.service", "ini")
	assert.Contains(t, unit, "\nExecStart=/usr/bin/fellowship serve ")
	assert.Contains(t, unit, "\nUser=fellowship\n")
	assert.Contains(t, unit, "\nEnvironmentFile=-/etc/default/fellowship\n")
	assert.Regexp(t, `(?m)^u fellowship `, read(t, "packaging/sysusers.conf"))
	assert.Regexp(t, `(?m)^# FELLOWSHIP_HOST=`, read(t, "packaging/default"))
	assert.Contains(t, unit, "\nEnvironment=FELLOWSHIP_SSH=:")
	gc := regexp.MustCompile(`const gcPercent = (\d+)`).FindStringSubmatch(read(t, "cmd/internal/serve/serve.go"))
	require.NotNil(t, gc, "the server has a default of its own")
	assert.Contains(t, unit, "\nEnvironment=GOGC="+gc[1]+"\n", "hosts find the default in the unit")
}

// TestBatch holds that the page shows the files that share a measurement among machines, and that
// they call the program as it is installed, and as it lies in the container.
func TestBatch(t *testing.T) {
	for name, kind := range map[string]string{"measure.sbatch": "sh", "measure.k8s.yaml": "yaml", "parallel.sh": "sh"} {
		shows(t, "docs/measuring.md", "packaging/batch/"+name, kind)
	}
	var job struct {
		Spec struct {
			Completions int
			Template    struct {
				Spec struct {
					SecurityContext map[string]int `yaml:"securityContext"`
					Containers      []struct{ Command, Args []string }
				}
			}
		}
	}
	require.NoError(t, yaml.Unmarshal([]byte(read(t, "packaging/batch/measure.k8s.yaml")), &job))
	part := job.Spec.Template.Spec.Containers[0]
	image := read(t, "Dockerfile")
	assert.Contains(t, image, "ENTRYPOINT [\""+part.Command[0]+"\"")
	assert.Contains(t, image, fmt.Sprintf("\nUSER %d:", job.Spec.Template.Spec.SecurityContext["fsGroup"]))
	assert.Contains(t, part.Args, fmt.Sprintf("$(JOB_COMPLETION_INDEX)+1/%d", job.Spec.Completions))
	assert.NotContains(t, read(t, ".dockerignore"), "\n/.git\n", "the version is read from it")
}

// TestPackages holds that the files of packages are there, that packages have all that archives
// have but what is for other systems, and none of the pages for maintainers.
func TestPackages(t *testing.T) {
	var packages struct {
		Contents []struct{ Src, Dst string }
		Scripts  map[string]string
	}
	require.NoError(t, yaml.Unmarshal([]byte(read(t, "packaging/nfpm.yaml")), &packages))
	var from, to []string
	for _, c := range packages.Contents {
		from, to = append(from, c.Src), append(to, c.Dst)
		isThere(t, c.Src)
		assert.NotContains(t, c.Src, "docs/maintaining")
	}
	for _, script := range packages.Scripts {
		isThere(t, script)
	}
	assert.Subset(t, to, []string{
		"/usr/bin/fellowship", "/usr/share/man/man1/", "/usr/share/bash-completion/completions/fellowship",
		"/usr/lib/systemd/system/fellowship.service", "/usr/lib/sysusers.d/fellowship.conf",
		"/etc/default/fellowship", "/usr/share/doc/fellowship/licenses/",
		"/usr/share/zsh/vendor-completions/_fellowship", "/usr/share/zsh/site-functions/_fellowship",
	})
	r := readRelease(t)
	assert.Subset(t, from, slices.DeleteFunc(r.archived(), func(src string) bool {
		return strings.HasPrefix(src, "dist/")
	}), "an archive has it")
}

// TestContainer holds that the container has the program alone, for a user without rights,
// as the tests of the packages begin it.
func TestContainer(t *testing.T) {
	_, last, _ := strings.Cut(read(t, "Dockerfile"), "\nFROM scratch\n")
	require.NotEmpty(t, last)
	assert.Regexp(t, `(?m)^USER [1-9]\d*:[1-9]\d*$`, last)
	assert.Regexp(t, `(?m)^ENTRYPOINT \["/fellowship", "serve", .*"--data", "/data"\]$`, last)
	assert.NotContains(t, last, "\nRUN ")
	gomod := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(read(t, "go.mod"))
	assert.Contains(t, read(t, "Dockerfile"), "FROM golang:"+gomod[1]+" ")
}

// TestForge checks that the workflow runs what `make check` runs, and that the forms for issues can be read.
func TestForge(t *testing.T) {
	var workflow struct {
		Jobs map[string]struct{ Steps []struct{ Run string } }
	}
	require.NoError(t, yaml.Unmarshal([]byte(read(t, ".github/workflows/ci.yml")), &workflow))
	var runs []string
	for _, job := range workflow.Jobs {
		for _, step := range job.Steps {
			if step.Run != "" {
				runs = append(runs, step.Run)
			}
		}
	}
	assert.Equal(t, []string{".ci/run"}, runs)
	forms, err := filepath.Glob(filepath.Join(root, ".github", "ISSUE_TEMPLATE", "*.yml"))
	require.NoError(t, err)
	require.Len(t, forms, 4)
	for _, file := range forms {
		name, err := filepath.Rel(root, file)
		require.NoError(t, err)
		var form struct {
			Name, Description string
			Body              []struct{ Type, ID string }
		}
		require.NoError(t, yaml.Unmarshal([]byte(read(t, name)), &form), name)
		if filepath.Base(file) != "config.yml" {
			assert.NotEmpty(t, form.Name+form.Description, name)
			assert.NotEmpty(t, form.Body, name)
		}
	}
}
