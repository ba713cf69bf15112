package sshd

import (
	"encoding/pem"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"fellowship/cmd/internal/outputtest"

	"github.com/creack/pty"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	gossh "golang.org/x/crypto/ssh"
)

// friend is somebody with OpenSSH in a terminal.
type friend struct {
	t    *testing.T
	cmd  *exec.Cmd
	file *os.File
	outputtest.Output
}

// openssh runs ssh in a terminal. Nothing of this machine's settings and keys counts.
func openssh(t *testing.T, s *served, dir string, args ...string) *friend {
	program, err := exec.LookPath("ssh")
	if err != nil {
		t.Skip("there is no ssh here")
	}
	_, port, err := net.SplitHostPort(s.addr)
	require.NoError(t, err)
	all := []string{
		"-F", "none", "-p", port, "-o", "UserKnownHostsFile=" + filepath.Join(dir, "known_hosts"), "-o",
		"GlobalKnownHostsFile=none",
		"-o", "StrictHostKeyChecking=accept-new", "-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none", "-o",
		"SendEnv=LANG LC_ALL",
	}
	cmd := exec.Command(program, append(all, args...)...)
	cmd.Env = []string{"TERM=xterm-256color", "LANG=de_DE.UTF-8", "HOME=" + dir, "PATH=" + os.Getenv("PATH")}
	f := &friend{t: t, cmd: cmd}
	f.file, err = pty.StartWithSize(cmd, &pty.Winsize{Cols: 90, Rows: 25})
	if err != nil {
		t.Skip("no terminal: ", err)
	}
	go f.Consume(f.file)
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = f.file.Close()
	})
	return f
}

func (f *friend) until(text string) {
	f.t.Helper()
	f.WaitFor(f.t, text)
}

func (f *friend) press(keys string) {
	_, err := f.file.WriteString(keys)
	require.NoError(f.t, err)
}

// left is the exit status of ssh.
func (f *friend) left() int {
	f.WaitEnd(f.t)
	_ = f.cmd.Wait()
	return f.cmd.ProcessState.ExitCode()
}

// TestOpenSSH plays the friends who come with what every system has.
func TestOpenSSH(t *testing.T) {
	s := serve(t, nil)
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	private, signer := newPrivateKey(t)
	key := write("id", private)
	public := string(gossh.MarshalAuthorizedKey(signer.PublicKey()))
	holder := "person key:" + gossh.FingerprintSHA256(signer.PublicKey()) + "."

	anna := openssh(t, s, dir, "-i", key, "-t", "anna@127.0.0.1", "Willow-42")
	anna.until(holder)
	anna.until("name (anna) code (willow-42) lang de")
	anna.until("size 90x25")
	require.NoError(t, pty.Setsize(anna.file, &pty.Winsize{Cols: 120, Rows: 40}))
	anna.until("size 120x40")
	anna.press("q")
	assert.Equal(t, 0, anna.left())
	assert.NotContains(t, anna.String(), "assword")

	again := openssh(t, s, dir, "-o", "StrictHostKeyChecking=yes", "-i", key, "127.0.0.1")
	again.until(holder) // the same server and the same person
	elsewhere := openssh(t, s, dir, "-i", key, "127.0.0.1")
	elsewhere.until(holder)
	again.until("anderswo")
	assert.Equal(t, 0, again.left())
	_ = elsewhere.cmd.Process.Kill() // and come back
	elsewhere = openssh(t, s, dir, "-i", key, "127.0.0.1")
	elsewhere.until(holder)
	elsewhere.press("P")
	elsewhere.until("etwas schief")
	assert.Equal(t, 1, elsewhere.left())

	guest := openssh(t, s, dir, "-o", "PubkeyAuthentication=no", "127.0.0.1")
	guest.until("person guest:")
	guest.press("q")
	assert.Equal(t, 0, guest.left())

	// Her public key, which everybody may have: it is offered, and then there is
	// nothing to sign with.
	stolen := write("stolen.pub", public)
	thief := openssh(t, s, dir, "-v", "-i", stolen, "anna@127.0.0.1")
	thief.until("Server accepts key")
	thief.until("person guest:")
	assert.NotContains(t, thief.String(), "person key:")
	thief.press("q")
	assert.Equal(t, 0, thief.left())

	bare := openssh(t, s, dir, "-o", "PubkeyAuthentication=no", "-T", "127.0.0.1", "willow-42")
	bare.until("ssh -t")
	assert.Equal(t, 1, bare.left())

	files := openssh(t, s, dir, "-o", "PubkeyAuthentication=no", "-s", "127.0.0.1", "sftp")
	assert.NotEqual(t, 0, files.left())
	s.close()
}

func newPrivateKey(t *testing.T) (text string, signer gossh.Signer) {
	key := newSecret()
	block, err := gossh.MarshalPrivateKey(key, "")
	require.NoError(t, err)
	signer, err = gossh.NewSignerFromKey(key)
	require.NoError(t, err)
	return string(pem.EncodeToMemory(block)), signer
}
