import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, start } from '../e2e/bins.ts'
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

const run = (env: Record<string, string>, ...args: string[]) =>
  start(process.execPath, ['examples/openai-node/main.ts', ...args], {
    env: { MKT_SERVER: place.url, MKT_TOKEN: buyer.token, MODEL: 'tiny', ...env },
  }).ended

test('the program streams an answer and tells its usage', async () => {
  const [offer, ended] = await Promise.all([
    answerNext(host, ['Ray', 'leigh', ' scattering.\n', 'Naïve?']),
    run({}, 'Why is the sky blue?'),
  ])
  expect(offer.messages).toEqual([
    { role: 'system', content: 'Answer in one sentence.' },
    { role: 'user', content: 'Why is the sky blue?' },
  ])
  expect(ended).toMatchObject({ code: 0, stdout: 'Rayleigh scattering.\nNaïve?\n(4 tokens)\n' })
})

test('the program with the openai client lists models, streams an answer and gets one whole', async () => {
  const env = { MKT_SERVER: place.url, MKT_TOKEN: buyer.token, MODEL: 'tiny' }
  const serving = (async () => {
    await answerNext(host, ['Ray', 'leigh.'])
    return await answerNext(host, ['Scat', 'ter', 'ing.'])
  })()
  const [ended, offer] = await Promise.all([startShown('examples/openai-node/README.md', 'test', env).ended, serving])
  expect(offer).toMatchObject({ max_tokens: 64, messages: [{ role: 'user', content: 'Why is the sky blue?' }] })
  expect(ended, ended.stderr).toMatchObject({
    code: 0,
    stdout: 'on offer: tiny\nRayleigh.\nScattering. (3 tokens)\n',
  })
})

test.each([
  ['a wrong token', { MKT_TOKEN: 'mkt_u_nobody' }, '401'],
  ['a model that nobody sells', { MODEL: 'none-such' }, '404'],
])('%s ends it with an error', async (_, env, status) => {
  const ended = await run(env)
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toContain(`Error: ${status}`)
})

test('a host that fails in the middle of the text ends it with an error', async () => {
  const failing = { error: { code: 'engine_error', message: 'no', retryable: false } }
  const [, ended] = await Promise.all([answerHalf(failing), run({})])
  expect(ended).toMatchObject({ code: 1, stdout: 'half' })
  expect(ended.stderr).toContain('engine_error')
})

/** Fails the job once its reader was sent the first piece: from then on it may not run again elsewhere. */
async function answerHalf(end: object) {
  const offer = await host.next(30)
  if (!offer) throw new Error('no job came')
  await host.results([{ job_id: offer.job_id, offset: 0, tokens: ['half'] }])
  await expect.poll(async () => (await place.market.streams.find(offer.job_id))?.seen).toBe(true)
  await host.results([{ job_id: offer.job_id, offset: 1, tokens: [], ...end }])
}
