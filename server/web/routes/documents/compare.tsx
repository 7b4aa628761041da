import { documents } from '@mkt/schemas'
import { useMemo, useState } from 'preact/hooks'
import { documentsApi } from '../../documents-api.ts'
import { Chip } from '../../parts/chip.tsx'
import { humanName, RISK_TONES } from '../../parts/document-kinds.ts'
import { CheckField } from '../../parts/field.tsx'
import { Loaded } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useLive } from '../../state/live.ts'
import { counted, fill, t } from '../../texts/texts.ts'
import { type Compared, compare, type Side } from './differences.ts'
import { marksOf } from './marks.ts'
import { valueText } from './value-text.ts'
import { Viewer } from './viewer.tsx'
import './document.css'

interface CompareProps {
  left: string
  right: string
}

/** Two documents side by side: their values in one table, what differs first, and both files below. */
export function Compare({ left, right }: CompareProps) {
  const live = useLive((signal) => Promise.all([load(left, signal), load(right, signal)]), [left, right])
  return (
    <Page title={t.compare.title} back={{ href: `/app/documents/${left}`, text: left }}>
      <Loaded live={live} height={400}>
        {([one, other]) => <Both left={one} right={other} />}
      </Loaded>
    </Page>
  )
}

async function load(document_id: string, signal: AbortSignal): Promise<Side> {
  const params = { document_id }
  const [analysis, review] = await Promise.all([
    documentsApi.call(documents.getDocument, { params, query: { detail: 'full' } }, { signal }),
    documentsApi.call(documents.getReview, { params }, { signal }),
  ])
  return { analysis, review }
}

function Both({ left, right }: { left: Side; right: Side }) {
  const [lit, setLit] = useState<string>()
  const [onlyOther, setOnlyOther] = useState(false)
  const rows = useMemo(() => compare(left, right), [left, right])
  const different = rows.filter(({ same }) => !same)
  return (
    <>
      <Panel
        title={different.length === 0 ? t.compare.none : counted(different.length, t.compare.differences)}
        flush
        actions={
          <CheckField
            label={t.compare.only}
            checked={onlyOther}
            onChange={({ currentTarget }: { currentTarget: HTMLInputElement }) => setOnlyOther(currentTarget.checked)}
          />
        }
      >
        <section class="table-frame" aria-label={t.compare.title}>
          <table class="table compared" aria-label={t.compare.values}>
            <thead>
              <tr>
                <th scope="col">{t.compare.field}</th>
                <Head side={left} />
                <Head side={right} />
                <th scope="col">{t.compare.same}</th>
              </tr>
            </thead>
            <tbody>
              {(onlyOther ? different : rows).map((row) => (
                <Row key={row.name} row={row} lit={lit === `field ${row.name}`} onLit={setLit} />
              ))}
            </tbody>
          </table>
        </section>
      </Panel>
      <div class="compared-files">
        {[left, right].map((side, index) => (
          <File key={index} side={side} lit={lit} onLit={setLit} />
        ))}
      </div>
    </>
  )
}

function Head({ side: { analysis, review } }: { side: Side }) {
  const { document_id, document_type, risk_assessment } = analysis
  return (
    <th scope="col">
      <a href={`/app/documents/${document_id}`} title={document_id}>
        {review.label || humanName(document_type)}
      </a>{' '}
      <Chip tone={RISK_TONES[risk_assessment.risk_level]}>{t.riskLevels[risk_assessment.risk_level]}</Chip>
    </th>
  )
}

interface RowProps {
  row: Compared
  lit: boolean
  onLit: (key: string | undefined) => void
}

function Row({ row: { name, left, right, same }, lit, onLit }: RowProps) {
  const key = `field ${name}`
  return (
    <tr
      class={[same ? '' : 'different', lit ? 'lit' : ''].filter(Boolean).join(' ') || undefined}
      onPointerEnter={() => onLit(key)}
      onPointerLeave={() => onLit(undefined)}
    >
      <th scope="row">{humanName(name)}</th>
      <td>{left === undefined ? '–' : valueText(left)}</td>
      <td>{right === undefined ? '–' : valueText(right)}</td>
      <td>{same ? t.compare.yes : t.compare.no}</td>
    </tr>
  )
}

function File({ side: { analysis }, lit, onLit }: { side: Side; lit: string | undefined; onLit: RowProps['onLit'] }) {
  const marks = useMemo(() => marksOf(analysis), [analysis])
  const { document_id, extraction } = analysis
  return (
    <div class="compared-file">
      <Viewer
        document_id={document_id}
        name={fill(t.compare.file, { id: document_id })}
        pages={extraction.metadata.page_count}
        {...{ marks, lit, onLit }}
      />
    </div>
  )
}
