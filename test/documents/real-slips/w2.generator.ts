import { FormPaper, type Pen } from '../printer/form-paper.ts'
import { rows, split } from '../printer/lists.ts'
import type { Generator } from '../specimen.ts'
import { money } from './money.ts'
import { printedBox, type Wage, w2Truth, wage } from './w2-wage.ts'

type Place = readonly [x: number, y: number, w: number, h: number]

const WAGES = [
  ['1', 'Wages, tips, other compensation'],
  ['2', 'Federal income tax withheld'],
  ['3', 'Social security wages'],
  ['4', 'Social security tax withheld'],
  ['5', 'Medicare wages and tips'],
  ['6', 'Medicare tax withheld'],
  ['7', 'Social security tips'],
  ['8', 'Allocated tips'],
] as const

const COPIES = rows<[string, string]>`
  Copy B—To Be Filed With Employee's FEDERAL Tax Return.
  | This information is being furnished to the Internal Revenue Service.
  Copy C—For EMPLOYEE'S RECORDS (See Notice to Employee on the back of Copy B.)
  | This information is being furnished to the IRS. If you are required to file a tax return, a negligence penalty
  Copy 2—To Be Filed With Employee's State, City, or Local Income Tax Return |
`

interface Form {
  sheet: FormPaper
  slip: Wage
  name(box: string): string
  small: Pen
  value: Pen
}

function cell(
  { sheet, name, small, value }: Form,
  [x, y, w, h]: Place,
  caption: string,
  text: string,
  field: string,
  align: 'left' | 'right' = 'left',
): void {
  const [letter = '', ...rest] = caption.split(' ')
  const split = /^(\d+[a-d]?|[a-f])$/.test(letter)
  sheet.box(x, y, w, h)
  if (split)
    sheet
      .text(x + 2, y + 6.5, letter, { ...small, bold: true })
      .text(x + 4 + letter.length * 4, y + 6.5, rest.join(' '), small)
  else sheet.text(x + 2, y + 6.5, caption, small)
  sheet.value(name(field), text, { x: x + 2, y: y + 8, w: w - 4, h: h - 9, align, many: text.includes('\n'), ...value })
}

/** The service's own W-2: one form across the sheet, eleven rows high. */
function official(form: Form, top: number, row: number, copy: number): void {
  const { sheet, slip } = form
  const [left, middle, right] = [36, 324, 450]
  const full = 576
  const put = (place: Place, caption: string, text: string, field: string, align: 'left' | 'right' = 'left') =>
    cell(form, place, caption, text, field, align)
  sheet.box(left, top, 100, row)
  put([136, top, 136, row], "a Employee's social security number", slip.ssn, 'BoxA')
  sheet
    .text(276, top + 9, 'OMB No. 1545-0008', { size: 6 })
    .text(350, top + 9, 'Safe, accurate, FAST! Use', { size: 6 })
    .text(440, top + 15, 'IRS e ~ file', { size: 9, bold: true })
    .lines(500, top + 8, ['Visit the IRS website at', 'www.irs.gov/efile'], { size: 6 })
  put([left, top + row, middle - left, row], 'b Employer identification number (EIN)', slip.ein, 'BoxB')
  put(
    [left, top + 2 * row, middle - left, 3 * row],
    "c Employer's name, address, and ZIP code",
    [slip.employer.name, ...slip.employer.address].join('\n'),
    'BoxC',
  )
  put([left, top + 5 * row, middle - left, row], 'd Control number', slip.control, 'BoxD')
  for (const [at, [box, caption]] of WAGES.entries()) {
    const x = at % 2 === 0 ? middle : right
    put(
      [x, top + (1 + Math.floor(at / 2)) * row, 126, row],
      `${box} ${caption}`,
      printedBox(slip, box),
      `Box${box}`,
      'right',
    )
  }
  sheet.box(middle, top + 5 * row, 126, row, 0, 0.9)
  put([middle, top + 5 * row, 126, row], '9 ', '', 'Box9')
  put([right, top + 5 * row, 126, row], '10 Dependent care benefits', printedBox(slip, '10'), 'Box10', 'right')
  const { employee } = slip
  const [y, half] = [top + 6 * row, 150]
  sheet.at(0, y)`
    box ${left} 0 ${middle - left} ${4 * row}
    6.5: ${left + 2}b/6 e | ${left + 9}/6 Employee's first name and initial | ${left + half}/6 Last name
    | ${middle - 22}/6 Suff.
  `
  sheet.value(form.name('BoxE_First'), [employee.first, employee.initial].filter(Boolean).join(' '), {
    x: left + 4,
    y: y + 8,
    w: half - 10,
    h: 14,
    ...form.value,
  })
  sheet.value(form.name('BoxE_Last'), employee.last, { x: left + half, y: y + 8, w: 100, h: 14, ...form.value })
  sheet.value(form.name('BoxF'), employee.address.join('\n'), {
    x: left + 4,
    y: y + 26,
    w: 250,
    h: 3 * row - 10,
    many: true,
    ...form.value,
  })
  sheet
    .text(left + 2, y + 4 * row - 2, 'f', { size: 6, bold: true })
    .text(left + 9, y + 4 * row - 2, "Employee's address and ZIP code", { size: 6 })
  put([middle, y, 126, row], '11 Nonqualified plans', '', 'Box11', 'right')
  box12(form, [right, y, 126, row])
  sheet.box(middle, y + row, 126, row).text(middle + 2, y + row + 8, '13', { size: 6, bold: true })
  for (const [at, [first, second, on]] of (
    [
      ['Statutory', 'employee', slip.ticks.statutory],
      ['Retirement', 'plan', slip.ticks.retirement],
      ['Third-party', 'sick pay', slip.ticks.sickPay],
    ] as const
  ).entries()) {
    sheet
      .text(middle + 14 + at * 38, y + row + 6, first, { size: 4.8 })
      .text(middle + 14 + at * 38, y + row + 11, second, { size: 4.8 })
    sheet.tick(form.name(`Box13_${at}`), on, middle + 22 + at * 38, y + row + 13, 8)
  }
  put([middle, y + 2 * row, 126, 2 * row], '14 Other', slip.other, 'Box14')
  stateLines(form, top + 10 * row, [left, full], row)
  sheet.at(0, top + 12.4 * row)`
    6: ${left}/6 Form | ${left + 16}b/16 W-2 | ${left + 56}b/10 Wage and Tax Statement
    8: 330^b/18 ${slip.year}
    0: ${full}>/6 Department of the Treasury—Internal Revenue Service
    16: ${left}/6.5 ${COPIES[copy % 3] ?? []}
  `
}

function box12(form: Form, [x, y, w, row]: Place): void {
  const { sheet, slip } = form
  for (const [at, letter] of ['a', 'b', 'c', 'd'].entries()) {
    const top = y + at * row
    const entry = slip.box12[at]
    sheet.box(x, top, w, row).text(x + 2, top + 6.5, `12${letter}`, { size: 6, bold: true })
    if (at === 0) sheet.text(x + 18, top + 6.5, 'See instructions for box 12', { size: 6 })
    for (const [i, letter] of [...'Code'].entries()) sheet.text(x + 2, top + 10 + i * 3.6, letter, { size: 3.6 })
    sheet.value(form.name(`Box12${letter}_Code`), entry?.code ?? '', {
      x: x + 8,
      y: top + 8,
      w: 24,
      h: row - 9,
      ...form.value,
    })
    sheet.value(form.name(`Box12${letter}`), entry ? money(entry.amount, slip.look) : '', {
      x: x + 36,
      y: top + 8,
      w: w - 38,
      h: row - 9,
      align: 'right',
      ...form.value,
    })
  }
}

function stateLines(form: Form, top: number, [left, right]: readonly [number, number], row: number): void {
  const { sheet, slip } = form
  const widths = [0, 30, 150, 240, 325, 415, 485, right - left]
  const heads = split`
    15 State | Employer's state ID number | 16 State wages, tips, etc. | 17 State income tax
    | 18 Local wages, tips, etc. | 19 Local income tax | 20 Locality name
  `
  for (const [at, head] of heads.entries()) {
    const [x, w] = [left + (widths[at] ?? 0), (widths[at + 1] ?? 0) - (widths[at] ?? 0)]
    const digits = /^\d+/.exec(head)?.[0] ?? ''
    sheet
      .box(x, top, w, 2 * row)
      .text(x + 2, top + 6.5, digits, { size: 6, bold: true })
      .text(x + 2 + (digits ? 8 : 0), top + 6.5, head.slice(digits.length).trim(), { size: 5.5 })
  }
  for (const [at, line] of slip.states.entries()) {
    const local = at === 0 ? slip.local : undefined
    const texts = [
      line.state,
      line.id,
      money(line.wages, slip.look),
      money(line.tax, slip.look),
      local ? money(local.wages, slip.look) : '',
      local ? money(local.tax, slip.look) : '',
      local?.name ?? '',
    ]
    for (const [i, text] of texts.entries()) {
      const [x, w] = [left + (widths[i] ?? 0), (widths[i + 1] ?? 0) - (widths[i] ?? 0)]
      sheet.value(form.name(`Line15_${at}_${i}`), text, {
        x: x + 1,
        y: top + 8 + at * (row - 4),
        w: w - 2,
        h: row - 6,
        align: i > 1 && i < 6 ? 'right' : 'left',
        ...form.value,
      })
    }
  }
  sheet.rule(left, top + row + 2, right, top + row + 2, 0.3)
}

function sheetOf(
  copies: number,
  row: number,
  step: number,
  options: { fillable?: boolean; family?: Pen['family']; misfed?: boolean } = {},
): Generator {
  return async (chance) => {
    const slip = wage(chance, chance.pick(['plain', 'plain', 'commas']))
    const sheet = await FormPaper.open({ fillable: options.fillable ?? false })
    if (options.misfed) sheet.misfeed(chance.whole(-2, 5), chance.whole(-4, 3))
    for (let copy = 0; copy < copies; copy++) {
      if (step === 0 && copy > 0) sheet.turn()
      const names = (box: string) => `topmostSubform[0].Copy${'BC2'[copy % 3]}[0].${box}[0]`
      official(
        { sheet, slip, name: names, small: { size: 6 }, value: { size: 8.5, family: options.family ?? 'sans' } },
        24 + copy * step,
        row,
        copy,
      )
    }
    return { name: 'real-w2', bytes: await sheet.save(), truth: w2Truth(slip) }
  }
}

export const w2Official: Readonly<Record<string, Generator>> = {
  'real-w2-fillable': sheetOf(2, 24, 0, { fillable: true }),
  'real-w2-two-up': sheetOf(2, 24, 388, { family: 'mono' }),
  'real-w2-misfed': sheetOf(2, 24, 388, { misfed: true }),
  'real-w2-single': sheetOf(1, 27, 0),
}
