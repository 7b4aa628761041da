import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setCapabilities } from '../../server/src/market/hosts/capability-store.ts'
import { hostById } from '../../server/src/market/hosts/store.ts'
import { stagesOf } from '../../server/src/market/ledger/store.ts'
import { verifyHosts } from '../../server/src/market/upkeep/verification.ts'
import { countedChecks } from '../../server/src/market/verification/check-store.ts'
import { decideVerdict } from '../../server/src/market/verification/decide-verdict.ts'
import { feesOf, spentOf } from '../../server/src/market/verification/spending-store.ts'
import { trustHost } from '../../server/src/market/verification/trust-host.ts'
import { verdictOfModel } from '../../server/src/market/verification/verdict-store.ts'
import { seeded } from '../server/verification/seeded.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'
import { canned, honest, type Script, scoring, substituting } from './scripted-models.ts'

const OPERATOR = { actor: 'operator', via: 'command line' as const, origin: 'here' }
const DEAR = 100_000_000n
/** As long as any pause between two checks: each host is due in each round. */
const LONG = 4 * 3_600_000

await onEveryDialect((databases) => {
  let floor: Floor
  let scripts: Map<string, Script>
  const settings = { share: 0.05, prompts: [], chance: seeded(7) }
  beforeEach(async () => {
    floor = await openFloor(await databases.fresh(), { trust: 'strangers' })
    scripts = new Map()
  })
  afterEach(() => floor.close())

  async function host(script: Script, owner: string | null = null): Promise<string> {
    const id = await floor.host({ owner })
    scripts.set(id, script)
    return id
  }

  async function reference(): Promise<string> {
    const id = await host(scoring)
    await floor.market.database.transaction(async (tx) => {
      await trustHost(tx, floor.market, OPERATOR, id, true)
      await setCapabilities(tx, id, { capabilities: ['scoring', 'logprobs'] })
    })
    floor.market.offers.forget()
    return id
  }

  /** Every host takes what it may have, and answers by its script. */
  async function serve(): Promise<string[]> {
    const served: string[] = []
    for (const [id, script] of scripts)
      for (let job = await floor.next(id); job; job = await floor.next(id)) {
        served.push(job.job_id)
        floor.clock.advance(2000)
        const { tokens, notes } = script(job)
        const usage = notes ? { prompt_tokens: 20, completion_tokens: 0 } : undefined
        await floor.results(id, { job_id: job.job_id, tokens, notes, finish_reason: 'stop', usage })
      }
    return served
  }

  /** Customers of another, dearer model, whose fees pay for it all; they ask for greedy answers. */
  async function sell(jobs: number): Promise<void> {
    const [buyer, seller] = [await floor.user(10n ** 12n), await floor.host({ models: ['dear'], price: DEAR })]
    scripts.set(seller, honest)
    const asked = { model: 'dear', max_tokens: 40, temperature: 0, max_price_per_token: DEAR }
    for (let at = 0; at < jobs; at++) await floor.submit(buyer, { ...asked, input_text: `customer ${at}` })
    await serve()
  }

  async function round(): Promise<void> {
    await verifyHosts(floor.market, settings, LONG)
    await serve()
  }

  const verdict = async (id: string) => (await verdictOfModel(floor.market.database, id, 'm'))?.verdict

  test('an honest host is verified, one with another model and one with canned text are refused', async () => {
    await reference()
    const owner = await floor.user()
    const [good, smaller, tape] = [await host(honest), await host(substituting, owner), await host(canned)]
    await sell(60)
    for (let at = 0; at < 45 && (await verdict(good)) !== 'verified'; at++) await round()
    expect([await verdict(good), await verdict(smaller), await verdict(tape)]).toEqual([
      'verified',
      'refused',
      'refused',
    ])
    const { database } = floor.market
    // Shut out means out, and what it earned waits.
    expect((await hostById(database, smaller))?.disabled).toBe(4)
    const { available, pending, frozen } = await stagesOf(database, smaller, ['available', 'pending', 'frozen'])
    expect([available.paid, pending.paid]).toEqual([0n, 0n])
    expect(frozen.paid).toBeGreaterThan(0n)
    const counted = await countedChecks(database, smaller, 'm', 100)
    expect(counted.length).toBeLessThanOrEqual(12)
    expect(counted[0]?.findings_json).toContain('greedy_misses')
    expect(await floor.faults([])).toEqual([])
  })

  test('a verified host gets jobs that ask for one, and nobody else does', async () => {
    const trusted = await reference()
    const other = await host(honest)
    const buyer = await floor.user(10n ** 12n)
    const { job_id } = await floor.submit(buyer, { verified: true })
    expect(await floor.next(other)).toBeUndefined()
    expect((await floor.next(trusted))?.job_id).toBe(job_id)
    await expect(floor.submit(buyer, { verified: true, hosts: { only: [other] } })).rejects.toMatchObject({
      code: 'no_host_available',
    })
    await floor.market.database.transaction((tx) => trustHost(tx, floor.market, OPERATOR, trusted, false))
    floor.market.offers.forget()
    await expect(floor.submit(buyer, { verified: true })).rejects.toMatchObject({ code: 'no_host_available' })
  })

  test('a lifted refusal lets the host in again with what it earned, and its next test has less room', async () => {
    await reference()
    const bad = await host(substituting)
    await sell(40)
    for (let at = 0; at < 40 && (await verdict(bad)) !== 'refused'; at++) await round()
    const { database } = floor.market
    const of = { host_id: bad, model: 'm', note: 'a fault of ours' }
    const lift = () =>
      database.transaction((tx) => decideVerdict(tx, floor.market, OPERATOR, { ...of, decision: 'lift' }))
    expect(await lift()).toMatchObject({ verdict: 'undecided', trial: 2 })
    expect((await hostById(database, bad))?.disabled).toBe(0)
    const { available, frozen } = await stagesOf(database, bad, ['available', 'frozen'])
    expect(available.paid).toBeGreaterThan(0n)
    expect(frozen.paid).toBe(0n)
    await expect(lift()).rejects.toMatchObject({ code: 'conflict' })
    expect(await floor.faults([])).toEqual([])
  })

  describe('what is spent', () => {
    test('is a part of what was sold, and nothing where nothing was', async () => {
      await reference()
      const good = await host(honest)
      for (let at = 0; at < 3; at++) await round()
      expect(await countedChecks(floor.market.database, good, 'm', 10)).toEqual([])
      await sell(3)
      for (let at = 0; at < 60; at++) await round()
      const { database } = floor.market
      const spent = await spentOf(database, 'paid')
      expect(spent).toBeGreaterThan(0n)
      expect(12n * spent).toBeLessThanOrEqual(((await feesOf(database, 'paid')) + spent) * 5n + 12n)
      expect(await floor.faults([])).toEqual([])
    })
  })

  test('without a host that the operator trusts nobody is checked, and nobody judged by others', async () => {
    const hosts = [await host(honest), await host(substituting), await host(substituting)]
    await sell(20)
    for (let at = 0; at < 5; at++) await round()
    for (const id of hosts) expect(await verdict(id)).toBeUndefined()
  })
})
