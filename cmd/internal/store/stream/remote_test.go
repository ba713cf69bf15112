package stream

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fellowship/cmd/internal/files"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/storetest"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSignedIn keeps the logs on servers that somebody else runs, who gives each user a
// file of credentials, speaks TLS and asks for a certificate too.
func TestSignedIn(t *testing.T) {
	dir := t.TempDir()
	ca := newAuthority(t)
	pool := x509.NewCertPool()
	pool.AddCert(ca.cert)
	operator, user := newKeys(t, nkeys.CreateOperator), newKeys(t, nkeys.CreateUser)
	account, system := newKeys(t, nkeys.CreateAccount), newKeys(t, nkeys.CreateAccount)
	accounts := &server.MemAccResolver{}
	for _, a := range []keys{account, system} {
		claims := jwt.NewAccountClaims(a.public)
		if a == account {
			claims.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: -1, DiskStorage: -1, Streams: -1, Consumer: -1}
		}
		token, err := claims.Encode(operator.pair)
		require.NoError(t, err)
		require.NoError(t, accounts.Store(a.public, token))
	}
	srv, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true,
		TrustedKeys: []string{operator.public}, AccountResolver: accounts, SystemAccount: system.public, TLSTimeout: 60,
		TLSConfig: &tls.Config{
			Certificates: []tls.Certificate{ca.issue(t, "server")}, ClientCAs: pool, ClientAuth: tls.RequireAndVerifyClientCert, MinVersion: tls.VersionTLS12,
		},
	})
	require.NoError(t, err)
	srv.Start()
	defer srv.WaitForShutdown()
	defer srv.Shutdown()
	require.True(t, srv.ReadyForConnections(time.Minute))

	token, err := jwt.NewUserClaims(user.public).Encode(account.pair)
	require.NoError(t, err)
	seed, err := user.pair.Seed()
	require.NoError(t, err)
	credentials, err := jwt.FormatUserConfig(token, seed)
	require.NoError(t, err)
	good := Remote{Credentials: keep(t, dir, "user.creds", credentials), CA: keep(t, dir, "ca.pem", ca.pem)}
	good.Cert, good.Key = ca.issueFiles(t, dir, "user")
	url := "tls://" + srv.Addr().String()
	s, err := Open(t.Context(), Options{URL: url, Remote: good})
	require.NoError(t, err)
	defer s.Close()
	storetest.Write(t, s, "table", store.Mark{}, "a")
	assert.Equal(t, storetest.Lines("a"), storetest.Data(t, s, "table"))

	other := newAuthority(t)
	for name, spoil := range map[string]func(*Remote){
		"no credentials":   func(r *Remote) { r.Credentials = "" },
		"no authority":     func(r *Remote) { r.CA = "" },
		"a wrong one":      func(r *Remote) { r.CA = keep(t, dir, "other.pem", other.pem) },
		"no certificate":   func(r *Remote) { r.Cert, r.Key = "", "" },
		"a stranger's":     func(r *Remote) { r.Cert, r.Key = other.issueFiles(t, dir, "stranger") },
		"a key of another": func(r *Remote) { _, r.Key = ca.issueFiles(t, dir, "another") },
	} {
		bad := good
		spoil(&bad)
		_, err := Open(t.Context(), Options{URL: url, Remote: bad})
		require.Error(t, err, name)
		assert.NotContains(t, err.Error(), string(seed))
		t.Log(name, err)
	}
}

// TestSignedInWithoutAnEnd refuses files that are no credentials or certificates by their
// size and kind, before the client of NATS takes all memory for them.
func TestSignedInWithoutAnEnd(t *testing.T) {
	dir := t.TempDir()
	large := keep(t, dir, "large", make([]byte, 2<<20))
	for _, file := range []string{large, dir} {
		for _, r := range []Remote{{Credentials: file}, {CA: file}, {Cert: file, Key: file}} {
			_, err := Open(t.Context(), Options{URL: "tls://127.0.0.1:1", Remote: r})
			var where *fs.PathError
			require.ErrorAs(t, err, &where)
			assert.Equal(t, file, where.Path)
			assert.True(t, errors.Is(err, files.ErrTooLarge) || errors.Is(err, files.ErrNotRegular), err)
		}
	}
}

type keys struct {
	pair   nkeys.KeyPair
	public string
}

func newKeys(t *testing.T, create func() (nkeys.KeyPair, error)) keys {
	t.Helper()
	pair, err := create()
	require.NoError(t, err)
	public, err := pair.PublicKey()
	require.NoError(t, err)
	return keys{pair, public}
}

// authority issues certificates.
type authority struct {
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
	pem  []byte
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	cert := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, cert, cert, key.Public(), key)
	require.NoError(t, err)
	cert, err = x509.ParseCertificate(der)
	require.NoError(t, err)
	return &authority{key, cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})}
}

// issueFiles writes a certificate and its key into files.
func (a *authority) issueFiles(t *testing.T, dir, name string) (cert, key string) {
	t.Helper()
	c := a.issue(t, name)
	der, err := x509.MarshalPKCS8PrivateKey(c.PrivateKey)
	require.NoError(t, err)
	return keep(t, dir, name+".pem", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Certificate[0]})),
		keep(t, dir, name+".key", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
}

func (a *authority) issue(t *testing.T, name string) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: name}, NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}, a.cert, key.Public(), a.key)
	require.NoError(t, err)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func keep(t *testing.T, dir, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(path, data, 0o600))
	return path
}
