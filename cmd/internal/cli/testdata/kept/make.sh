#!/usr/bin/env bash
# make.sh PROGRAM FOLDER makes the set of this folder anew in FOLDER. PROGRAM is the
# fellowship of commit 90b455aa; the README beside this says why no other. It wants tmux,
# ssh, curl and perl, and takes some seven minutes: people are waited for.
set -euo pipefail
program=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
HOME=$(mktemp -d)
export HOME LC_ALL=C.UTF-8 TZ=UTC
export XDG_DATA_HOME=$HOME/data XDG_STATE_HOME=$HOME/state XDG_CONFIG_HOME=$HOME/config
state=$XDG_STATE_HOME/fellowship
leave() {
	tmux -S "$HOME/tmux" kill-server 2>/dev/null || true
	until rm -rf "$HOME" 2>/dev/null; do sleep 0.1; done
}
trap leave EXIT

f() { "$program" "$@"; }
# answers writes N times "the next person is there" and "the first that there is".
answers() { for ((i = 0; i < $1; i++)); do printf '\n1\n'; done; }
# part plays so many answers of a game and leaves it.
part() { { answers "$1"; echo quit; } | f play "${@:2}" >/dev/null; }
# whole plays a game to its end.
whole() { answers 300 | f play "$@" >/dev/null; }

# A full screen for NAME is opened by opens, typed at by types, and sees waits for a text on it.
tm() { tmux -S "$HOME/tmux" -f /dev/null "$@"; }
opens() { tm new-session -d -s "$1" -x 100 -y 40 "${@:2}"; }
shown() { tm capture-pane -p -t "$1"; }
sees() {
	for ((n = 0; n < 1500; n++)); do
		if shown "$1" | grep -qF -- "$2"; then return; fi
		sleep 0.1
	done
	echo "$1 never sees: $2" >&2
	shown "$1" >&2
	return 1
}
types() {
	local who=$1
	shift
	for key; do
		tm send-keys -t "$who" "$key"
		sleep 0.3
	done
}
# chooses takes an item of a menu.
chooses() {
	local key
	sees "$1" "$2"
	for key in Down Down Down Down Down Down Down Down Up Up Up Up Up Up Up Up; do
		if shown "$1" | grep -qE -- "> (. )?$2"; then
			types "$1" Enter
			return
		fi
		types "$1" "$key"
	done
	echo "$1 cannot choose: $2" >&2
	return 1
}

# --- At home. Settings, by their page and by hand.
part 0 c02p4s7 --computer greedy
opens me "$program" --lang de
sees me "q Verlassen"
types me e
sees me Sprache
types me Right Down Right Down Right Down Right Down Down Down Right Down Down Down Right Escape
sees me "q "
types me q
while tm has-session -t me 2>/dev/null; do sleep 0.1; done
sed -i 's/^lang: .*/lang: de/' "$XDG_CONFIG_HOME/fellowship/settings.yaml"
printf 'keys:\n    undo: [z, ü]\n' >>"$XDG_CONFIG_HOME/fellowship/settings.yaml"
# Two people at one screen, with names; one takes something back.
opens me "$program"
sees me "q Verlassen"
types me n
sees me "Platz 4"
types me Right Down Down Änne Down Right Øystein Down Right Right Enter
sees me "Enter zum Spiel"
for ((i = 0; i < 10; i++)); do types me Enter; done
types me z Enter Enter q
sees me "Spiel verlassen"
types me j
sees me "q Verlassen"
types me q
while tm has-session -t me 2>/dev/null; do sleep 0.1; done

# Puzzles: with all stars, and after mistakes.
f puzzle --json >"$HOME/puzzles"
for puzzle in $(head -n 12 "$HOME/puzzles" | sed -E 's/.*"id":"([^"]*)".*/\1/'); do
	{ for ((i = 0; i < 40; i++)); do printf '1\n2\n3\n'; done; } | f puzzle "$puzzle" >/dev/null
done

# Begun, with something taken back; in German, by two people at one screen.
{ answers 3; printf 'undo\n\n'; answers 2; echo quit; } | f play c02p3s7 --humans 2 --computer greedy --lang de >/dev/null
# Won and lost; ended early (T11), and the same deal once more, alone.
whole c01p4s2 --computer greedy
whole c02p3s3 --computer greedy
{ for ((i = 0; i < 60; i++)); do printf '1\nstop\n'; done; } | f play c01p1s2 >/dev/null
part 14 c01p1s2
# Taken back, a hint, open cards.
{ answers 3; printf 'undo\n\n2\n'; answers 2; printf 'undo\n'; answers 1; echo quit; } | f play c01p4s8 --computer random >/dev/null
{ answers 2; printf 'hint\n1\n'; answers 2; echo quit; } | f play c01p3s3 --computer random >/dev/null
{ answers 2; printf 'open\nopen\n1\n'; answers 300; } | f play c01p4s3 --computer random >/dev/null
# The pyramid, by one person and by two; nobody.
part 12 c04p2s5 --computer greedy
part 8 c05p2s2 --humans 2
f play c03p4s2 --humans 0 --computer greedy </dev/null >/dev/null
# What chapters have of their own.
part 8 c08p3s11 --computer greedy
part 4 c12p1s11
part 8 c14bp3s5 --computer greedy
part 6 c16p4s11 --computer greedy
part 6 c182p1s5
part 8 roadp2s2 --computer greedy
# The deal of the day, until it is won.
for ((seed = 1; seed < 60; seed++)); do
	RANDOM=$seed
	for ((i = 0; i < 90; i++)); do printf '%d\n' $((1 + RANDOM % 3)); done | f play --today --computer strong --lang en >"$HOME/said"
	if grep -q '^WON' "$HOME/said"; then break; fi
	f saves list --json >"$HOME/games"
	f saves delete --yes "$(head -n 1 "$HOME/games" | sed -E 's/.*"name":"([^"]*)".*/\1/')" >/dev/null
done
# A deal from a table, without a game.
printf '2\n4\nF8\nH56 M7 F1 S58 R245\nH4 M3 F345 S17 R13\nH1 M12458 F27 S3\nrest\n3 1 2 4\n' | f enter --lang de >/dev/null

# Campaigns: fresh; rounds that were won, lost, given up and half-played.
f campaign new fresh --players 4 >/dev/null
f campaign new some --players 3 >/dev/null
answers 300 | f campaign play some --computer fair --seed 1 >/dev/null
f campaign play some --computer fair --seed 2 --humans 0 </dev/null >/dev/null
{ answers 3; echo quit; } | f campaign play some --computer greedy --seed 3 >/dev/null
f campaign play some --give-up --computer fair --seed 4 --humans 0 </dev/null >/dev/null
{ answers 5; printf 'undo\n'; answers 1; echo quit; } | f campaign play some --computer greedy --seed 6 >/dev/null
# A long chapter with something completed, and a lost round: to be kept, or begun again.
f campaign new moria --humans 0 --players 3 >/dev/null
for ((seed = 1; seed < 30; seed++)); do
	f campaign play moria --chapter 14 --event doors --restart --computer fair --seed $seed </dev/null >/dev/null 2>&1 ||
		f campaign play moria --chapter 14 --event doors --computer fair --seed $seed </dev/null >/dev/null
	if f campaign show moria --json | grep -q '"events_done":\["doors"\]'; then break; fi
	f campaign delete --yes moria >/dev/null
	rm -f "$state"/games/moria-*
	f campaign new moria --humans 0 --players 3 >/dev/null
done
printf 'quit\n' | f campaign play moria --event tomb --seed 2 --humans 1 >/dev/null
f campaign play moria --give-up </dev/null >/dev/null 2>&1 || true
# The Road, with its rider, in the middle; two people.
f campaign new onward --road --players 2 >/dev/null
{ answers 6; echo quit; } | f campaign play onward --seed 3 --computer greedy >/dev/null
f campaign new two --players 4 --humans 2 >/dev/null
{ answers 6; echo quit; } | f campaign play two --seed 4 --computer greedy >/dev/null

rm -rf "$out/home" "$out/settings.yaml" "$out/said" "$out/server" "$out/visitors"
cp -r "$state" "$out/home"
cp "$XDG_CONFIG_HOME/fellowship/settings.yaml" "$out/settings.yaml"

# What the program says about them; how it is shown does not matter.
said() {
	{ f "${@:2}" --lang en 2>&1 || echo "exit $?"; } >"$out/said/$1"
}
mkdir -p "$out/said"
said list saves list --json
said stats stats --json
said campaigns campaign list --json
for name in $(f saves list --json | sed -E 's/.*"name":"([^"]*)".*/\1/'); do
	f saves export "$name" | f replay --json - | tail -n 1 >"$out/said/result-$name"
done
# Goes on with each that has not ended, and says what becomes of it.
kept() {
	cp -r "$XDG_STATE_HOME" "$HOME/kept"
	answers 300 | f "${@:3}" >/dev/null 2>&1 || true
	said "after-$1" $2 || true
	rm -rf "$XDG_STATE_HOME"
	mv "$HOME/kept" "$XDG_STATE_HOME"
}
for file in "$state"/games/*.ndjson; do
	name=$(basename "$file" .ndjson)
	kept "game-$name" "saves export $name" play "$name"
done
for file in "$state"/campaigns/*.ndjson; do
	name=$(basename "$file" .ndjson)
	how=
	case $name in
	moria) how="--keep --event tomb --seed 5 --computer greedy" ;;
	fresh) how="--seed 5 --computer greedy" ;;
	esac
	said "campaign-$name" campaign show "$name" --json
	kept "campaign-$name" "campaign show $name --json" campaign play "$name" $how
done
(cd "$out/said" && for file in *; do printf -- '-- %s --\n' "$file" && cat "$file"; done) >"$out/said.txtar"
rm -r "$out/said"

# --- A server. Two people come with keys of ssh, two with browsers.
web=http://127.0.0.1:48080
opens server "$program" serve --ssh 127.0.0.1:42222 --web 127.0.0.1:48080 --data "$HOME/server" --lang en
sees server 48080
ssh="ssh -F /dev/null -p 42222 -t -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o IdentitiesOnly=yes"
mkdir -p "$HOME/visitors"
for who in anna ben; do ssh-keygen -q -t ed25519 -N '' -C "$who" -f "$HOME/visitors/$who"; done

# asks WHO PATH [curl's data] lets a browser load a page, and keeps it.
asks() {
	local who=$1 to=$2
	shift 2
	case $to in http*) ;; *) to=$web$to ;; esac
	curl -s -L -c "$HOME/visitors/$who.jar" -b "$HOME/visitors/$who.jar" -H "Origin: $web" \
		-w '%{url_effective}' -o "$HOME/$who.page" "$to" "$@" >"$HOME/$who.at"
}
# looks WHO loads the page again at which the browser is, of a table that of the table.
looks() { asks "$1" "$(sed -E 's#(/table/[^/?]*).*#\1#' "$HOME/$1.at")"; }
# presses WHO BUTTON [FIELD=VALUE...] presses a button by its id, with more fields of its form.
presses() {
	local who=$1 button=$2 form to data=(-d "")
	shift 2
	form=$(button=$button perl -0777 -ne '
		while (m{<form[^>]*action="([^"]*)"[^>]*>(.*?)</form>}gs) {
			my ($to, $in) = ($1, $2);
			my ($b) = $in =~ m{<button([^>]* id="\Q$ENV{button}\E"[^>]*)>} or next;
			print "$to\n";
			for ($b, $in =~ m{<input([^>]*type="hidden"[^>]*)>}g) {
				my ($n) = m{name="([^"]*)"} or next;
				my ($v) = m{value="([^"]*)"};
				$v =~ s/&gt;/>/g;
				print "--data-urlencode\n$n=$v\n";
			}
			exit;
		}' "$HOME/$who.page")
	if [ -z "$form" ]; then
		echo "$who has no button $button" >&2
		return 1
	fi
	to=${form%%$'\n'*}
	[ "$form" = "$to" ] || mapfile -t -O 2 data <<<"${form#*$'\n'}"
	for field; do data+=(--data-urlencode "$field"); done
	asks "$who" "$to" "${data[@]}"
}
# there WHO keeps the page of a table open, until gone.
there() {
	curl -s -N -b "$HOME/visitors/$1.jar" "$(cat "$HOME/$1.at")/events" >/dev/null &
	echo $! >"$HOME/$1.pid"
}
gone() { kill "$(cat "$HOME/$1.pid")" 2>/dev/null || true; }
code() { grep -oE "Code to $2: [-0-9a-z]+" "$HOME/$1.page" | head -n 1 | sed 's/.* //'; }
# acts WHO does what there is to do in a round, if there is anything.
acts() {
	local button
	if [ -f "$HOME/visitors/$1.jar" ]; then
		looks "$1"
		button=$(grep -oE '<button[^>]*' "$HOME/$1.page" | grep -v 'class="[^"]*sunk' | grep -E 'id="goon"|name="(decide|step)"' | grep -v 'id="back"' |
			head -n 1 | sed -E 's/.* id="([^"]*)".*/\1/') || true
		[ -n "$button" ] && presses "$1" "$button"
	elif shown "$1" | tail -n 2 | grep -qE '(enter|Enter) ' && ! ended "$1"; then
		types "$1" Enter
	fi
}
ended() {
	if [ -f "$HOME/visitors/$1.jar" ]; then
		grep -q 'id="ready"' "$HOME/$1.page"
	else
		shown "$1" | grep -qE 'Enter: |I am ready'
	fi
}
# plays N WHO... lets some play so many times around, or until the round is over for the first.
plays() {
	local times=$1
	shift
	for ((t = 0; t < times; t++)); do
		for who; do acts "$who" || true; done
		if ended "$1"; then return; fi
	done
}

asks cleo /enter -d name=Cleo -d code=
asks dora /enter -d name=Dörte -d code=
asks dora /name -d name=Dora
asks dora /look -d to=/ -d language=de -d scheme=dark

# A table where a round is half-played.
asks cleo /new -d players=3 -d game=2: -d deal= -d computer= -d computer= -d patience=0 -d hints=yes -d opencards=yes
there cleo
cp "$HOME/cleo.at" "$HOME/half"
opens anna $ssh -i "$HOME/visitors/anna" anna@127.0.0.1 "$(code cleo 'play here')"
sees anna "Who are you?"
types anna Enter
sees anna "I am ready"
opens ben env -u LC_ALL LANG=de_DE.UTF-8 $ssh -o SendEnv=LANG -i "$HOME/visitors/ben" ben@127.0.0.1 "$(code cleo 'play here')"
sees ben "ben_"
types ben Enter
sees ben "Ich bin bereit"
looks cleo
presses cleo more-invitewatch
asks dora /code -d "code=$(code cleo watch)"
presses dora phrasebutton phrase=hello
looks cleo
presses cleo saybutton "say=Good evening, all of you"
types anna Enter
types ben Enter
looks cleo
presses cleo ready
plays 8 cleo anna ben
looks cleo
presses cleo act-hint || true
looks cleo
presses cleo act-opencards || true
# Cleo has decided something and wants it back; the others agree.
for ((i = 0; i < 40; i++)); do
	if acts cleo && grep -q 'id="act-undo"' "$HOME/cleo.page"; then
		presses cleo act-undo
		if grep -q "The others are asked" "$HOME/cleo.page"; then break; fi
	fi
	plays 1 anna ben
done
chooses anna "I agree"
chooses ben "Einverstanden"
plays 6 cleo anna ben
# Cleo goes away; the others wait once more, and then a computer plays in that seat.
gone cleo
sees anna "You have waited a long time for Cleo"
chooses anna "Wait longer"
chooses ben "Länger warten"
sleep 5
sees anna "You have waited a long time for Cleo"
chooses anna "Let a computer play meanwhile"
chooses ben "Solange einen Computer spielen lassen"
plays 4 anna ben
# Anna's code in a browser of hers: its cookie names her.
types anna q
types anna y
chooses anna "A code for a browser"
sees anna "come back with"
shown anna >"$HOME/code"
asks anna /enter -d name=anna -d "code=$(grep -oE '[a-z0-9]{3}(-[a-z0-9]{3}){2,}' "$HOME/code" | head -n 1)"
types anna Escape q
types ben q
types ben j q

# A table with several rounds that have ended, talk, and one to come.
asks dora /look -d to=/ -d language=en -d scheme=dark
asks dora /new -d players=2 -d game=1: -d deal= -d computer= -d patience=1
there dora
asks cleo /code -d "code=$(code dora 'play here')"
there cleo
for round in 1 2; do
	looks dora
	presses dora ready
	looks cleo
	presses cleo ready
	for ((i = 0; i < 200; i++)); do
		plays 1 dora cleo
		if ended dora; then break; fi
		if [ $round = 2 ] && grep -q 'id="act-stop"' "$HOME/dora.page"; then
			presses dora act-stop
			looks cleo
			presses cleo qyes
		fi
	done
	looks cleo
	presses cleo saybutton "say=Das war Runde $round – schön!"
	looks dora
	at=$(sed -E "s#$web##" "$HOME/dora.at")
	asks dora "$at/turn" -d at=12
	asks dora "$at"
	presses dora choose "game=$([ $round = 1 ] && echo again || echo road:)"
done
looks dora
presses dora more-host1
looks cleo
presses cleo more-host0
looks cleo
presses cleo more-stand
presses cleo sit1
presses cleo ready
gone cleo
gone dora

# A campaign of one person, in its second round, and a table that was closed.
asks dora /new -d players=2 -d game=campaign -d deal= -d computer=greedy -d patience=1
looks dora
presses dora ready
plays 200 dora
looks dora
presses dora ready
plays 9 dora
asks dora /new -d players=1 -d game=1: -d deal=c01p1s2 -d patience=1
presses dora more-close
# A code of dora's that nobody has used.
asks dora /mine -d ''
grep -oE '[a-z0-9]{3}(-[a-z0-9]{3}){3,}' "$HOME/dora.page" | head -n 1 >"$HOME/visitors/dora.code"

types server C-c
while tm has-session -t server 2>/dev/null; do sleep 0.1; done
rm "$HOME/server/tables/lock"
cp -r "$HOME/server" "$out/server"
cp -r "$HOME/visitors" "$out/visitors"
rm "$out"/visitors/*.pub
