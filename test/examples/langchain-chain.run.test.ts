import { textOf } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp } from '../e2e/bins.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../server/marketplace.ts'
import { answerNext } from './scripted-host.ts'
import { startShown } from './shown-program.ts'

let place: Marketplace
let buyer: TestUser
let host: TestHost

beforeAll(async () => {
  place = await startMarketplace()
  buyer = await place.user()
  host = await place.host({ models: ['tiny'] })
})

afterAll(async () => {
  await cleanUp()
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const run = (env: Record<string, string> = {}) =>
  startShown('examples/langchain-chain/README.md', 'agent', {
    MKT_SERVER: place.url,
    MKT_TOKEN: buyer.token,
    MODEL: 'tiny',
    ...env,
  }).ended

/** Answers the next job with its own last message, in capitals. */
async function shout() {
  const offer = await host.next(30)
  if (!offer) throw new Error('no job came')
  const tokens = [textOf(offer.messages?.at(-1)?.content ?? '').toUpperCase()]
  await host.results([{ job_id: offer.job_id, offset: 0, tokens, finish_reason: 'stop' }])
}

test('the chain streams one answer and gets two more at once', async () => {
  const serving = (async () => {
    const offer = await answerNext(host, ['Ray', 'leigh', '.'])
    await Promise.all([shout(), shout()])
    return offer
  })()
  const [ended, offer] = await Promise.all([run(), serving])
  expect(offer).toMatchObject({
    max_tokens: 64,
    messages: [
      { role: 'system', content: 'Explain to a child, in one sentence.' },
      { role: 'user', content: 'Why is the sky blue?' },
    ],
  })
  expect(ended, ended.stderr).toMatchObject({
    code: 0,
    stdout: 'Rayleigh.\nWhat is a queue? WHAT IS A QUEUE?\nWhat is a ledger? WHAT IS A LEDGER?\n',
  })
})

test('a wrong token ends it with an error', async () => {
  const ended = await run({ MKT_TOKEN: 'mkt_u_nobody' })
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toContain('401')
})
