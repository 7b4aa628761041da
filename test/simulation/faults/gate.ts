import { openMarketFiles } from './market-file.ts'
import { runSeed } from './run-seed.ts'
import { failureText, Tally } from './tally.ts'

/** Failures that are printed; a broken product fails everywhere. */
const MOST_FAILURES = 3

/** Runs the seeds of a test file and prints what they came to; the answer has the failures as a person reads them. */
export async function runGate(from: number, to: number): Promise<{ tally: Tally; failures: string }> {
  const files = await openMarketFiles()
  const start = performance.now()
  const tally = new Tally()
  try {
    for (let seed = from; seed <= to && tally.failures.length < MOST_FAILURES; seed++)
      tally.add(await runSeed({ seed, files }))
  } finally {
    files.remove()
  }
  console.log(tally.text(performance.now() - start))
  return { tally, failures: tally.failures.map(failureText).join('\n') }
}

/** Ways in which jobs and streams end, all of which a thousand seeds must reach. */
export const ENDS = [
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
  'withdrawal paid',
  'withdrawal rejected',
]
