import type { JobResult } from '@mkt/schemas'
import { type LiveStream, type LiveStreams, type Sender, speaksFor } from '../../live/streams.ts'
import type { Market } from '../deps.ts'

/** Of more jobs than these, whose streams servers share, one look at all that the host runs costs less. */
const MOST_ALONE = 16

/** A call of a host, as far as it decides how much of an attempt has to be known. */
export interface Spoken {
  sender: Sender
  /** No memory is left for more of this host's pieces. */
  crowded: boolean
  /** The host said that it is stopping. */
  stopping: boolean
}

/**
 * The attempts of which a call speaks and may: those that its sender runs, as far as there are streams, by entry. A
 * host may name any job, and holds a few: of all others nothing is asked one by one.
 */
export async function heldAttempts(
  { streams }: Market,
  call: Spoken,
  results: readonly JobResult[],
): Promise<ReadonlyMap<JobResult, LiveStream>> {
  const { sender } = call
  const held = new Map<JobResult, LiveStream>()
  const hold = (result: JobResult, stream: LiveStream | undefined) => {
    const own = stream && speaksFor({ ...sender, attempt: result.attempt }, stream)
    if (own) held.set(result, stream)
    return own === true
  }
  const unknown = results.filter(
    (result) => !hold(result, onlyPieces(call, result) ? streams.known(result.job_id) : undefined),
  )
  const found = await findAll(streams, sender.host_id, new Set(unknown.map(({ job_id }) => job_id)))
  for (const result of unknown) hold(result, found.get(result.job_id))
  return held
}

/**
 * Where pieces are all that the call brings of it, to take them tells what is new of an attempt, or that it is live no
 * more. What else may be said needs it as it is.
 */
const onlyPieces = ({ crowded, stopping }: Spoken, { error, finish_reason }: JobResult) =>
  !crowded && !stopping && !error && !finish_reason

async function findAll(
  streams: LiveStreams,
  host_id: string,
  jobs: ReadonlySet<string>,
): Promise<ReadonlyMap<string, LiveStream>> {
  const each = !streams.shared || jobs.size <= MOST_ALONE
  const found = each
    ? await Promise.all([...jobs].map((job_id) => streams.find(job_id)))
    : await streams.ofHost(host_id)
  return new Map(found.flatMap((stream) => (stream ? [[stream.job_id, stream]] : [])))
}
