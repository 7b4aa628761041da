import type { Reader } from '../../storage/database.ts'
import { withoutStop } from '../pieces/piece.ts'
import { keptPieces } from './store.ts'

/** What came of a job that has ended, piece by piece. */
export async function jobOutput(reader: Reader, job_id: string): Promise<string[] | undefined> {
  return (await jobText(reader, job_id))?.pieces
}

/** The same with what it stopped at, where its host said that. */
export async function jobText(reader: Reader, job_id: string) {
  const kept = await keptPieces(reader, job_id)
  return kept && withoutStop(kept)
}
