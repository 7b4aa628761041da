import type { OwnHost } from '@mkt/schemas'
import { Id } from '../../parts/id.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { spanText } from '../../parts/span.ts'
import { type Column, ShortTable } from '../../parts/table.tsx'
import { fill, t } from '../../texts/texts.ts'

type Running = OwnHost['running_jobs'][number]

const COLUMNS: readonly Column<Running>[] = [
  { head: t.columns.job, cell: ({ job_id }) => <Id id={job_id} /> },
  { head: t.columns.model, cell: ({ model }) => model, rank: 2 },
  { head: t.host.silent, cell: ({ silent_ms }) => spanText(silent_ms), end: true },
]

/** What the host works on now. */
export function RunningJobs({ host }: { host: OwnHost }) {
  const { running_jobs, hand_backs } = host
  return (
    <Panel title={t.host.running} flush>
      {running_jobs.length === 0 ? (
        <Empty title={host.paused ? t.host.paused : t.host.idle} />
      ) : (
        <ShortTable label={t.host.running} columns={COLUMNS} rows={running_jobs} keyOf={({ job_id }) => job_id} />
      )}
      {hand_backs && hand_backs.recent > 0 ? (
        <p class="table-note">{fill(t.host.handBacks, { n: hand_backs.recent })}</p>
      ) : null}
    </Panel>
  )
}
