import type { JobResult, ResultAnswer } from '@mkt/schemas'
import { type Sender, speaksFor } from '../../live/streams.ts'
import type { Reader } from '../../storage/database.ts'
import { jsonList, type RowOf, statement } from '../../storage/statement.ts'

// By the primary key, whatever the host has run: it names jobs by the thousand, and its own are no fewer.
const ofHost = statement<{ host_id: string; jobs_json: string }>()((q, p, dialect) =>
  q
    .selectFrom('jobs')
    .select(['job_id', 'host_id', 'instance', 'attempt', 'state', 'error', 'earned_nano'])
    .where('job_id', 'in', jsonList(dialect, p('jobs_json')))
    .where('host_id', '=', p('host_id')),
)
export type HostsJob = RowOf<typeof ofHost>
type Said = Pick<JobResult, 'job_id' | 'attempt' | 'offset' | 'tokens'>

/** Those of some jobs whose last attempt was the host's, by id, in one statement. */
export async function jobsOfHost(
  reader: Reader,
  host_id: string,
  named: readonly Pick<Said, 'job_id'>[],
): Promise<ReadonlyMap<string, HostsJob>> {
  if (named.length === 0) return new Map()
  const jobs_json = JSON.stringify([...new Set(named.map(({ job_id }) => job_id))])
  const rows = await reader.all(ofHost, { host_id, jobs_json })
  return new Map(rows.map((row) => [row.job_id, row]))
}

/** What became of a job without a live stream for this sender: its end if it was the sender's attempt, else `lost`. */
export function endedAs({ job_id, attempt, offset, tokens }: Said, job: HostsJob | undefined): ResultAnswer {
  const own = job && (attempt === undefined || attempt === job.attempt)
  if (!own || job.state === 'queued' || job.state === 'running') return { job_id, state: 'lost', next_offset: 0 }
  const state = job.error === 'cancelled' ? 'cancelled' : job.state
  return { job_id, state, next_offset: offset + tokens.length, credits_earned: job.earned_nano }
}

/** The same of one job, looked up. */
export async function answerEnded(reader: Reader, { host_id }: Sender, said: Said): Promise<ResultAnswer> {
  return endedAs(said, (await jobsOfHost(reader, host_id, [said])).get(said.job_id))
}

/** Whether the job runs, as the sender's: where its stream is gone, it may be resumed. */
export const runsFor = (sender: Sender, job: HostsJob | undefined): boolean =>
  job?.state === 'running' && job.host_id !== null && speaksFor(sender, { ...job, host_id: job.host_id })
