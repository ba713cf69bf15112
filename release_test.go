package fellowship_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// TestRelease holds that what releases are built for and made of is there: every
// system is one that CI builds for, and the files of an archive exist or are made
// by `make pages`.
func TestRelease(t *testing.T) {
	data, err := os.ReadFile(".goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var release struct {
		Version int
		Before  struct{ Hooks []string }
		Builds  []struct {
			Main         string
			Env          []string
			GOOS, GOARCH []string
		}
		Archives []struct{ Files []struct{ Src string } }
	}
	if err := yaml.Unmarshal(data, &release); err != nil {
		t.Fatal(err)
	}
	if release.Version != 2 || len(release.Builds) != 1 || len(release.Archives) != 1 {
		t.Fatalf("not what is expected: %+v", release)
	}
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	cross := regexp.MustCompile(`(?m)^CROSS \?= (.*)$`).FindSubmatch(makefile)
	if cross == nil {
		t.Fatal("the Makefile does not say what to build for")
	}
	build := release.Builds[0]
	if !slices.Contains(build.Env, "CGO_ENABLED=0") {
		t.Error("a release needs CGO_ENABLED=0 to be built anywhere")
	}
	if _, err := os.Stat(build.Main); err != nil {
		t.Error(err)
	}
	known, err := exec.Command("go", "tool", "dist", "list").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, system := range build.GOOS {
		if system != "linux" && !strings.Contains(string(cross[1]), system+"/") { // CI builds on Linux
			t.Errorf("make cross does not build for %s", system)
		}
		for _, processor := range build.GOARCH {
			if !slices.Contains(strings.Fields(string(known)), system+"/"+processor) {
				t.Errorf("there is no %s/%s", system, processor)
			}
		}
	}
	if !slices.Contains(release.Before.Hooks, "make packages") || !strings.Contains(string(makefile), "\npackages: pages ") || !strings.Contains(string(makefile), "\npages: licenses ") {
		t.Error("nothing makes the packages, the manual pages or the licences")
	}
	packed := archived(t)
	for src := range packed {
		if !strings.HasPrefix(src, "dist/") {
			if found, err := filepath.Glob(src); err != nil || len(found) == 0 {
				t.Errorf("no %s: %v", src, err)
			}
		}
	}
	for _, src := range []string{
		"README.md", "LICENSE", "CHANGELOG.md", "SECURITY.md", "dist/pages/man/*", "dist/pages/completion/*", "dist/pages/licenses/*",
	} {
		if !packed[src] {
			t.Errorf("no archive has %s", src)
		}
	}
}

// archived are the files that archives have beside the program.
func archived(t *testing.T) map[string]bool {
	t.Helper()
	data, err := os.ReadFile(".goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var release struct {
		Archives []struct{ Files []struct{ Src string } }
	}
	if err := yaml.Unmarshal(data, &release); err != nil {
		t.Fatal(err)
	}
	packed := map[string]bool{}
	for _, f := range release.Archives[0].Files {
		packed[f.Src] = true
	}
	return packed
}
