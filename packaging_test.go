package fellowship_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(data)
}

// TestUnit holds that the page shows the unit that packages install, and that the unit
// starts the program that they install, as the user that they make.
func TestUnit(t *testing.T) {
	unit := read(t, "packaging/fellowship.service")
	assert.Contains(t, read(t, "docs/serving.md"), "```ini\n"+unit+"```\n", "docs/serving.md shows packaging/fellowship.service")
	assert.Contains(t, unit, "\nExecStart=/usr/bin/fellowship serve ")
	assert.Contains(t, unit, "\nUser=fellowship\n")
	assert.Contains(t, unit, "\nEnvironmentFile=-/etc/default/fellowship\n")
	assert.Regexp(t, `(?m)^u fellowship `, read(t, "packaging/sysusers.conf"))
	assert.Regexp(t, `(?m)^FLAGS=`, read(t, "packaging/default"))
	assert.Contains(t, unit, " $FLAGS\n")
}

// TestPackages holds that what packages are made of is there, and that they have all that
// archives have but what is for other systems.
func TestPackages(t *testing.T) {
	var packages struct {
		Contents []struct{ Src, Dst string }
		Scripts  map[string]string
	}
	require.NoError(t, yaml.Unmarshal([]byte(read(t, "packaging/nfpm.yaml")), &packages))
	var from, to []string
	for _, c := range packages.Contents {
		from, to = append(from, c.Src), append(to, c.Dst)
		if !strings.HasPrefix(c.Src, "dist/") {
			found, err := filepath.Glob(c.Src)
			require.NoError(t, err)
			assert.NotEmpty(t, found, c.Src)
		}
	}
	for _, script := range packages.Scripts {
		assert.FileExists(t, script)
	}
	for _, want := range []string{
		"/usr/bin/fellowship", "/usr/share/man/man1/", "/usr/share/bash-completion/completions/fellowship",
		"/usr/lib/systemd/system/fellowship.service", "/usr/lib/sysusers.d/fellowship.conf", "/etc/default/fellowship", "/usr/share/doc/fellowship/licenses/",
	} {
		assert.Contains(t, to, want)
	}
	for src := range archived(t) {
		if !strings.HasPrefix(src, "dist/") {
			assert.Contains(t, from, src, "an archive has it")
		}
	}
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

// TestCompose holds that three servers of NATS know each other, write at once, and let the
// three of Fellowship in.
func TestCompose(t *testing.T) {
	t.Setenv("TABLES_PASSWORD", "secret")
	t.Setenv("ROUTES_PASSWORD", "between")
	t.Setenv("NAME", "nats1")
	text := regexp.MustCompile(`\$\{(\w+)(:\?|:-\w*)?\}`).ReplaceAllStringFunc(read(t, "compose.yaml"), func(v string) string {
		return os.Getenv(strings.TrimLeft(strings.TrimRight(v, "?:}-abcdefghijklmnopqrstuvwxyz"), "${"))
	})
	var compose struct {
		Services map[string]struct {
			Command []string
			Ports   []string
		}
		Configs map[string]struct{ Content string }
	}
	require.NoError(t, yaml.Unmarshal([]byte(text), &compose))
	conf := filepath.Join(t.TempDir(), "nats.conf")
	require.NoError(t, os.WriteFile(conf, []byte(strings.ReplaceAll(compose.Configs["nats"].Content, "$$", "$")), 0o600))
	o, err := server.ProcessConfigFile(conf)
	require.NoError(t, err)
	assert.Equal(t, "nats1", o.ServerName)
	assert.True(t, o.JetStream)
	assert.True(t, o.SyncAlways, "a decision is on disk before it counts")
	require.Len(t, o.Routes, 3)
	at := []string{}
	for _, r := range o.Routes {
		password, _ := r.User.Password()
		assert.Equal(t, o.Cluster.Password, password)
		at = append(at, "nats://tables:secret@"+r.Hostname()+":4222")
		assert.Contains(t, compose.Services, r.Hostname())
	}
	require.Len(t, o.Users, 1)
	assert.Equal(t, "tables secret", o.Users[0].Username+" "+o.Users[0].Password)
	ports := map[string]bool{}
	for name, s := range compose.Services {
		if strings.HasPrefix(name, "serve") {
			assert.Equal(t, strings.Join(at, ","), s.Command[slices.Index(s.Command, "--nats")+1], name)
			ports[s.Ports[0]] = true
		}
	}
	assert.Len(t, ports, 3, "each has a port of its own")
}
