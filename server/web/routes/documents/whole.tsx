import type { Analysis } from '@mkt/schemas'
import { useMemo, useState } from 'preact/hooks'
import { Chip } from '../../parts/chip.tsx'
import { humanName, RISK_TONES } from '../../parts/document-kinds.ts'
import { Panel } from '../../parts/panel.tsx'
import { sentence } from '../../state/explain.ts'
import type { Review } from '../../state/review.ts'
import { counted, fill, t } from '../../texts/texts.ts'
import { Fields } from './fields.tsx'
import { Flags, Parts, Tables } from './findings.tsx'
import { marksOf } from './marks.ts'
import { Marks } from './owner-marks.tsx'
import { partsOf } from './part.ts'
import { Viewer } from './viewer.tsx'
import './document.css'

interface WholeProps {
  analysis: Analysis
  review: Review
  /** Which slip's values are shown, what is lit and what is edited, where the page decides that itself. */
  slip?: number
  onSlip?: (slip: number) => void
  lit?: string | undefined
  onLit?: (key: string | undefined) => void
  editing?: string | undefined
  onEdit?: (field: string | undefined) => void
}

const NOTHING = { type: 'UNKNOWN', fields: {}, tables: [] }

/** One document: the file on the left, what was found in it on the right, tied to each other. */
export function Whole({ analysis, review, ...given }: WholeProps) {
  const [ownSlip, setOwnSlip] = useState(1)
  const [ownLit, setOwnLit] = useState<string>()
  const [ownEditing, setOwnEditing] = useState<string>()
  const { lit = ownLit, onLit = setOwnLit, editing = ownEditing, onEdit = setOwnEditing } = given
  const { slip = ownSlip, onSlip = setOwnSlip } = given
  const choose = (chosen: number) => {
    onEdit(undefined)
    onSlip(chosen)
  }
  const marks = useMemo(() => marksOf(analysis, slip), [analysis, slip])
  const { extraction, risk_assessment, issues, document_id } = analysis
  const { type, fields, tables } = partsOf(analysis)[slip - 1] ?? NOTHING
  return (
    <div class="document">
      <Viewer document_id={document_id} pages={extraction.metadata.page_count} marks={marks} lit={lit} onLit={onLit} />
      <div class="findings stack">
        <Verdict analysis={analysis} name={review.said?.file_name} />
        <Marks key={document_id} review={review} />
        <Parts documents={analysis.documents} chosen={slip} onChoose={choose} />
        <Fields key={slip} {...{ slip, type, fields, review, lit, onLit, editing, onEdit }} />
        <Flags flags={risk_assessment.flags} lit={lit} onLit={onLit} />
        <Tables tables={tables} />
        {issues ? (
          <Panel title={t.document.issues}>
            <ul class="stack tight">
              {issues.map(({ code, message }) => (
                <li key={code}>{sentence(message)}</li>
              ))}
            </ul>
          </Panel>
        ) : null}
      </div>
    </div>
  )
}

function Verdict({ analysis, name }: { analysis: Analysis; name: string | undefined }) {
  const { document_type, extraction, risk_assessment } = analysis
  return (
    <section class="verdict" aria-label={t.document.verdict}>
      {name ? <span class="file-name">{name}</span> : null}
      <strong>{humanName(document_type)}</strong>
      <Chip tone={RISK_TONES[risk_assessment.risk_level]}>
        {fill(t.document.riskOf, { level: t.riskLevels[risk_assessment.risk_level], n: risk_assessment.risk_score })}
      </Chip>
      <span class="soft">{counted(extraction.metadata.page_count, t.count.pages)}</span>
      <span class="soft">{t.engines[extraction.metadata.extraction_engine]}</span>
    </section>
  )
}
