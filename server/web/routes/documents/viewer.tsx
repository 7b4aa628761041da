import { DOCUMENTS_PATH, documents, type Endpoint } from '@mkt/schemas'
import { buildUrl } from '@mkt/schemas/fetch-client'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/notice.tsx'
import { fill, t } from '../../texts/texts.ts'
import type { Mark } from './marks.ts'
import { PageView } from './page-view.tsx'
import { openPdf, type PdfDocument } from './pdf.ts'

interface ViewerProps {
  document_id: string
  /** How many the file has. */
  pages: number
  marks: readonly Mark[]
  lit: string | undefined
  onLit: (key: string | undefined) => void
  /** What it is called, where there are several. */
  name?: string
}

const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3]

/** The file of a document, opened. */
function useFile(document_id: string) {
  const [pdf, setPdf] = useState<PdfDocument>()
  const [fault, setFault] = useState<unknown>()
  useEffect(() => {
    let close: () => void = () => undefined
    const open = (endpoint: Endpoint) => {
      const opened = openPdf(buildUrl(location.origin + DOCUMENTS_PATH, endpoint, { params: { document_id } }))
      close = opened.close
      return opened.document
    }
    // The report has the same pages first, where the file is a picture or protected.
    open(documents.getOriginal)
      .catch(() => open(documents.getReport))
      .then(setPdf, setFault)
    return () => close()
  }, [document_id])
  return { pdf, fault }
}

/** The file itself, page by page, with its values marked. */
export function Viewer({ document_id, pages, marks, lit, onLit, name }: ViewerProps) {
  const { pdf, fault } = useFile(document_id)
  const [zoom, setZoom] = useState(2)
  const numbers = Array.from({ length: pdf ? Math.min(pages, pdf.numPages) : 0 }, (_, index) => index + 1)
  const sheets = name === undefined ? t.document.sheets : fill(t.document.sheetsOf, { name })
  const anchor = (number: number) => `${document_id}-page-${number}`
  return (
    <section class="viewer" aria-label={name ?? t.document.file}>
      <div class="viewer-bar">
        <nav class="row" aria-label={name === undefined ? t.document.goTo : fill(t.document.goToOf, { name })}>
          {numbers.length > 1
            ? numbers.map((number) => (
                <a
                  key={number}
                  href={`#${anchor(number)}`}
                  class="page-link"
                  onClick={(event) => show(event, anchor(number))}
                >
                  {number}
                </a>
              ))
            : null}
        </nav>
        <div class="row">
          <Button small label={t.document.smaller} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
            −
          </Button>
          <span class="small">{fill(t.document.zoom, { n: Math.round((ZOOMS[zoom] ?? 1) * 100) })}</span>
          <Button
            small
            label={t.document.larger}
            disabled={zoom === ZOOMS.length - 1}
            onClick={() => setZoom(zoom + 1)}
          >
            +
          </Button>
        </div>
      </div>
      {fault === undefined ? null : <Failure error={fault} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse */}
      <section class="sheets" tabIndex={0} aria-label={sheets} aria-busy={!pdf && fault === undefined}>
        {pdf
          ? numbers.map((number) => (
              <PageView
                key={number}
                anchor={anchor(number)}
                pdf={pdf}
                number={number}
                zoom={ZOOMS[zoom] ?? 1}
                marks={marks.filter(({ page }) => page === number)}
                lit={lit}
                onLit={onLit}
              />
            ))
          : null}
      </section>
    </section>
  )
}

function show(event: MouseEvent, anchor: string): void {
  event.preventDefault()
  document.getElementById(anchor)?.scrollIntoView({ block: 'start' })
}
