import { fullName } from './canada-people.generator.ts'
import { layPaper, type Sheet } from './canada-sheet.generator.ts'
import type { Chance } from './chance.ts'
import { lawful } from './slip-law.ts'
import type { Generator, Truth } from './specimen.ts'
import { drawAmericanCompany, drawAmericanPerson, drawEin, drawSsn } from './us-1099-people.generator.ts'

interface Plan {
  type: Truth['document_type']
  form: string
  title: string[]
  omb: string
  /** Captions with their numbers; '' takes no field. The first box is always filled in. */
  boxes: [caption: string, field: string][]
}

const PLANS: Plan[] = [
  {
    type: '1099_NEC_TAX_SLIP',
    form: '1099-NEC',
    title: ['Nonemployee', 'Compensation'],
    omb: '1545-0116',
    boxes: [
      ['1 Nonemployee compensation', 'nonemployee_compensation'],
      ['2', ''],
      ['3', ''],
      ['4 Federal income tax withheld', 'federal_income_tax_withheld'],
    ],
  },
  {
    type: '1099_MISC_TAX_SLIP',
    form: '1099-MISC',
    title: ['Miscellaneous', 'Information'],
    omb: '1545-0115',
    boxes: [
      ['1 Rents', 'rents'],
      ['2 Royalties', 'royalties'],
      ['3 Other income', 'other_income'],
      ['4 Federal income tax withheld', 'federal_income_tax_withheld'],
      ['5 Fishing boat proceeds', ''],
      ['6 Medical and health care payments', ''],
      ['8 Substitute payments in lieu of dividends or interest', ''],
      ['10 Gross proceeds paid to an attorney', ''],
    ],
  },
  {
    type: '1099_INT_TAX_SLIP',
    form: '1099-INT',
    title: ['Interest', 'Income'],
    omb: '1545-0112',
    boxes: [
      ['1 Interest income', 'interest_income'],
      ['2 Early withdrawal penalty', 'early_withdrawal_penalty'],
      ['3 Interest on U.S. Savings Bonds and Treas. obligations', 'us_savings_bond_interest'],
      ['4 Federal income tax withheld', 'federal_income_tax_withheld'],
      ['5 Investment expenses', ''],
      ['6 Foreign tax paid', ''],
      ['8 Tax-exempt interest', 'tax_exempt_interest'],
      ['9 Specified private activity bond interest', ''],
    ],
  },
  {
    type: '1099_DIV_TAX_SLIP',
    form: '1099-DIV',
    title: ['Dividends and', 'Distributions'],
    omb: '1545-0110',
    boxes: [
      ['1a Total ordinary dividends', 'total_ordinary_dividends'],
      ['1b Qualified dividends', 'qualified_dividends'],
      ['2a Total capital gain distr.', 'total_capital_gain_distributions'],
      ['2b Unrecap. Sec. 1250 gain', ''],
      ['3 Nondividend distributions', ''],
      ['4 Federal income tax withheld', 'federal_income_tax_withheld'],
      ['5 Section 199A dividends', ''],
      ['7 Foreign tax paid', ''],
    ],
  },
  {
    type: '1099_R_TAX_SLIP',
    form: '1099-R',
    title: ['Distributions From', 'Pensions, Annuities'],
    omb: '1545-0119',
    boxes: [
      ['1 Gross distribution', 'gross_distribution'],
      ['2a Taxable amount', 'taxable_amount'],
      ['3 Capital gain (included in box 2a)', ''],
      ['4 Federal income tax withheld', 'federal_income_tax_withheld'],
      ['7 Distribution code(s)', 'distribution_code'],
      ['9b Total employee contributions', ''],
    ],
  },
]

interface Look {
  ruled: boolean
  fillable: boolean
  dollar: boolean
  size: number
  money: (value: number) => string
}

/** The 1099 forms, one or two copies a page, typed or filled in. */
export const us1099: Generator = async (chance) => {
  const plan = chance.pick(PLANS)
  const truth = drawTruth(chance, plan)
  const look: Look = {
    ruled: chance.happens(0.75),
    fillable: chance.happens(0.35),
    dollar: chance.happens(0.6),
    size: chance.pick([8, 9]),
    money: chance.pick([
      (value: number) => value.toFixed(2),
      (value: number) => value.toLocaleString('en-US', { minimumFractionDigits: 2 }),
    ]),
  }
  const payer = drawAmericanCompany(chance)
  const person = drawAmericanPerson(chance)
  Object.assign(truth.fields, { payer_name: payer.name, recipient_name: fullName(person) })
  const lines = {
    payer: [payer.name, ...payer.address, ...(chance.happens(0.5) ? [`1-800-555-01${chance.digits(2)}`] : [])],
    person: person.address,
  }
  const sheet = await layPaper(chance)
  const yearStyle = chance.pick(['whole', 'halves', 'blank'] as const)
  for (let copy = 1; copy <= chance.pick([1, 1, 2, 3]); copy++)
    drawForm(sheet, { plan, truth, look, lines, yearStyle }, 30 + (copy - 1) * 252, copy)
  return { name: plan.form.toLowerCase(), bytes: await sheet.save(), truth }
}

function drawTruth(chance: Chance, { type, boxes }: Plan): Truth {
  const filled = boxes.filter(([, field], at) => field && (at === 0 || chance.happens(0.45)))
  const values = filled.map(([, field]) => [
    field,
    field === 'distribution_code' ? chance.pick(['1', '2', '7', 'G', '7B']) : chance.amount(8, 60_000),
  ])
  return {
    document_type: type,
    fields: {
      tax_year: String(chance.whole(2019, 2026)),
      payer_tin: drawEin(chance),
      recipient_tin: drawSsn(chance),
      ...(chance.happens(0.5)
        ? { account_number: chance.pick([chance.digits(9).replace(/^0/, '8'), `AC-${chance.digits(6)}`]) }
        : {}),
      ...lawful(Object.fromEntries(values) as Record<string, string | number>, 0),
    },
    risk: 'clean',
  }
}

interface Printing {
  plan: Plan
  truth: Truth
  look: Look
  lines: { payer: string[]; person: string[] }
  yearStyle: 'whole' | 'halves' | 'blank'
}

function drawForm(
  sheet: Sheet,
  { plan, truth: { fields }, look, lines, yearStyle }: Printing,
  y: number,
  copy: number,
): void {
  let count = 0
  const cell = (
    x: number,
    top: number,
    width: number,
    height: number,
    captions: string[],
    value: string,
    right = false,
  ) => {
    if (look.ruled) sheet.box(x, y + top, width, height)
    for (const [row, caption] of captions.entries()) sheet.text(x + 2, y + top + 7 + row * 7, caption, { size: 5.8 })
    const first = top + 7 + captions.length * 7
    const name = `topmostSubform[0].Copy${copy}[0].Column[0].f${copy}_${++count}[0]`
    if (look.fillable)
      return sheet.field(
        name,
        value,
        x + (right ? 10 : 2),
        y + first - 5,
        width - (right ? 12 : 4),
        Math.max(11, height - (first - top) + 3),
      )
    if (right && look.dollar) sheet.text(x + 3, y + top + height - 4, '$', { size: 8 })
    for (const [row, line] of value.split('\n').entries())
      sheet.text(right ? x + width - 4 : x + 6, right ? y + top + height - 4 : y + first + 5 + row * 10, line, {
        size: look.size,
        at: right ? 'end' : 'start',
        font: sheet.entry,
      })
  }
  const text = (field: string) => String(fields[field] ?? '')
  const year = text('tax_year')
  cell(
    36,
    8,
    240,
    62,
    [
      'PAYER’S name, street address, city or town, state or province, country, ZIP',
      'or foreign postal code, and telephone no.',
    ],
    lines.payer.join('\n'),
  )
  cell(36, 70, 120, 26, ['PAYER’S TIN'], text('payer_tin'))
  cell(156, 70, 120, 26, ['RECIPIENT’S TIN'], text('recipient_tin'))
  cell(36, 96, 240, 28, ['RECIPIENT’S name'], text('recipient_name'))
  cell(36, 124, 240, 26, ['Street address (including apt. no.)'], lines.person[0] ?? '')
  cell(
    36,
    150,
    240,
    26,
    ['City or town, state or province, country, and ZIP or foreign postal code'],
    lines.person[1] ?? '',
  )
  cell(36, 176, 240, 28, ['Account number (see instructions)'], text('account_number'))
  for (const [at, [caption, field]] of plan.boxes.entries()) {
    const value = fields[field]
    cell(
      280 + (at % 2) * 104,
      40 + Math.floor(at / 2) * 36,
      104,
      36,
      wrap(caption),
      value === undefined ? '' : typeof value === 'number' ? look.money(value) : value,
      field !== 'distribution_code',
    )
  }
  sheet.text(400, y + 8, `OMB No. ${plan.omb}`, { size: 6 })
  if (yearStyle === 'whole') sheet.text(400, y + 30, year, { size: 18, bold: true })
  else if (yearStyle === 'halves') {
    sheet.text(400, y + 30, year.slice(0, 2), { size: 18 })
    sheet.text(401 + sheet.printWidth('20', 18), y + 30, year.slice(2), { size: 18, bold: true })
  } else {
    sheet.text(400, y + 18, '(Rev. January 2022)', { size: 6 })
    sheet.text(400, y + 26, 'For calendar year', { size: 6 })
    sheet.text(400, y + 36, '20', { size: 8 })
    if (look.fillable)
      sheet.field(`topmostSubform[0].Copy${copy}[0].CalendarYear[0].f${copy}_0[0]`, year.slice(2), 410, y + 27, 20, 11)
    else sheet.text(410, y + 36, year.slice(2), { size: 8, font: sheet.entry })
  }
  for (const [row, line] of plan.title.entries()) sheet.text(500, y + 16 + row * 14, line, { size: 12, bold: true })
  sheet.text(500, y + 60, `Copy ${['B', 'C', '2'][copy - 1]}`, { size: 9, bold: true })
  sheet.text(36, y + 218, `Form ${plan.form}`, { size: 8, bold: true })
  sheet.text(280, y + 218, 'Department of the Treasury - Internal Revenue Service', { size: 6 })
}

function wrap(caption: string): string[] {
  const words = caption.split(' ')
  return caption.length > 34 ? [words.slice(0, 5).join(' '), words.slice(5).join(' ')] : [caption]
}
