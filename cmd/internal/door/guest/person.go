package guest

import "strings"

// Person identifies a person: a visitor who comes back is the same Person, and nobody else can be. A visitor without a
// key is a new Person each time, see [Person.IsPersistent].
type Person string

// KeyHolder returns the person who has signed in with the key of this fingerprint.
func KeyHolder(fingerprint string) Person { return Person("key:" + fingerprint) }

// HasKey reports whether the person has signed in with a key.
func (p Person) HasKey() bool { return strings.HasPrefix(string(p), string(KeyHolder(""))) }

// Browser returns the person whose browser keeps the secret with this hash.
func Browser(hash string) Person { return Person("web:" + hash) }

// Anonymous returns a person who is not recognized in another session.
func Anonymous(session string) Person { return Person(anonymousPrefix + session) }

// anonymousPrefix begins all anonymous persons.
const anonymousPrefix = "guest:"

// IsPersistent reports whether the person is recognized when they come back.
func (p Person) IsPersistent() bool { return p != "" && !strings.HasPrefix(string(p), anonymousPrefix) }
