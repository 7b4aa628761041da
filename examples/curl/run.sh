#!/bin/sh
# Buys one answer with nothing but a POSIX shell and curl: signs up, makes a token, submits a job, reads its text as it
# is generated, breaks off, resumes with Last-Event-ID where it left off, and looks at the job.
#
#   MKT_SERVER=http://127.0.0.1:8080 MODEL=tiny-llama sh examples/curl/run.sh "Why is the sky blue?"
#
# The new account needs credits: a server that serves only its own machine gives each 100.
set -eu

server=${MKT_SERVER:-http://127.0.0.1:8080}
model=${MODEL:-tiny-llama}
prompt=${1:-Why is the sky blue?}

# Secrets stand in files that only we can read: what is on a command line, every user of this machine can see.
umask 077
private=$(mktemp -d)
trap 'rm -rf "$private"' EXIT
trap 'exit 1' HUP INT TERM

random() { od -An -N16 -tx1 /dev/urandom | tr -d ' \n'; }

# One call; an error's answer says on standard error what is wrong. Its output goes to a file, never into a pipe: of a
# pipe the shell knows only how the last part ended, and it must stop here when a call failed.
call() {
  curl --silent --show-error --fail-with-body --header 'Content-Type: application/json' "$@" >"$private/answer" || {
    cat "$private/answer" >&2
    exit 1
  }
  cat "$private/answer"
}

# A text member of a JSON answer. Ids, tokens and states hold nothing that JSON would escape.
member() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

# A text as JSON.
quote() {
  printf '"'
  printf '%s\n' "$1" | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e "s/$(printf '\t')/\\\\t/g" -e '$!s/$/\\n/' | tr -d '\n'
  printf '"'
}

# 1. An account.
username=curl-$(random)
password=$(random)
printf '{"username": "%s", "email": "%s@example.com", "password": "%s"}' "$username" "$username" "$password" |
  call --data @- "$server/users" >/dev/null
echo "signed up as $username" >&2

# 2. A bearer token, made with the username and password. It is shown in this answer only.
printf 'user = "%s:%s"\n' "$username" "$password" >"$private/login"
echo '{"name": "examples/curl", "expires_in_days": 1}' |
  call --config "$private/login" --data @- "$server/users/me/tokens" >"$private/made"
printf 'header = "Authorization: Bearer %s"\n' "$(member token <"$private/made")" >"$private/token"

# 3. A job. The Idempotency-Key makes it safe to repeat: the same key never buys twice.
printf '{"model": %s, "input_text": %s, "max_tokens": 64}' "$(quote "$model")" "$(quote "$prompt")" |
  call --config "$private/token" --header "Idempotency-Key: $(random)" --retry 3 --data @- "$server/run/model" \
    >"$private/submitted"
job=$(member job_id <"$private/submitted")
echo "submitted $job" >&2

# 4. Its text. Each event is an `id:` and a `data:` line; lines that begin with a colon only keep the connection open.
stream() { curl --silent --show-error --fail --no-buffer --config "$private/token" "$@" "$server/jobs/$job/stream"; }

# Writes the text of events to descriptor 4 as they come, and at the end the last id to standard output.
# Stops after $1 tokens when given.
text_of() {
  id='' count=0
  while IFS= read -r line; do
    case $line in
    'id: '*) id=${line#id: } ;;
    'data: {"token":"'*)
      piece=${line#'data: {"token":"'}
      # What JSON escapes, printf understands, but for the quotes.
      printf '%b' "$(printf '%s\n' "${piece%'"}'}" | sed 's/\\"/"/g')" >&4
      count=$((count + 1))
      if [ "$count" = "${1:-}" ]; then break; fi
      ;;
    'data: {"error":"'*) echo "the job failed: $line" >&2 ;;
    'data: [DONE]') break ;;
    esac
  done
  printf '%s' "$id"
}
exec 4>&1

# Reading stops after three tokens. The job does not care: it runs on.
last=$(stream 2>/dev/null | text_of 3)
echo " [broken off after event $last]" >&2
# Nothing that was read comes again, and nothing is left out.
stream --header "Last-Event-ID: $last" | text_of >/dev/null
echo

# 5. The job, once it has ended: what it cost, which host ran it and why.
call --config "$private/token" "$server/jobs/$job?wait=30" >"$private/job"
echo "$job $(member status <"$private/job") on $(member host_id <"$private/job")"
cat "$private/job" >&2
echo >&2
