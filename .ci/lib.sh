# The common part of .ci/run and .ci/nightly: what they install, how they measure time, and how they
# fuzz. Source it with bash.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export CI=1

# The positions of property tests follow from this seed: what passes once passes again.
export RAPID_SEED=${RAPID_SEED:-1}

# Without the folder's path in them, compiled packages serve every clone, and vet, tests and the program
# alike.
GOFLAGS="$(go env GOFLAGS) -trimpath"
# Such programs do not know where Go is, and tests that read the types of packages ask for it.
GOROOT=$(go env GOROOT)
export GOFLAGS GOROOT

# wanted reports whether the caller asked for this part.
wanted() { [[ $parts == *" $1 "* ]]; }

names=() began=()

# step begins a part and prints the time so far.
step() {
  names+=("$1") began+=("$SECONDS")
  printf '\n== %s (%ds)\n' "$1" "$SECONDS"
}

# told prints the seconds of each step, whether or not all of them passed.
told() {
  local result=$? i
  on_disk
  printf '\n== seconds of each step\n'
  began+=("$SECONDS")
  for i in "${!names[@]}"; do
    printf '%6d  %s\n' $((began[i + 1] - began[i])) "${names[i]}"
  done
  printf '%6d  altogether: %s\n' "$SECONDS" "$([ "$result" -eq 0 ] && echo passed || echo "FAILED in “${names[-1]:-the beginning}”")"
  [ "$result" -eq 0 ] || echo "The properties drew with RAPID_SEED=$RAPID_SEED."
}
trap told EXIT

# in_memory puts temporary files into memory, if there is enough: a busy disk would distort the
# tests' times. Tests of disks use a disk.
in_memory() {
  if [ "$(df --output=avail -k /dev/shm 2>/dev/null | tail -1)" -gt 6000000 ] 2>/dev/null; then
    TMPDIR=$(mktemp -d /dev/shm/theriac.XXXXXX)
    export TMPDIR
  fi
}
on_disk() {
  case ${TMPDIR:-} in /dev/shm/theriac.*) rm -rf "$TMPDIR" && unset TMPDIR ;; esac
}

# install installs what is missing. Go must exist; Go and npm fetch the rest.
install() {
  local missing=()
  command -v make >/dev/null || missing+=(make)
  command -v cc >/dev/null || missing+=(gcc libc6-dev)
  command -v curl >/dev/null || missing+=(curl)
  command -v python3 >/dev/null || missing+=(python3)
  command -v npm >/dev/null || missing+=(nodejs npm)
  command -v chromium >/dev/null || missing+=(chromium)
  if [ ${#missing[@]} -gt 0 ]; then
    step "installing ${missing[*]}"
    apt-get update -qq && apt-get install -y -qq "${missing[@]}"
  fi
}

# list_games prints the name of every game: of each folder with an entry for the list.
list_games() { (cd games && for entry in */entry/; do echo "${entry%%/*}"; done); }

# properties checks what views reveal, and the rules against results worked out on paper, over more
# positions than a normal test.
properties() {
  local game
  for game in $(list_games); do
    go test "./games/$game" -timeout 30m -run 'Secrets|Views|Paper|TestNobody|TestEverybody' -rapid.checks="$1"
  done
}

# long_tests lists the packages of a folder that test more without -short.
long_tests() { grep -rl --include='*.go' 'testing\.Short()' "$1" | xargs -n1 dirname | sort -u | sed 's|^|./|'; }

# targets lists every fuzz target, with its package.
targets() {
  grep -rn --include='*_test.go' '^func Fuzz' ai bots cmd engine games internal locale |
    sed -E 's|^([^:]*)/[^/:]*:[0-9]+:func (Fuzz[A-Za-z0-9_]*).*|./\1 \2|' | sort
}

# fuzz runs one target over many inputs. (It counts inputs: a time limit can interrupt a worker and
# fail.)
fuzz() {
  local inputs=100000
  case $1 in
  ./engine*) inputs=250000 ;;
  esac
  go test "$1" -run '^$' -fuzz "^$2\$" -fuzztime "${inputs}x"
}
