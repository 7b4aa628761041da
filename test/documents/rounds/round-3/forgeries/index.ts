import { readFileSync } from 'node:fs'
import { AFRelationship, PDFDocument } from '@cantoo/pdf-lib'
import { Chance } from '../../../chance.ts'
import { installed } from '../../installed.ts'
import { type Picture, painted, pdfOf, scanned, shownBox } from '../../round-1/scan.ts'
import type { Place, RoundFile } from '../../round-file.ts'
import { edited, fill, grown, type Job, type Technique, type, whole } from './job.ts'
import { type Line, readLines } from './lines.ts'
import { type Original, readOriginals, retold } from './originals.ts'
import { RETOUCHES } from './scan-edit.ts'
import { COVERS } from './text-cover.ts'
import { EDITS } from './text-edit.ts'
import { HIDDEN } from './text-hidden.ts'

const TECHNIQUES: Record<string, Technique> = { ...COVERS, ...HIDDEN, ...EDITS }
const PROGRAMS = ['chromium', 'soffice', 'wkhtmltopdf', 'groff', 'gs', 'pdftocairo', 'mutool', 'qpdf']
const missing = PROGRAMS.filter((program) => !installed(program))

/** The values are typed where the paper was written, and it is printed again. */
const isReprint = ({ technique, medium }: Line) => medium === 'text' && !(technique in TECHNIQUES)

const seeded = (name: string) => new Chance([...name].reduce((sum, letter) => (sum * 37 + letter.charCodeAt(0)) | 0, 3))

const nameOf = ({ at, technique, paper }: Line) => `forged-${String(at).padStart(2, '0')}-${technique}-${paper}`

export const left: string[] =
  missing.length > 0 ? readLines().map((line) => `${nameOf(line)}: no ${missing.join(', ')}`) : []

/** Every forged file of the list, one after the other. */
export async function* forgeries(only: (line: Line) => boolean = () => true): AsyncGenerator<RoundFile> {
  if (missing.length > 0) return
  const lines = readLines().filter(only)
  const originalOf = await readOriginals(lines, isReprint)
  for (const line of lines) {
    const original = originalOf(line)
    const { bytes, truth, places } = await (line.medium === 'scan' ? onScan : onText)(line, original)
    const { technique, family, medium } = line
    const [field = ''] = line.shown.keys()
    yield { name: nameOf(line), kind: 'forged', medium, bytes, truth, forgery: { technique, family, field, places } }
  }
}

type Made = Pick<RoundFile, 'bytes' | 'truth'> & { places: Place[] }

function jobOf(line: Line, { bytes, spot }: Original): Job {
  const [[field = '', change = ''] = []] = line.shown
  return {
    bytes: new Uint8Array(bytes),
    spot: spot(field),
    field,
    to: change.split(' = ')[0] ?? '',
    chance: seeded(nameOf(line)),
  }
}

async function onText(line: Line, original: Original): Promise<Made> {
  if (isReprint(line)) return reprinted(line, original)
  const job = jobOf(line, original)
  const done = await TECHNIQUES[line.technique]?.(job)
  if (!done) throw new Error(`no technique ${line.technique}`)
  const truth = retold(original.truth, done.shows === 'old' ? new Map() : line.shown)
  return { bytes: done.bytes, truth, places: [{ page: job.spot.page, box: done.box ?? job.spot.box }] }
}

async function reprinted(line: Line, original: Original): Promise<Made> {
  const places = [...line.shown.keys()].map((field) => {
    const { page, box } = original.spot(field)
    return { page, box }
  })
  const truth = retold(original.truth, new Map())
  return { bytes: line.technique === 'xml-left' ? await attached(original.bytes) : original.bytes, truth, places }
}

async function attached(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  const xml = readFileSync(new URL('facturx.xml', import.meta.url))
  await pdf.attach(xml, 'factur-x.xml', { mimeType: 'text/xml', afRelationship: AFRelationship.Alternative })
  return pdf.save({ useObjectStreams: false })
}

async function onScan(line: Line, original: Original): Promise<Made> {
  const job = jobOf(line, original)
  const { chance, spot } = job
  const [dpi, skew] = [chance.pick([150, 150, 200]), chance.pick([0, 0.3, -0.4, 0.6])]
  const grey = chance.happens(0.5)
  const glass = {
    dpi,
    skew,
    noise: chance.whole(3, 7),
    blur: chance.whole(3, 6) / 10,
    grey,
    quality: chance.whole(70, 90),
  }
  let picture = await scanned(await painted(job.bytes, dpi, spot.page), glass, chance)
  const retouch = RETOUCHES[line.technique === 'picture-changed' ? 'matched-digits' : line.technique]
  if (retouch) picture = await retouch({ ...job, picture, glass })
  const scan = { picture, quality: glass.quality, line, original, job }
  const place = { page: 1, box: shownBox(picture, whole(job)) }
  const shown = line.technique === 'layer-changed' ? new Map() : line.shown
  return { bytes: await fileOf(scan), truth: { ...retold(original.truth, shown), scan: true }, places: [place] }
}

interface Scan {
  picture: Picture
  quality: number
  line: Line
  original: Original
  job: Job
}

async function fileOf({ picture, quality, line, original, job }: Scan): Promise<Uint8Array> {
  const layered = line.technique === 'layer-changed' || line.technique === 'picture-changed'
  const words = layered ? original.items : []
  const lied = words.map((item) =>
    line.technique === 'layer-changed' && item.key === job.field ? { ...item, text: job.to } : item,
  )
  const bytes = await pdfOf(
    picture,
    quality,
    layered ? 'ABBYY FineReader 15' : 'KONICA MINOLTA bizhub C360i',
    '2025-11-20',
    lied,
  )
  if (line.technique !== 'typed-over-scan') return bytes
  const [x, y, right, top] = shownBox(picture, whole(job))
  const there = {
    ...job,
    spot: { ...job.spot, page: 1, box: [x, y, right, top] as Place['box'], x, y: y + 0.22 * job.spot.size },
  }
  return edited({ bytes, spot: there.spot }, 'Smallpdf', async (page, pdf) => {
    fill(page, grown(there.spot.box))
    type(page, await pdf.embedFont('Helvetica'), there)
  })
}
