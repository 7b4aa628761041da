import type { Books, JobRecord, PartRecord } from './books.ts'

/** What one attempt wrote of a job's text, and what it is billed. */
export interface Segment {
  attempt: bigint
  host_id: string
  price_nano: bigint
  /** Where in the text its first piece is. */
  first: number
  pieces: readonly string[]
  billed: bigint
}

/** Who wrote which part of each ended job's text, in its order; none of a job that no host had. */
export function segmentsByJob(books: Books): Map<string, Segment[]> {
  const parts = Map.groupBy(books.parts(), ({ job_id }) => job_id)
  const outputs = books.outputs()
  return new Map(
    books
      .jobs()
      .map((job) => [job.job_id, segmentsOf(job, parts.get(job.job_id) ?? [], outputs.get(job.job_id) ?? [])]),
  )
}

function segmentsOf(job: JobRecord, parts: readonly PartRecord[], text: readonly string[]): Segment[] {
  const segments = parts.map(({ attempt, host_id, price_nano, first_offset, pieces, billed_tokens: billed }) => {
    const first = Number(first_offset)
    return { attempt, host_id, price_nano, first, billed, pieces: text.slice(first, first + Number(pieces)) }
  })
  const { attempt, host_id, price_nano } = job
  // The last attempt of a job that ended free has no part of its own.
  if (host_id === null || price_nano === null || segments.at(-1)?.attempt === attempt) return segments
  const first = parts.reduce((sum, { pieces }) => sum + Number(pieces), 0)
  const billed = parts.reduce((left, { billed_tokens }) => left - billed_tokens, job.tokens_generated)
  return [...segments, { attempt, host_id, price_nano, first, pieces: text.slice(first), billed }]
}

/** Whether each begins where the one before it ends, and they are the whole text. */
export function areWhole(segments: readonly Segment[], text: readonly string[]): boolean {
  let end = 0
  for (const { first, pieces } of segments) {
    if (first !== end) return false
    end += pieces.length
  }
  return end === text.length
}
