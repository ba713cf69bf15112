package build

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestVersion(t *testing.T) {
	const commit = "4f1d9a2c12345678901234567890123456789012"
	vcs := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{
			{Key: "vcs.revision", Value: commit},
			{Key: "vcs.time", Value: "2026-11-23T07:31:00Z"},
			{Key: "vcs.modified", Value: modified},
		}
	}
	for _, tt := range []struct {
		name, module string
		settings     []debug.BuildSetting
		want         string
	}{
		{"a release", "v0.1.0", vcs("false"), "0.1.0"},
		{"a release that was changed", "v0.1.0+dirty", vcs("true"), "0.1.0+dirty"},
		{"a candidate", "v0.1.0-rc.1", nil, "0.1.0-rc.1"},
		{"go install of a release", "v0.1.0", nil, "0.1.0"},
		{"go install of a commit", "v0.0.0-20261123073100-4f1d9a2c1234", nil, Release + "-dev+4f1d9a2c1234"},
		{"a clone", "v0.0.0-20261123073100-4f1d9a2c1234", vcs("false"), Release + "-dev+4f1d9a2c1234"},
		{
			"a clone behind a release", "v0.1.1-0.20261123073100-4f1d9a2c1234+dirty", vcs("true"),
			Release + "-dev+4f1d9a2c1234.dirty",
		},
		{"a clone without git", "(devel)", nil, Release + "-dev"},
		{"nothing is known", "", nil, Release + "-dev"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := read(&debug.BuildInfo{Main: debug.Module{Version: tt.module}, Settings: tt.settings})
			assert.Equal(t, tt.want, got.Version)
			assert.Contains(t, got.String(), tt.want+" (")
			assert.Contains(t, got.String(), runtime.Version()+", "+runtime.GOOS+"/"+runtime.GOARCH+")")
			if tt.settings != nil {
				assert.Equal(t, commit, got.Commit)
				assert.Contains(t, got.String(), "commit 4f1d9a2c1234, 2026-11-23T07:31:00Z, ")
			}
		})
	}
	assert.Equal(t, Release+"-dev", read(nil).Version)
}

// TestClone builds the program as in a clone and as in one at a release's tag, and asks it.
func TestClone(t *testing.T) {
	if testing.Short() {
		t.Skip("links programs")
	}
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("no git")
	}
	dir := t.TempDir()
	main := `package main

import "clone/build"

func main() { println(build.Read().String()) }
`
	own, err := os.ReadFile("build.go")
	require.NoError(t, err)
	for name, text := range map[string]string{
		"go.mod": "module clone\n\ngo 1.26.0\n", "main.go": main,
		"build/build.go": string(own),
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	run := func(name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-buildvcs=true", "GIT_CONFIG_GLOBAL=/dev/null")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		return strings.TrimSpace(string(out))
	}
	run(git, "init", "-q")
	run(git, "add", ".")
	run(git, "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "one")
	built := filepath.Join(t.TempDir(), "built")
	run("go", "build", "-o", built, ".")
	commit := run(git, "rev-parse", "HEAD")[:shortCommit]
	assert.Regexp(t, "^"+regexp.QuoteMeta(Release+"-dev+"+commit+" (commit "+commit+", ")+`\d{4}-`, run(built))
	run(git, "tag", "v"+Release)
	run("go", "build", "-o", built, ".")
	assert.Regexp(t, "^"+regexp.QuoteMeta(Release+" (commit "+commit+", "), run(built))
}

// TestChangelog: CHANGELOG.md tells what is in the release that the program says it is: under
// Unreleased as long as the release is ahead of all that are there, and then under its number,
// with its date.
func TestChangelog(t *testing.T) {
	text, err := os.ReadFile("../../../CHANGELOG.md")
	require.NoError(t, err)
	heads := regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, heads)
	newest := Release
	for i, h := range heads {
		if i == 0 && h[1] == "[Unreleased]" {
			newest = Release + "-dev"
			continue
		}
		dated := regexp.MustCompile(`^\[([0-9.]+)\] - (\d{4}-\d\d-\d\d)$`).FindStringSubmatch(h[1])
		require.NotNil(t, dated, h[1])
		_, err := time.Parse(time.DateOnly, dated[2])
		require.NoError(t, err, h[1])
		if i == 0 {
			require.Equal(t, newest, dated[1])
			continue
		}
		require.Negative(t, order(t, dated[1], newest), "%s comes before %s", dated[1], newest)
		newest = dated[1]
	}
}

// order compares releases as semver.org does: a program on the way to a release comes before it.
func order(t *testing.T, a, b string) int {
	t.Helper()
	parts := func(version string) (out []int) {
		plain, way := strings.CutSuffix(version, "-dev")
		for part := range strings.SplitSeq(plain, ".") {
			n, err := strconv.Atoi(part)
			require.NoError(t, err, version)
			out = append(out, n)
		}
		require.Len(t, out, 3, version)
		if way {
			return append(out, 0)
		}
		return append(out, 1)
	}
	return slices.Compare(parts(a), parts(b))
}

// TestFingerprint checks that a program whose file has another size or another time has another fingerprint.
func TestFingerprint(t *testing.T) {
	assert.True(t, strings.HasPrefix(Fingerprint(), Version()+" "))
	path := filepath.Join(t.TempDir(), "program")
	assert.Empty(t, fingerprintOf(path))
	seen := map[string]bool{}
	for _, text := range []string{"a", "ab"} {
		for _, day := range []int{1, 2} {
			written := time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC)
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
			require.NoError(t, os.Chtimes(path, written, written))
			first := fingerprintOf(path)
			assert.Equal(t, first, fingerprintOf(path))
			seen[first] = true
		}
	}
	assert.Len(t, seen, 4)
}
