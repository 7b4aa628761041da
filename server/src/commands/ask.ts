import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { DomainError } from '../base/errors.ts'
import { UsageError } from './report.ts'

/** Whether a person is there to answer; questions go to standard error, since standard output is for data. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

/** The password of an account that there is: asked for by this question where a person is there, else from standard input. */
export async function readPassword(question: string): Promise<string> {
  if (!canAsk()) return await passwordOfInput()
  const [password = ''] = await ask([question], { hidden: true })
  return password
}

/** The new password of an account: asked for twice where a person is there, else all of standard input. */
export async function readNewPassword(): Promise<string> {
  if (!canAsk()) return await passwordOfInput()
  const [first, again] = await ask(['Password: ', 'Password again: '], { hidden: true })
  if (first === undefined || again !== first) throw new UsageError('the two passwords differ; nothing was changed')
  return first
}

async function passwordOfInput(): Promise<string> {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  if (password === '') throw new UsageError('standard input holds no password')
  return password
}

/**
 * Goes on where a person says yes, or with `--yes`. `what` goes on from "This ...". Throws where the answer is another
 * or none (nothing is done then), and a UsageError where nobody is there to be asked.
 */
export async function confirm(what: string, { yes }: { yes?: boolean }): Promise<void> {
  if (yes) return
  if (!canAsk()) throw new UsageError(`this ${what}, and nobody is there to confirm it; nothing was done: add --yes`)
  const [answer = ''] = await ask([`This ${what}, and cannot be undone. Go on? [y/N] `], { hidden: false })
  if (!/^y(es)?$/i.test(answer.trim())) throw nothingDone()
}

/**
 * The answers to some questions; hidden ones are not shown while they are typed. The terminal is ours before the first
 * question stands there and until the last is answered: what a script types at once is neither shown nor lost. Ctrl-C,
 * Ctrl-D and a terminal that is gone are answers too: nothing is done then.
 */
async function ask(questions: readonly string[], { hidden }: { hidden: boolean }): Promise<string[]> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const asked = createInterface({ input: process.stdin, output: hidden ? nowhere : process.stderr, terminal: true })
  const lines = asked[Symbol.asyncIterator]()
  const answers: string[] = []
  try {
    for (const question of questions) {
      if (hidden) process.stderr.write(question)
      asked.setPrompt(question)
      asked.prompt()
      const line = await lines.next()
      if (hidden || line.done) process.stderr.write('\n')
      if (line.done) throw nothingDone()
      answers.push(line.value)
    }
    return answers
  } finally {
    asked.close()
  }
}

function nothingDone(): DomainError {
  return new DomainError('conflict', 'nothing was done')
}
