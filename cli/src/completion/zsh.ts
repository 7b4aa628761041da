import { type Level, quoted, valuedFlags } from './tree.ts'

/** As for bash, with descriptions. */
export function zshCompletion(levels: readonly Level[]): string {
  const list = (items: readonly string[]) => `candidates=(${items.map(quoted).join(' ')}) ;;`
  const cases = (of: (level: Level) => readonly string[]) =>
    levels
      .map((level) => [level.path, of(level)] as const)
      .filter(([, items]) => items.length > 0)
      .map(([path, items]) => `      (${quoted(path)}) ${list(items)}`)
      .join('\n')
  const choices = levels.flatMap(({ path, flags }) =>
    flags
      .filter((flag) => flag.choices.length > 0)
      .map((flag) => `      (${quoted(`${path} ${flag.long}`)}) ${list(flag.choices)}`),
  )
  return `#compdef mkt
# Completion of mkt for zsh: mkt completion zsh > "\${fpath[1]}/_mkt"
_mkt() {
  local level=mkt value= word i
  local -a candidates
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    if [[ -n $value ]]; then
      value=
      continue
    fi
    case $word in
      (${valuedFlags(levels).join('|')}) value=$word ;;
      (*) case "$level $word" in
        (${levels
          .slice(1)
          .map(({ path }) => quoted(path))
          .join('|')}) level="$level $word" ;;
      esac ;;
    esac
  done
  if [[ -n $value ]]; then
    case "$level $value" in
${choices.join('\n')}
    esac
  elif [[ $words[CURRENT] == -* ]]; then
    case $level in
${cases(({ flags }) => flags.map(({ long, description }) => `${long}:${description}`))}
    esac
  else
    case $level in
${cases(({ subcommands, words }) => [...subcommands.map(({ name, description }) => `${name}:${description}`), ...words])}
    esac
  fi
  if (( $#candidates )); then
    _describe mkt candidates
  else
    _files
  fi
}
if [[ $funcstack[1] == _mkt ]]; then
  _mkt "$@"
else
  compdef _mkt mkt
fi
`
}
