import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import { Chance } from '../../chance.ts'
import type { Truth } from '../../specimen.ts'
import { installed } from '../installed.ts'
import type { Place, Round, RoundFile } from '../round-file.ts'
import { boxOf, type Printed, placeOf, printed, printsOf } from './faces.ts'
import { type Filing, filed, typedOver } from './file.ts'
import { DEVICES, type Device, MASTER, pixelsOf, type Shot, shot } from './glass.ts'
import { ACTS, type Act, SCANS, type Scan } from './honest.ts'
import { changed, PAPERS, type Paper, truthOf } from './paper.ts'
import { type Change, RETOUCHES, union } from './retouch.ts'
import { symbolsShared } from './symbols.ts'
import { WISHES, type Wish } from './wishes.ts'

const seeded = (name: string) =>
  new Chance([...name].reduce((sum, letter) => (sum * 29 + letter.charCodeAt(0)) % 92_821, 11))

const paperOf = (name: string): Paper => {
  const paper = PAPERS[name]
  if (!paper) throw new Error(`there is no paper ${name}`)
  return paper
}

const two = (at: number) => String(at + 1).padStart(2, '0')
const deviceOf = (name: keyof typeof DEVICES): Device => DEVICES[name]
const possible = ({ as }: { as: Filing['as'] }) => as !== 'g4' || installed('convert')

/** What could not be made here. */
export const left = [...SCANS, ...ACTS, ...WISHES]
  .filter((each) => !possible(each))
  .map(({ paper }) => `${paper} (no ImageMagick)`)

export async function* files(wanted: (name: string) => boolean = () => true): AsyncGenerator<RoundFile> {
  for (const [at, scan] of SCANS.entries()) {
    const name = `genuine-11-${two(at)}-${scan.paper}-${scan.device}${scan.up ? '-four' : ''}`
    if (wanted(name) && possible(scan)) yield genuine(name, scan)
  }
  for (const [at, wish] of WISHES.entries()) {
    const name = `forged-11-${two(at)}-${wish.technique}-${wish.paper}`
    if (wanted(name) && possible(wish)) yield forged(name, wish)
  }
  for (const [at, act] of ACTS.entries()) {
    const name = `innocent-11-${two(at)}-${act.act}`
    if (wanted(name) && possible(act)) yield innocent(name, act)
  }
}

export const round: Round = { files, left }

const pagesOf = ({ pages }: Paper) => Array.from({ length: pages }, (_, at) => at + 1)

async function genuine(name: string, scan: Scan): Promise<RoundFile> {
  const paper = paperOf(scan.paper)
  const chance = seeded(name)
  const shots = pagesOf(paper).map((page) => {
    const [sheet, size] = scan.up ? fourUp(paper) : ([printed(paper, page, MASTER), paper.size] as const)
    return shot(sheet, size, deviceOf(scan.device), chance)
  })
  if (scan.symbols) for (const { canvas } of shots) symbolsShared(canvas)
  return { name, kind: 'genuine', medium: 'scan', bytes: await filed(shots, scan), truth: truthOf(paper) }
}

/** Four copies of a slip on one sheet, each at two thirds and a little. */
function fourUp(paper: Paper): [Canvas, readonly [number, number]] {
  const slip = printed(paper, 1, MASTER)
  const sheet = createCanvas(Math.round((792 * MASTER) / 72), Math.round((612 * MASTER) / 72))
  const pen = sheet.getContext('2d')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, sheet.width, sheet.height)
  const [wide, high] = [slip.width * 0.64, slip.height * 0.64]
  for (const [column, row] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const)
    pen.drawImage(slip, 10 + (column * sheet.width) / 2, 40 + (row * sheet.height) / 2, wide, high)
  return [sheet, [792, 612]]
}

async function innocent(name: string, act: Act): Promise<RoundFile> {
  const paper = paperOf(act.paper)
  const chance = seeded(name)
  const sheet = printed(paper, 1, MASTER)
  const pen = sheet.getContext('2d')
  pen.scale(MASTER / 72, MASTER / 72)
  act.mark?.(pen, paper.size, chance)
  let seen = shot(sheet, paper.size, deviceOf(act.device), chance)
  if (act.again) seen = printedAgain(seen, deviceOf(act.again), chance)
  if (act.pressed) seen = { ...seen, canvas: await pressed(seen.canvas, act.pressed) }
  act.after?.(seen, seen.canvas)
  if (act.rotate) seen = rotated(seen)
  const truth = truthOf(paper)
  const fields = Object.fromEntries(Object.entries(truth.fields).filter(([field]) => !act.lost?.includes(field)))
  return {
    name,
    kind: 'innocent',
    medium: 'scan',
    bytes: await filed([seen], act),
    truth: { ...truth, fields },
    act: act.act,
  }
}

function rotated(seen: Shot): Shot {
  const { canvas, size } = seen
  const turned = createCanvas(canvas.height, canvas.width)
  const pen = turned.getContext('2d')
  pen.translate(canvas.height, 0)
  pen.rotate(Math.PI / 2)
  pen.drawImage(canvas, 0, 0)
  return { ...seen, canvas: turned, size: [size[1], size[0]] }
}

async function pressed(canvas: Canvas, quality: number): Promise<Canvas> {
  const image = await loadImage(canvas.toBuffer('image/jpeg', quality))
  const back = createCanvas(canvas.width, canvas.height)
  back.getContext('2d').drawImage(image, 0, 0)
  return back
}

/** A print of the picture, under another device. */
function printedAgain(first: Shot, device: Device, chance: Chance): Shot {
  const sheet = createCanvas(Math.round((first.size[0] * MASTER) / 72), Math.round((first.size[1] * MASTER) / 72))
  sheet.getContext('2d').drawImage(first.canvas, 0, 0, sheet.width, sheet.height)
  const second = shot(sheet, first.size, device, chance)
  const at = (x: number, y: number) => {
    const [u, v] = first.at(x, y)
    return second.at((72 * u) / first.device.dpi[0], (72 * v) / first.device.dpi[1])
  }
  return { ...second, at }
}

/** Quality at which scanners and telephones keep a picture, which a forger then opens. */
const SCANNED = 80

/** A page as a device has kept it. */
async function kept(paper: Paper, page: number, name: keyof typeof DEVICES, chance: Chance): Promise<Shot> {
  const device = deviceOf(name)
  const seen = shot(printed(paper, page, MASTER), paper.size, device, chance)
  return 'threshold' in device ? seen : { ...seen, canvas: await pressed(seen.canvas, SCANNED) }
}

async function forged(name: string, wish: Wish): Promise<RoundFile> {
  const { technique, family, field } = wish
  const paper = paperOf(wish.paper)
  const wanted = changed(paper, wish.changes)
  const chance = seeded(name)
  const changes = changesOf(paper, wanted, wish)
  const shots: Shot[] = []
  for (const page of pagesOf(paper)) shots.push(await kept(paper, page, wish.device, chance))
  const upper = changes[0]?.old.page ?? 1
  const [main = shots[upper - 1], ...rest] = [
    await worked(shots[upper - 1] as Shot, paper, wanted, changes, wish, chance),
  ]
  const last = wish.again ? printedAgain(main as Shot, deviceOf(wish.again), chance) : (main as Shot)
  if (rest.length > 0) throw new Error('one page is changed')
  shots[upper - 1] = last
  const places = changes.map((change) => placeIn(last, change, upper, shiftOf(paper, wish, change)))
  const bytes = await filed(shots, {
    as: wish.as,
    ...(wish.maker && { maker: wish.maker }),
    ...overOf(wish, changes[0], last),
  })
  const truth: Truth = { ...truthOf(wanted), risk: 'flagged' }
  return { name, kind: 'forged', medium: 'scan', bytes, truth, forgery: { technique, family, field, places } }
}

function changesOf(paper: Paper, wanted: Paper, { changes }: Wish): Change[] {
  const [before, after] = [printsOf(paper), printsOf(wanted)]
  return Object.keys(changes).map((key) => {
    const [old, to] = [before, after].map((prints) => prints.find((print) => print.key === key)) as [Printed?, Printed?]
    if (!old || !to) throw new Error(`${paper.name} does not print ${key}`)
    return { old, to }
  })
}

/** The page after the retoucher, who sits before a screen or, with a typewriter, before the paper. */
async function worked(
  seen: Shot,
  paper: Paper,
  wanted: Paper,
  changes: Change[],
  wish: Wish,
  chance: Chance,
): Promise<Shot> {
  const page = changes[0]?.old.page ?? 1
  const donor = await kept(wanted, page, wish.donor ?? wish.device, chance)
  const desk = { donor, paper, prints: printsOf(paper), changes, chance, ...(wish.row && { row: wish.row }) }
  if (!wish.onPaper) {
    RETOUCHES[wish.retouch]({ ...desk, shot: seen })
    return seen
  }
  const canvas = printed(paper, page, MASTER)
  const flat: Device = { dpi: [MASTER, MASTER], colour: true, skew: 0, blur: 0, noise: 0, white: 255 }
  const at = (x: number, y: number) => [(x * MASTER) / 72, (y * MASTER) / 72] as const
  RETOUCHES[wish.retouch]({ ...desk, shot: { canvas, device: flat, size: paper.size, at } })
  return shot(canvas, paper.size, deviceOf(wish.device), chance)
}

/** How far a row that went or came has moved a value that stands below it. */
function shiftOf(paper: Paper, { row, retouch }: Wish, { old }: Change): number {
  if (!row) return 0
  const [table, number] = row.split('.')
  const yOf = (at: number) => printsOf(paper).find(({ key }) => key.startsWith(`${table}.${at}.`))?.y ?? 0
  const [y, step] = [yOf(Number(number)), yOf(Number(number) + 1) - yOf(Number(number))]
  if (old.y <= y) return 0
  return retouch === 'row-removed' ? -step : step
}

function placeIn(seen: Shot, change: Change, page: number, shift: number): Place {
  const [left, top, wide, high] = union(change)
  const [x, y, width, height] = pixelsOf(seen, [left, top + shift, wide, high])
  const [across, down] = [72 / seen.device.dpi[0], 72 / seen.device.dpi[1]]
  return placeOf(page, seen.size[1], [x * across, y * down, width * across, height * down])
}

function overOf({ over }: Wish, change: Change | undefined, { at, device }: Shot): Pick<Filing, 'over'> {
  if (!over || !change) return {}
  const { old, to } = change
  const [x, y, width, height] = boxOf(over === 'bare' ? old : to)
  const [u, v] = at(x, y)
  const [left, top] = [(72 * u) / device.dpi[0], (72 * v) / device.dpi[1]]
  if (over === 'covered') return { over: typedOver(to.text, [left, top, width, height], to.size, 'fa') }
  // Only the digit in front is written, beside what is there.
  const [digit = ''] = to.text
  const wide = 0.56 * to.size
  return { over: typedOver(digit, [left - wide, top, wide, height], to.size) }
}
