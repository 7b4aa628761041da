import { Ago } from '../../parts/ago.tsx'
import { Chip } from '../../parts/chip.tsx'
import { humanName, RISK_TONES, type Summary } from '../../parts/document-kinds.ts'
import { Empty } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { type Column, ShortTable } from '../../parts/table.tsx'
import { t } from '../../texts/texts.ts'

const COLUMNS: readonly Column<Summary>[] = [
  { head: t.documents.name, cell: ({ file_name, document_type }) => file_name || humanName(document_type) },
  { head: t.documents.type, cell: ({ document_type }) => humanName(document_type), rank: 2 },
  {
    head: t.documents.risk,
    cell: ({ risk_level }) => <Chip tone={RISK_TONES[risk_level]}>{t.riskLevels[risk_level]}</Chip>,
  },
  { head: t.columns.made, cell: ({ created_at }) => <Ago at={created_at} />, end: true },
]

export function LastDocuments({ documents }: { documents: readonly Summary[] }) {
  return (
    <Panel title={t.overview.lastDocuments} flush actions={<a href="/app/documents">{t.overview.allDocuments}</a>}>
      {documents.length === 0 ? (
        <Empty title={t.documents.none}>
          <a href="/app/documents">{t.overview.dropOne}</a>
        </Empty>
      ) : (
        <ShortTable
          label={t.overview.lastDocuments}
          columns={COLUMNS}
          rows={documents}
          keyOf={({ document_id }) => document_id}
          href={({ document_id }) => `/app/documents/${document_id}`}
        />
      )}
    </Panel>
  )
}
