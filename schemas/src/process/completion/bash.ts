import { identifier, kindsOf, type Level, nameOf, quoted, valuedFlags } from './tree.ts'

/** The level is found by walking the words before the cursor; the values of flags are no subcommands. */
export function bashCompletion(levels: readonly Level[]): string {
  const name = nameOf(levels)
  const complete = `_${identifier(levels)}`
  const choices = levels.flatMap(({ path, flags }) =>
    flags.map((flag) => [`${path} ${flag.long}`, flag.choices] as const).filter(([, words]) => words.length > 0),
  )
  const { values, words: kinds } = kindsOf(levels)
  const ask = ([at, kind]: [string, string]) => `      ${quoted(at)}) kind=${kind} ;;`
  const list = (words: readonly string[]) => `words=${quoted(words.join(' '))} ;;`
  return `# Completion of ${name} for bash. In ~/.bashrc: source <(${name} completion bash)
${complete}() {
  local current=\${COMP_WORDS[COMP_CWORD]} level=${name} value= words= kind= word i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ -n $value ]]; then
      value=
      continue
    fi
    case $word in
      ${valuedFlags(levels).join('|')}) value=$word ;;
      *) case "$level $word" in
        ${levels
          .slice(1)
          .map(({ path }) => quoted(path))
          .join('|')}) level="$level $word" ;;
      esac ;;
    esac
  done
  if [[ -n $value ]]; then
    case "$level $value" in
${[...choices.map(([at, words]) => `      ${quoted(at)}) ${list(words)}`), ...values.map(ask)].join('\n')}
    esac
  elif [[ $current == -* ]]; then
    case $level in
${levels.map(({ path, flags }) => `      ${quoted(path)}) ${list(flags.map(({ long }) => long))}`).join('\n')}
    esac
  else
    case $level in
${levels
  .map(({ path, subcommands, words }) => [path, [...subcommands.map(({ name }) => name), ...words]] as const)
  .filter(([, words]) => words.length > 0)
  .map(([path, words]) => `      ${quoted(path)}) ${list(words)}`)
  .concat(kinds.map(ask))
  .join('\n')}
    esac
  fi
  # Where nothing is known, readline goes on with the names of files.
  [[ -n $words ]] && COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ -n $kind ]]; then
    # Names are anybody's, so the shell compares them and expands nothing.
    while IFS= read -r word; do
      [[ $word == "$current"* ]] && COMPREPLY+=("$word")
    done < <(${name} completion-words "$kind" 2>/dev/null)
  fi
  return 0
}
complete -o default -F ${complete} ${name}
`
}
