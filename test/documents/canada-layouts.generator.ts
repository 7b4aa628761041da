import { fullName } from './canada-people.generator.ts'
import type { Sheet } from './canada-sheet.generator.ts'
import { captionRows, printed, type Slip, type SlipBox, type SlipLook } from './canada-slip.generator.ts'

/** Draws one slip below `y` and returns where it ends. */
export type SlipLayout = (sheet: Sheet, slip: Slip, look: SlipLook, y: number, at: number) => number

interface Frame {
  sheet: Sheet
  look: SlipLook
  /** The slip's number on the page, for the names of its fields. */
  at: number
}

const LEFT = 36
const MIDDLE = 306
const CAPTION = 5.5

function frameBox({ sheet, look }: Frame, x: number, y: number, width: number, height: number): void {
  if (look.ruled) sheet.box(x, y, width, height)
}

/** An entry: typed on the page, or a field of the form. */
function enter(
  { sheet, look, at }: Frame,
  name: string,
  value: string,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  if (look.fillable) {
    const padded = value && name.startsWith('Box') && value.length % 3 === 0 ? `${value}  ` : value
    sheet.field(
      `form1[0].Page1[0].Slip${at}[0].${name}[0].Slip${at}${name.split('.').at(-1)}[0]`,
      padded,
      x + 1,
      y,
      width - 2,
      height,
    )
    return
  }
  const [whole = '', cents] = value.split('|')
  const base = y + height - 4
  if (cents !== undefined) {
    if (look.ruled) sheet.line(x + width - 22, y, x + width - 22, y + height)
    sheet.text(x + width - 25, base, whole, { size: look.size, at: 'end', font: sheet.entry })
    sheet.text(x + width - 17, base, cents, { size: look.size, font: sheet.entry })
    return
  }
  const right = look.align === 'end'
  const size = Math.min(look.size, (look.size * (width - 8)) / sheet.entryWidth(whole || ' ', look.size))
  sheet.text(right ? x + width - 5 : x + 5, base, whole, { size, at: right ? 'end' : 'start', font: sheet.entry })
}

function captions(
  { sheet, look }: Frame,
  box: { en: string; fr: string },
  x: number,
  y: number,
  center = 0,
  squeeze = 1,
): void {
  for (const [row, text] of captionRows(box, look).entries()) {
    const size = center
      ? Math.min(CAPTION, (CAPTION * 1.75 * center) / sheet.printWidth(text, CAPTION))
      : CAPTION * squeeze
    sheet.text(x + center, y + row * (CAPTION + 1), text, { size, at: center ? 'middle' : 'start' })
  }
}

function title(frame: Frame, { form, en, fr, year }: Slip, y: number): void {
  const { sheet, look } = frame
  sheet.text(LEFT, y + 10, look.language === 'fr' ? 'Agence du revenu du Canada' : 'Canada Revenue Agency', { size: 7 })
  sheet.text(MIDDLE + 34, y + 14, form, { size: 16, bold: true })
  captions(frame, { en, fr }, MIDDLE + 80, y + 8)
  captions(frame, { en: 'Year', fr: 'Année' }, MIDDLE - 42, y + 8)
  frameBox(frame, MIDDLE - 16, y + 2, 42, 15)
  if (look.fillable) enter(frame, 'Year', year, MIDDLE - 16, y + 2, 42, 15)
  else sheet.text(MIDDLE + 4, y + 14, year, { size: 11, at: 'middle', bold: true })
}

function issuer(frame: Frame, { issuer: { name, address }, issuerCaption }: Slip, y: number): void {
  const { sheet, look } = frame
  sheet.text(LEFT + 3, y + 7, captionRows(issuerCaption, look, true).join(''), { size: CAPTION })
  frameBox(frame, LEFT, y, 250, 58)
  const lines = [name, ...address]
  if (look.fillable) enter(frame, issuerCaption.name, lines.join(look.lines ? ', ' : '\n'), LEFT, y + 9, 250, 48)
  else
    for (const [row, line] of lines.entries())
      sheet.text(LEFT + 8, y + 20 + row * 11, line, { size: look.size, font: sheet.entry })
}

function person(frame: Frame, { person: who, personCaption }: Slip, y: number): void {
  const { sheet, look } = frame
  frameBox(frame, LEFT, y, 250, 88)
  sheet.text(LEFT + 3, y + 7, captionRows(personCaption, look, true).join(''), { size: CAPTION })
  const parts = [
    {
      x: LEFT + 3,
      width: 125,
      name: 'Employee[0].LastName',
      en: 'Last name (in capital letters)',
      fr: 'Nom de famille (en lettres moulées)',
      value: who.last.toUpperCase(),
    },
    { x: LEFT + 132, width: 80, name: 'Employee[0].FirstName', en: 'First name', fr: 'Prénom', value: who.first },
    { x: LEFT + 214, width: 34, name: 'Employee[0].Initial', en: 'Initial', fr: 'Initiale', value: who.initial },
  ]
  for (const { x, width, name, value, ...caption } of parts) {
    captions(frame, caption, x, y + 16)
    if (look.fillable) enter(frame, name, value, x, y + 25, width, 14)
    else sheet.text(x + 3, y + 36, value, { size: look.size, font: sheet.entry })
  }
  if (look.fillable) enter(frame, 'Employee[0].Address', who.address.join('\n'), LEFT, y + 42, 250, 44)
  else
    for (const [row, line] of who.address.entries())
      sheet.text(LEFT + 8, y + 52 + row * 11, line, { size: look.size, font: sheet.entry })
}

function nameOf(id: string): string {
  return id === '54' ? 'Box54' : `Box${id}`
}

/** The agency's own layout: captions above, the number in a little box of its own left of the amount. */
function officialBox(frame: Frame, box: SlipBox, x: number, y: number, width: number): void {
  const { sheet, look } = frame
  captions(frame, box, x, y + 5, width / 2)
  const top = y + 14
  frameBox(frame, x, top, 22, 16)
  frameBox(frame, x + 22, top, width - 22, 16)
  sheet.text(x + 11, top + 11, box.id, { size: 8, bold: true, at: 'middle' })
  enter(frame, nameOf(box.id), printed(box, look), x + 22, top, width - 22, 16)
}

function exemptions(frame: Frame, exempt: string[], x: number, y: number): void {
  const { sheet, look } = frame
  captions(frame, { en: 'Exempt', fr: 'Exemption' }, x + 30, y + 5)
  sheet.text(x, y + 26, '28', { size: 8, bold: true })
  const marks = [
    { field: 'exempt_cpp_qpp', en: 'CPP/QPP', fr: 'RPC/RRQ', name: 'CPP' },
    { field: 'exempt_ei', en: 'EI', fr: 'AE', name: 'EI' },
    { field: 'exempt_ppip', en: 'PPIP', fr: 'RPAP', name: 'PPIP' },
  ]
  for (const [at, mark] of marks.entries()) {
    const left = x + 18 + at * 34
    const on = exempt.includes(mark.field)
    if (look.fillable)
      sheet.check(`form1[0].Page1[0].Slip${frame.at}[0].Box28[0].${mark.name}[0]`, on, left, y + 16, 11)
    else {
      sheet.box(left, y + 16, 11, 11)
      if (on) sheet.text(left + 2.4, y + 25, 'X', { size: 9, font: sheet.entry })
    }
    captions(frame, mark, left - 4, y + 34)
  }
}

function otherInformation(frame: Frame, { other }: Slip, y: number): number {
  const { look } = frame
  captions(frame, { en: 'Other information (see over)', fr: 'Autres renseignements (voir au verso)' }, LEFT, y + 6)
  for (let at = 0; at < 6; at++) {
    const [x, top] = [LEFT + 120 + (at % 3) * 140, y + Math.floor(at / 3) * 34]
    captions(frame, { en: 'Box', fr: 'Case' }, x, top + 6)
    captions(frame, { en: 'Amount', fr: 'Montant' }, x + 46, top + 6)
    frameBox(frame, x, top + 14, 28, 15)
    frameBox(frame, x + 28, top + 14, 100, 15)
    const pair = other[at]
    if (!pair && !look.fillable) continue
    enter(frame, `OtherInformation[0].Box${at + 1}`, pair?.code ?? '', x, top + 14, 28, 15)
    enter(frame, `OtherInformation[0].Amount${at + 1}`, pair ? look.amount(pair.amount) : '', x + 28, top + 14, 100, 15)
  }
  return y + 70
}

/** The layout of the agency's form. */
export const official: SlipLayout = (sheet, slip, look, y, at) => {
  const frame = { sheet, look, at }
  title(frame, slip, y)
  issuer(frame, slip, y + 20)
  const pairs = slip.boxes.filter(({ narrow }) => !narrow)
  for (const [row, box] of pairs.entries())
    officialBox(frame, box, MIDDLE + (row % 2) * 136, y + 24 + Math.floor(row / 2) * 32, 128)
  const narrow = [...slip.ids, ...slip.boxes.filter((box) => box.narrow)]
  let top = y + 80
  for (let from = 0; from < narrow.length; from += 2) {
    for (const [column, box] of narrow.slice(from, from + 2).entries())
      officialBox(frame, box, LEFT + column * 128, top, box.narrow ? 58 : 122)
    top += 32
  }
  if (slip.exempt) exemptions(frame, slip.exempt, LEFT, top)
  if (slip.exempt) top += 40
  person(frame, slip, top + 2)
  const bottom = Math.max(top + 94, y + 28 + Math.ceil(pairs.length / 2) * 32)
  const end = slip.other.length > 0 || look.fillable ? otherInformation(frame, slip, bottom) : bottom
  sheet.text(LEFT, end + 6, `${slip.form} (${slip.year.slice(2)})`, { size: 6 })
  sheet.text(MIDDLE, end + 6, 'Protected B when completed – Protégé B une fois rempli', { size: 5.5 })
  return end + 14
}

/** Every box a cell with number and caption in its corner and the value under them. */
export const corners: SlipLayout = (sheet, slip, look, y, at) => {
  const frame = { sheet, look, at }
  title(frame, slip, y)
  issuer(frame, slip, y + 20)
  person(frame, slip, y + 82)
  const cells = [...slip.ids, ...slip.boxes]
  let bottom = y + 24
  for (const [place, box] of cells.entries()) {
    const low = place >= 12
    const x = low ? LEFT + ((place - 12) % 4) * 136 : MIDDLE + (place % 2) * 134
    const top = low ? y + 26 + 6 * 36 + Math.floor((place - 12) / 4) * 36 : y + 24 + Math.floor(place / 2) * 36
    frameBox(frame, x, top, 130, 34)
    sheet.text(x + 3, top + 8, box.id, { size: 7, bold: true })
    const room = 108 / Math.max(...captionRows(box, look).map((row) => sheet.printWidth(row, CAPTION)))
    captions(frame, box, x + 18, top + 7, 0, Math.min(1, room))
    enter(frame, nameOf(box.id), printed(box, look), x, top + 18, 130, 15)
    bottom = Math.max(bottom, top + 40)
  }
  bottom = Math.max(bottom, y + 176)
  const end = slip.other.length > 0 || look.fillable ? otherInformation(frame, slip, bottom) : bottom
  sheet.text(LEFT, end + 8, `${slip.form} (${slip.year.slice(2)})`, { size: 6 })
  return end + 14
}

const LEAD = 13

/** What payroll software prints on plain paper: one box a line, the amounts in a column. */
export const list: SlipLayout = (sheet, slip, look, y) => {
  const english = look.language !== 'fr'
  const word = english ? 'Box' : 'Case'
  const caption = (box: { en: string; fr: string }) => {
    const [both = ''] = captionRows(box, look, true)
    return sheet.printWidth(both, 8.5) < 300 ? both : english ? box.en : box.fr
  }
  sheet.text(LEFT, y + 14, `${slip.form} – ${english ? slip.en : slip.fr}`, { size: 13, bold: true })
  sheet.text(LEFT, y + 32, `${english ? 'Tax year' : "Année d'imposition"}: ${slip.year}`, { size: 9 })
  const head = [
    [`${caption(slip.issuerCaption)}:`, slip.issuer.name],
    [`${caption(slip.personCaption)}:`, fullName(slip.person)],
    ...slip.ids.map((box) => [`${caption(box)}:`, printed(box, look)]),
  ] as const
  for (const [row, [label, value]] of head.entries()) {
    sheet.text(LEFT, y + 52 + row * LEAD, label, { size: 8.5, bold: true })
    sheet.text(LEFT + 330, y + 52 + row * LEAD, value, { size: 8.5, font: sheet.entry })
  }
  let top = y + 66 + head.length * LEAD
  const rows = slip.boxes.filter(({ value }) => value !== '')
  for (const box of rows) {
    const numbered = look.ruled ? `${word} ${box.id}` : box.id
    sheet.text(LEFT, top, numbered, { size: 8.5 })
    sheet.text(LEFT + 60, top, caption(box), { size: 8.5 })
    sheet.text(LEFT + 480, top, printed(box, look).replace('|', '.'), { size: 8.5, at: 'end', font: sheet.entry })
    if (look.ruled) sheet.line(LEFT, top + 3.5, LEFT + 485, top + 3.5)
    top += LEAD
  }
  for (const { code, amount } of slip.other) {
    sheet.text(LEFT, top, `${word} ${code}`, { size: 8.5 })
    sheet.text(LEFT + 60, top, english ? 'Other information' : 'Autres renseignements', { size: 8.5 })
    sheet.text(LEFT + 480, top, look.amount(amount).replace('|', '.'), { size: 8.5, at: 'end', font: sheet.entry })
    top += LEAD
  }
  return top + 10
}

/** Two columns of numbers and amounts with the form's captions only at the top: pre-printed paper filled by a printer. */
export const bare: SlipLayout = (sheet, slip, look, y, at) => {
  const frame = { sheet, look: { ...look, ruled: false }, at }
  title(frame, slip, y)
  issuer(frame, slip, y + 20)
  person(frame, slip, y + 82)
  const rows = [...slip.ids, ...slip.boxes].filter(({ value }) => value !== '')
  for (const [row, box] of rows.entries()) {
    const [x, top] = [MIDDLE + (row % 2) * 136, y + 46 + Math.floor(row / 2) * 16]
    sheet.text(x, top, box.id, { size: 8, bold: true })
    enter(frame, nameOf(box.id), printed(box, look), x + 20, top - 11, 100, 15)
  }
  const bottom = Math.max(y + 176, y + 56 + Math.ceil(rows.length / 2) * 16)
  const end = slip.other.length > 0 || look.fillable ? otherInformation(frame, slip, bottom) : bottom
  return end + 14
}
