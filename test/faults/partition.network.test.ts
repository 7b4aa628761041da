import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Databases, onPostgres } from '../conformance/databases.ts'
import { startRedis } from '../conformance/redis-servers.ts'
import { cleanUp, runBin, tempFolder, until } from '../e2e/bins.ts'
import { buyerAt, hostAt, type OneOfSeveral, startOneOfSeveral } from '../e2e/several-servers.ts'
import { makeNamespace, type NetworkNamespace } from './network-namespace.ts'

/** Longer than a leader's or a server's pulse is waited for. */
const APART_MS = 15_000

const own = await startRedis()
const network = 'reason' in own ? { why: own.reason } : makeNamespace()

if ('why' in network || 'reason' in own) {
  test('a server behind a broken network', (context) => context.skip('why' in network ? network.why : 'no Redis'))
} else await onPostgres((databases) => describe('a server behind a broken network', () => suite(databases, network)))

interface Scene {
  database: string
  a: OneOfSeveral
  /** In a network of its own. */
  b: OneOfSeveral
}

function suite(databases: Databases, network: NetworkNamespace): void {
  const on = {} as Scene
  beforeAll(async () => {
    if ('reason' in own) return
    const location = await databases.empty()
    const database = 'postgres' in location ? location.postgres : ''
    const flags = ['--trust', 'own', '--registration', 'open']
    const a = await startOneOfSeveral({ database, redis: own.url, flags })
    const postgres = new URL(database)
    Object.assign(postgres, { hostname: network.here, port: String(await network.wayTo(database)) })
    const redis = `redis://${network.here}:${await network.wayTo(own.url)}`
    const there = { database: postgres.href, redis, flags: [...flags, '--host', network.there] }
    const b = await startOneOfSeveral({ ...there, through: network.through })
    Object.assign(on, { database, a, b })
  })
  afterAll(async () => {
    await cleanUp()
    await network.remove()
    if (!('reason' in own)) await own.stop()
  })
  partition(on, network)
}

function partition(on: Scene, network: NetworkNamespace): void {
  test('packets to one of two servers vanish: all goes on at the other, and that one catches up', async () => {
    const { a, b } = on
    const [buyer, host, waiting] = [await buyerAt(a), await hostAt(a), await hostAt(a, ['other'])]
    const job_id = await buyer.submit(a)
    expect(await host.next(b, 30)).toMatchObject({ job_id })
    const [near, far] = [buyer.read(a, job_id), buyer.read(b, job_id)]
    expect(await host.results(b, { job_id, tokens: ['one ', 'two '] })).toMatchObject({ next_offset: 2 })
    await until('both have read', () => near.tokens.length === 2 && far.tokens.length === 2)
    await waiting.heartbeat(b)
    const lost = waiting.next(b, 60).catch(() => undefined)
    await pause(500)

    network.unplug()
    // Handed to a poll of which nobody hears any more; the next one that asks has it.
    const stranded = await buyer.submit(a, 'other')
    expect(await host.results(a, { job_id, offset: 2, tokens: ['three '] })).toMatchObject({ next_offset: 3 })
    await until('who reads at the other one reads on', () => near.tokens.length === 3)
    expect(await waiting.next(a, 30)).toMatchObject({ job_id: stranded })
    await pause(APART_MS)
    const end = { job_id: stranded, tokens: ['alone'], finish_reason: 'stop' }
    expect(await waiting.results(a, end)).toMatchObject({ state: 'completed' })
    expect(far.tokens).toEqual(['one ', 'two '])

    network.plug()
    const mended = performance.now()
    await until('it is well again', async () => (await healthOf(b)) === 'ok')
    await until('it takes the end', async () => {
      const result = { job_id, offset: 3, tokens: ['four'], finish_reason: 'stop' }
      return (await host.results(b, result).catch(() => undefined))?.state === 'completed'
    })
    // Not when TCP tries again, which is minutes after a long break.
    expect(performance.now() - mended).toBeLessThan(60_000)
    expect(await near.end).toBe('done')
    await far.end
    const rest = buyer.read(b, job_id, far.last())
    expect(await rest.end).toBe('done')
    expect(near.tokens).toEqual(['one ', 'two ', 'three ', 'four'])
    expect([...far.tokens, ...(far.tokens.length < 4 ? rest.tokens : [])]).toEqual(near.tokens)
    expect(await buyer.job(b, job_id)).toMatchObject({ status: 'completed', output_text: 'one two three four' })
    expect(await buyer.job(b, stranded)).toMatchObject({ status: 'completed', output_text: 'alone' })
    expect((await lost)?.job_id).not.toBe(job_id)
    const audit = await runBin('mkt-server', ['audit', '--data', tempFolder(), '--database-url', on.database])
    expect(audit.stdout).toContain('The books are right.')
  })
}

async function healthOf({ url }: OneOfSeveral): Promise<string | undefined> {
  const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  return answer && ((await answer.json()) as { status: string }).status
}
