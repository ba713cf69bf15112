package web

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fellowship/characters/say"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/table"
)

// A browser is recognized by a token in a cookie that no script can read: 128 random bits, and 128 bits of our
// signature. Because of the signature nobody can choose a token that is easy to guess. The person is a hash of the
// token, so somebody who reads our data learns no token. If somebody has come back with a code, the person stands
// between the random bits and the signature.

const (
	cookie     = "fellowship"
	tokenBytes = 16
)

// secretFile is the name of the file with the secret.
const secretFile = "web_secret"

// Secret returns the key that signs the tokens, from its file in a folder. The file is made if there is none, and
// refused if others can read it. Without the old key all browsers are new people, so the file ends with a checksum
// that shows damage.
func Secret(dir string) ([]byte, error) {
	secret, err := guest.Secret(filepath.Join(dir, secretFile), func() ([]byte, error) {
		b := make([]byte, secretBytes, secretBytes+sumBytes)
		_, err := rand.Read(b)
		return append(b, secretSum(b)...), err
	})
	switch n := len(secret); {
	case err != nil:
	case n < secretBytes+sumBytes:
		err = say.Errorf("%s is truncated; remove it (then every browser counts as a new person)",
			filepath.Join(dir, secretFile))
	case !bytes.Equal(secretSum(secret[:secretBytes]), secret[secretBytes:]):
		err = say.Errorf("%s is damaged; restore a copy or remove it (then every browser counts as a new person)",
			filepath.Join(dir, secretFile))
	default:
		secret = secret[:secretBytes]
	}
	if err != nil {
		return nil, say.Errorf("web: %w", err)
	}
	return secret, nil
}

const secretBytes, sumBytes = 32, 8

// secretSum returns the checksum of a key.
func secretSum(secret []byte) []byte {
	sum := sha256.Sum256(secret)
	return sum[:sumBytes]
}

// tokens make and recognize the tokens of browsers.
type tokens struct {
	// secret signs the tokens.
	secret []byte
	// cookie is the name of the cookie that holds a token.
	cookie string
}

// newTokens returns the tokens of a server. At home the cookie has another name, because all ports of a machine share
// their cookies.
func newTokens(secret []byte, atHome bool) tokens {
	name := cookie
	if atHome {
		name += "_home"
	}
	return tokens{secret: secret, cookie: name}
}

// sign returns our signature of a token.
func (s tokens) sign(token []byte) []byte {
	m := hmac.New(sha256.New, s.secret)
	m.Write(token)
	return m.Sum(nil)[:tokenBytes]
}

// create returns a token as a cookie holds it. An empty person is for a new browser; otherwise the token is for
// somebody who has come back with a code as that person.
func (s tokens) create(person guest.Person) string {
	token := make([]byte, tokenBytes, tokenBytes+len(person))
	_, _ = rand.Read(token) // it never fails
	token = append(token, person...)
	return base64.RawURLEncoding.EncodeToString(slices.Concat(token, s.sign(token)))
}

// person returns the owner of the browser, and false if the cookie is not ours.
func (s tokens) person(r *http.Request) (guest.Person, bool) {
	c, err := r.Cookie(s.cookie)
	if err != nil {
		return "", false
	}
	signed, err := base64.RawURLEncoding.Strict().DecodeString(c.Value)
	end := len(signed) - tokenBytes
	if err != nil || end < tokenBytes || !hmac.Equal(signed[end:], s.sign(signed[:end])) {
		return "", false
	}
	if person := signed[tokenBytes:end]; len(person) > 0 {
		return guest.Person(person), true
	}
	sum := sha256.Sum256(signed[:end])
	return guest.Browser(hex.EncodeToString(sum[:tokenBytes])), true
}

// setCookie keeps a value in the browser. Neither pages of other sites nor scripts can read it. The browser also sends
// it when somebody follows a link from another site, for example from a mail: that only shows pages, because no address
// that is opened by a link changes anything. It does not send it with a form of another site, which
// [http.CrossOriginProtection] refuses besides.
func setCookie(w http.ResponseWriter, r *http.Request, name, value string) {
	const year = 365 * 24 * time.Hour
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(year.Seconds()), HttpOnly: true,
		SameSite: http.SameSiteLaxMode, Secure: secure(r),
	})
}

// nameCookie keeps a person's name in the browser, because the server stores nothing about people who only look
// around.
const nameCookie = cookie + "_name"

// keepName keeps the person's name in the browser, unless it is there.
func keepName(w http.ResponseWriter, r *http.Request, name string) {
	if nameOf(r) != name {
		setCookie(w, r, nameCookie, url.QueryEscape(name))
	}
}

// nameOf returns the name that the browser keeps; empty without one. A browser may send anything, so the name is
// cleaned.
func nameOf(r *http.Request) string {
	c, err := r.Cookie(nameCookie)
	if err != nil {
		return ""
	}
	kept, _ := url.QueryUnescape(c.Value)
	name, _ := table.CleanName(kept)
	return name
}

// secure reports whether the browser is connected by TLS, directly or to a proxy that says so.
func secure(r *http.Request) bool {
	return r.TLS != nil || strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}
