import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { type FontName, widthOf } from '../../round-1/fonts.ts'
import { type Hand, type Job, retext, saved } from './job.ts'
import { boxOf, type Cell } from './sheet.ts'
import { type Edit, shown, streamed, type Thing } from './write.ts'

const SCALE = 300 / 72

/** Faces of which the canvas has letters; widths are those of the page. */
const faceOf = (font: FontName) => (/Bold/.test(font) ? '"Round Arial-Bold"' : '"Round Arial"')

/** Texts as one picture over a box, as somebody cuts it out of a screen. */
export function pictureOf(cells: readonly Cell[], box: readonly number[], ground = '#fff'): Canvas {
  const [left = 0, foot = 0, right = 0, top = 0] = box
  const canvas = createCanvas(Math.ceil((right - left) * SCALE), Math.ceil((top - foot) * SCALE))
  const pen = canvas.getContext('2d')
  pen.fillStyle = ground
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#000'
  for (const { text, x, y, size, font } of cells) {
    pen.font = `${size * SCALE}px ${faceOf(font)}`
    const wide = widthOf(text, font, size) * SCALE
    pen.save()
    pen.translate((x - left) * SCALE, (top - y) * SCALE)
    pen.scale(wide / Math.max(1, pen.measureText(text).width), 1)
    pen.fillText(text, 0, 0)
    pen.restore()
  }
  return canvas
}

export function imageOf(canvas: Canvas, quality?: number): Thing {
  const size = `/Type /XObject /Subtype /Image /Width ${canvas.width} /Height ${canvas.height} /BitsPerComponent 8`
  if (quality) {
    const stream = canvas.toBuffer('image/jpeg', quality)
    return { source: `<< ${size} /ColorSpace /DeviceRGB /Filter /DCTDecode /Length ${stream.length} >>`, stream }
  }
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  const bytes = Buffer.alloc((data.length / 4) * 3)
  for (let at = 0; at < data.length / 4; at++)
    for (const side of [0, 1, 2]) bytes[3 * at + side] = data[4 * at + side] ?? 0
  return streamed(bytes, `${size} /ColorSpace /DeviceRGB`)
}

/** Where a picture lies, and the operators that paint it. */
export const painted = (name: string, [x = 0, y = 0, right = 0, top = 0]: readonly number[]): string =>
  `q ${(right - x).toFixed(2)} 0 0 ${(top - y).toFixed(2)} ${x.toFixed(2)} ${y.toFixed(2)} cm /${name} Do Q`

const around = (boxes: readonly (readonly number[])[], more = 1.5): number[] => [
  Math.min(...boxes.map(([x = 0]) => x)) - more,
  Math.min(...boxes.map(([, y = 0]) => y)) - more,
  Math.max(...boxes.map(([, , right = 0]) => right)) + more,
  Math.max(...boxes.map(([, , , top = 0]) => top)) + more,
]

/** Puts pictures over a page, each of some texts in a box. */
export function pasted(patches: readonly { cells: Cell[]; box: number[] }[], quality?: number): Edit {
  const things = patches.map(({ cells, box }, at): [number, Thing] => [
    60 + at,
    imageOf(pictureOf(cells, box), quality),
  ])
  const named = things.map(([number], at) => `/P${at} ${number} 0 R`).join(' ')
  const over = patches.map(({ box }, at) => painted(`P${at}`, box))
  return { over, things, resources: `/XObject << ${named} >>`, apart: true }
}

const patchOf = ({ old, to }: Job['changes'][number]) => ({
  cells: [to],
  box: around([boxOf(to), ...(old ? [boxOf(old)] : [])]),
})

/** Whole lines: all texts of the line as they shall be. */
function strips({ changes, after }: Job) {
  const lines = [...new Set(changes.map(({ to }) => to.y))]
  return lines.map((y) => {
    const cells = after.cells.filter((cell) => cell.page === 1 && Math.abs(cell.y - y) < 1)
    return { cells, box: around(cells.map(boxOf)) }
  })
}

/** Letters as a stencil: a picture of one bit through which black is painted, and no text. */
function stencil(cells: readonly Cell[], first: number): Edit {
  const things: [number, Thing][] = []
  const over: string[] = []
  for (const [at, cell] of cells.entries()) {
    const box = around([boxOf(cell)], 0.5)
    const canvas = pictureOf([cell], box)
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    const row = Math.ceil(canvas.width / 8)
    const bits = Buffer.alloc(row * canvas.height, 255)
    for (let y = 0; y < canvas.height; y++)
      for (let x = 0; x < canvas.width; x++)
        if ((data[4 * (y * canvas.width + x)] ?? 255) < 128) {
          const place = y * row + (x >> 3)
          bits[place] = (bits[place] ?? 0) & ~(0x80 >> (x & 7))
        }
    const size = `/Width ${canvas.width} /Height ${canvas.height}`
    things.push([first + at, streamed(bits, `/Type /XObject /Subtype /Image ${size} /ImageMask true`)])
    over.push(painted(`S${at}`, box))
  }
  const named = things.map(([number], at) => `/S${at} ${number} 0 R`).join(' ')
  return { over, things, resources: `/XObject << ${named} >>` }
}

const LOVE = { Producer: 'iLovePDF', ModDate: 'D:20261018203015Z' }

/** Ways in which a page shows other than its text says, by pictures. */
export const PICTURES: Record<string, Hand> = {
  'picture-patch': (job) => saved(job, pasted(job.changes.map(patchOf)), { info: LOVE }),
  'picture-patch-jpeg': (job) => saved(job, pasted(job.changes.map(patchOf), 88), { info: LOVE, behind: true }),
  'picture-strip': (job) => saved(job, pasted(strips(job)), { info: LOVE }),
  'picture-no-text': (job) => {
    const texts = new Map(job.changes.flatMap(({ old }) => (old ? [[old, '']] : []) as [Cell, string][]))
    return saved(job, { ...pasted(job.changes.map(patchOf)), texts }, { info: LOVE })
  },
  /** The new figures as a stencil, the true text left invisible in its place. */
  'stencil-over-true': (job) => {
    const drawn = stencil(
      job.changes.map(({ to }) => to),
      60,
    )
    return saved(job, {
      ...drawn,
      ...invisible(retext(job, (_, old) => (old ? shown(old, '3 Tr') : ''))),
      over: drawn.over ?? [],
    })
  },
  /** The page shows the truth as a stencil, and the text that machines read says other. */
  'stencil-under-lie': (job) => {
    const drawn = stencil(
      job.changes.flatMap(({ old }) => old ?? []),
      60,
    )
    return saved(job, { ...drawn, ...invisible(retext(job, (to) => shown(to, '3 Tr'))), over: drawn.over ?? [] })
  },
}

const invisible = ({ texts = new Map() }: Edit): Edit => ({
  texts: new Map([...texts].map(([cell, line]) => [cell, line && `${line} BT 0 Tr ET`])),
})
