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

// A browser is known by a token in a cookie, which no script sees: 128 random bits,
// and 128 bits of our signature, so that nobody can choose a token that is easy to
// guess. The person is a hash of it: a reader of our data learns no token. Where somebody
// has come back with a code, the person stands between the two.

const (
	cookie     = "fellowship"
	tokenBytes = 16
)

// secretFile is the name of the file with the secret.
const secretFile = "web_secret"

// Secret returns the key that signs the tokens, from its file in a folder. It is made when there is
// none yet, and refused when others can read it. Without the old one all browsers are new people,
// so that it has a sum behind it.
func Secret(dir string) ([]byte, error) {
	secret, err := guest.Secret(filepath.Join(dir, secretFile), func() ([]byte, error) {
		b := make([]byte, secretBytes, secretBytes+sumBytes)
		_, err := rand.Read(b)
		return append(b, secretSum(b)...), err
	})
	switch n := len(secret); {
	case err != nil:
	case n < secretBytes+sumBytes:
		err = say.Errorf("%s is cut short; remove it, and all browsers are new people", filepath.Join(dir, secretFile))
	case !bytes.Equal(secretSum(secret[:secretBytes]), secret[secretBytes:]):
		err = say.Errorf("%s is damaged; put a copy in its place, or remove it, and all browsers are new people",
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

func secretSum(secret []byte) []byte {
	sum := sha256.Sum256(secret)
	return sum[:sumBytes]
}

// cookie is the name of the browser's cookie. At home it is another one: ports of a machine share
// their cookies.
func (s *Server) cookie() string {
	if s.home != nil {
		return cookie + "_home"
	}
	return cookie
}

// sign is our signature of a token.
func (s *Server) sign(token []byte) []byte {
	m := hmac.New(sha256.New, s.Secret)
	m.Write(token)
	return m.Sum(nil)[:tokenBytes]
}

// newToken returns a token as a cookie holds it: that of a new browser, or with a person of
// somebody who has come back with a code as that person.
func (s *Server) newToken(person guest.Person) string {
	token := make([]byte, tokenBytes, tokenBytes+len(person))
	_, _ = rand.Read(token) // it never fails
	token = append(token, person...)
	return base64.RawURLEncoding.EncodeToString(slices.Concat(token, s.sign(token)))
}

// person is the owner of the browser; false if the cookie is not ours.
func (s *Server) person(r *http.Request) (guest.Person, bool) {
	c, err := r.Cookie(s.cookie())
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

// setCookie keeps a value in the browser. Neither a page of another site nor a script reads it.
func setCookie(w http.ResponseWriter, r *http.Request, name, value string) {
	const year = 365 * 24 * time.Hour
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(year.Seconds()), HttpOnly: true,
		SameSite: http.SameSiteStrictMode, Secure: secure(r),
	})
}

// nameCookie keeps a person's name in the browser: the server writes nobody down who only looks around.
const nameCookie = cookie + "_name"

// keepName gives the browser the person's name, unless it has it.
func keepName(w http.ResponseWriter, r *http.Request, name string) {
	if nameOf(r) != name {
		setCookie(w, r, nameCookie, url.QueryEscape(name))
	}
}

// nameOf is the name that the browser keeps, empty without one; a browser may send anything.
func nameOf(r *http.Request) string {
	c, err := r.Cookie(nameCookie)
	if err != nil {
		return ""
	}
	kept, _ := url.QueryUnescape(c.Value)
	name, _ := table.CleanName(kept)
	return name
}

// secure reports whether the browser has come by TLS, as far as a proxy tells.
func secure(r *http.Request) bool {
	return r.TLS != nil || strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}
