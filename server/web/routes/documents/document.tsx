import { type Analysis, DOCUMENTS_PATH, documents } from '@mkt/schemas'
import { useMemo, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { documentsApi } from '../../documents-api.ts'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { humanName, RISK_TONES } from '../../parts/document-kinds.ts'
import { Loaded } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { save } from '../../parts/save.ts'
import { sentence } from '../../state/explain.ts'
import { useLive } from '../../state/live.ts'
import { toast } from '../../state/toasts.ts'
import { counted, fill, t } from '../../texts/texts.ts'
import { toCsv } from './fields-csv.ts'
import { Fields, Flags, Tables } from './findings.tsx'
import { marksOf } from './marks.ts'
import { Viewer } from './viewer.tsx'
import './document.css'

/** One document: the file on the left, what was found in it on the right, tied to each other. */
export function DocumentPage({ id }: { id: string }) {
  const live = useLive((signal) => load(id, signal), [id])
  return (
    <Page
      title={id}
      tall
      back={{ href: '/app/documents', text: t.places.documents }}
      actions={live.data ? <Actions analysis={live.data} /> : null}
    >
      <Loaded live={live} height={400}>
        {(analysis) => <Whole analysis={analysis} />}
      </Loaded>
    </Page>
  )
}

function load(document_id: string, signal: AbortSignal): Promise<Analysis> {
  return documentsApi.call(documents.getDocument, { params: { document_id }, query: { detail: 'full' } }, { signal })
}

function Whole({ analysis }: { analysis: Analysis }) {
  const [lit, setLit] = useState<string>()
  const marks = useMemo(() => marksOf(analysis), [analysis])
  const { extraction, risk_assessment, issues } = analysis
  return (
    <div class="document">
      <Viewer
        document_id={analysis.document_id}
        pages={extraction.metadata.page_count}
        marks={marks}
        lit={lit}
        onLit={setLit}
      />
      <div class="findings stack">
        <Verdict analysis={analysis} />
        <Fields fields={extraction.fields} lit={lit} onLit={setLit} />
        <Flags flags={risk_assessment.flags} lit={lit} onLit={setLit} />
        <Tables tables={extraction.tables} />
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

function Verdict({ analysis }: { analysis: Analysis }) {
  const { document_type, extraction, risk_assessment } = analysis
  return (
    <section class="verdict" aria-label={t.document.verdict}>
      <strong>{humanName(document_type)}</strong>
      <Chip tone={RISK_TONES[risk_assessment.risk_level]}>
        {fill(t.document.riskOf, { level: t.riskLevels[risk_assessment.risk_level], n: risk_assessment.risk_score })}
      </Chip>
      <span class="soft">{counted(extraction.metadata.page_count, t.count.pages)}</span>
      <span class="soft">{t.engines[extraction.metadata.extraction_engine]}</span>
    </section>
  )
}

function Actions({ analysis }: { analysis: Analysis }) {
  const { route } = useLocation()
  const [erasing, setErasing] = useState(false)
  const { document_id } = analysis
  const erase = async () => {
    await documentsApi.call(documents.deleteDocument, { params: { document_id } })
    toast(t.document.erased)
    route('/app/documents')
  }
  return (
    <>
      <a
        class="button"
        href={`${DOCUMENTS_PATH}/documents/${document_id}/annotated.pdf`}
        download={`${document_id}-annotated.pdf`}
      >
        {t.document.annotated}
      </a>
      <Button onClick={() => save(`${document_id}.json`, 'application/json', JSON.stringify(analysis, null, 2))}>
        {t.document.json}
      </Button>
      <Button onClick={() => save(`${document_id}.csv`, 'text/csv', toCsv(analysis))}>{t.document.csv}</Button>
      <Button kind="bad" onClick={() => setErasing(true)}>
        {t.document.erase}
      </Button>
      <Confirm
        title={t.document.eraseTitle}
        open={erasing}
        onClose={() => setErasing(false)}
        text={t.document.eraseText}
        act={t.document.erase}
        onAct={erase}
      />
    </>
  )
}
