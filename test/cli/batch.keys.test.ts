import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError, type Client, UnreachableError } from '@mkt/schemas/client'
import { expect, onTestFinished, test } from 'vitest'
import { type AnswerDeps, answer } from '../../cli/src/batch/answer.ts'
import { Funds } from '../../cli/src/batch/funds.ts'
import { Journal } from '../../cli/src/batch/journal.ts'
import { Patience } from '../../cli/src/batch/patience.ts'

const HOUR_MS = 3_600_000
const TERMS = { input_sha256: 'x', server: 'http://market', user_id: 'usr_1', options: {} }
const PROMPT = { line: 3, id: undefined, body: { model: 'tiny', input_text: 'hi' } }

/** A batch of one prompt whose submissions fail, each after `hours`, as `failures` say; then they are refused. */
async function submitting(hours: number, failures: Error[], again = false) {
  const folder = await mkdtemp(join(tmpdir(), 'mkt-keys-'))
  const journal = await Journal.start(join(folder, 'progress'), TERMS)
  onTestFinished(async () => {
    await journal[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })
  let now = 0
  const keys: string[] = []
  const call = async (_endpoint: unknown, _input: unknown, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key'] as string)
    now += hours * HOUR_MS
    throw failures.shift() ?? new ApiError(404, 'model_not_found', 'no such model')
  }
  const { signal } = new AbortController()
  const waits = { monotonic: () => 0, random: () => 1, tell: () => undefined, signal }
  const patience = new Patience({ limit_ms: Number.POSITIVE_INFINITY, ...waits })
  const deps: AnswerDeps = {
    client: { call } as unknown as Client,
    journal,
    patience,
    funds: new Funds(),
    retries: 0,
    again,
    now: () => now,
    monotonic: () => 0,
    random: () => 1,
    signal,
  }
  return { keys, ended: answer(deps, PROMPT) }
}

const lost = () => new UnreachableError('http://market', new Error('reset'))

test('a submission that was never answered is not sent again once the server has forgotten its key', async () => {
  const { keys, ended } = await submitting(12, [lost(), lost(), lost()])
  await expect(ended).rejects.toThrow('1 submission of more than a day ago never came: line 3')
  expect(keys.length).toBe(2)
  expect(new Set(keys).size).toBe(1)
})

test('within the day it is sent again with the same key, for as long as it takes', async () => {
  const { keys, ended } = await submitting(5, [lost(), lost(), lost(), lost()])
  await expect(ended).resolves.toMatchObject({ error: 'model_not_found' })
  expect(keys.length).toBe(5)
  expect(new Set(keys).size).toBe(1)
})
