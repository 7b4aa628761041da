import { documents } from '@mkt/schemas'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { documentsApi } from '../../documents-api.ts'
import { Ago } from '../../parts/ago.tsx'
import { Chip } from '../../parts/chip.tsx'
import { humanName, RISK_TONES, type Summary } from '../../parts/document-kinds.ts'
import { Empty, Failure } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { type Pages, usePages } from '../../state/pages.ts'
import { t } from '../../texts/texts.ts'
import { Drop } from './drop.tsx'
import { type Filter, Filters, filterOf } from './filters.tsx'
import { Thumbnail } from './thumbnail.tsx'
import { UploadList } from './upload-list.tsx'
import { finished } from './uploads.ts'
import './documents.css'

const COLUMNS: readonly Column<Summary>[] = [
  {
    head: t.documents.name,
    cell: ({ file_name, document_id }) => (
      <span class="with-thumbnail">
        <Thumbnail document_id={document_id} />
        {file_name || <span class="mono">{document_id}</span>}
      </span>
    ),
  },
  { head: t.documents.type, cell: ({ document_type }) => humanName(document_type), rank: 2 },
  {
    head: t.documents.risk,
    cell: ({ risk_level }) => <Chip tone={RISK_TONES[risk_level]}>{t.riskLevels[risk_level]}</Chip>,
  },
  { head: t.documents.label, cell: ({ label = '' }) => label, rank: 3 },
  { head: t.documents.doubts, cell: ({ doubts = 0 }) => (doubts > 0 ? String(doubts) : ''), end: true, rank: 3 },
  { head: t.documents.looked, cell: ({ looked_at }) => (looked_at ? <Ago at={looked_at} /> : ''), end: true, rank: 2 },
  { head: t.columns.made, cell: ({ created_at }) => <Ago at={created_at} />, end: true },
]

/** Own documents; more are dropped here. */
export function Documents() {
  const { query } = useLocation()
  const filter = filterOf(query)
  const pages = usePages((offset, limit) => load(filter, offset, limit), [JSON.stringify(filter)], { on: 'documents' })
  // One more is there: the list stays where it is.
  useEffect(() => {
    void pages.reload()
  }, [finished.value])
  return (
    <Page title={t.places.documents}>
      <Drop />
      <UploadList />
      <Filters filter={filter} />
      <List pages={pages} filtered={Object.keys(filter).length > 0} />
    </Page>
  )
}

async function load(filter: Filter, offset: number, limit: number) {
  const query = { page: offset / limit + 1, limit, detail: 'full' as const, ...filter }
  const { documents: rows, pagination } = await documentsApi.call(documents.listDocuments, { query })
  return { rows, total: pagination.total }
}

function List({ pages, filtered }: { pages: Pages<Summary>; filtered: boolean }) {
  const { total, error, row, onSeen, reload } = pages
  return (
    <section class="panel flush" aria-label={t.places.documents} aria-busy={total === undefined && error === undefined}>
      {error === undefined ? null : <Failure error={error} retry={reload} />}
      {total === 0 ? (
        <Empty title={filtered ? t.documents.noneSuch : t.documents.none}>
          {filtered ? <a href="/app/documents">{t.documents.showAll}</a> : t.documents.noneWhy}
        </Empty>
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
