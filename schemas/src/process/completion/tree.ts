/** What is read of an option of commander, which this package does not need for it. */
export interface CommandOption {
  long?: string | undefined
  description: string
  required: boolean
  hidden: boolean
  argChoices?: readonly string[] | undefined
  parseArg?: unknown
}

/** The same of a command. */
export interface CommandLine {
  name(): string
  description(): string
  readonly parent: unknown
  readonly commands: readonly CommandLine[]
  readonly options: readonly CommandOption[]
  readonly registeredArguments: readonly { argChoices?: readonly string[] | undefined; parseArg?: unknown }[]
}

export interface Flag {
  long: string
  description: string
  takesValue: boolean
  choices: readonly string[]
  /** What `completion-words` of the program is asked for its value, where that is known. */
  kind: string | undefined
}

/** One level of the command line as a shell needs it. */
export interface Level {
  /** `mkt tokens create` */
  path: string
  subcommands: { name: string; description: string }[]
  flags: Flag[]
  /** What its first argument may be, where that is known. */
  words: readonly string[]
  /** As of a flag. */
  kind: string | undefined
}

const HELP: Flag = { long: '--help', description: 'how to use it', takesValue: false, choices: [], kind: undefined }

/** All levels of a program, from the top. The flags of a default subcommand are flags of its parent too. */
export function levelsOf(command: CommandLine, above: readonly CommandOption[] = [], path = command.name()): Level[] {
  const usual = command.commands.find((sub) => sub.name() === defaultOf(command))
  const shown = command.commands.filter((sub) => !(sub as { _hidden?: boolean })._hidden)
  const options = [...command.options, ...(usual?.options ?? []), ...above]
  const below = command.parent ? above : command.options.filter(({ long }) => long !== '--version')
  return [
    {
      path,
      subcommands: shown.map((sub) => ({ name: sub.name(), description: sub.description() })),
      flags: [...options.filter(({ hidden }) => !hidden).map(flagOf), HELP],
      words: command.registeredArguments[0]?.argChoices ?? [],
      kind: kindOf(command.registeredArguments[0]?.parseArg),
    },
    ...shown.flatMap((sub) => levelsOf(sub, below, `${path} ${sub.name()}`)),
  ]
}

/** The subcommand that runs where none is named; commander keeps it to itself. */
function defaultOf(command: CommandLine): string | undefined {
  return (command as { _defaultCommandName?: string | null })._defaultCommandName ?? undefined
}

/** Flags after which the next word is a value, at whatever level they stand. */
export function valuedFlags(levels: readonly Level[]): string[] {
  return [...new Set(levels.flatMap(({ flags }) => flags.filter((flag) => flag.takesValue).map(({ long }) => long)))]
}

function flagOf({ long, description, required, argChoices, parseArg }: CommandOption): Flag {
  const kind = kindOf(parseArg)
  return { long: long as string, description, takesValue: required, choices: argChoices ?? [], kind }
}

/** A program names the kind of words on the function that parses them, so that each place that takes them has it. */
function kindOf(parse: unknown): string | undefined {
  return (parse as { words?: string } | undefined)?.words
}

/** The places that are completed with words of the server: a level, or a level and a flag, with their kind. */
export function kindsOf(levels: readonly Level[]): {
  values: [at: string, kind: string][]
  words: [at: string, kind: string][]
} {
  const flags = levels.flatMap(({ path, flags }) => flags.map(({ long, kind }) => [`${path} ${long}`, kind] as const))
  const known = (places: readonly (readonly [string, string | undefined])[]) =>
    places.filter((place): place is [string, string] => place[1] !== undefined)
  return { values: known(flags), words: known(levels.map(({ path, kind }) => [path, kind])) }
}

/** Text in single quotes, as bash and zsh read it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** The program's name as a part of a shell function's. */
export function identifier(levels: readonly Level[]): string {
  return nameOf(levels).replaceAll('-', '_')
}

export function nameOf(levels: readonly Level[]): string {
  return (levels[0] as Level).path
}
