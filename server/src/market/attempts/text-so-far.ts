import type { AttemptStart, TextSoFar } from '../../live/streams.ts'
import type { Reader } from '../../storage/database.ts'
import { type PartRow, partsOf } from './parts-store.ts'

/** What earlier attempts wrote of a job, as its next attempt begins with it; undefined where nothing is. */
export async function textSoFar(
  reader: Reader,
  job: { job_id: string; prefix_tokens: number },
): Promise<TextSoFar | undefined> {
  if (job.prefix_tokens === 0) return undefined
  const parts = await partsOf(reader, job.job_id)
  return { pieces: parts.flatMap(piecesOf), starts: startsOf(parts) }
}

/** Which attempt wrote the text from which piece on. Pure. */
export const startsOf = (parts: readonly PartRow[]): AttemptStart[] =>
  parts.filter(({ pieces }) => pieces > 0).map(({ attempt, first_offset: offset }) => ({ attempt, offset }))

/** The pieces of a part whose job has not ended. */
export const piecesOf = ({ pieces_json }: PartRow): string[] =>
  pieces_json === null ? [] : (JSON.parse(pieces_json) as string[])
