import type { HostProof } from '@mkt/schemas'
import { Chip } from '../../parts/chip.tsx'
import { Panel } from '../../parts/panel.tsx'
import { type Column, ShortTable } from '../../parts/table.tsx'
import { counted, fill, t, whole } from '../../texts/texts.ts'

type Row = HostProof['models'][number]

const COLUMNS: readonly Column<Row>[] = [
  { head: t.columns.model, cell: ({ model }) => model },
  {
    head: t.columns.state,
    cell: ({ proven }) => (proven ? <Chip tone="good">{t.proof.proven}</Chip> : <Chip tone="warn">{t.proof.not}</Chip>),
  },
  { head: t.proof.jobs, cell: ({ jobs }) => whole(jobs), end: true },
  { head: t.proof.longest, cell: ({ longest_tokens }) => whole(longest_tokens), end: true, rank: 2 },
  {
    head: t.proof.missing,
    cell: ({ proven, missing }) => (proven ? '–' : needsText(missing)),
    rank: 2,
  },
]

function needsText({ jobs, buyers }: Row['missing']): string {
  const more = [jobs > 0 ? counted(jobs, t.count.jobs) : '', buyers > 0 ? counted(buyers, t.count.buyers) : '']
  return more.filter(Boolean).join(', ') || '–'
}

/** What the host has shown of each model, and what it has yet to. */
export function Proof({ proof: { models, probation } }: { proof: HostProof }) {
  if (models.length === 0) return null
  return (
    <Panel title={t.proof.title} flush>
      <ShortTable label={t.proof.title} columns={COLUMNS} rows={models} keyOf={({ model }) => model} />
      {probation ? (
        <p class="table-note">
          {fill(t.proof.probation, { jobs: probation.max_jobs, tokens: whole(probation.max_tokens) })}
        </p>
      ) : null}
    </Panel>
  )
}
