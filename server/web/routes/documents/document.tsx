import { type Analysis, DOCUMENTS_PATH, documents } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { documentsApi } from '../../documents-api.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { Loaded } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { save } from '../../parts/save.ts'
import { useLive } from '../../state/live.ts'
import { type Review, useReview } from '../../state/review.ts'
import { toast } from '../../state/toasts.ts'
import { t } from '../../texts/texts.ts'
import { Compare } from './compare.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { toCsv } from './fields-csv.ts'
import { Whole } from './whole.tsx'

/** One document: the file on the left, what was found in it on the right, tied to each other. */
export function DocumentPage({ id }: { id: string }) {
  const { query } = useLocation()
  return query.with ? <Compare left={id} right={query.with} /> : <One id={id} />
}

function One({ id }: { id: string }) {
  const live = useLive((signal) => load(id, signal), [id])
  const review = useReview(id)
  return (
    <Page
      title={id}
      tall
      back={{ href: '/app/documents', text: t.places.documents }}
      actions={live.data ? <Actions analysis={live.data} review={review} /> : null}
    >
      <Loaded live={live} height={400}>
        {(analysis) => <Whole analysis={analysis} review={review} />}
      </Loaded>
    </Page>
  )
}

function load(document_id: string, signal: AbortSignal): Promise<Analysis> {
  return documentsApi.call(documents.getDocument, { params: { document_id }, query: { detail: 'full' } }, { signal })
}

function Actions({ analysis, review: { said } }: { analysis: Analysis; review: Review }) {
  const { route } = useLocation()
  const [erasing, setErasing] = useState(false)
  const [comparing, setComparing] = useState(false)
  const { document_id } = analysis
  // A file without the corrections would pass for one of a document that nobody corrected.
  const reviewed = async () => said ?? (await documentsApi.call(documents.getReview, { params: { document_id } }))
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
      <Button
        onClick={async () => {
          const kept = await reviewed()
          save(`${document_id}.json`, 'application/json', JSON.stringify({ ...analysis, review: kept }, null, 2))
        }}
      >
        {t.document.json}
      </Button>
      <Button
        onClick={async () => save(`${document_id}.csv`, 'text/csv', toCsv(analysis, (await reviewed()).corrections))}
      >
        {t.document.csv}
      </Button>
      <Button onClick={() => setComparing(true)}>{t.compare.act}</Button>
      <Button kind="bad" onClick={() => setErasing(true)}>
        {t.document.erase}
      </Button>
      <CompareDialog document_id={document_id} open={comparing} onClose={() => setComparing(false)} />
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
