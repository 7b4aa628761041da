import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { Forgery, RoundFile } from '../round-file.ts'
import { recoded } from './codes.ts'
import { opened, saved } from './hands.ts'
import { factur } from './invoice-xml.ts'
import { draw, embedded, printed } from './printers.ts'
import { type Change, changed, placeOf, type Sheet, sheetOf, sizeOf } from './sheet.ts'
import { call, inFolder, qpdf, through } from './tools.ts'

type Made = Omit<RoundFile, 'name' | 'kind' | 'medium'>
type Family = Forgery['family']

/** What is told of a forged file. */
function told(paper: string, family: Family, technique: string, field: string, changes: readonly Change[]) {
  const sheet = sheetOf(paper)
  const { sheet: after, cells } = changed(sheet, changes)
  const places = cells.map(([, cell]) => placeOf(sheet, cell))
  const rest = { truth: { ...sheet.truth, risk: 'flagged' as const }, forgery: { technique, family, field, places } }
  return { sheet, after, cells, rest }
}

/** A page as a picture, with the texts of a sheet behind it that nobody sees. */
export async function layered(seen: Sheet, layer: Sheet, dpi = 150): Promise<Uint8Array> {
  const bytes = await printed(seen, 'embedded')
  const picture = inFolder((folder) => {
    writeFileSync(path.join(folder, 'in.pdf'), bytes)
    call('pdftoppm', ['-r', `${dpi}`, '-jpeg', '-jpegopt', 'quality=85', '-singlefile', 'in.pdf', 'out'], folder)
    return readFileSync(path.join(folder, 'out.jpg'))
  })
  const pdf = await PDFDocument.create()
  const [width, height] = sizeOf(seen)
  const page = pdf.addPage([width, height])
  page.drawImage(await pdf.embedJpg(picture), { x: 0, y: 0, width, height })
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (const cell of layer.cells.filter(({ text }) => text !== '')) {
    const left = cell.right ? cell.x - font.widthOfTextAtSize(cell.text, cell.size) : cell.x
    page.drawText(cell.text, { x: left, y: height - cell.top, size: cell.size, font, renderMode: 3 } as object)
  }
  return saved(pdf)
}

const layers = (paper: string, field: string, change: Change, lies: 'picture' | 'layer') => async (): Promise<Made> => {
  const technique = lies === 'picture' ? 'picture-over-true-layer' : 'layer-lies-under-true-picture'
  const { sheet, after, rest } = told(paper, 'hidden', technique, field, [change])
  return { bytes: await (lies === 'picture' ? layered(after, sheet) : layered(sheet, after)), ...rest }
}

/** A text drawn in a font of its own whose map to Unicode says another digit than it draws. */
const mapped =
  (paper: string, field: string, [old, text]: Change, seen: 'old' | 'new') =>
  async (): Promise<Made> => {
    const technique = seen === 'new' ? 'map-copies-the-old' : 'map-copies-the-new'
    const { sheet, cells, rest } = told(paper, 'hidden', technique, field, [[old, text]])
    const pdf = await opened(recoded(await printed(sheet), [[old, '']]))
    for (const [was, is] of cells) {
      const at = was.text.indexOf(old)
      const font = await embedded(pdf, is.bold)
      const shown = seen === 'new' ? text : old
      const x = is.right ? is.x : is.x + font.widthOfTextAtSize(was.text.slice(0, at), is.size)
      draw(pdf, { ...is, x, text: shown }, font)
    }
    const file = Buffer.from(qpdf('--qdf', '--object-streams=disable')(await saved(pdf))).toString('latin1')
    const [from, to] = seen === 'new' ? [text, old] : [old, text]
    const at = [...from].findIndex((letter, nth) => letter !== to[nth])
    const hex = (letter = '') => letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    const maps = [...file.matchAll(/beginbfchar[\s\S]*?endbfchar/g)]
    const own = maps.find(([map]) => map.includes(`<${hex(from[at])}>`) && map.length < 400) ?? maps.at(-1)
    if (!own) throw new Error('there is no map')
    const lying = own[0].replace(`<${hex(from[at])}>`, `<${hex(to[at])}>`)
    const whole = file.slice(0, own.index) + lying + file.slice(own.index + own[0].length)
    return { bytes: qpdf()(Buffer.from(whole, 'latin1')), ...rest }
  }

/** A slip with fields, of which one says something else than what it shows. */
const fielded = (how: 'shows' | 'holds') => async (): Promise<Made> => {
  const change: Change = ['52340.00', '92340.00', 0]
  const { sheet, cells, rest } = told('us-w2', 'hidden', `field-${how}-new`, 'wages_tips_other_compensation', [change])
  const [[cell] = []] = cells
  if (!cell) throw new Error('nothing was changed')
  const pdf = await opened(await printed({ ...sheet, cells: sheet.cells.filter((each) => each !== cell) }))
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const field = pdf.getForm().createTextField('f1_09')
  field.addToPage(pdf.getPage(0), {
    x: cell.x - 2,
    y: 792 - cell.top - 4,
    width: 120,
    height: 14,
    font,
    borderWidth: 0,
  })
  field.setFontSize(10)
  const [shown, held] = how === 'shows' ? ['92340.00', '52340.00'] : ['52340.00', '92340.00']
  field.setText(shown)
  field.updateAppearances(font)
  const file = Buffer.from(await saved(pdf)).toString('latin1')
  const wide = (text: string) =>
    [...text].map((each) => each.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()).join('')
  return { bytes: Buffer.from(file.replace(`FEFF${wide(shown)}`, `FEFF${wide(held)}`), 'latin1'), ...rest }
}

/** An invoice with its XML, which still says what was so. */
const einvoice = (technique: string, field: string, changes: Change[]) => async (): Promise<Made> => {
  const { sheet, rest } = told('nl-factuur', 'sums', technique, field, changes)
  const pdf = await opened(recoded(await printed(sheet), changes))
  await pdf.attach(Buffer.from(factur(sheet.truth, 'NL51RABO0318842211')), 'factur-x.xml', {
    mimeType: 'text/xml',
    description: 'Factur-X',
  })
  return { bytes: await saved(pdf), ...rest }
}

export const joined = (first: Uint8Array, second: Uint8Array): Uint8Array =>
  through('qpdf', ['--empty', '--pages', 'in.pdf', 'second.pdf', '--', 'out.pdf'], { 'second.pdf': second })(first)

/** A stub whose net pay was raised, with the statement that its pay came into. */
const packet = async (): Promise<Made> => {
  const net: Change[] = [
    ['26.40', '31.40'],
    ['2,112.00', '2,512.00'],
    ['1,612.45', '2,012.45'],
  ]
  const { sheet, rest } = told('us-stub', 'clean', 'packet-deposit-forgotten', 'net_pay', net)
  return { bytes: joined(recoded(await printed(sheet), net), await printed(sheetOf('us-checking'))), ...rest }
}

/** The first page of one statement and the second of another one. */
const otherPage = async (): Promise<Made> => {
  const more: Change[] = [
    ['1,612.45', '3,612.45'],
    ['Delia R. Montrose', 'Sven Aldritch'],
  ]
  const { sheet, rest } = told(
    'us-checking',
    'structure',
    'page-of-another',
    'transactions.1.deposit',
    more.slice(0, 1),
  )
  const part = (whole: Sheet, from: number, to: number) => ({
    ...whole,
    cells: whole.cells.filter(({ top }) => top >= from && top < to),
  })
  const second = part(changed(sheet, more).sheet, 260, 800)
  const places = rest.forgery.places.map((place) => ({ ...place, page: 2 }))
  const bytes = joined(await printed(part(sheet, 0, 260)), await printed(second, 'wkhtmltopdf'))
  return { bytes, ...rest, forgery: { ...rest.forgery, places } }
}

/** Forgeries that are more than a text for another one. */
export const WHOLE: { name: string; make: () => Promise<Made> }[] = [
  { name: 'layers-us-checking', make: layers('us-checking', 'closing_balance', ['$3,110.59', '$8,110.59'], 'picture') },
  { name: 'layers-fr-bulletin', make: layers('fr-bulletin', 'net_pay', ['1 900,11', '2 900,11'], 'picture') },
  { name: 'layers-gb-card', make: layers('gb-card', 'closing_balance', ['£775.85', '£175.85'], 'layer') },
  { name: 'map-us-stub', make: mapped('us-stub', 'net_pay', ['$1,612.45', '$3,612.45'], 'old') },
  { name: 'map-de-konto', make: mapped('de-konto', 'transactions.2.deposit', ['2.346,19', '8.346,19'], 'new') },
  { name: 'field-shows', make: fielded('shows') },
  { name: 'field-holds', make: fielded('holds') },
  {
    name: 'xml-total',
    make: einvoice('xml-against-print', 'invoice_total', [['1.210,00', '2.110,00']]),
  },
  {
    name: 'xml-iban',
    make: einvoice('xml-against-print', 'iban', [['NL51 RABO 0318 8422 11', 'NL67 INGB 0007 7419 36']]),
  },
  { name: 'packet', make: packet },
  { name: 'other-page', make: otherPage },
]
