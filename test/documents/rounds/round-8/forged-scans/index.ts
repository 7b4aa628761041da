import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { Chance } from '../../../chance.ts'
import type { Truth } from '../../../specimen.ts'
import type { Place, RoundFile } from '../../round-file.ts'
import { PAPERS } from '../forged-text/papers.ts'
import { pictureOf } from '../forged-text/pictures.ts'
import { boxOf, type Cell, type Sheet } from '../forged-text/sheet.ts'
import { fileOf, thingsOf } from '../forged-text/write.ts'
import { type Glass, LENSES, painted, scanned, seenBox } from './glass.ts'
import { type Form, WISHES, type Wish } from './list.ts'
import { ACTS, type Act, markOf } from './marks.ts'
import { RETOUCHES } from './retouch.ts'

const sheets: Record<string, () => Sheet> = PAPERS

/** The kit draws and scans its papers itself. */
export const left: string[] = []

export async function* files(wanted: (name: string) => boolean = () => true): AsyncGenerator<RoundFile> {
  for (const [at, wish] of WISHES.entries()) {
    const name = `forged-scan-8-${String(at + 1).padStart(2, '0')}-${wish.technique}-${wish.paper}`
    if (wanted(name)) yield forged(name, wish)
  }
  for (const [at, act] of ACTS.entries()) {
    const name = `innocent-scan-8-${String(at + 1).padStart(2, '0')}-${act.act}`
    if (wanted(name)) yield innocent(name, act)
  }
}

const seeded = (name: string) =>
  new Chance([...name].reduce((sum, letter) => (sum * 33 + letter.charCodeAt(0)) % 65_521, 5))
const printed = (sheet: Sheet, dpi: number) => painted(fileOf(thingsOf(sheet)), dpi)

async function forged(name: string, wish: Wish): Promise<RoundFile> {
  const { technique, family, field, form, told } = wish
  const { before, after, changes } = wish.job()
  const lens = LENSES[wish.lens]
  const chance = seeded(name)
  const fresh = await printed(after, lens.dpi)
  const shown = form.screen ? fresh : await printed(before, lens.dpi)
  const plain = { ...lens, noise: 0, blur: 0, quality: 100 }
  const glass = form.screen ? await screenOf(fresh, after.size) : await scanned(shown, lens, before.size, chance)
  const donor = await scanned(fresh, lens, before.size, chance)
  const clean = await scanned(fresh, plain, before.size, chance)
  const pairs = changes.map(({ old, to }) => ({ old: old ?? to, to }))
  await RETOUCHES[wish.retouch]?.({ glass, donor, clean, changes: pairs, cells: before.cells, chance })
  const last = form.second ? await again(glass, form, chance) : glass
  const boxes = changes.map(({ to }) => seenBox(last, boxOf(to)))
  const places: Place[] = boxes.map((box) => ({ page: 1, box }))
  const layer = form.layer === 'before' ? before : form.layer === 'wanted' ? after : undefined
  const bytes = await filed(last, form, layer, form.over ? changes.map(({ to }) => to) : [])
  const blind = form.layer === 'wanted'
  const page = blind ? before.truth : after.truth
  const fields = blind ? page.fields : { ...page.fields, ...known(told, page) }
  const truth: Truth = { ...page, fields, scan: !form.layer && !form.over, risk: 'flagged' }
  return { name, kind: 'forged', medium: 'scan', bytes, truth, forgery: { technique, family, field, places } }
}

const known = (told: Wish['told'], { fields }: Truth) =>
  Object.fromEntries(Object.entries(told).filter(([name]) => name in fields))

/** A page as a screen shows it. */
async function screenOf(sheet: Awaited<ReturnType<typeof painted>>, size: Glass['size']): Promise<Glass> {
  return { canvas: sheet, lens: { ...LENSES.home, skew: 0, noise: 0 }, size }
}

/** A picture taken of what there is: of a print of it, or of the screen that shows it. */
async function again({ canvas, size, lens: first }: Glass, { second, screen }: Form, chance: Chance): Promise<Glass> {
  const lens = LENSES[second ?? 'home']
  const sheet = createCanvas(Math.round((size[0] * lens.dpi) / 72), Math.round((size[1] * lens.dpi) / 72))
  const pen = sheet.getContext('2d')
  pen.drawImage(canvas, 0, 0, sheet.width, sheet.height)
  if (screen)
    for (let y = 0; y < sheet.height; y += 3) {
      pen.fillStyle = y % 2 ? 'rgba(40,60,120,0.07)' : 'rgba(120,60,40,0.07)'
      pen.fillRect(0, y, sheet.width, 1)
    }
  const seen = await scanned(sheet, lens, size, chance, '#ffffff')
  return { ...seen, lens: { ...lens, skew: lens.skew + first.skew } }
}

async function innocent(name: string, { act, paper, lens: lensName, mark, form = {}, lost }: Act): Promise<RoundFile> {
  const sheet = sheets[paper]?.()
  if (!sheet) throw new Error(`there is no paper ${paper}`)
  const [lens, chance] = [LENSES[lensName], seeded(name)]
  const canvas = await printed(sheet, lens.dpi)
  const pen = canvas.getContext('2d')
  pen.scale(lens.dpi / 72, lens.dpi / 72)
  markOf(mark)(pen, sheet.size, chance)
  let glass = await scanned(canvas, lens, sheet.size, chance)
  if (form.second) glass = await again(glass, { second: form.second }, chance)
  const bytes = await filed(glass, form, form.layer ? sheet : undefined, [])
  const { [lost ?? '']: _, ...fields } = sheet.truth.fields
  const truth = { ...sheet.truth, fields, scan: !form.layer }
  return { name, kind: 'innocent', medium: 'scan', bytes, truth, act }
}

async function filed(
  { canvas, lens, size }: Glass,
  form: Form,
  layer: Sheet | undefined,
  over: Cell[],
): Promise<Uint8Array> {
  const { quality = lens.quality, maker = 'Canon iR-ADV C3530', screen } = form
  const pdf = await PDFDocument.create()
  const made = new Date(Date.UTC(2026, 9, 20, 9, 30))
  pdf.setCreationDate(made)
  pdf.setModificationDate(made)
  const program = form.bare ? '' : maker
  pdf.setProducer(screen ? 'img2pdf 0.5.1' : program)
  pdf.setCreator(screen ? '' : program)
  const picture = screen
    ? await pdf.embedPng(canvas.toBuffer('image/png'))
    : await pdf.embedJpg(canvas.toBuffer('image/jpeg', quality))
  const page = pdf.addPage([...size])
  page.drawImage(picture, { x: 0, y: 0, width: size[0], height: size[1] })
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const glass = { canvas, lens, size }
  for (const cell of layer?.cells ?? []) {
    const [x, y, right] = seenBox(glass, boxOf(cell))
    const wide = (right - x) / font.widthOfTextAtSize(cell.text, cell.size)
    page.drawText(cell.text, {
      x,
      y: y + 0.2 * cell.size,
      size: cell.size * Math.min(1.05, wide),
      font,
      opacity: 1,
      renderMode: 3,
    } as never)
  }
  for (const cell of over) {
    const box = boxOf(cell)
    const [x, y, right, top] = seenBox(glass, box)
    const area = { x: x - 3, y: y - 1, width: right - x + 5, height: top - y + 2 }
    if (form.over === 'text') {
      page.drawRectangle({ ...area, color: rgb(0.965, 0.965, 0.965) })
      page.drawText(cell.text, { x, y: y + 0.22 * cell.size, size: cell.size, font })
    } else {
      const more = [box[0] - 3, box[1] - 1, box[2] + 2, box[3] + 1]
      page.drawImage(await pdf.embedPng(pictureOf([cell], more, '#f8f4ec').toBuffer('image/png')), area)
    }
  }
  return pdf.save({ useObjectStreams: false })
}
