import type { Submission } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import type { Tx } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { type Noting, type SubmitOptions, submit } from '../jobs/submit.ts'
import { allReferences, type Reference, type Suspect, suspectsOf } from './candidate-store.ts'
import { type Chance, one, shuffled } from './chance.ts'
import { countsAsRoutine } from './check-pace.ts'
import { costAt, isFarTooDear, pauseMs, usualPrice } from './check-price.ts'
import { insertCheck, openChecks, pairCheck } from './check-store.ts'
import type { Exchange } from './draw-conversation.ts'
import { type DrawnJob, drawJob } from './draw-job.ts'
import { earlierExchanges } from './earlier-exchanges.ts'
import { customersJobs } from './mix-store.ts'
import { fund, leftForChecks, platformBuyers } from './pay-buyers.ts'
import { beginTest } from './sequential-test.ts'
import { openVerdict } from './verdict-store.ts'

/** How a market looks whether hosts run what they name. */
export interface VerificationSettings {
  /** The most of what is sold that is spent on it. */
  share: number
  /** Of the operator's own, beside those that everybody can read. */
  prompts: readonly string[]
  chance: Chance
}

const CUSTOMERS_JOBS = 300
const MOST_OPEN = 500
/** Checks that one round begins: the market is not to be flooded where many hosts come at once. */
const MOST_AT_ONCE = 50
/** Where a trusted host reads answers, its own answer is bought beside so many of them: for what only a pair shows. */
export const PAIRED = 1 / 3
/** For so long after a dispute a host is looked at as if nothing were known of it. */
export const DISPUTED_MS = 86_400_000

/**
 * Begins the checks that are due in a round of so many milliseconds: by chance, so that no host can count when its next
 * one is. A host of which one is under way waits. Where no host is trusted nothing is checked: there is nothing to
 * compare with.
 */
export async function beginChecks(market: Market, settings: VerificationSettings, round_ms: number): Promise<number> {
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
  const mix = await customersJobs(market.database, CUSTOMERS_JOBS)
  const exchanges = new Map<string, readonly Exchange[]>()
  let begun = 0
  // What is left to spend may not last for all of them.
  for (const check of shuffled(due, settings.chance).slice(0, MOST_AT_ONCE)) {
    const { model } = check.suspect
    const earlier = exchanges.get(model) ?? (await earlierExchanges(market.database, model, settings.chance))
    exchanges.set(model, earlier)
    const drawn = drawJob(ofModel(mix, model), { prompts: settings.prompts, earlier }, settings.chance)
    if (await beginCheck(market, settings, { ...check, drawn, hosts })) begun += 1
  }
  return begun
}

interface Due {
  suspect: Suspect
  reference: Reference
  /** Whether it takes no more than its part of what is left. */
  bounded: boolean
}

/** The model's own customers, where there are enough to be among. */
function ofModel<J extends { model: string }>(mix: readonly J[], model: string): readonly J[] {
  const own = mix.filter((job) => job.model === model)
  return own.length >= 10 ? own : mix
}

async function beginCheck(
  market: Market,
  settings: VerificationSettings,
  { suspect, reference, bounded, drawn, hosts }: Due & { drawn: DrawnJob; hosts: number },
): Promise<boolean> {
  const most = Math.min(drawn.submission.max_tokens, ...(await longestOf(market, suspect, reference)))
  const asked = { ...drawn, submission: { ...drawn.submission, max_tokens: most } }
  if (bounded && !(await isWithinPart(market, settings, hosts, costAt(suspect, asked.submission)))) return false
  const alone = reference.scores === 1 && settings.chance() >= PAIRED
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

/** The answer of the reference's own that a check has beside the suspect's. */
export const asPair =
  (check_id: string): Noting =>
  (tx, reference_job_id) =>
    pairCheck(tx, { check_id, reference_job_id })

/** Accounts are free, so that the part is a host's and not an owner's. */
async function isWithinPart({ database }: Market, { share }: VerificationSettings, hosts: number, cost_nano: bigint) {
  return cost_nano * BigInt(hosts) <= (await leftForChecks(database, share))
}

/** A host on probation takes short jobs only. */
async function longestOf(market: Market, ...hosts: (Suspect | Reference)[]): Promise<number[]> {
  const offers = await market.offers.of(hosts[0]?.model ?? '')
  return hosts.map(({ host_id, max_tokens }) => offers?.ofHost(host_id)?.max_tokens ?? max_tokens)
}

/**
 * Submits a job to one host by the same path as a customer's, paid from fees, and notes in the same transaction what it
 * is for: a server that dies in between would buy it again. Undefined where that cannot be: the budget is spent, the
 * host is not there any more, or another server bought the same.
 */
export async function buy(
  market: Market,
  settings: VerificationSettings,
  host: Pick<Reference, 'host_id' | 'model' | 'price_nano' | 'input_price_nano'>,
  { submission, options, noting }: { submission: DrawnJob['submission']; options: SubmitOptions; noting: Noting },
): Promise<string | undefined> {
  const buyer = one(await platformBuyers(market), settings.chance)
  const { price_nano, input_price_nano } = host
  const cost = costAt(host, submission)
  if (!(await market.database.transaction((tx) => fund(tx, market, buyer, cost, settings.share)))) return undefined
  const prices = { max_price_per_token: price_nano, max_price_per_input_token: input_price_nano }
  const whole: Submission = { ...submission, ...prices, model: host.model, hosts: { only: [host.host_id] } }
  try {
    return (await submit(market, buyer, whole, { ...options, noting })).job_id
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    market.log.debug({ host_id: host.host_id, code: error.code }, 'a check could not be submitted')
    return undefined
  }
}
