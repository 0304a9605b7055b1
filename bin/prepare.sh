# Sourced by bin/demo and bin/test: installs what is missing and puts the pinned Bun first on the PATH.
# Works as root and as an ordinary user; without the right to install it stops with the command to run.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
LOCAL="$ROOT/.local"
BUN_VERSION=$(sed -n 's/.*"packageManager": "bun@\([^"]*\)".*/\1/p' "$ROOT/package.json")

say() { printf '%s\n' "$@" >&2; }
die() { say "$@"; exit 1; }
has() { command -v "$1" >/dev/null 2>&1 || [ -x "/usr/sbin/$1" ]; }

use_bun() {
  if has bun && [ "$(bun --version)" = "$BUN_VERSION" ]; then return; fi
  local home="$LOCAL/bun-$BUN_VERSION"
  if [ ! -x "$home/node_modules/.bin/bun" ] && [ ! -x "$home/bin/bun" ]; then
    say "Installing Bun $BUN_VERSION into .local/ …"
    mkdir -p "$home"
    # npm holds what it fetches against the registry's checksums; the installer only asks for https.
    if has npm; then
      npm install --prefix "$home" --no-audit --no-fund --loglevel=error "bun@$BUN_VERSION" >&2 ||
        die "Could not install Bun. Run: npm install --prefix '$home' bun@$BUN_VERSION"
    else
      say "npm is missing: the installer comes from bun.sh."
      curl --proto '=https' --tlsv1.2 -fsSL https://bun.sh/install | BUN_INSTALL="$home" bash -s "bun-v$BUN_VERSION" >&2 ||
        die "Could not install Bun. Install Node.js with npm, then try again."
    fi
  fi
  export PATH="$home/node_modules/.bin:$home/bin:$PATH"
  [ "$(bun --version)" = "$BUN_VERSION" ] || die "Bun $BUN_VERSION is needed, found $(bun --version 2>&1)."
}

# install_packages APT_PACKAGES BREW_PACKAGES
install_packages() {
  local apt=$1 brew=$2 as="" command
  if has apt-get; then
    command="apt-get update && apt-get install -y --no-install-recommends $apt"
    if [ "$(id -u)" != 0 ]; then
      { has sudo && sudo -n true 2>/dev/null; } || die "Missing: $apt. Run as root, then try again:" "  $command"
      as="sudo -n"
    fi
    say "Installing $apt${as:+ with sudo} …"
    $as sh -c "export DEBIAN_FRONTEND=noninteractive; apt-get update -qq && apt-get install -y -qq --no-install-recommends $apt" \
      >&2 || die "Could not install. Run as root: $command"
  elif has brew; then
    brew install $brew >&2 || die "Could not install. Run: brew install $brew"
  else
    die "Missing: $apt. Install these packages, then try again."
  fi
}

# Radicale's passwords are hashed with bcrypt: by a module of Python's, on older systems by their C library.
has_bcrypt() {
  /usr/bin/python3 -c 'import bcrypt' 2>/dev/null ||
    /usr/bin/python3 -W ignore -c 'import crypt; assert crypt.crypt("x", "$2b$04$" + "a" * 22)' 2>/dev/null
}

# The core package has the server and no system service.
use_servers() {
  local apt="" brew=""
  if ! has mariadbd || ! has mariadb-install-db; then apt="$apt mariadb-server-core mariadb-client-core"; brew="$brew mariadb"; fi
  if ! has radicale; then apt="$apt radicale python3-bcrypt"; brew="$brew radicale"; fi
  if has radicale && has apt-get && ! has_bcrypt; then apt="$apt python3-bcrypt"; fi
  if [ "${1:-}" = with-browser ] && ! has chromium && ! has chromium-browser; then apt="$apt chromium"; brew="$brew chromium"; fi
  if [ -n "$apt" ]; then install_packages "${apt# }" "${brew# }"; fi
}

# Further servers for the tests, as root only; without them their stories are skipped by name. The packages of Cyrus,
# Redis and Prometheus start a system service: they are installed only where packages may start none, as in a container. Cyrus wants
# some mail program, and msmtp is one without a service.
use_more_servers() {
  if ! has apt-get || [ "$(id -u)" != 0 ]; then return; fi
  local apt=""
  if ! has xandikos; then apt="$apt xandikos"; fi
  if starts_no_services && ! { has cyrmaster && has saslpasswd2 && [ -x /usr/lib/cyrus/bin/httpd ]; }; then
    apt="$apt cyrus-imapd cyrus-caldav sasl2-bin msmtp-mta"
  fi
  if starts_no_services && ! has valkey-server && ! has redis-server; then apt="$apt redis-server"; fi
  # promtool judges the rules of the alerts; its package brings the whole server, which nobody starts.
  if starts_no_services && ! has promtool; then apt="$apt prometheus"; fi
  # A library of the database's, for a cluster.
  if [ ! -e /usr/lib/galera/libgalera_smm.so ]; then apt="$apt galera-4"; fi
  if [ -n "$apt" ]; then (install_packages "${apt# }" "") || say "The tests go on without them."; fi
  use_documented_programs
}

# What the manual puts in front of the service. Their packages start services, too, and not every system has all of them.
use_documented_programs() {
  local program
  starts_no_services || return 0
  for program in caddy nginx fail2ban; do
    if has "$program" || has "$program-client"; then continue; fi
    (install_packages "$program" "") || say "The tests go on without it."
  done
}

# Chromium without windows: the tests cost a third with it, and go on with the whole browser where it is missing.
use_quick_browser() {
  if has chromium-headless-shell || ! has apt-get || [ "$(id -u)" != 0 ]; then return; fi
  (install_packages chromium-headless-shell "") || say "The tests go on with Chromium's windows."
}

# The engine of Safari and iPhones, and a screen for its windows.
use_webkit() {
  if { has WebKitWebDriver && has Xvfb; } || ! has apt-get || [ "$(id -u)" != 0 ]; then return; fi
  (install_packages "webkit2gtk-driver xvfb" "") || say "The tests go on without it."
}

# 101: the policy forbids it (invoke-rc.d(8)).
starts_no_services() {
  local answer=0
  [ -x /usr/sbin/policy-rc.d ] || return 1
  /usr/sbin/policy-rc.d cyrus-imapd start >/dev/null 2>&1 || answer=$?
  [ "$answer" = 101 ]
}

use_packages() {
  local stamp="$ROOT/node_modules/.installed-from"
  if [ ! -f "$stamp" ] || ! cmp -s "$stamp" "$ROOT/bun.lock" || [ ! -f "$ROOT/public/index.html" ]; then
    (cd "$ROOT" && bun install --frozen-lockfile >&2) || die "bun install failed."
    cp "$ROOT/bun.lock" "$stamp"
  fi
}

# What was pulled or edited since the client was built; a removed file makes its folder newer.
use_client() {
  cd "$ROOT"
  if [ -f public/index.html ] && [ -z "$(find -H web src package.json -newer public/index.html -print -quit)" ]; then return; fi
  bun web/build.ts >&2 || die "The client could not be built."
}
