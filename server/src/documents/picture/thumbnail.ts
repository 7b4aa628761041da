import { createCanvas } from '@napi-rs/canvas'
import { openPdf } from '../text/open.ts'
import { threadMs } from '../text/thread-time.ts'

/** Several times what a list shows, so that a larger one has a use for it too; some 4 KB. */
const [WIDTH, HEIGHT] = [96, 128]
const QUALITY = 60
/** Of this thread's processor time. A page of text takes 20 ms; whoever waits looks at a list. */
const MOST_MS = 3000

/** The first page of a PDF in small, as WebP. Throws where it wants a password, or takes too long. */
export async function thumbnail(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await openPdf(bytes)
  try {
    const page = await pdf.getPage(1)
    const { width, height } = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: Math.min(WIDTH / width, HEIGHT / height) })
    const canvas = createCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)))
    const way = { canvas: null, canvasContext: canvas.getContext('2d') as never, viewport, background: '#fff' }
    const task = page.render(way)
    const start = threadMs()
    task.onContinue = (goOn: () => void) => (threadMs() - start > MOST_MS ? task.cancel() : goOn())
    await task.promise
    return canvas.toBuffer('image/webp', QUALITY)
  } finally {
    await pdf.loadingTask.destroy()
  }
}
