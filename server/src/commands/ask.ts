import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { DomainError } from '../base/errors.ts'
import { UsageError } from './report.ts'

/** Whether a person is there to answer; questions go to standard error, since standard output is for data. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

/** The new password of an account: asked for twice where a person is there, else all of standard input. */
export async function readNewPassword(): Promise<string> {
  if (!canAsk()) {
    const password = (await text(process.stdin)).replace(/\r?\n$/, '')
    if (password === '') throw new UsageError('standard input holds no password')
    return password
  }
  const first = await askHidden('Password: ')
  if ((await askHidden('Password again: ')) !== first)
    throw new UsageError('the two passwords differ; nothing was changed')
  return first
}

/**
 * Goes on where a person says yes, or with `--yes`. Throws where the answer is another (nothing is done then), and a
 * UsageError where nobody is there to be asked.
 */
export async function confirm(what: string, { yes }: { yes?: boolean }): Promise<void> {
  if (yes) return
  if (!canAsk()) throw new UsageError(`${what}; nothing was done, since nobody is there to confirm it: add --yes`)
  const asked = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await asked.question(`${what}. This cannot be undone. Go on? [y/N] `)
    if (!/^y(es)?$/i.test(answer.trim())) throw new DomainError('conflict', 'nothing was done')
  } finally {
    asked.close()
  }
}

/** A line that the terminal does not show. */
async function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const asked = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await new Promise<string>((resolve, reject) => {
      asked.once('SIGINT', () => reject(new DomainError('conflict', 'nothing was done')))
      asked.question('').then(resolve, reject)
    })
  } finally {
    asked.close()
    process.stderr.write('\n')
  }
}
