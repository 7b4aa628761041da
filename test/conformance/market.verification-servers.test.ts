import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setCapabilities } from '../../server/src/market/hosts/capability-store.ts'
import { hostById } from '../../server/src/market/hosts/store.ts'
import { advanceChecks } from '../../server/src/market/verification/advance-checks.ts'
import { beginChecks } from '../../server/src/market/verification/begin-check.ts'
import { countedChecks } from '../../server/src/market/verification/check-store.ts'
import type { SequentialTest } from '../../server/src/market/verification/sequential-test.ts'
import { trustHost } from '../../server/src/market/verification/trust-host.ts'
import { verdictOfModel } from '../../server/src/market/verification/verdict-store.ts'
import { seeded } from '../server/verification/seeded.ts'
import { type Databases, onPostgres } from './databases.ts'
import { absent, inRedis, type Place } from './live-places.ts'
import { type Floor, openFloor } from './market-floor.ts'
import { reachRedis } from './redis-servers.ts'
import { honest, type Script, scoring, substituting } from './scripted-models.ts'
import { OPERATOR } from './verified-floor.ts'

const DEAR = 100_000_000n
const LONG_MS = 4 * 3_600_000
const settings = { share: 0.12, prompts: [], chance: seeded(7) }

const redis = await reachRedis()
if ('reason' in redis) absent(redis.reason)
else await onPostgres((databases) => describe('redis', () => suite(databases, inRedis(redis))))

/** Whatever a host may have at a server it answers by its script. */
async function serve(floor: Floor, scripts: ReadonlyMap<string, Script>): Promise<void> {
  for (const [id, script] of scripts)
    for (let job = await floor.next(id); job; job = await floor.next(id)) {
      const { tokens, notes } = script(job)
      const usage = notes ? { prompt_tokens: 20, completion_tokens: 0 } : undefined
      await floor.results(id, { job_id: job.job_id, tokens, notes, finish_reason: 'stop', usage })
    }
}

function suite(databases: Databases, open: () => Promise<Place>): void {
  let one: Floor
  let other: Floor
  beforeEach(async () => {
    const [location, place] = [await databases.fresh(), await open()]
    one = await openFloor(location, { trust: 'strangers', shared: place.one })
    other = await openFloor(location, { trust: 'strangers', shared: place.other })
  })
  afterEach(async () => {
    await one.close()
    await other.close()
  })

  test('checks that one server begins and both take further count once, and a refusal holds at both', async () => {
    const [trusted, smaller, dear] = [
      await one.host(),
      await other.host(),
      await one.host({ models: ['dear'], price: DEAR }),
    ]
    const scripts = new Map([
      [trusted, scoring],
      [smaller, substituting],
      [dear, honest],
    ])
    await one.market.database.transaction(async (tx) => {
      await trustHost(tx, one.market, OPERATOR, trusted, true)
      await setCapabilities(tx, trusted, { capabilities: ['scoring', 'logprobs'] })
    })
    for (const { market } of [one, other]) market.offers.forget()
    const buyer = await one.user(10n ** 13n)
    const asked = { model: 'dear', max_tokens: 40, temperature: 0, max_price_per_token: DEAR }
    for (let at = 0; at < 20; at++) await other.submit(buyer, { ...asked, input_text: `customer ${at}` })
    await serve(other, scripts)
    const row = () => verdictOfModel(one.market.database, smaller, 'm')
    for (let at = 0; at < 40 && (await row())?.verdict !== 'refused'; at++) {
      await beginChecks(one.market, settings, LONG_MS)
      await serve(other, scripts)
      await Promise.all([one, other].map(({ market }) => advanceChecks(market, settings)))
      await serve(one, scripts)
      await Promise.all([one, other].map(({ market }) => advanceChecks(market, settings)))
    }
    const { verdict, state_json = '{}' } = (await row()) ?? {}
    expect(verdict).toBe('refused')
    const counted = await countedChecks(one.market.database, smaller, 'm', 100)
    expect(counted.length).toBe((JSON.parse(state_json) as SequentialTest).jobs)
    expect((await hostById(other.market.database, smaller))?.disabled).toBe(4)
    // The other server may not have heard yet, and take a job for it: it claims none at either.
    for (const { submit } of [one, other]) await submit(buyer, { hosts: { only: [smaller] } }).catch(() => undefined)
    for (const { next } of [one, other]) expect(await next(smaller).catch(() => undefined)).toBeUndefined()
    expect(await one.faults([])).toEqual([])
  })
}
