import { identifier, kindsOf, type Level, nameOf, quoted, valuedFlags } from './tree.ts'

/** As for bash, with descriptions. */
export function zshCompletion(levels: readonly Level[]): string {
  const name = nameOf(levels)
  const complete = `_${identifier(levels)}`
  const { values, flags, words } = casesOf(levels)
  return `#compdef ${name}
# Completion of ${name} for zsh: ${name} completion zsh > "\${fpath[1]}/_${name}"
${complete}() {
  local level=${name} value= kind= word i
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
${values.join('\n')}
    esac
  elif [[ $words[CURRENT] == -* ]]; then
    case $level in
${flags.join('\n')}
    esac
  else
    case $level in
${words.join('\n')}
    esac
  fi
  if [[ -n $kind ]]; then
    # A colon would begin a description.
    candidates=(\${\${(f)"$(${name} completion-words $kind 2>/dev/null)"}//:/\\\\:})
  fi
  if (( $#candidates )); then
    _describe ${name} candidates
  else
    _files
  fi
}
if [[ $funcstack[1] == _${name} || $funcstack[1] == ${complete} ]]; then
  ${complete} "$@"
else
  compdef ${complete} ${name}
fi
`
}

/** The lines of its three case statements: the values of flags, the flags and the words of each level. */
function casesOf(levels: readonly Level[]): Record<'values' | 'flags' | 'words', string[]> {
  const { values, words } = kindsOf(levels)
  const list = (items: readonly string[]) => `candidates=(${items.map(quoted).join(' ')}) ;;`
  const ask = ([at, kind]: [string, string]) => `      (${quoted(at)}) kind=${kind} ;;`
  const cases = (places: readonly (readonly [at: string, items: readonly string[]])[]) =>
    places.filter(([, items]) => items.length > 0).map(([at, items]) => `      (${quoted(at)}) ${list(items)}`)
  const described = ({ name, description }: { name: string; description: string }) => `${name}:${description}`
  return {
    values: [
      ...cases(levels.flatMap(({ path, flags }) => flags.map(({ long, choices }) => [`${path} ${long}`, choices]))),
      ...values.map(ask),
    ],
    flags: cases(
      levels.map(({ path, flags }) => [
        path,
        flags.map(({ long, description }) => described({ name: long, description })),
      ]),
    ),
    words: [
      ...cases(levels.map(({ path, subcommands, words }) => [path, [...subcommands.map(described), ...words]])),
      ...words.map(ask),
    ],
  }
}
