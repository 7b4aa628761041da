import { firstIdAt } from '../../base/ids.ts'
import type { Reader } from '../../storage/database.ts'
import { type JobFilter, jobTexts, type ListedJob } from '../jobs/list-store.ts'
import { contentOf } from '../pieces/piece.ts'

/** Jobs that are looked through for a text, the newest first. */
const MOST = 5000
/** Of their texts so many bytes: half a second of the processor, a megabyte a turn. */
const MOST_BYTES = 67_108_864

type Days = Pick<JobFilter, 'from_id' | 'to_id'>

/** Ids begin with the time: none before the year 10889 begins with z. */
export const ALL_DAYS: Days = { from_id: 'job_', to_id: 'job_zzzz' }

/** The ids of jobs from a UTC day on and before another; whole time where a side is open. */
export function idsOfDays(from: string | undefined, to: string | undefined): Days {
  const at = (day: string) => firstIdAt('job', Date.parse(day))
  return {
    from_id: from === undefined ? ALL_DAYS.from_id : at(from),
    to_id: to === undefined ? ALL_DAYS.to_id : at(to),
  }
}

/** Jobs with a text in their prompt or answer, in capitals or not, and how many were looked through. */
export async function searchJobs(reader: Reader, filter: JobFilter, text: string) {
  const wanted = text.toLowerCase()
  const found: ListedJob[] = []
  let [searched, chars] = [0, 0]
  for await (const rows of jobTexts(reader, filter)) {
    for (const { input_text, pieces_json, ...job } of rows) {
      chars += input_text.length + (pieces_json?.length ?? 0)
      if (has(input_text, wanted) || (pieces_json && has(answerOf(pieces_json), wanted))) found.push(job)
    }
    searched += rows.length
    if (searched >= MOST || chars >= MOST_BYTES) break
  }
  return { found, searched }
}

const has = (text: string, wanted: string) => text.toLowerCase().includes(wanted)
const answerOf = (pieces_json: string) => contentOf(JSON.parse(pieces_json) as string[])
