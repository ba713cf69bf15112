#!/usr/bin/env bash
# make.sh PROGRAM FOLDER makes the set of this folder anew in FOLDER. PROGRAM is the
# fellowship of commit 1356d14; the README beside this says why no other.
# The tables of a server of it lie in cmd/internal/store/natstest/takeover/testdata.
set -euo pipefail
program=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
HOME=$(mktemp -d)
export HOME LC_ALL=C TZ=UTC
export XDG_DATA_HOME=$HOME/data XDG_STATE_HOME=$HOME/state XDG_CONFIG_HOME=$HOME/config
games=$XDG_STATE_HOME/fellowship/games
campaigns=$XDG_STATE_HOME/fellowship/campaigns
trap 'rm -rf "$HOME"' EXIT

f() { "$program" "$@"; }
# answers writes N times "the next person is there" and "the first that there is".
answers() { for ((i = 0; i < $1; i++)); do printf '\n1\n'; done; }
# part plays so many answers of a game and leaves it.
part() { { answers "$1"; echo quit; } | f play "${@:2}" >/dev/null; }
# whole plays a game to its end.
whole() { answers 300 | f play "$@" >/dev/null; }

# Begun: in the draft, in the setup, within a trick.
part 0 c02p4s7 --computer greedy
part 1 c02p3s7 --computer greedy
part 5 c04p4s3 --computer random,greedy,fair
# Won and lost.
whole c01p4s2 --computer greedy
whole c02p3s3 --computer greedy
whole c01p4s1 --computer random
# Ended early (T11), and the same deal once more, not ended early.
{ for ((i = 0; i < 60; i++)); do printf '1\nstop\n'; done; } | f play c01p1s2 >/dev/null
whole c01p1s2
# Taken back, a hint, open cards.
{ answers 3; printf 'undo\n\n2\n'; answers 2; printf 'undo\n'; answers 1; echo quit; } | f play c01p4s8 --computer random >/dev/null
{ answers 2; printf 'hint\n1\n'; answers 2; echo quit; } | f play c01p3s3 --computer random >/dev/null
{ answers 2; printf 'open\nopen\n1\n'; answers 300; } | f play c01p4s3 --computer random >/dev/null
# Several people at one screen; the pyramid; alone; nobody.
part 9 c03p3s4 --humans 2 --computer greedy
{ answers 14; printf '\nundo\n'; answers 3; echo quit; } | f play c02p4s9 --humans 3 --computer random >/dev/null
part 12 c04p2s5 --computer greedy
part 12 c05p2s2 --humans 2
part 12 c04p1s6
f play c03p4s2 --humans 0 --computer greedy </dev/null >/dev/null
# Every other chapter: whole where the number is odd.
for chapter in 5 6 7 8 9 10 11 12 13 15 16 17; do
	for players in $((1 + chapter % 4)); do
		if ((chapter % 2)); then
			whole --chapter $chapter --players $players --seed 11 --computer greedy
		else
			part $((chapter / 2 + 3)) --chapter $chapter --players $players --seed 11 --computer greedy
		fi
	done
done
for event in doors tomb long-dark bridge; do part 8 --chapter 14 --event $event --players 3 --seed 5 --computer greedy; done
part 8 --chapter 18 --group 1 --players 4 --seed 5 --computer greedy
part 30 --chapter 18 --group 2 --players 1 --seed 5
part 8 --chapter road --players 2 --seed 2 --computer greedy
whole --chapter road --players 4 --seed 3 --computer random
# A deal from a table, without a game; in German.
printf '2\n4\nF8\nH56 M7 F1 S58 R245\nH4 M3 F345 S17 R13\nH1 M12458 F27 S3\nrest\n3 1 2 4\n' | f enter --lang de >/dev/null

# Campaigns: fresh; some chapters won; a round half-played.
f campaign new fresh --players 4 >/dev/null
f campaign new some --humans 0 --players 3 >/dev/null
for seed in 1 2 3 4 5; do f campaign play some --computer greedy --seed $seed </dev/null >/dev/null; done
{ answers 5; echo quit; } | f campaign play some --humans 1 --computer greedy --seed 6 >/dev/null
# A round has ended, and the program was killed before the campaign knew.
f campaign new killed --players 3 >/dev/null
answers 300 | f campaign play killed --computer greedy --seed 7 >/dev/null
mv "$campaigns/killed.yaml~" "$campaigns/killed.yaml"
# A long chapter with something completed, and a lost round: to be kept, or begun again.
f campaign new moria --humans 0 --players 3 >/dev/null
for seed in 1 2 3 4 5 6; do
	f campaign play moria --chapter 14 --event doors --computer fair --seed $seed </dev/null >/dev/null
	f campaign show moria --json | grep -q '"events_done":\["doors"\]' && break
	f campaign play moria --give-up --restart --chapter 14 --event doors --seed 9$seed --humans 1 </dev/null >/dev/null 2>&1 || true
	f campaign play moria --give-up --restart --chapter 1 --humans 0 </dev/null >/dev/null 2>&1 || true
done
printf 'quit\n' | f campaign play moria --event tomb --seed 2 --humans 1 >/dev/null
f campaign play moria --give-up </dev/null >/dev/null 2>&1 || true
# The two groups of chapter 18.
f campaign new groups --humans 0 --players 4 >/dev/null
f campaign play groups --chapter 18 --group 2 --computer fair --seed 3 </dev/null >/dev/null
# The Road, with its rider, in the middle.
f campaign new onward --road --players 2 >/dev/null
{ answers 6; echo quit; } | f campaign play onward --seed 3 --computer greedy >/dev/null
f campaign new two --players 4 --humans 2 >/dev/null
{ answers 6; echo quit; } | f campaign play two --seed 4 --computer greedy >/dev/null

# set_times gives the files times that follow their names: git keeps none.
set_times() {
	local i=0
	find "$1" -type f ! -name '*.lock' | sort | while read -r file; do
		i=$((i + 1))
		touch -d "@$((1767225600 + 60 * i))" "$file"
	done
}
find "$XDG_STATE_HOME" -name '*.lock' -delete
set_times "$XDG_STATE_HOME/fellowship"
rm -rf "$out/home" "$out/said" "$out/damaged"
cp -rp "$XDG_STATE_HOME/fellowship" "$out/home"

# What the program says about them. STATE stands for the folder, and the times do not matter.
said() {
	{ f "${@:2}" 2>&1 || echo "exit $?"; } |
		sed -E "s:$XDG_STATE_HOME/fellowship:STATE:g; s/[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}/TIME/g" >"$out/said/$1"
}
mkdir -p "$out/said"
said list saves list --json
said stats saves stats --json
said campaigns campaign list --json
for file in "$games"/*.ndjson; do
	name=$(basename "$file" .ndjson)
	said "replay-$name" replay --json "$file"
	tail -n 1 "$out/said/replay-$name" >"$out/said/result-$name" && rm "$out/said/replay-$name"
done
for file in "$campaigns"/*.yaml; do
	name=$(basename "$file" .yaml)
	said "campaign-$name" campaign show "$name" --json
	said "book-$name" campaign show "$name"
done
# Goes on with each that has not ended, and says what becomes of it.
kept() {
	cp -rp "$XDG_STATE_HOME" "$HOME/kept"
	answers 300 | f "${@:3}" >/dev/null 2>&1 || true
	said "after-$1" $2 || true
	rm -rf "$XDG_STATE_HOME"
	mv "$HOME/kept" "$XDG_STATE_HOME"
}
for file in "$games"/*.ndjson; do
	name=$(basename "$file" .ndjson)
	kept "game-$name" "saves export $name" play "$name"
done
for file in "$campaigns"/*.yaml; do
	name=$(basename "$file" .yaml)
	how=
	case $name in
	moria) how="--keep --event tomb --seed 5 --computer greedy" ;;
	groups) how="--group 1 --seed 5 --computer greedy" ;;
	fresh | killed) how="--seed 5 --computer greedy" ;;
	esac
	kept "campaign-$name" "campaign show $name --json" campaign play "$name" $how
done
(cd "$out/said" && for file in *; do printf -- '-- %s --\n' "$file" && cat "$file"; done) >"$out/said.txtar"
rm -r "$out/said"

# Damaged ones, each in its way, and two that are whole.
mkdir -p "$out/damaged/games" "$out/damaged/campaigns"
cd "$out/damaged/games"
from=$out/home/games
cp "$from/c02p3s7-1.ndjson" whole.ndjson
head -c -9 "$from/c03p3s4-1.ndjson" >half-line.ndjson
sed '20s/"play":"0:/"play":"8:/' "$from/c01p4s2-1.ndjson" >flipped.ndjson
sed 15d "$from/c01p4s2-1.ndjson" >missing.ndjson
{ head -n 15 "$from/c01p4s2-1.ndjson"; tail -n +16 "$from/c01p4s1-1.ndjson"; } >swapped.ndjson
{ cat "$from/c02p3s7-1.ndjson"; head -c 4096 /dev/zero; echo; } >zeros.ndjson
{ cat "$from/c02p3s7-1.ndjson" "$from/c02p3s7-1.ndjson"; } >twice.ndjson
head -c 100 "$from/c02p3s7-1.ndjson" >begun.ndjson
: >empty.ndjson
echo 'Dear diary' >prose.ndjson
cd ../campaigns
from=$out/home/campaigns
cp "$from/fresh.yaml" whole.yaml
sed 's/^players: 3/players: 7/' "$from/some.yaml" >with-copy.yaml
cp "$from/some.yaml~" with-copy.yaml~
head -c 60 "$from/groups.yaml" >cut.yaml
: >empty.yaml
set_times "$out/damaged"
