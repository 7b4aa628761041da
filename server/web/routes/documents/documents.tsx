import { DOCUMENT_TYPES, type DocumentType, documents, documentType } from '@mkt/schemas'
import { useLocation } from 'preact-iso'
import { documentsApi } from '../../documents-api.ts'
import { Ago } from '../../parts/ago.tsx'
import { Chip } from '../../parts/chip.tsx'
import { humanName, RISK_TONES, type Summary } from '../../parts/document-kinds.ts'
import { SelectField } from '../../parts/field.tsx'
import { Empty, Failure } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { type Pages, usePages } from '../../state/pages.ts'
import { t } from '../../texts/texts.ts'
import { Drop } from './drop.tsx'
import { UploadList } from './upload-list.tsx'
import { finished } from './uploads.ts'
import './documents.css'

const COLUMNS: readonly Column<Summary>[] = [
  { head: t.documents.type, cell: ({ document_type }) => humanName(document_type) },
  {
    head: t.documents.risk,
    cell: ({ risk_level }) => <Chip tone={RISK_TONES[risk_level]}>{t.riskLevels[risk_level]}</Chip>,
  },
  { head: t.documents.score, cell: ({ risk_score }) => String(risk_score), end: true, rank: 2 },
  { head: t.documents.id, cell: ({ document_id }) => <span class="mono">{document_id}</span>, rank: 3 },
  { head: t.columns.made, cell: ({ created_at }) => <Ago at={created_at} />, end: true },
]

const TYPES = [
  { value: '', text: t.documents.anyType },
  ...DOCUMENT_TYPES.map((value) => ({ value, text: humanName(value) })),
]

/** Own documents; more are dropped here. */
export function Documents() {
  const { query, route } = useLocation()
  const type = documentType.safeParse(query.type).data
  const pages = usePages((offset, limit) => load(type, offset, limit), [type, finished.value])
  return (
    <Page title={t.places.documents}>
      <Drop />
      <UploadList />
      <div class="filters">
        <SelectField
          label={t.documents.type}
          choices={TYPES}
          value={type ?? ''}
          onChange={({ currentTarget: { value } }) => route(value ? `/app/documents?type=${value}` : '/app/documents')}
        />
      </div>
      <List pages={pages} filtered={type !== undefined} />
    </Page>
  )
}

async function load(document_type: DocumentType | undefined, offset: number, limit: number) {
  const query = { page: offset / limit + 1, limit, ...(document_type ? { document_type } : {}) }
  const { documents: rows, pagination } = await documentsApi.call(documents.listDocuments, { query })
  return { rows, total: pagination.total }
}

function List({ pages, filtered }: { pages: Pages<Summary>; filtered: boolean }) {
  const { total, error, row, onSeen, reload } = pages
  return (
    <section class="panel flush" aria-label={t.places.documents} aria-busy={total === undefined && error === undefined}>
      {error === undefined ? null : <Failure error={error} retry={reload} />}
      {total === 0 ? (
        <Empty title={filtered ? t.documents.noneSuch : t.documents.none}>{t.documents.noneWhy}</Empty>
      ) : null}
      {total ? (
        <Table
          label={t.places.documents}
          columns={COLUMNS}
          count={total}
          row={row}
          keyOf={({ document_id }) => document_id}
          href={({ document_id }) => `/app/documents/${document_id}`}
          onSeen={onSeen}
        />
      ) : null}
    </section>
  )
}
