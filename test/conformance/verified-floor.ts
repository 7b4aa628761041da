import { afterEach, beforeEach } from 'vitest'
import { setCapabilities } from '../../server/src/market/hosts/capability-store.ts'
import { verifyHosts } from '../../server/src/market/upkeep/verification.ts'
import { trustHost } from '../../server/src/market/verification/trust-host.ts'
import { verdictOfModel } from '../../server/src/market/verification/verdict-store.ts'
import { seeded } from '../server/verification/seeded.ts'
import type { Databases } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'
import { honest, type Script, scoring } from './scripted-models.ts'

export const OPERATOR = { actor: 'operator', via: 'command line' as const, origin: 'here' }
const DEAR = 100_000_000n
/** As long as any pause between two checks: each host is due in each round. */
const LONG = 4 * 3_600_000

function resultOf({ tokens, notes, error, finish = 'stop', usage }: ReturnType<Script>) {
  const counted = usage ?? (notes ? { prompt_tokens: 20, completion_tokens: 0 } : undefined)
  return error ? { error } : { tokens, notes, finish_reason: finish, usage: counted }
}

/** A market of strangers whose hosts answer by scripts, and what is told of them. */
export function verifiedFloor(databases: Databases) {
  let floor: Floor
  let scripts: Map<string, Script>
  const settings = { share: 0.05, prompts: [], chance: seeded(7) }
  beforeEach(async () => {
    floor = await openFloor(await databases.fresh(), { trust: 'strangers' })
    scripts = new Map()
  })
  afterEach(() => floor.close())

  type Asks = Pick<NonNullable<Parameters<Floor['host']>[0]>, 'price' | 'input'>
  async function host(script: Script, owner: string | null = null, asks: Asks = {}): Promise<string> {
    const id = await floor.host({ owner, ...asks })
    scripts.set(id, script)
    return id
  }

  async function reference(asks: Asks = {}, script: Script = scoring): Promise<string> {
    const id = await host(script, null, asks)
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
        await floor.results(id, { job_id: job.job_id, ...resultOf(script(job)) })
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

  async function round(ms = LONG): Promise<void> {
    await verifyHosts(floor.market, settings, ms)
    await serve()
  }

  const verdict = async (id: string) => (await verdictOfModel(floor.market.database, id, 'm'))?.verdict
  return { floor: () => floor, host, reference, serve, sell, round, verdict }
}
