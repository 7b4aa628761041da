import type { JobSummary } from '@mkt/schemas'
import { Ago } from '../../parts/ago.tsx'
import { JobState } from '../../parts/job-state.tsx'
import { Money } from '../../parts/money.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { type Column, ShortTable } from '../../parts/table.tsx'
import { t, whole } from '../../texts/texts.ts'

const COLUMNS: readonly Column<JobSummary>[] = [
  { head: t.columns.model, cell: ({ model }) => model },
  { head: t.columns.state, cell: (job) => <JobState status={job.status} error={job.error ?? null} /> },
  { head: t.columns.tokens, cell: ({ tokens_generated }) => whole(tokens_generated ?? 0), end: true, rank: 2 },
  { head: t.columns.credits, cell: ({ credits_used }) => <Money nano={credits_used} bare />, end: true },
  { head: t.columns.made, cell: ({ created_at }) => <Ago at={created_at} />, end: true, rank: 2 },
]

export function RecentJobs({ jobs }: { jobs: readonly JobSummary[] }) {
  return (
    <Panel title={t.overview.recentJobs} flush actions={<a href="/app/jobs">{t.overview.allJobs}</a>}>
      {jobs.length === 0 ? (
        <Empty title={t.jobs.none}>
          <a href="/app/playground">{t.jobs.first}</a>
        </Empty>
      ) : (
        <ShortTable
          label={t.overview.recentJobs}
          columns={COLUMNS}
          rows={jobs}
          keyOf={({ job_id }) => job_id}
          href={({ job_id }) => `/app/jobs/${job_id}`}
        />
      )}
    </Panel>
  )
}
