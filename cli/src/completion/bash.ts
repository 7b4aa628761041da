import { type Level, quoted, valuedFlags } from './tree.ts'

/** The level is found by walking the words before the cursor; the values of flags are no subcommands. */
export function bashCompletion(levels: readonly Level[]): string {
  const choices = levels.flatMap(({ path, flags }) =>
    flags.map((flag) => [`${path} ${flag.long}`, flag.choices] as const).filter(([, words]) => words.length > 0),
  )
  const list = (words: readonly string[]) => `words=${quoted(words.join(' '))} ;;`
  return `# Completion of mkt for bash. In ~/.bashrc: source <(mkt completion bash)
_mkt() {
  local current=\${COMP_WORDS[COMP_CWORD]} level=mkt value= words= word i
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
${choices.map(([at, words]) => `      ${quoted(at)}) ${list(words)}`).join('\n')}
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
  .join('\n')}
    esac
  fi
  # Where nothing is known, readline goes on with the names of files.
  [[ -n $words ]] && COMPREPLY=($(compgen -W "$words" -- "$current"))
  return 0
}
complete -o default -F _mkt mkt
`
}
