import { type JobSummary, market } from '@mkt/schemas'
import { useLocation } from 'preact-iso'
import { api } from '../../api.ts'
import { DAY_MS, dayOf } from '../../clock.ts'
import { Ago } from '../../parts/ago.tsx'
import { Id } from '../../parts/id.tsx'
import { JobState } from '../../parts/job-state.tsx'
import { Money } from '../../parts/money.tsx'
import { Empty, Failure } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { spanText } from '../../parts/span.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { type Pages, usePages } from '../../state/pages.ts'
import { counted, t, whole } from '../../texts/texts.ts'
import { type Filter, Filters, filterOf } from './filters.tsx'

const COLUMNS: readonly Column<JobSummary>[] = [
  { head: t.columns.job, cell: ({ job_id }) => <Id id={job_id} /> },
  { head: t.columns.state, cell: (job) => <JobState status={job.status} error={job.error ?? null} /> },
  { head: t.columns.model, cell: ({ model }) => model, rank: 2 },
  { head: t.columns.tokens, cell: ({ tokens_generated }) => whole(tokens_generated ?? 0), end: true, rank: 2 },
  { head: t.columns.credits, cell: ({ credits_used }) => <Money nano={credits_used} bare />, end: true },
  { head: t.columns.took, cell: tookText, end: true, rank: 3 },
  { head: t.columns.made, cell: ({ created_at }) => <Ago at={created_at} />, end: true, rank: 2 },
]

function tookText({ created_at, finished_at }: JobSummary): string {
  return finished_at ? spanText(Date.parse(finished_at) - Date.parse(created_at)) : '–'
}

/** Looking through texts is no work for every few seconds. */
const SEARCHED_MS = 60_000

/** Own jobs, newest first, however many there are. The filters stand in the address. */
export function Jobs() {
  const { query } = useLocation()
  const filter = filterOf(query)
  const often = filter.text ? { every_ms: SEARCHED_MS } : ({ on: 'jobs' } as const)
  const pages = usePages((offset, limit) => load(filter, offset, limit), [JSON.stringify(filter)], often)
  return (
    <Page
      title={t.places.jobs}
      actions={pages.total === undefined ? null : <span class="soft">{counted(pages.total, t.count.jobs)}</span>}
    >
      <Filters filter={filter} />
      <List pages={pages} filtered={Object.keys(filter).length > 0} />
    </Page>
  )
}

async function load({ state: status, until, ...filter }: Filter, offset: number, limit: number) {
  const to = until === undefined ? undefined : dayOf(Date.parse(until) + DAY_MS)
  const query = { offset, limit, detail: 'full' as const, status, to, ...filter }
  const { jobs, total } = await api.call(market.listJobs, { query })
  return { rows: jobs, total }
}

function List({ pages, filtered }: { pages: Pages<JobSummary>; filtered: boolean }) {
  const { total, error, row, onSeen, reload } = pages
  return (
    <section class="panel flush" aria-label={t.places.jobs} aria-busy={total === undefined && error === undefined}>
      {error === undefined ? null : <Failure error={error} retry={reload} />}
      {total === 0 ? (
        <Empty title={filtered ? t.jobs.noneSuch : t.jobs.none}>
          {filtered ? <a href="/app/jobs">{t.jobs.all}</a> : <a href="/app/playground">{t.jobs.first}</a>}
        </Empty>
      ) : null}
      {total ? (
        <Table
          label={t.places.jobs}
          columns={COLUMNS}
          count={total}
          row={row}
          keyOf={({ job_id }) => job_id}
          href={({ job_id }) => `/app/jobs/${job_id}`}
          onSeen={onSeen}
        />
      ) : null}
    </section>
  )
}
