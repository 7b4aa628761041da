import { type Job, market } from '@mkt/schemas'
import { ApiError } from '@mkt/schemas/client'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, runBin, tempFolder } from '../e2e/bins.ts'
import { serve, signUp, startAgent, type User } from '../e2e/market.ts'
import { sleep } from '../load/chance.ts'
import { sum } from './checks.ts'
import { startOwnPostgres } from './own-postgres.ts'
import { passes } from './persist.ts'
import { piecesFor, startScriptedEngine } from './scripted-engine.ts'

const OUTAGES = 2
const PRICE = 1_000_000n
const SIGNUP = 100_000_000_000n

afterAll(cleanUp)

/** While its database is away a server says so; then the same again is right. */
async function insist<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await call()
    } catch (error) {
      const away = passes(error) || (error instanceof ApiError && error.code === 'no_host_available')
      if (!away || tries > 600) throw error
      await sleep(100)
    }
  }
}

test('Postgres breaks off and starts again while everybody works: nothing that was told is lost', {
  timeout: 300_000,
}, async (context) => {
  const postgres = await startOwnPostgres()
  if ('why' in postgres) {
    if (process.env.CI === 'true') throw new Error(postgres.why)
    return context.skip(postgres.why)
  }
  const engine = await startScriptedEngine(4)
  const data = tempFolder()
  const env = { MKT_DATABASE_URL: postgres.url }
  const server = await serve({ data, env })
  const agent = await startAgent({ server, engine: engine.url, model: 'm', state: tempFolder() })
  const buyers = await Promise.all(['ada', 'bell'].map((name) => signUp(server, name)))
  const told = new Map<string, { buyer: User; prompt: string }>()
  let over = false
  const trading = buyers.map(async (buyer) => {
    for (let serial = 0; !over; serial++) {
      const prompt = `${buyer.username} asks ${serial}`
      const body = { model: 'm', input_text: prompt, max_tokens: 100 }
      const headers = { 'idempotency-key': `key-${serial}` }
      const { job_id } = await insist(() => buyer.client.call(market.runModel, { body }, { headers }))
      told.set(job_id, { buyer, prompt })
      await sleep(20)
    }
  })
  const grown = async (by: number) => {
    const wanted = told.size + by
    while (told.size < wanted) await Promise.race([sleep(10), ...trading])
  }
  for (let outage = 0; outage < OUTAGES; outage++) {
    await grown(8)
    await postgres.breakOff()
    const refused = await buyers[0]?.client.call(market.me, {}).catch((error) => error)
    expect(refused).toMatchObject({ status: 503, code: 'no_host_available' })
    await postgres.start()
  }
  await grown(8)
  over = true
  await Promise.all(trading)
  // A claim that was written but not confirmed has a host that does not know of it: a next start hands it back.
  await agent.stop('SIGKILL')
  const again = await startAgent({ server, engine: engine.url, model: 'm', state: agent.state })

  const jobs: Job[] = []
  for (const [job_id, { buyer, prompt }] of told) {
    const job = await insist(() => buyer.end(job_id))
    if (job.error === 'host_lost') expect([job.status, job.credits_used]).toEqual(['failed', 0n])
    else {
      expect(job).toMatchObject({ status: 'completed', error: null, output_text: piecesFor(prompt).join('') })
      expect(job.credits_used).toBe(BigInt(piecesFor(prompt).length) * PRICE)
    }
    jobs.push(job)
  }
  for (const { client, username } of buyers) {
    const own = jobs.filter(({ job_id }) => told.get(job_id)?.buyer.username === username)
    const { credits, total_jobs } = await client.call(market.me, {})
    expect({ credits, total_jobs }).toEqual({
      credits: SIGNUP - sum(own.map((job) => job.credits_used)),
      total_jobs: own.length,
    })
  }
  expect(await runBin('mkt-server', ['audit', '--data', data], { env })).toMatchObject({ code: 0 })
  expect([server.program.process.exitCode, again.process.exitCode]).toEqual([null, null])
  const lost = jobs.filter(({ error }) => error !== null)
  expect(lost.length).toBeLessThan(jobs.length / 2)
  console.log(`${told.size} jobs (${lost.length} of them host_lost) over ${OUTAGES} outages of Postgres`)
  await server.program.stop()
  await engine.close()
  await postgres.stop()
})
