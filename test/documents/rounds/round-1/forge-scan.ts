import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Place } from '../round-file.ts'
import { widthOf } from './fonts.ts'
import { edited, type Forged, fontCss, type Job, retyped, type Technique } from './job.ts'
import { printed } from './printer.ts'
import { anyGlass, developed, type Picture, painted, pdfOf, scanned, shownBox } from './scan.ts'
import { boxOf, type Item } from './sheet.ts'

type Box = Place['box']
type Retouch = (picture: Picture, job: Job, item: Item) => void | Promise<void>

const SCANNERS = [
  'Canon iR-ADV C3525',
  'HP Smart Document Scan Software 3.8',
  'EPSON Scan',
  'KONICA MINOLTA bizhub C258',
  'CamScanner',
]

/** The printed paper is scanned, somebody changes the picture, and saves it again. */
const retouched =
  (retouch: Retouch, layer: 'none' | 'old' | 'new' = 'none'): Technique =>
  async (job) => {
    const glass = { ...anyGlass(job.chance), dpi: 200, quality: 88 }
    const scan = await scanned(await painted(await printed(job.laid), glass.dpi), glass, job.chance)
    for (const item of job.items) await retouch(scan, job, item)
    const words =
      layer === 'old'
        ? job.laid.items
        : layer === 'new'
          ? edited(job, (item) => [retyped(item, job.to)]).laid.items
          : []
    const bytes = await pdfOf(scan, job.chance.whole(70, 90), job.chance.pick(SCANNERS), job.laid.sheet.made, words)
    const places = job.items.map((item) => ({ page: 1, box: shownBox(scan, boxOf(item)) }))
    return { bytes, places, ...(layer === 'new' && { shows: 'old' as const }) }
  }

const whole = (box: Box): Box => box.map(Math.round) as Box

/** The box of one character of a run. */
function charBox(item: Item, at: number): Box {
  const [, bottom, , top] = boxOf(item)
  const start = item.x + widthOf(item.text.slice(0, at), item.font, item.size)
  return [start - 0.2, bottom, start + widthOf(item.text[at] ?? '', item.font, item.size) + 0.2, top]
}

function copyBox({ canvas }: Picture, from: Box, to: Box, source: Canvas = canvas): void {
  const [[x, y, right, bottom], [u, v, w, z]] = [whole(from), whole(to)]
  const piece = createCanvas(Math.max(1, right - x), Math.max(1, bottom - y))
  piece.getContext('2d').drawImage(source, -x, -y)
  canvas.getContext('2d').drawImage(piece, u, v, w - u, z - v)
}

const unlike = (a: Item, b: Item) => Math.abs(a.size - b.size) + (a.font === b.font ? 0 : 3)

/** Digits of the new value are copied from where the same scan has them, as near in size as can be found. */
const copyDigits: Retouch = (picture, { laid, to }, item) => {
  for (const [at, letter] of [...to].entries()) {
    if (letter === item.text[at]) continue
    const source = laid.items
      .filter((each) => each !== item && each.text.includes(letter))
      .toSorted((a, b) => unlike(a, item) - unlike(b, item))[0]
    if (!source) throw new Error(`no ${letter} to copy`)
    const from = picture.toPixels(charBox(source, source.text.indexOf(letter)))
    const [x, y] = picture.toPixels(charBox(item, at))
    const scale = item.size / source.size
    copyBox(picture, from, [x, y, x + (from[2] - from[0]) * scale, y + (from[3] - from[1]) * scale])
  }
}

/** The colour of the paper around a box: the lighter half of what is there. */
function paperAt({ canvas }: Picture, [x, y, right, bottom]: Box): string {
  const { data } = canvas.getContext('2d').getImageData(x, y, Math.max(1, right - x), Math.max(1, bottom - y))
  const light = Array.from({ length: data.length / 4 }, (_, at) => [...data.slice(at * 4, at * 4 + 3)])
  const [r, g, b] = light.toSorted((one, two) => (two[1] ?? 0) - (one[1] ?? 0))[Math.floor(light.length / 4)] ?? [
    255, 255, 255,
  ]
  return `rgb(${r},${g},${b})`
}

interface Typing {
  ground?: string
  blur?: number
  noise?: number
  ink?: string
  font?: string
}

/** The old value painted over, the new one typed with a program's text tool. */
const typed =
  ({ ground, blur = 0, noise = 0, ink = '#111111', font }: Typing): Retouch =>
  (picture, { to, chance }, item) => {
    const { canvas, dpi } = picture
    const pen = canvas.getContext('2d')
    const box = whole(picture.toPixels(boxOf(item)))
    const [x, y, right, bottom] = box
    pen.fillStyle = ground ?? paperAt(picture, box)
    pen.fillRect(x - 1, y, right - x + 3, bottom - y)
    pen.fillStyle = ink
    pen.font = font ? `${(item.size * dpi) / 72}px "${font}"` : fontCss(item, dpi / 72)
    pen.filter = blur ? `blur(${blur}px)` : 'none'
    pen.textAlign = 'right'
    pen.fillText(to, right, bottom - (0.24 * item.size * dpi) / 72)
    pen.filter = 'none'
    if (noise) speckle(canvas, box, () => noise * 2 * (chance.next() + chance.next() - 1))
  }

function speckle(canvas: Canvas, [x, y, right, bottom]: Box, jitter: () => number): void {
  const pen = canvas.getContext('2d')
  const image = pen.getImageData(x, y, right - x, bottom - y)
  for (let at = 0; at < image.data.length; at += 4) {
    const more = jitter()
    for (let band = 0; band < 3; band++) image.data[at + band] = (image.data[at + band] ?? 0) + more
  }
  pen.putImageData(image, x, y)
}

/** The value as another scan of the changed paper has it, cut out and pasted. */
const splice =
  (quality: number, enlarge = 1): Retouch =>
  async (picture, job, item) => {
    const forged = await printed(edited(job, (each) => [retyped(each, job.to)]).laid)
    const glass = {
      dpi: Math.round(200 / enlarge),
      skew: 0,
      noise: enlarge === 1 ? 2 : 5,
      blur: 0.3,
      grey: true,
      quality,
    }
    const other = await developed(await scanned(await painted(forged, glass.dpi), glass, job.chance), quality)
    const [x, y, right, top] = boxOf(item)
    const wide: Box = [x - 2, y - 1, right + 3, top + 1]
    copyBox(picture, other.toPixels(wide), picture.toPixels(wide), other.canvas)
  }

/** A whole line goes: blank paper from elsewhere is laid over it. */
const eraseLine =
  (fill: 'clone' | 'paint'): Retouch =>
  (picture, _, item) => {
    const width = picture.size[0]
    const line: Box = [40, item.y - 3, width - 40, item.y + item.size]
    const to = whole(picture.toPixels(line))
    if (fill === 'paint') {
      const pen = picture.canvas.getContext('2d')
      pen.fillStyle = paperAt(picture, to)
      pen.fillRect(to[0], to[1], to[2] - to[0], to[3] - to[1])
    } else copyBox(picture, [to[0], 6, to[2], 6 + to[3] - to[1]], to)
  }

/** Forged on the screen, then printed and scanned: only what the eye could see is left. */
const printedAndScanned =
  (change: (item: Item, job: Job) => Item): Technique =>
  async (job) => {
    const { laid, places } = edited(job, (item) => [change(item, job)])
    const glass = { ...anyGlass(job.chance), dpi: 200 }
    const scan = await scanned(await painted(await printed(laid), glass.dpi), glass, job.chance)
    const bytes = await pdfOf(scan, glass.quality, job.chance.pick(SCANNERS), laid.sheet.made)
    return { bytes, places: places.map(({ page, box }) => ({ page, box: shownBox(scan, box) })) }
  }

const inScan =
  (technique: Technique): Technique =>
  async (job): Promise<Forged> => ({ ...(await technique(job)), medium: 'scan' })

export const SCAN_TECHNIQUES: Record<string, Technique> = Object.fromEntries(
  Object.entries({
    'scan-copied-digits': retouched(copyDigits),
    'scan-typed-on-paper-colour': retouched(typed({})),
    'scan-white-out-typed': retouched(typed({ ground: '#ffffff', ink: '#000000' })),
    'scan-typed-blurred-noisy': retouched(typed({ blur: 0.7, noise: 7, ink: '#222222' })),
    'scan-other-typeface': retouched(typed({ blur: 0.5, font: 'DejaVu Serif' })),
    'scan-spliced-clean': retouched(splice(95)),
    'scan-spliced-low-quality': retouched(splice(25)),
    'scan-resampled-digits': retouched(splice(90, 1.9)),
    'scan-line-cloned-away': retouched(eraseLine('clone')),
    'scan-line-painted-away': retouched(eraseLine('paint')),
    'scan-picture-under-text': retouched(copyDigits, 'old'),
    'scan-typed-under-text': retouched(typed({ blur: 0.6, noise: 5 }), 'old'),
    'scan-text-over-picture': retouched(() => undefined, 'new'),
    'scan-of-forged-print': printedAndScanned((item, { to }) =>
      retyped(item, to, { font: 'Times-Roman', size: item.size + 0.5 }),
    ),
    'scan-of-perfect-print': printedAndScanned((item, { to }) => retyped(item, to)),
  }).map(([name, technique]) => [name, inScan(technique)]),
)
