import { type Analysis, DOUBTFUL, documents } from '@mkt/schemas'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { documentsApi } from '../../documents-api.ts'
import { Button } from '../../parts/button.tsx'
import type { Summary } from '../../parts/document-kinds.ts'
import { Empty, Loaded } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { useLive } from '../../state/live.ts'
import { type Review, useReview } from '../../state/review.ts'
import { counted, fill, t } from '../../texts/texts.ts'
import { partsOf } from '../documents/part.ts'
import { Whole } from '../documents/whole.tsx'
import { onKeys } from './keys.ts'
import './review.css'

/** Documents with doubtful values or flags that nobody has looked at, one after the other, by keyboard. */
export function ReviewPage() {
  const queue = useLive(load, [])
  return (
    <Page title={t.places.review} tall>
      <Loaded live={queue} height={400}>
        {({ rows, total }) => <Queue rows={rows} total={total} reload={queue.reload} />}
      </Loaded>
    </Page>
  )
}

const AT_ONCE = 100

async function load(signal: AbortSignal) {
  const query = { looked_at: 'no', doubtful: 'yes', detail: 'full', limit: AT_ONCE } as const
  const { documents: rows, pagination } = await documentsApi.call(documents.listDocuments, { query }, { signal })
  return { rows, total: pagination.total }
}

interface QueueProps {
  rows: readonly Summary[]
  total: number
  reload: () => Promise<void>
}

function Queue({ rows, total, reload }: QueueProps) {
  const [at, setAt] = useState(0)
  const [done, setDone] = useState(0)
  const step = (by: number) => setAt((now) => Math.min(Math.max(0, now + by), rows.length))
  const keys = useRef(step)
  keys.current = step
  // While a document is still on its way, too.
  useLayoutEffect(() => onKeys({ n: () => keys.current(1), p: () => keys.current(-1) }), [])
  const row = rows[at]
  if (!row)
    return (
      <Empty title={endText(rows.length, total)}>
        <div class="stack tight">
          <p>{done > 0 ? counted(done, t.review.looked) : t.review.noneWhy}</p>
          <div class="row">
            {rows.length > 0 ? <Button onClick={() => reload().then(() => setAt(0))}>{t.review.again}</Button> : null}
            <a href="/app/documents">{t.overview.allDocuments}</a>
          </div>
        </div>
      </Empty>
    )
  return (
    <div class="review">
      <p class="soft" role="status">
        {fill(t.review.place, { n: at + 1, all: total })} · {row.file_name || row.document_id}
        {row.doubts ? ` · ${counted(row.doubts, t.count.doubts)}` : ''}
      </p>
      <Current
        key={row.document_id}
        id={row.document_id}
        onNext={() => step(1)}
        onBack={() => step(-1)}
        onLooked={() => {
          setDone((before) => before + 1)
          // Who went on meanwhile stays where they are.
          setAt((now) => (rows[now]?.document_id === row.document_id ? now + 1 : now))
        }}
      />
    </div>
  )
}

/** The queue comes in parts: what was not among these still waits. */
function endText(n: number, all: number): string {
  if (n === 0) return t.review.none
  return n < all ? fill(t.review.throughThese, { n, all }) : t.review.through
}

interface CurrentProps {
  id: string
  onNext: () => void
  onBack: () => void
  onLooked: () => void
}

function Current({ id, ...moves }: CurrentProps) {
  const params = { document_id: id }
  const live = useLive(
    (signal) => documentsApi.call(documents.getDocument, { params, query: { detail: 'full' } }, { signal }),
    [id],
  )
  const review = useReview(id)
  return (
    <Loaded live={live} height={400}>
      {(analysis) => <Looking analysis={analysis} review={review} {...moves} />}
    </Loaded>
  )
}

interface LookingProps extends Omit<CurrentProps, 'id'> {
  analysis: Analysis
  review: Review
}

const FIELD = 'field '

interface Stop {
  /** The key of its row. */
  key: string
  /** Whose value it is, from 1; the flags are the whole file's. */
  slip?: number
}

/** What one looks at, one after the other: doubtful values of each slip, then flags. */
function stopsOf(analysis: Analysis): Stop[] {
  const doubtful = partsOf(analysis).flatMap(({ fields }, at) =>
    Object.entries(fields).flatMap(([name, { confidence }]) =>
      confidence < DOUBTFUL ? [{ key: FIELD + name, slip: at + 1 }] : [],
    ),
  )
  return [...doubtful, ...analysis.risk_assessment.flags.map((_, index) => ({ key: `flag ${index}` }))]
}

function Looking({ analysis, review, onNext, onBack, onLooked }: LookingProps) {
  const stops = useMemo(() => stopsOf(analysis), [analysis])
  const [at, setAt] = useState(0)
  const stop = stops[at]
  const [slip, setSlip] = useState(stop?.slip ?? 1)
  const [lit, setLit] = useState(stop?.key)
  const [editing, setEditing] = useState<string>()
  useEffect(() => {
    setLit(stop?.key)
    if (stop?.slip) setSlip(stop.slip)
  }, [stop])
  const field = stop?.slip === slip ? stop.key.slice(FIELD.length) : undefined
  const saying = useRef(false)
  const looked = async () => {
    // A key that is held, or pressed twice, says it once.
    if (saying.current) return
    saying.current = true
    try {
      await review.change({ looked_at: true })
      onLooked()
    } finally {
      saying.current = false
    }
  }
  const over = (by: number) => setAt(Math.min(Math.max(0, at + by), Math.max(0, stops.length - 1)))
  useLayoutEffect(() => onKeys({ j: () => over(1), k: () => over(-1), c: () => setEditing(field), l: looked }))
  return (
    <>
      <div class="row review-bar">
        <Button kind="main" onClick={looked}>
          {t.review.lookedNext}
        </Button>
        <Button onClick={onNext}>{t.review.next}</Button>
        <Button onClick={onBack}>{t.review.back}</Button>
        {field ? <Button onClick={() => setEditing(field)}>{t.review.correct}</Button> : null}
        <span class="soft small">{t.review.keys}</span>
      </div>
      <Whole {...{ analysis, review, slip, lit, editing }} onSlip={setSlip} onLit={setLit} onEdit={setEditing} />
    </>
  )
}
