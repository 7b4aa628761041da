import type { Command } from 'commander'

/** What members of requests are called here where it is not their own name: options without dashes, or arguments. */
const NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['max_price_per_token', ['max-price']],
  ['max_price_per_input_token', ['max-input-price', 'max-price']],
  ['hosts.only', ['only-host']],
  ['hosts.not', ['not-host']],
  ['input_text', ['prompt']],
  ['embed.inputs', ['texts']],
  ['embed.dimensions', ['dimensions']],
  ['models', ['model']],
  ['response_format', ['schema']],
  ['destination', ['to']],
  ['host_id', ['host']],
  ['credits', ['credits']],
  ['amount', ['amount', 'credits']],
])

let running: Command | undefined

/** The command that runs, by whose options and arguments members are called. */
export function runs(command: Command): void {
  running = command
}

/**
 * How the person who typed the command gave a member of the request that it became: `max_tokens` as `--max-tokens`,
 * `amount` as `<credits>`; its own name where the command has neither for it.
 */
export function called(member: string): string {
  const [name = member, part] = member.split('.')
  for (const word of NAMES.get(`${name}.${part}`) ?? NAMES.get(name) ?? [name.replaceAll('_', '-')]) {
    if (running?.options.some(({ long }) => long === `--${word}`)) return `--${word}`
    if (running?.registeredArguments.some((argument) => argument.name() === word)) return `<${word}>`
  }
  return member
}
