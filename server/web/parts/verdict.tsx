import type { HostVerification } from '@mkt/schemas'
import { t, whole } from '../texts/texts.ts'
import { Ago } from './ago.tsx'
import { Chip, type Tone } from './chip.tsx'
import { Facts } from './panel.tsx'
import { type Column, ShortTable } from './table.tsx'

export type Verdict = HostVerification['verdicts'][number]

const TONES: Record<Verdict['verdict'], Tone> = { undecided: 'plain', verified: 'good', watch: 'warn', refused: 'bad' }

/** What checks of whether a host runs a model came to, in one word. */
export function VerdictChip({ verdict }: { verdict: Verdict['verdict'] }) {
  return <Chip tone={TONES[verdict]}>{t.verdicts[verdict]}</Chip>
}

type Shown = Omit<Verdict, 'evidence'>

/** How sure it is, as a person would say it: nats are the logarithm of an odds ratio. */
function againstText({ nats, refused_from }: Shown): string {
  if (nats <= 0) return t.verification.nothingAgainst
  return `${whole(Math.round(100 * Math.min(1, nats / refused_from)))} %`
}

/** A verdict with what it means, how far the test is, and what was said about it. */
export function VerdictFacts({ verdict }: { verdict: Shown }) {
  return (
    <>
      <p>{t.verification.means[verdict.verdict]}</p>
      <Facts
        facts={[
          [t.columns.state, <VerdictChip key="state" verdict={verdict.verdict} />],
          [t.verification.since, <Ago key="since" at={verdict.since} />],
          [t.verification.jobs, whole(verdict.jobs)],
          [t.verification.against, againstText(verdict)],
          verdict.jobs_until_verified > 0 ? [t.verification.missing, whole(verdict.jobs_until_verified)] : null,
          verdict.appeal ? [t.verification.appeal, verdict.appeal] : null,
          verdict.appealed_at ? [t.verification.appealed, <Ago key="appealed" at={verdict.appealed_at} />] : null,
          verdict.upheld_at ? [t.verification.upheld, <Ago key="upheld" at={verdict.upheld_at} />] : null,
          verdict.note ? [t.verification.note, verdict.note] : null,
        ]}
      />
    </>
  )
}

type Finding = Verdict['evidence'][number]['findings'][number]
type Row = Finding & Pick<Verdict['evidence'][number], 'job_id' | 'at'>

/** Odd things are named; anything else is a share or a distance, of which two decimals say enough. */
function measured({ kind, value, odd = [] }: Row): string {
  const names = odd.map((one) => t.verification.odd[one]).join(', ')
  return names || (kind === 'plausibility' ? t.verification.nothingOdd : value.toFixed(2))
}

const COLUMNS: readonly Column<Row>[] = [
  { head: t.columns.job, cell: ({ job_id }) => <span class="mono">{job_id}</span>, rank: 2 },
  { head: t.verification.test, cell: ({ kind }) => t.verification.tests[kind] },
  { head: t.verification.found, cell: measured, end: true },
  {
    head: t.verification.counts,
    cell: ({ counts }) =>
      counts === 'for' ? (
        <Chip tone="good">{t.verification.for}</Chip>
      ) : (
        <Chip tone="warn">{t.verification.againstIt}</Chip>
      ),
  },
  { head: t.earnings.when, cell: ({ at }) => <Ago at={at} />, end: true, rank: 2 },
]

/** The checks that a verdict rests on, newest first, each test with what it measured and how that counted. */
export function Evidence({ verdict: { model, evidence } }: { verdict: Verdict }) {
  const rows = evidence.flatMap(({ job_id, at, findings }) => findings.map((one) => ({ ...one, job_id, at })))
  if (rows.length === 0) return <p class="soft">{t.verification.noEvidence}</p>
  return (
    <ShortTable
      label={`${t.verification.evidence} ${model}`}
      columns={COLUMNS}
      rows={rows}
      keyOf={({ job_id, kind }) => `${job_id} ${kind}`}
    />
  )
}
