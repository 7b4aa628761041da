import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { toPgm } from '../../server/src/documents/ocr/bitmap.ts'
import { render } from '../../server/src/documents/ocr/render.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { Chance } from '../documents/chance.ts'
import { GENERATORS } from '../documents/generators.ts'
import { scan } from '../documents/scan.ts'

/** A drawn document as it is posted and as a program finds it. */
export interface Drawn {
  path: string
  file: Blob
  pages: number
}

export interface Scanned extends Drawn {
  /** A file that names the pictures of its pages, a line each. */
  listPath: string
}

export const SCAN_DPI = 200
/** Tests and calibration use seeds below 1000. */
const SEED = 3000

/** Printed in English: which pack a native program is given must not decide. */
const ENGLISH = ['real-checking-by-category', 'real-earnings-statement', 'real-cloud-hosting', 'real-hotel-folio']

/** A paper of every kind, each file of `perFile` of them, one after the other. */
export async function drawText(folder: string, perFile: number): Promise<Drawn[]> {
  const papers = await Promise.all(Object.keys(GENERATORS).map((kind) => drawPaper(kind, SEED)))
  const drawn: Drawn[] = []
  for (let at = 0; at < papers.length; at += perFile) {
    drawn.push(await kept(join(folder, `text-${perFile}-${at}.pdf`), await bound(papers.slice(at, at + perFile))))
  }
  return drawn
}

/** Papers that came through a scanner, `perKind` of each kind, with the pictures of their pages beside them. */
export async function drawScans(folder: string, perKind: number): Promise<Scanned[]> {
  const drawn: Scanned[] = []
  for (let seed = SEED; seed < SEED + perKind; seed++) {
    for (const kind of ENGLISH) {
      // Upright, for a program that is asked to read would not turn the sheet.
      const look = { dpi: SCAN_DPI, rotation: 0 } as const
      const bytes = await scan(await drawPaper(kind, seed), new Chance(seed + drawn.length), look)
      const path = join(folder, `${kind}-${seed}.pdf`)
      drawn.push({ ...(await kept(path, bytes)), listPath: await keepPictures(path, bytes) })
    }
  }
  return drawn
}

/** So many papers of all kinds in turn, none twice, each drawn when it is asked for. */
export function* drawInTurn(count: number): Generator<Promise<Blob>> {
  const kinds = Object.keys(GENERATORS)
  for (let at = 0; at < count; at++) yield drawPaper(kinds[at % kinds.length] as string, SEED + at).then(blobOf)
}

async function drawPaper(kind: string, seed: number): Promise<Uint8Array> {
  const generator = GENERATORS[kind]
  if (!generator) throw new Error(`no generator ${kind}`)
  return (await generator(new Chance(seed))).bytes
}

export const pagesOf = (drawn: readonly Drawn[]) => drawn.reduce((sum, { pages }) => sum + pages, 0)

const blobOf = (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>])

async function bound(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const [only] = parts
  if (only && parts.length === 1) return only
  const out = await PDFDocument.create()
  for (const part of parts) {
    const paper = await PDFDocument.load(part)
    for (const page of await out.copyPages(paper, paper.getPageIndices())) out.addPage(page)
  }
  return await out.save()
}

async function kept(path: string, bytes: Uint8Array): Promise<Drawn> {
  writeFileSync(path, bytes)
  const pages = (await PDFDocument.load(bytes)).getPageCount()
  return { path, file: blobOf(bytes), pages }
}

async function keepPictures(path: string, bytes: Uint8Array): Promise<string> {
  const pdf = await openPdf(bytes.slice())
  const pictures: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { bitmap } = await render(await pdf.getPage(number))
    pictures.push(`${path}-${number}.pgm`)
    writeFileSync(pictures.at(-1) as string, toPgm(bitmap))
  }
  await pdf.loadingTask.destroy()
  writeFileSync(`${path}.txt`, `${pictures.join('\n')}\n`)
  return `${path}.txt`
}
