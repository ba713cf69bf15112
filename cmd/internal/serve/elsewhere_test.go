package serve

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"fellowship/cmd/internal/store/natstest"
	"fellowship/cmd/internal/store/stream"

	"github.com/stretchr/testify/require"
)

// TestElsewhere keeps the tables on a server that runs elsewhere and asks for a secret.
// Friends at two of our servers play there together.
func TestElsewhere(t *testing.T) {
	const secret = "what both of us know"
	at := natstest.One(t, fmt.Sprintf("authorization: {token: %q}", secret))
	there := func(o *Options) {
		o.NATS.URL = strings.Replace(at, "://", "://"+url.PathEscape(secret)+"@", 1)
	}
	one, two := open(t, there), open(t, there)
	_, err := Start(t.Context(), Options{
		SSH: "127.0.0.1:0", Dir: t.TempDir(), Guests: true, Library: one.opts.Library, Texts: one.opts.Texts, NATS: stream.Options{URL: at},
	})
	require.ErrorContains(t, err, "nats: Authorization Violation")
	friends := meetFor(one, func(host *friend) {
		host.sets("Players", "2")
		host.sets("Chapter", "6 ")
	}, "anna")
	ben := two.friend("ben")
	ben.comes(friends[0].code("play here"))
	ben.sees("Who are you?")
	ben.press("\r")
	ben.sees("ben (you)")
	friends = append(friends, ben)
	for _, f := range friends {
		f.isReady()
	}
	require.False(t, playTogether(t, 20, friends...))
	// One of our servers ends, and who was there comes to the other one.
	one.close()
	anna := two.friend("anna")
	anna.key, friends[0] = friends[0].key, anna
	anna.comes("")
	anna.chooses("Back to the table")
	anna.sees("p table")
	require.True(t, playTogether(t, 1000, friends...))
}
