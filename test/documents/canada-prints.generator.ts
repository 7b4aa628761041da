import type { SlipLayout } from './canada-layouts.generator.ts'
import { fullName } from './canada-people.generator.ts'
import type { Sheet } from './canada-sheet.generator.ts'
import { printed, type Slip, type SlipBox, type SlipLook } from './canada-slip.generator.ts'

const LEFT = 40

const caption = (box: { en: string; fr: string }, { language }: SlipLook) => (language === 'fr' ? box.fr : box.en)
const filled = (boxes: SlipBox[]) => boxes.filter(({ value }) => value !== '')
const amount = (box: SlipBox, look: SlipLook, sign: string) =>
  `${typeof box.value === 'number' ? sign : ''}${printed(box, look).replace('|', '.')}`

interface Words {
  employer: string
  employee: string
  box: string
  year: string
  description: string
  amount: string
  name: string
}

const WORDS: Record<'en' | 'fr', Words> = {
  en: {
    employer: 'Employer',
    employee: 'Employee',
    box: 'Box',
    year: 'Tax year',
    description: 'Description',
    amount: 'Amount',
    name: 'Name',
  },
  fr: {
    employer: 'Employeur',
    employee: 'Employé',
    box: 'Case',
    year: "Année d'imposition",
    description: 'Description',
    amount: 'Montant',
    name: 'Nom',
  },
}

const wordsOf = (look: SlipLook) => WORDS[look.language === 'fr' ? 'fr' : 'en']

/** Title and the two parties side by side, as reports print them. Returns where they end. */
function heading(sheet: Sheet, slip: Slip, look: SlipLook, y: number): number {
  const words = wordsOf(look)
  sheet.text(LEFT, y + 16, `${slip.form} ${look.language === 'fr' ? slip.fr : slip.en}`, { size: 14, bold: true })
  if (look.align === 'end') sheet.text(560, y + 16, slip.year, { size: 14, bold: true, at: 'end' })
  else sheet.text(LEFT, y + 32, `${words.year}: ${slip.year}`, { size: 9 })
  const [account, sin] = slip.ids as [SlipBox, SlipBox]
  const sides = [
    { x: LEFT, title: words.employer, lines: [slip.issuer.name, ...slip.issuer.address], id: account },
    { x: 320, title: words.employee, lines: [fullName(slip.person), ...slip.person.address], id: sin },
  ]
  for (const { x, title, lines, id } of sides) {
    if (look.ruled) sheet.box(x - 4, y + 40, 250, 78)
    sheet.text(x, y + 52, look.zeros ? title.toUpperCase() : title, { size: 8, bold: true, grey: 0.3 })
    for (const [row, line] of lines.entries()) sheet.text(x, y + 66 + row * 11, line, { size: 9, font: sheet.entry })
    sheet.text(x, y + 66 + lines.length * 11, `${caption(id, look)}: ${id.value}`, { size: 8 })
  }
  return y + 134
}

/** A table with the columns box, description and amount. */
export const table: SlipLayout = (sheet, slip, look, y) => {
  const words = wordsOf(look)
  let top = heading(sheet, slip, look, y)
  const line = (cells: [string, string, string], bold: boolean) => {
    if (look.ruled)
      for (const [x, width] of [
        [LEFT, 50],
        [LEFT + 50, 330],
        [LEFT + 380, 140],
      ] as const)
        sheet.box(x, top, width, 16, bold ? 0.9 : undefined)
    sheet.text(LEFT + 6, top + 11, cells[0], { size: 8.5, bold })
    sheet.text(LEFT + 56, top + 11, cells[1], { size: 8.5, bold })
    sheet.text(LEFT + 514, top + 11, cells[2], { size: 8.5, bold, at: 'end' })
    top += 16
  }
  line([words.box, words.description, words.amount], true)
  for (const box of filled(slip.boxes))
    line([box.id, caption(box, look), amount(box, look, look.zeros ? '' : '$')], false)
  for (const { code, amount: value } of slip.other)
    line(
      [
        code,
        look.language === 'fr' ? 'Autres renseignements' : 'Other information',
        look.amount(value).replace('|', '.'),
      ],
      false,
    )
  return top + 12
}

/** Cards: a small caption with the box's number, the value in larger type below. */
export const cards: SlipLayout = (sheet, slip, look, y) => {
  const words = wordsOf(look)
  const start = heading(sheet, slip, look, y)
  const boxes = filled(slip.boxes)
  for (const [at, box] of boxes.entries()) {
    const [x, top] = [LEFT + (at % 3) * 178, start + Math.floor(at / 3) * 40]
    if (look.ruled) sheet.box(x, top, 170, 35)
    const text = caption(box, look)
    if (look.lines) sheet.text(x + 4, top + 9, `${words.box} ${box.id} – ${text}`, { size: 6.5, grey: 0.35 })
    else sheet.text(x + 4, top + 9, `${text} (${words.box} ${box.id})`, { size: 6.5, grey: 0.35 })
    sheet.text(x + 4, top + 26, amount(box, look, '$'), { size: 11, bold: true })
  }
  return start + Math.ceil(boxes.length / 3) * 40 + 12
}

/** Labels and values in two columns of lines. */
export const pairs: SlipLayout = (sheet, slip, look, y) => {
  const words = wordsOf(look)
  const start = heading(sheet, slip, look, y)
  const boxes = filled(slip.boxes)
  for (const [at, box] of boxes.entries()) {
    const [x, top] = [LEFT + (at % 2) * 268, start + Math.floor(at / 2) * 15]
    sheet.text(
      x,
      top + 10,
      look.ruled ? `${words.box} ${box.id}: ${caption(box, look)}` : `${box.id} ${caption(box, look)}`,
      { size: 7 },
    )
    sheet.text(x + 250, top + 10, amount(box, look, look.zeros ? '$ ' : ''), { size: 8, at: 'end', font: sheet.entry })
  }
  return start + Math.ceil(boxes.length / 2) * 15 + 12
}

/** One line of text a value, as reports and letters print them: label, colon, value. */
export const lines: SlipLayout = (sheet, slip, look, y) => {
  const words = wordsOf(look)
  const english = look.language !== 'fr'
  const owner = (en: string, fr: string) => (english ? `${en} ${words.name.toLowerCase()}` : `${words.name} de l'${fr}`)
  const label = (box: SlipBox) =>
    look.ruled ? `${words.box} ${box.id} (${caption(box, look)})` : `${caption(box, look)} (${words.box} ${box.id})`
  const rows = [
    `${words.year}: ${slip.year}`,
    `${owner('Employer', 'employeur')}: ${slip.issuer.name}`,
    `${look.align === 'end' ? 'Adresse / Address' : 'Address'}: ${slip.issuer.address.join(', ')}`,
    `${owner('Employee', 'employé')}: ${fullName(slip.person)}`,
    ...slip.ids.map((box) => `${caption(box, look)}: ${box.value}`),
    ...filled(slip.boxes).map((box) => `${label(box)}: ${amount(box, look, look.zeros ? '' : '$')}`),
  ]
  sheet.text(LEFT, y + 16, `${slip.form} – ${caption(slip, look)}`, { size: 14, bold: true })
  for (const [row, text] of rows.entries()) sheet.text(LEFT, y + 36 + row * 13, text, { size: 9 })
  return y + 44 + rows.length * 13
}
