import type { LiveStream } from '../../live/streams.ts'
import { othersMayRun } from '../attempts/hand-over.ts'
import { HOST_SILENT, loseAttempt } from '../attempts/lose.ts'
import type { Market } from '../deps.ts'

/**
 * How long a host has, by whichever way, to name what it ran on a channel that broke off: an agent does so at once by a
 * request, which takes a new connection, hence three or four ways there and back. A process that was killed never does.
 */
export const GRACE_MS = 400
/** The same where many channels break at once: nobody died, but something on the way to all of them. */
export const MASS_GRACE_MS = 5_000
/** Where nobody else was free, it is looked again so much later. */
const AGAIN_MS = 1_000

/** What a host ran by the last word on a channel. */
export interface CutOff {
  host_id: string
  runs: readonly { job_id: string; attempt: number }[]
}

/**
 * Sees to it that jobs of a host whose channel broke off go on elsewhere, unless it names them again. That it is dead
 * is a guess, which only costs something where another host is free: then the job goes there, and to a host that was
 * alive after all it is `lost`. The text stays one, since whoever goes on has all that was delivered, and nothing is
 * taken of an attempt that is over. Where nobody is free, the lease decides as ever.
 */
export function followCutOff(market: Market, { host_id, runs }: CutOff): void {
  const { stopping } = market.channels
  const cut_at = market.streams.now()
  const wait = (left: CutOff['runs'], wait_ms: number, then: (left: CutOff['runs']) => void) => {
    if (left.length === 0 || stopping.aborted) return
    const stop = market.clock.timer(wait_ms, () => {
      stopping.removeEventListener('abort', stop)
      if (!stopping.aborted) then(left)
    })
    stopping.addEventListener('abort', stop, { once: true })
  }
  const look = (left: CutOff['runs']) =>
    void lookAt(market, { host_id, cut_at }, left).then((still) => wait(still, AGAIN_MS, look))
  wait(runs, GRACE_MS, (left) =>
    market.channels.manyBroke(2 * GRACE_MS) ? wait(left, MASS_GRACE_MS - GRACE_MS, look) : look(left),
  )
}

interface Cut {
  host_id: string
  cut_at: number
}

/** Gives up what others can run; answers what is to be looked at again. */
async function lookAt(market: Market, cut: Cut, runs: CutOff['runs']): Promise<CutOff['runs']> {
  const waits = await Promise.all(
    runs.map((run) =>
      waitsOn(market, cut, run).catch((error) => {
        // The lease will end it in any case.
        market.log.error({ err: error, job_id: run.job_id }, 'a job of a host that is gone could not be given up')
        return false
      }),
    ),
  )
  return runs.filter((_, at) => waits[at])
}

/** Whether the job is to be looked at again: it runs, unnamed, and nobody else could take it yet. */
async function waitsOn(market: Market, cut: Cut, { job_id, attempt }: CutOff['runs'][number]): Promise<boolean> {
  const stream = await market.streams.find(job_id)
  if (!stream || !isUnnamed(stream, cut, attempt)) return false
  if (!(await othersMayRun(market, stream))) return true
  if (!isUnnamed(stream, cut, attempt)) return false
  await loseAttempt(market, stream, HOST_SILENT)
  market.log.info({ job_id, host_id: cut.host_id, attempt }, 'attempt lost: its host has left without a word')
  return false
}

function isUnnamed({ host_id, attempt, named_at, ending }: LiveStream, cut: Cut, was: number): boolean {
  return host_id === cut.host_id && attempt === was && named_at <= cut.cut_at && !ending
}
