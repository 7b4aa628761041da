import { Command, InvalidArgumentError } from 'commander'
import { startWords } from '../words/start.ts'

/** A command about this machine's host: the options that say which, and examples after its help. */
export function hostCommand(name: string, description: string, examples: readonly string[]): Command {
  return new Command(name)
    .description(description)
    .option(
      '--server <URL>',
      'the marketplace, where this machine has hosts at several (default: MKT_AGENT_SERVER, the file, MKT_SERVER)',
    )
    .option('--state <DIR>', "where the host's key is kept (default: the user's data directory)")
    .option('--config <FILE>', 'the settings that the agent runs with')
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`)
}

/** An option that may be repeated. */
export function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value]
}

/** Reads an option's value as a whole number. */
export function whole(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new InvalidArgumentError(startWords.wholeNumber(min, max))
  }
}

/** Runs an operation when the command is given; what it needs is loaded then, so that --help is fast. */
export function does(command: Command, work: Work): Command {
  return command.action(async (...args: unknown[]) => {
    const options = (args.at(-1) as Command).opts()
    const { perform } = await import('../command-io.ts')
    process.exitCode = await perform((io) => work(io, options))
  })
}

// biome-ignore lint/suspicious/noExplicitAny: commander knows no types of options
type Work = (io: import('../command-io.ts').CommandIo, options: any) => Promise<number | undefined>
