import { type Level, valuedFlags } from './tree.ts'

/** One rule for each word, on the condition that the words before the cursor lead to its level. */
export function fishCompletion(levels: readonly Level[]): string {
  return `# Completion of mkt for fish: mkt completion fish > ~/.config/fish/completions/mkt.fish
function __mkt_level
    set -l level mkt
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

function __mkt_at
    test (__mkt_level) = "$argv"
end

${levels.flatMap(rulesOf).join('\n')}
`
}

function rulesOf({ path, subcommands, flags, words }: Level): string[] {
  const at = `complete -c mkt -n ${inFish(`__mkt_at ${path}`)}`
  return [
    ...subcommands.map(({ name, description }) => `${at} -f -a ${name} -d ${inFish(description)}`),
    ...words.map((word) => `${at} -f -a ${word}`),
    ...flags.map(({ long, description, takesValue, choices }) => {
      const value = choices.length > 0 ? ` -x -a ${inFish(choices.join(' '))}` : takesValue ? ' -r' : ''
      return `${at} -l ${long.slice(2)}${value} -d ${inFish(description)}`
    }),
  ]
}

function inFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
