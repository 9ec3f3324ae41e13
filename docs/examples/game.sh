#!/usr/bin/env bash
# A whole game over the engine protocol from the shell: `bash game.sh GAME`.  It plays the first play
# that is listed, and needs nothing but bash: a state comes back as it went, so that no JSON is read.
# `TAVOLA_ENGINE` may name another way to start the engine.
set -euo pipefail

read -ra engine <<< "${TAVOLA_ENGINE:-tavola engine}"
coproc ENGINE { exec "${engine[@]}"; }
RANDOM=7

# One request is one line, and its answer is the next line.
ask() {
    printf '%s\n' "$1" >&"${ENGINE[1]}"
    IFS= read -r answer <&"${ENGINE[0]}"
    [[ $answer == *'"ok":true'* ]] || { echo "$answer" >&2; exit 1; }
}

# What stands between two marks of the answer.
between() { local rest=${answer#*"$1"}; printf '%s' "${rest%%"$2"*}"; }

ask '{"command": "new", "game": "'"${1:-eureka}"'", "match": {"games": 1}}'
while true; do
    state=$(between '"state":' ',"view":')
    awaited=$(between '"awaits":{"what":"' '"')
    result=$(between '"result":{' '}')
    die=$((RANDOM % 6 + 1)) other=$((RANDOM % 6 + 1))
    case $awaited in
        opening | throw) actions='[{"do": "'$awaited'", "dice": ['$die', '$other']}]' ;;
        keep_or_throw) actions='[{"do": "keep"}]' ;;
        steps)
            ask '{"command": "legal", "state": '"$state"', "texts": false, "limit": 1}'
            actions="[$(between '"plays":[{"steps":[' ']')]"
            ;;
        done) actions='[{"do": "done"}]' ;;
        nothing) break ;;
        *) echo "this script does not know what to do: $awaited" >&2; exit 1 ;;
    esac
    ask '{"command": "apply", "state": '"$state"', "actions": '"$actions"'}'
done

[[ $answer =~ '"kind":"game_over","side":"'([WB])'","details":{"points":'([0-9]+)',"how":"'([a-z]+) ]]
echo "${BASH_REMATCH[1]} wins ${BASH_REMATCH[2]}, ${BASH_REMATCH[3]}"
printf '{"command": "quit"}\n' >&"${ENGINE[1]}"
