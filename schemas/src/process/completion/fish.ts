import { identifier, type Level, nameOf, valuedFlags } from './tree.ts'

/** One rule for each word, on the condition that the words before the cursor lead to its level. */
export function fishCompletion(levels: readonly Level[]): string {
  const name = nameOf(levels)
  const own = `__${identifier(levels)}`
  const rules = levels.flatMap((level) => rulesOf(level, name, own))
  return `# Completion of ${name} for fish: ${name} completion fish > ~/.config/fish/completions/${name}.fish
function ${own}_level
    set -l level ${name}
    set -l value no
    for word in (commandline -opc)[2..-1]
        if test $value = yes
            set value no
            continue
        end
        switch $word
            case ${valuedFlags(levels).join(' ')}
                set value yes
            case '*'
                switch "$level $word"
                    case ${levels
                      .slice(1)
                      .map(({ path }) => inFish(path))
                      .join(' ')}
                        set level "$level $word"
                end
        end
    end
    echo $level
end

function ${own}_at
    test (${own}_level) = "$argv"
end

${rules.join('\n')}
`
}

function rulesOf({ path, subcommands, flags, words, kind }: Level, name: string, own: string): string[] {
  const at = `complete -c ${name} -n ${inFish(`${own}_at ${path}`)}`
  const asking = (kind: string) => `(${name} completion-words ${kind} 2>/dev/null)`
  return [
    ...subcommands.map(({ name, description }) => `${at} -f -a ${name} -d ${inFish(description)}`),
    ...words.map((word) => `${at} -f -a ${word}`),
    ...(kind ? [`${at} -f -a ${inFish(asking(kind))}`] : []),
    ...flags.map(({ long, description, takesValue, choices, kind: known }) => {
      const listed = known ? asking(known) : choices.join(' ')
      const value = listed !== '' ? ` -x -a ${inFish(listed)}` : takesValue ? ' -r' : ''
      return `${at} -l ${long.slice(2)}${value} -d ${inFish(description)}`
    }),
  ]
}

function inFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
