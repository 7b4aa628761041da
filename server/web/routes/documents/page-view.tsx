import { useEffect, useRef, useState } from 'preact/hooks'
import { fill, t } from '../../texts/texts.ts'
import type { Mark } from './marks.ts'
import type { PdfDocument } from './pdf.ts'

interface PageViewProps {
  /** Its place in the page. */
  anchor: string
  pdf: PdfDocument
  /** From 1. */
  number: number
  /** 1: as wide as its column. */
  zoom: number
  marks: readonly Mark[]
  lit: string | undefined
  onLit: (key: string | undefined) => void
}

/** One page of a document with a box over each value; drawn once it comes near the window. */
export function PageView({ anchor, pdf, number, zoom, marks, lit, onLit }: PageViewProps) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [near, setNear] = useState(number === 1)
  const [size, setSize] = useState({ width: 612, height: 792 })
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (!frame.current) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: '600px' })
    watch.observe(frame.current)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    const { current } = canvas
    if (!near || !current) return
    setBusy(true)
    return draw(pdf, number, current, zoom, { onSize: setSize, onEnd: () => setBusy(false) })
  }, [pdf, number, near, zoom])
  return (
    <div
      class="sheet"
      ref={frame}
      id={anchor}
      aria-busy={busy}
      style={{ aspectRatio: `${size.width} / ${size.height}`, width: `${zoom * 100}%` }}
    >
      <canvas ref={canvas} role="img" aria-label={fill(t.document.page, { n: number })} />
      {marks.map((mark) => (
        <MarkView key={mark.id} mark={mark} size={size} lit={mark.key === lit} onLit={onLit} />
      ))}
    </div>
  )
}

interface MarkViewProps {
  mark: Mark
  size: { width: number; height: number }
  lit: boolean
  onLit: (key: string | undefined) => void
}

const MARGIN = 1.5

function MarkView({ mark: { key, bbox, tone }, size, lit, onLit }: MarkViewProps) {
  const [x0, y0, x1, y1] = bbox
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`
  return (
    <div
      class={`mark-box ${tone}${lit ? ' lit' : ''}`}
      data-key={key}
      aria-hidden="true"
      style={{
        left: percent(x0 - MARGIN, size.width),
        top: percent(size.height - y1 - MARGIN, size.height),
        width: percent(x1 - x0 + 2 * MARGIN, size.width),
        height: percent(y1 - y0 + 2 * MARGIN, size.height),
      }}
      onPointerEnter={() => onLit(key)}
      onPointerLeave={() => onLit(undefined)}
    />
  )
}

// Sharp on screens of twice the pixels, and no canvas beyond what browsers allow.
const MOST_PIXELS = 16_000_000

interface DrawingHooks {
  onSize: (size: { width: number; height: number }) => void
  /** Drawn, or failed; not called for a drawing that is given up. */
  onEnd: () => void
}

function draw(
  pdf: PdfDocument,
  number: number,
  canvas: HTMLCanvasElement,
  zoom: number,
  { onSize, onEnd }: DrawingHooks,
): () => void {
  let over = false
  let stop: (() => void) | undefined
  const work = async () => {
    const page = await pdf.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    if (over) return
    onSize({ width, height })
    const wanted = ((canvas.parentElement?.clientWidth ?? width) / width) * devicePixelRatio
    const scale = Math.min(Math.max(wanted, zoom), Math.sqrt(MOST_PIXELS / (width * height)))
    const viewport = page.getViewport({ scale })
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.floor(viewport.height)
    const task = page.render({ canvas, viewport })
    stop = () => task.cancel()
    await task.promise
  }
  // A drawing that is given up, as on another page or zoom, is no fault.
  work()
    .catch(() => undefined)
    .finally(() => over || onEnd())
  return () => {
    over = true
    stop?.()
  }
}
