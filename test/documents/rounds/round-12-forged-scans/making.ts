import { readFileSync } from 'node:fs'
import { Chance } from '../../chance.ts'
import { sizeOf } from '../round-11-forged/sheet.ts'
import { type Filing, filed } from '../round-11-scans/file.ts'
import { type Device, MASTER, pixelsOf, type Shot, shot } from '../round-11-scans/glass.ts'
import { append, shown } from '../round-12-forged/hands-within.ts'
import type { Job } from '../round-12-forged/job.ts'
import { embedded } from '../round-12-forged/pens.ts'
import type { Paper } from '../round-12-forged/sheets.ts'
import { jobFrom } from '../round-12-forged/wishes.ts'
import type { Forgery, Place, RoundFile } from '../round-file.ts'
import { messenger, pressed, printedAgain, smoothed } from './after.ts'
import { DEVICES } from './devices.ts'
import type { Scan } from './honest.ts'
import { inked, unionOf } from './page.ts'
import type { Retouch } from './retouch.ts'

export interface Wish {
  technique: string
  family: Forgery['family']
  /** With `!` it is done on the paper, before the scan; a device behind `:` made the other scan. */
  hand: string
  device: string
  as: Filing['as']
  field: string
  after: string | undefined
  job: Job
}

/** `technique | family | paper | hand | device | kept as | field | changes | what was done afterwards`. */
const wishFrom =
  (find: Find) =>
  (line: string): Wish => {
    const [technique = '', family = '', paper = '', hand = '', device = '', as = '', field = '', what = '', after] =
      line.split(' | ')
    const kept = (/^\d+$/.test(as) ? +as : as) as Filing['as']
    return {
      technique,
      family: family as Wish['family'],
      hand,
      device,
      as: kept,
      field,
      after,
      job: jobFrom(find(paper), what),
    }
  }

type Find = (name: string) => Paper

/** What is to be forged, a line each. */
export const wishesOf = (file: URL, find: Find): Wish[] =>
  readFileSync(file, 'utf8').trim().split('\n').map(wishFrom(find))

export const seeded = (name: string) =>
  new Chance([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 99_991, 12))

export function deviceOf(name: string): Device {
  const device = DEVICES[name]
  if (!device) throw new Error(`there is no device ${name}`)
  return device
}

/** Quality at which devices keep what they saw, which a retoucher then opens. */
const SCANNED = 82

export async function scanned(
  paper: Paper,
  page: number,
  name: string,
  chance: Chance,
  mark?: Scan['mark'],
): Promise<Shot> {
  const sheet = inked(paper, page)
  const pen = sheet.getContext('2d')
  pen.scale(MASTER / 72, MASTER / 72)
  mark?.(pen)
  const seen = shot(sheet, sizeOf(paper), deviceOf(name), chance)
  return seen.device.threshold ? seen : { ...seen, canvas: await pressed(seen.canvas, SCANNED) }
}

/** What becomes of a picture afterwards. */
export async function later(first: Shot, after: string | undefined, chance: Chance): Promise<Shot> {
  if (after === undefined || after === 'layer') return first
  if (after === 'messenger') return messenger(first)
  if (after === 'smooth') return smoothed(first)
  return printedAgain(first, deviceOf(after), chance)
}

/** Words without ink over the picture, as recognition leaves them. */
export const layerOf =
  (paper: Paper): NonNullable<Filing['over']> =>
  async (page, pdf) => {
    const font = await embedded(pdf, { ...paper, face: 'sans' }, false)
    append(page, paper.cells.map((cell) => shown(page, cell, font, paper.face, { mode: 3 })).join('\n'))
  }

const pagesOf = ({ pages }: Paper) => Array.from({ length: pages }, (_, at) => at + 1)

export async function honest(name: string, { act, ...scan }: Scan, find: Find): Promise<RoundFile> {
  const [paper, chance] = [find(scan.paper), seeded(name)]
  const shots: Shot[] = []
  for (const page of pagesOf(paper))
    shots.push(await later(await scanned(paper, page, scan.device, chance, scan.mark), scan.after, chance))
  const over = scan.after === 'layer' ? { over: layerOf(paper) } : {}
  const { account_number: _, ...less } = paper.truth.fields
  const truth = act === 'blacked-out' ? { ...paper.truth, fields: less } : paper.truth
  const bytes = await filed(shots, { as: scan.as, when: WHEN, ...over })
  return { name, kind: act ? 'innocent' : 'genuine', medium: 'scan', bytes, truth, ...(act && { act }) }
}

type Retouches = Readonly<Record<string, Retouch>>

/** The page after the retoucher, who sits before a screen or before the paper itself. */
async function worked(wish: Wish, chance: Chance, retouches: Retouches): Promise<Shot> {
  const { job, device, hand } = wish
  const { paper, after } = job
  const page = job.cells[0]?.[0].page ?? 1
  if (hand === 'none!') return scanned(after, page, device, chance)
  const [name = '', other = device] = hand.replace('!', '').split(':')
  const donor = await scanned(after, page, other, chance)
  const retouch = retouches[name]
  if (!retouch) throw new Error(`nobody can do ${name}`)
  if (!hand.endsWith('!')) {
    const seen = await scanned(paper, page, device, chance)
    retouch({ ...job, shot: seen, donor, chance })
    return seen
  }
  const canvas = inked(paper, page)
  const flat: Device = { dpi: [MASTER, MASTER], colour: true, skew: 0, blur: 0, noise: 0, white: 255 }
  const at = (x: number, y: number) => [(x * MASTER) / 72, (y * MASTER) / 72] as const
  retouch({ ...job, shot: { canvas, device: flat, size: sizeOf(paper), at }, donor, chance })
  return shot(canvas, sizeOf(paper), deviceOf(device), chance)
}

export function placesOf(seen: Shot, { paper, cells }: Job, page: number): Place[] {
  const [across, down] = [72 / seen.device.dpi[0], 72 / seen.device.dpi[1]]
  return cells.map((pair) => {
    const [x, y, width, height] = pixelsOf(seen, unionOf(pair, paper))
    const foot = seen.size[1] - (y + height) * down
    return { page, box: [x * across, foot, (x + width) * across, foot + height * down] }
  })
}

export async function forged(name: string, wish: Wish, retouches: Retouches): Promise<RoundFile> {
  const { technique, family, field, job, as } = wish
  const [chance, page] = [seeded(name), job.cells[0]?.[0].page ?? 1]
  const shots: Shot[] = []
  for (const each of pagesOf(job.paper)) {
    const first =
      each === page ? await worked(wish, chance, retouches) : await scanned(job.paper, each, wish.device, chance)
    shots.push(await later(first, wish.after, chance))
  }
  const places = placesOf(shots[page - 1] as Shot, job, page)
  const bytes = await filed(shots, { as, when: WHEN, ...(wish.after === 'layer' && { over: layerOf(job.after) }) })
  const truth = { ...job.paper.truth, risk: 'flagged' as const }
  return { name, kind: 'forged', medium: 'scan', bytes, truth, forgery: { technique, family, field, places } }
}

/** After every day that a paper prints. */
export const WHEN = new Date(Date.UTC(2026, 9, 19, 8, 5))
