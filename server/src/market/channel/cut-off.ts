import type { LiveStream } from '../../live/streams.ts'
import { othersMayRun } from '../attempts/hand-over.ts'
import { HOST_SILENT, loseAttempt } from '../attempts/lose.ts'
import type { Market } from '../deps.ts'
import type { SpokenRun } from './running-here.ts'

/**
 * How long a host has, by whichever way, to name what it ran on a channel that broke off: an agent does so at once by a
 * request, which takes a new connection, hence three or four ways there and back. A process that was killed never does.
 */
export const GRACE_MS = 400
/** The same where many channels break at once: nobody died, but something on the way to all of them. */
export const MASS_GRACE_MS = 5_000
/** Where nobody else was free, it is looked again so much later. */
const AGAIN_MS = 1_000

/** So much later than its last word on the channel, a job was named by another way: clocks of servers differ less. */
const OTHER_WAY_MS = 50

/** What a host ran by the last word on a channel, and when that was of each, as the streams count time. */
export interface CutOff {
  host_id: string
  runs: readonly Pick<SpokenRun, 'job_id' | 'attempt' | 'spoken_at'>[]
}

/**
 * Sees to it that jobs of a host whose channel broke off go on elsewhere, unless it names them again. That it is dead
 * is a guess, which only costs something where another host is free: then the job goes there, and to a host that was
 * alive after all it is `lost`. The text stays one, since whoever goes on has all that was delivered, and nothing is
 * taken of an attempt that is over. Where nobody is free, the lease decides as ever.
 */
export function followCutOff(market: Market, { host_id, runs }: CutOff): void {
  const { stopping } = market.channels
  const wait = (left: CutOff['runs'], wait_ms: number, then: (left: CutOff['runs']) => void) => {
    if (left.length === 0 || stopping.aborted) return
    const stop = market.clock.timer(wait_ms, () => {
      stopping.removeEventListener('abort', stop)
      if (!stopping.aborted) then(left)
    })
    stopping.addEventListener('abort', stop, { once: true })
  }
  const look = (left: CutOff['runs']) => void lookAt(market, host_id, left).then((still) => wait(still, AGAIN_MS, look))
  wait(runs, GRACE_MS, (left) =>
    market.channels.manyBroke(2 * GRACE_MS) ? wait(left, MASS_GRACE_MS - GRACE_MS, look) : look(left),
  )
}

/** Gives up what others can run; answers what is to be looked at again. */
async function lookAt(market: Market, host_id: string, runs: CutOff['runs']): Promise<CutOff['runs']> {
  const waits = await Promise.all(
    runs.map((run) =>
      waitsOn(market, host_id, run).catch((error) => {
        // The lease will end it in any case.
        market.log.error({ err: error, job_id: run.job_id }, 'a job of a host that is gone could not be given up')
        return false
      }),
    ),
  )
  return runs.filter((_, at) => waits[at])
}

/** Whether the job is to be looked at again: it runs, unnamed, and nobody else could take it yet. */
async function waitsOn(market: Market, host_id: string, run: CutOff['runs'][number]): Promise<boolean> {
  const { job_id, attempt } = run
  const stream = await market.streams.find(job_id)
  if (!stream || !isUnnamed(stream, host_id, run)) return false
  if (!(await othersMayRun(market, stream))) return true
  if (!isUnnamed(stream, host_id, run)) return false
  await loseAttempt(market, stream, HOST_SILENT)
  market.log.info({ job_id, host_id, attempt }, 'attempt lost: its host has left without a word')
  return false
}

/**
 * It may have said of the job by another way that it runs it before the break was seen here: an agent sees it first.
 */
function isUnnamed(stream: LiveStream, host_id: string, { attempt, spoken_at }: CutOff['runs'][number]): boolean {
  const same = stream.host_id === host_id && stream.attempt === attempt
  return same && stream.named_at <= spoken_at + OTHER_WAY_MS && !stream.ending
}
