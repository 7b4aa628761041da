import type { Tx } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { askedPrompts } from './asked-prompts.ts'
import { asPair, buy } from './buy-job.ts'
import { allReferences, type Reference, type Suspect, suspectsOf } from './candidate-store.ts'
import { one, shuffled } from './chance.ts'
import { leftToBegin, wholeCost } from './check-budget.ts'
import { countsAsRoutine } from './check-pace.ts'
import { costAt, isFarTooDear, pauseMs, usualPrice } from './check-price.ts'
import { insertCheck, openChecks } from './check-store.ts'
import { customersMix } from './customers-mix.ts'
import type { Exchange } from './draw-conversation.ts'
import { type DrawnJob, drawJob } from './draw-job.ts'
import { earlierExchanges } from './earlier-exchanges.ts'
import { type Customer, fairMix } from './fair-mix.ts'
import { fitContexts } from './fit-context.ts'
import { beginTest } from './sequential-test.ts'
import type { VerificationSettings } from './settings.ts'
import { pausesWithin, type Spread } from './spread-checks.ts'
import { openVerdict } from './verdict-store.ts'

const MOST_OPEN = 500
/** Checks that one round begins: the market is not to be flooded where many hosts come at once. */
const MOST_AT_ONCE = 50
/** So many jobs are drawn until one is short enough. */
const DRAWN = 16
/** Where a trusted host reads answers, its own answer is bought beside so many of them: for what only a pair shows. */
export const PAIRED = 1 / 3
/** For so long after a dispute a host is looked at as if nothing were known of it. */
export const DISPUTED_MS = 86_400_000

/**
 * Begins the checks that are due in a round of so many milliseconds: by chance, so that no host can count when its next
 * one is. They are spread over a while where it is said how. A host of which one is under way waits. Where no host is
 * trusted nothing is checked: there is nothing to compare with.
 */
export async function beginChecks(
  market: Market,
  settings: VerificationSettings,
  round_ms: number,
  spread?: Spread,
): Promise<number> {
  const references = Map.groupBy(await allReferences(market.database), ({ model }) => model)
  if (references.size === 0) return 0
  const open = await openChecks(market.database, MOST_OPEN)
  const busy = new Set(open.map(({ host_id }) => host_id))
  const due: Due[] = []
  let hosts = 0
  for (const [model, of] of references) {
    const usual_nano = usualPrice(of, (await market.offers.of(model))?.terms.unproven_nano ?? 0n)
    const suspects = await suspectsOf(market.database, model, market.clock.now() - DISPUTED_MS)
    hosts += suspects.length
    for (const suspect of suspects) {
      if (busy.has(suspect.host_id) || settings.chance() >= round_ms / pauseMs(suspect, usual_nano)) continue
      busy.add(suspect.host_id)
      due.push({ suspect, reference: one(of, settings.chance), bounded: isFarTooDear(suspect, usual_nano) })
    }
  }
  if (due.length === 0) return 0
  const known = new Map<string, Imitated>()
  let [begun, left] = [0, await leftToBegin(market, settings, { open, references })]
  // What is left to spend may not last for all of them.
  const taken = shuffled(due, settings.chance).slice(0, MOST_AT_ONCE)
  const pauses = spread ? pausesWithin(spread.within_ms, taken.length, settings.chance) : []
  for (const [at, check] of taken.entries()) {
    if (spread && !(await spread.wait(pauses[at] ?? 0))) break
    const { model } = check.suspect
    const imitated = known.get(model) ?? (await imitatedOf(market, settings, model))
    known.set(model, imitated)
    const { customers, earlier } = imitated
    const mix = fairMix(customers, check.suspect.owner_user_id)
    const alone = check.reference.scores === 1 && settings.chance() >= PAIRED
    const words = { ...{ prompts: settings.prompts, earlier }, asked: await askedOf(market, check) }
    const asked = await within(market, check, () => drawJob(mix, words, settings.chance))
    if (!asked) continue
    const { suspect, reference, bounded } = check
    // Accounts are free, so that the part is a host's and not an owner's.
    if (bounded && costAt(suspect, asked.submission) * BigInt(hosts) > left) continue
    const cost = wholeCost(suspect, reference, asked.submission, { alone })
    if (cost > left || !(await beginCheck(market, settings, { suspect, reference, alone, asked }))) continue
    left -= cost
    begun += 1
  }
  return begun
}

interface Due {
  suspect: Suspect
  reference: Reference
  /** Whether it takes no more than its part of what is left. */
  bounded: boolean
}

/** What checks of a model look like. */
interface Imitated {
  customers: readonly Customer[]
  earlier: readonly Exchange[]
}

const askedOf = ({ database }: Market, { suspect }: Due) => askedPrompts(database, suspect.host_id, suspect.model)

const imitatedOf = async ({ database, clock }: Market, { chance }: VerificationSettings, model: string) => ({
  customers: await customersMix(database, model, clock.now()),
  earlier: await earlierExchanges(database, model, chance),
})

async function beginCheck(
  market: Market,
  settings: VerificationSettings,
  { suspect, reference, alone, asked }: Omit<Due, 'bounded'> & { alone: boolean; asked: DrawnJob },
): Promise<boolean> {
  const check_id = market.ids.next('chk')
  const { host_id, model } = suspect
  const now = market.clock.now()
  const routine = Number(countsAsRoutine(suspect, settings.chance))
  const noting = async (tx: Tx, job_id: string) => {
    const of = { check_id, host_id, model, reference_host_id: reference.host_id }
    await insertCheck(tx, { ...of, job_id, reference_job_id: job_id, routine, created_at: now })
    await openVerdict(tx, { host_id, model, state_json: JSON.stringify(beginTest()), now })
    return true
  }
  if (!(await buy(market, settings, suspect, { ...asked, noting }))) return false
  if (!alone) await buy(market, settings, reference, { ...asked, noting: asPair(check_id) })
  return true
}

/**
 * No longer than both hosts answer, one on probation takes short jobs only, and than both have context for. Undefined
 * where customers ask for nothing that short.
 */
async function within(
  market: Market,
  { suspect, reference }: Due,
  draw: () => DrawnJob,
): Promise<DrawnJob | undefined> {
  const offers = await market.offers.of(suspect.model)
  const both = [suspect, reference].map((host) => ({ ...host, ...offers?.ofHost(host.host_id) }))
  for (let tries = 0; tries < DRAWN; tries++) {
    const { submission, options } = draw()
    const max_tokens = Math.min(submission.max_tokens, ...both.map((host) => host.max_tokens))
    const asked = { submission: { ...submission, max_tokens }, options }
    const fitting = fitContexts(
      asked,
      both.map(({ context_tokens = null }) => context_tokens),
    )
    if (fitting) return fitting
  }
  return undefined
}
