import type { Command, Option } from 'commander'

export interface Flag {
  long: string
  description: string
  takesValue: boolean
  choices: readonly string[]
}

/** One level of the command line as a shell needs it. */
export interface Level {
  /** `mkt tokens create` */
  path: string
  subcommands: { name: string; description: string }[]
  flags: Flag[]
  /** What its first argument may be, where that is known. */
  words: readonly string[]
}

const HELP: Flag = { long: '--help', description: 'how to use it', takesValue: false, choices: [] }

/** All levels of a program, from the top. The flags of a default subcommand are flags of its parent too. */
export function levelsOf(command: Command, above: readonly Option[] = [], path = command.name()): Level[] {
  const usual = command.commands.find((sub) => sub.name() === 'list')
  const options = [...command.options, ...(usual?.options ?? []), ...above]
  const below = command.parent ? above : command.options.filter(({ long }) => long !== '--version')
  return [
    {
      path,
      subcommands: command.commands.map((sub) => ({ name: sub.name(), description: sub.description() })),
      flags: [...options.filter(({ hidden }) => !hidden).map(flagOf), HELP],
      words: command.registeredArguments[0]?.argChoices ?? [],
    },
    ...command.commands.flatMap((sub) => levelsOf(sub, below, `${path} ${sub.name()}`)),
  ]
}

/** Flags after which the next word is a value, at whatever level they stand. */
export function valuedFlags(levels: readonly Level[]): string[] {
  return [...new Set(levels.flatMap(({ flags }) => flags.filter((flag) => flag.takesValue).map(({ long }) => long)))]
}

function flagOf({ long, description, required, argChoices }: Option): Flag {
  return { long: long as string, description, takesValue: required, choices: argChoices ?? [] }
}

/** Text in single quotes, as bash and zsh read it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
