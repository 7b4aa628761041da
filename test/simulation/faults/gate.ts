import { gateOrWide } from '../../gate-or-wide.ts'
import { openMarketFiles } from './market-file.ts'
import { runSeed } from './run-seed.ts'
import { failureText, Tally } from './tally.ts'

/** Failures that are printed; a broken product fails everywhere. */
const MOST_FAILURES = 3

/** The first seeds, of which `npm test` runs a part; `npm run test:long` goes on behind them. */
export const FIRST_SEEDS = gateOrWide(100, 300)
/** The first of those that neither runs. */
export const LATER_SEEDS = 301

/** What a run of seeds came to: all four are empty where nothing is wrong. */
export interface GateResult {
  /** The worlds in which a promise was broken, as a person reads them. */
  failures: string
  /** Kinds of faults that never struck, and ends that were never reached: such a run would prove nothing. */
  never_struck: string[]
  never_reached: string[]
  /** Streams that a reader resumed, where those are too few to count for anything. */
  few_resumed: number[]
}

export const NOTHING_WRONG: GateResult = { failures: '', never_struck: [], never_reached: [], few_resumed: [] }

/** Worlds of three servers; one takes as long as three of a single one. */
export const CLUSTER_SEEDS = gateOrWide(8, 60)
export const REPLICAS = 3

/** Runs the seeds `from` to `to` and prints what they came to. */
export async function runGate(from: number, to: number, servers = 1): Promise<GateResult> {
  const files = await openMarketFiles()
  const start = performance.now()
  const tally = new Tally()
  try {
    for (let seed = from; seed <= to && tally.failures.length < MOST_FAILURES; seed++)
      tally.add(await runSeed({ seed, files, servers }))
  } finally {
    files.remove()
  }
  console.log(tally.text(performance.now() - start))
  const resumed = tally.reached.get('streams resumed') ?? 0
  return {
    failures: tally.failures.map(failureText).join('\n'),
    never_struck: tally.missing(servers),
    never_reached: ENDS.filter((end) => !tally.reached.has(end)),
    few_resumed: resumed > (to - from) / 10 ? [] : [resumed],
  }
}

/** Ways in which jobs and streams end, all of which the seeds of the gate must reach. */
const ENDS = [
  'job completed stop',
  'job completed length',
  'job failed cancelled',
  'job cancelled and charged',
  'job failed expired',
  'job failed host_lost',
  'job failed output_too_large',
  'job failed engine_error',
  'stream ended whole',
  'stream ended cancelled',
  'stream ended expired',
  'stream ended host_lost',
  'stream left',
  'dispute refunded',
  'dispute rejected',
  'withdrawal paid',
  'withdrawal rejected',
  'channels opened',
  'text gone on with',
  'text of several hosts',
  'text paid in shares',
]
