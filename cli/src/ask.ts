import { wording } from '@mkt/schemas'
import { Failure } from './failure.ts'
import type { Session } from './session.ts'
import { askWords } from './words/asking.ts'

/** A schema of one field; its first fault is what the person reads. */
interface Field {
  safeParse(
    value: string,
    options: { error: typeof wording },
  ): { success: boolean; error?: { issues: readonly { message: string }[] } | undefined }
}

// Questions go to standard error: standard output is for data.
const CONTEXT = { input: process.stdin, output: process.stderr }

/** Whether a person is there to answer. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

/** The given value, or the person's answer; throws a Failure (usage) naming `flag` when nobody can be asked. */
export async function askLine(
  message: string,
  given: string | undefined,
  flag: string,
  field?: Field,
): Promise<string> {
  if (given !== undefined) return given
  if (!canAsk()) throw new Failure('usage', askWords.missing(flag))
  const { input } = await import('@inquirer/prompts')
  return await input({ message, required: true, validate: (value) => faultOf(field, value) ?? true }, CONTEXT)
}

export interface PasswordOptions {
  /** --password-stdin */
  fromStdin: boolean
  /** A new password is asked for twice and checked. */
  fresh?: Field
}

/** From standard input, MKT_PASSWORD or the person, in this order; never from the command line, where others see it. */
export async function askPassword(session: Session, { fromStdin, fresh }: PasswordOptions): Promise<string> {
  if (fromStdin) return await readSecret('Password')
  if (session.config.password !== undefined) return session.config.password
  if (!canAsk()) {
    throw new Failure('usage', askWords.noPassword, [askWords.givePassword])
  }
  return fresh ? await askTwice('Password', fresh) : await readSecret('Password')
}

/** A secret from standard input, hidden when a person types it; one newline at its end is none of it. */
export async function readSecret(what: 'Password' | 'Token' | 'Host key' | 'Documents key'): Promise<string> {
  if (canAsk()) {
    const { password } = await import('@inquirer/prompts')
    return await password({ message: what }, CONTEXT)
  }
  const secret = (await readInput()).replace(/\r?\n$/, '')
  if (secret === '') throw new Failure('usage', askWords.nothingGiven(what.toLowerCase()))
  return secret
}

/** The old password and a new one: asked for, the new one twice, or two lines of standard input. */
export async function readPasswordChange(fresh: Field): Promise<{ current: string; next: string }> {
  if (!canAsk()) {
    const [current = '', next = '', ...more] = (await readInput()).replace(/\r?\n$/, '').split(/\r?\n/)
    if (current !== '' && next !== '' && more.length === 0) return { current, next }
    throw new Failure('usage', askWords.twoLines)
  }
  const { password } = await import('@inquirer/prompts')
  const current = await password({ message: 'Current password' }, CONTEXT)
  const next = await askTwice('New password', fresh)
  return { current, next }
}

/** Whether the person types the word that says they mean it; false where they type another. */
export async function confirmByTyping(word: string, what: string): Promise<boolean> {
  const { input } = await import('@inquirer/prompts')
  return (await input({ message: askWords.typeWord(word, what) }, CONTEXT)).trim() === word
}

async function askTwice(message: string, fresh: Field): Promise<string> {
  const { password } = await import('@inquirer/prompts')
  const first = await password({ message, validate: (value) => faultOf(fresh, value) ?? true }, CONTEXT)
  const validate = (value: string) => value === first || askWords.differ
  await password({ message: `${message} again`, validate }, CONTEXT)
  return first
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function faultOf(field: Field | undefined, value: string): string | undefined {
  return field?.safeParse(value, { error: wording }).error?.issues[0]?.message
}
