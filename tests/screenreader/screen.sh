#!/bin/bash
# A screen, a bus, a voice that writes, Orca and a browser; all of it ends when $WORK/stop appears.
# Called by reader.py with browser, language and address.
here=$(cd "$(dirname "$0")" && pwd)

inside() {
  browser=$1 language=$2 address=$3
  mkdir -p "$WORK/speech" "$WORK/modules" "$XDG_DATA_HOME/orca" "$WORK/profile"
  openbox --config-file "$here/openbox.xml" &
  printf '#!/bin/sh\nexec "%s" "%s/voice.py"\n' "$PYTHON" "$here" > "$WORK/modules/sd_writes"
  chmod +x "$WORK/modules/sd_writes"
  printf 'LogLevel 1\nLogDir "default"\nAddModule "writes" "sd_writes" ""\nDefaultModule "writes"\nTimeout 0\n' > "$WORK/speech/speechd.conf"
  speech-dispatcher -s -t 0 -C "$WORK/speech" -m "$WORK/modules" -L "$WORK/speech" -P "$WORK/speech/pid" &
  cp "$here/orca.conf" "$XDG_DATA_HOME/orca/user-settings.conf"
  sleep 1
  (cd "$WORK" && exec orca -d braille) > "$WORK/orca.out" 2>&1 &
  for _ in $(seq 120); do [ -s "$EARS_LOG" ] && break; sleep .5; done
  if [ "$browser" = firefox ]; then
    sed "s/LANGUAGE/$language/" "$here/firefox.js" > "$WORK/profile/user.js"
    firefox-esr --no-remote --profile "$WORK/profile" "$address" > "$WORK/browser.out" 2>&1 &
  else
    chromium --no-sandbox --force-renderer-accessibility --no-first-run --no-default-browser-check --disable-gpu \
      --user-data-dir="$WORK/profile" --lang="$language" --accept-lang="$language" "$address" > "$WORK/browser.out" 2>&1 &
  fi
  until [ -e "$WORK/stop" ]; do sleep .5; done
}

if [ "$1" = inside ]; then shift; inside "$@"; exit; fi
rm -f "/tmp/.X11-unix/X${DISPLAY#:}"
Xvfb "$DISPLAY" -screen 0 1280x1000x24 -nolisten tcp > "$WORK/screen.out" 2>&1 & screen=$!
sleep 1
dbus-run-session -- "$0" inside "$@"
kill $screen
wait $screen
rm -f "/tmp/.X${DISPLAY#:}-lock"
