import type { DocumentType } from '../../../schemas/src/documents/fields.ts'
import type { Chance } from '../chance.ts'
import { FormPaper, type Manner } from '../printer/form-paper.ts'
import { type MoneyLook, money } from '../real-slips/money.ts'
import { type Company, employerId, type Person, socialSecurityNumber } from '../real-slips/people.ts'
import { fullName } from '../real-slips/t4-worker.ts'
import type { Generator, Truth } from '../specimen.ts'
import { americanFirm, americanPerson, joined } from './slip-people.ts'

interface Form {
  type: DocumentType
  form: string
  title: string
  boxes: readonly (readonly [box: string, caption: string, field?: string])[]
}

const TAX = 'federal_income_tax_withheld'
const NEC: Form = {
  type: '1099_NEC_TAX_SLIP',
  form: '1099-NEC',
  title: 'Nonemployee Compensation',
  boxes: [
    ['1', 'Nonemployee compensation', 'nonemployee_compensation'],
    ['4', 'Federal income tax withheld', TAX],
    ['5', 'State tax withheld'],
    ['7', 'State income'],
  ],
}
const MISC: Form = {
  type: '1099_MISC_TAX_SLIP',
  form: '1099-MISC',
  title: 'Miscellaneous Information',
  boxes: [
    ['1', 'Rents', 'rents'],
    ['2', 'Royalties', 'royalties'],
    ['3', 'Other income', 'other_income'],
    ['4', 'Federal income tax withheld', TAX],
    ['5', 'Fishing boat proceeds'],
    ['6', 'Medical and health care payments'],
    ['8', 'Substitute payments in lieu of dividends or interest'],
    ['10', 'Gross proceeds paid to an attorney'],
  ],
}
const INT: Form = {
  type: '1099_INT_TAX_SLIP',
  form: '1099-INT',
  title: 'Interest Income',
  boxes: [
    ['1', 'Interest income', 'interest_income'],
    ['2', 'Early withdrawal penalty', 'early_withdrawal_penalty'],
    ['3', 'Interest on U.S. Savings Bonds and Treasury obligations', 'us_savings_bond_interest'],
    ['4', 'Federal income tax withheld', TAX],
    ['5', 'Investment expenses'],
    ['6', 'Foreign tax paid'],
    ['8', 'Tax-exempt interest', 'tax_exempt_interest'],
    ['9', 'Specified private activity bond interest'],
  ],
}
const DIV: Form = {
  type: '1099_DIV_TAX_SLIP',
  form: '1099-DIV',
  title: 'Dividends and Distributions',
  boxes: [
    ['1a', 'Total ordinary dividends', 'total_ordinary_dividends'],
    ['1b', 'Qualified dividends', 'qualified_dividends'],
    ['2a', 'Total capital gain distr.', 'total_capital_gain_distributions'],
    ['2b', 'Unrecap. Sec. 1250 gain'],
    ['3', 'Nondividend distributions'],
    ['4', 'Federal income tax withheld', TAX],
    ['5', 'Section 199A dividends'],
    ['7', 'Foreign tax paid'],
  ],
}
const R: Form = {
  type: '1099_R_TAX_SLIP',
  form: '1099-R',
  title: 'Distributions From Pensions, Annuities, Retirement or Profit-Sharing Plans, IRAs, Insurance Contracts, etc.',
  boxes: [
    ['1', 'Gross distribution', 'gross_distribution'],
    ['2a', 'Taxable amount', 'taxable_amount'],
    ['3', 'Capital gain (included in box 2a)'],
    ['4', 'Federal income tax withheld', TAX],
    ['5', 'Employee contributions/Designated Roth contributions or insurance premiums'],
    ['7', 'Distribution code(s)', 'distribution_code'],
  ],
}

interface Filled {
  form: Form
  year: number
  payer: Company
  recipient: Person
  tin: string
  ssn: string
  account: string
  amounts: Record<string, number>
  texts: Record<string, string>
  look: MoneyLook
}

function fill(chance: Chance, form: Form, look: MoneyLook): Filled {
  const amounts: Record<string, number> = {}
  const texts: Record<string, string> = {}
  for (const [box, , field] of form.boxes)
    if (field ? chance.happens(0.65) : chance.happens(0.25)) amounts[box] = chance.amount(12, 30_000)
  const [first] = form.boxes[0] as readonly [string, string]
  amounts[first] ??= chance.amount(600, 60_000)
  if (form === DIV && amounts['1b']) amounts['1b'] = Math.round((amounts['1a'] as number) * 60) / 100
  if (form === R) {
    amounts['2a'] = amounts['1'] as number
    delete amounts['7']
    texts['7'] = chance.pick(['7', '1', '4', '7D', 'G'])
  }
  if (amounts['4']) amounts['4'] = Math.round((amounts[first] as number) * 24) / 100
  return {
    form,
    year: chance.whole(2020, 2024),
    payer: americanFirm(chance),
    recipient: americanPerson(chance),
    tin: employerId(chance),
    ssn: chance.happens(0.5) ? `***-**-${chance.digits(4)}` : socialSecurityNumber(chance),
    account: chance.digits(9),
    amounts,
    texts,
    look,
  }
}

function truthOf({ form, year, payer, recipient, tin, ssn, account, amounts, texts }: Filled): Truth {
  const fields: Truth['fields'] = {
    tax_year: String(year),
    payer_name: joined(payer.name),
    payer_tin: tin,
    recipient_name: fullName(recipient),
    recipient_tin: ssn,
    account_number: account,
  }
  for (const [box, , field] of form.boxes) {
    const value = amounts[box] ?? texts[box]
    if (field && value !== undefined) fields[field] = value
  }
  return { document_type: form.type, fields, risk: 'clean' }
}

type Draw = (paper: FormPaper, slip: Filled, y: number) => void

/** The agency's form, a third or a half of the sheet: parties left, boxes in two columns, the title at the right. */
const agency: Draw = (paper, slip, y) => {
  const { form, payer, recipient } = slip
  const cell = (x: number, up: number, w: number, h: number, caption: string, lines: readonly string[]) => {
    paper.box(x, y + up, w, h).text(x + 2, y + up + 6, caption, { size: 5.2 })
    paper.lines(x + 6, y + up + (lines.length > 1 ? 23 : h - 4), lines, { size: 9 }, 1.15)
  }
  paper.box(230, y - 12, 8, 8).text(241, y - 6, 'CORRECTED (if checked)', { size: 6 })
  cell(30, 0, 240, 72, "PAYER'S name, street address, city or town, state or province, country, ZIP", [
    ...payer.name.split('\n'),
    ...payer.address,
  ])
  paper.text(32, y + 12, 'or foreign postal code, and telephone no.', { size: 5.2 })
  cell(30, 72, 120, 26, "PAYER'S TIN", [slip.tin])
  cell(150, 72, 120, 26, "RECIPIENT'S TIN", [slip.ssn])
  cell(30, 98, 240, 30, "RECIPIENT'S name", [fullName(recipient)])
  cell(30, 128, 240, 26, 'Street address (including apt. no.)', [recipient.address[0] ?? ''])
  cell(30, 154, 240, 26, 'City or town, state or province, country, and ZIP or foreign postal code', [
    recipient.address[1] ?? '',
  ])
  cell(30, 180, 240, 28, 'Account number (see instructions)', [slip.account])
  for (const [at, [box, caption]] of form.boxes.entries()) {
    const [x, up] = [270 + (at % 2) * 106, 44 + Math.floor(at / 2) * 34]
    paper.box(x, y + up, 106, 34).text(x + 2, y + up + 6, `${box}  ${caption.slice(0, 38)}`, { size: 5 })
    if (caption.length > 38) paper.text(x + 8, y + up + 12, caption.slice(38, 76), { size: 5 })
    if (slip.texts[box]) paper.text(x + 30, y + up + 29, slip.texts[box], { size: 9 })
    else
      paper.at(x, y + up)`
        29: 3/8 $ | 100>/9 ${slip.amounts[box] === undefined ? '' : money(slip.amounts[box], slip.look)}
      `
  }
  paper
    .box(376, y, 106, 44)
    .text(380, y + 8, 'OMB No. 1545-0116', { size: 5 })
    .text(429, y + 26, String(slip.year), { size: 14, bold: true, align: 'middle' })
    .text(429, y + 38, `Form ${form.form}`, { size: 7, bold: true, align: 'middle' })
  const words = form.title.split(' ')
  paper.lines(
    582,
    y + 14,
    Array.from({ length: Math.ceil(words.length / 2) }, (_, at) => words.slice(at * 2, at * 2 + 2).join(' ')),
    { size: 8, bold: true, align: 'right' },
  )
  paper.at(0, y)`
    110: 582>/6 Copy B ¶ For Recipient ¶ This is important tax ¶ information and is ¶ being furnished to ¶ the IRS.
    216: 30b/7 Form ${form.form} | 200/6 (keep for your records)
    | 582>/6 Department of the Treasury - Internal Revenue Service
  `
}

/** A bank's substitute statement: a table of boxes under a letterhead. */
const substitute: Draw = (paper, slip, y) => {
  const { form, payer, recipient } = slip
  paper.at(0, y)`
    10: 36s/9 ${payer.name.split('\n')} ¶ ${payer.address} | 576>b/12 ${slip.year} FORM ${form.form}
    22: 576>/7 ${form.title.slice(0, 60)}
    32: 576>/6 SUBSTITUTE FORM - COPY B FOR RECIPIENT
    70/8: 36 Payer's Federal ID Number: ${slip.tin} | 330 Recipient's Taxpayer ID: ${slip.ssn}
    84: 330/8 Account Number: ${slip.account}
    110: 36/10 ${fullName(recipient)} ¶ ${recipient.address}
    frame 36 160 540 16 0.5 0.85
    171b/8: 42 Box | 90 Description | 570> Amount
  `
  for (const [at, [box, caption]] of form.boxes.entries()) {
    const up = y + 188 + at * 15
    const value = slip.texts[box] ?? (slip.amounts[box] === undefined ? '' : money(slip.amounts[box], slip.look))
    paper.at(0, up)`
      0/8: 42 ${box} | 90 ${caption} | 570> ${value}
    `
  }
}

/** A broker's consolidated statement: dividends first, interest after, sales listed on the next page. */
const broker: Draw = (paper, slip, y) => {
  const { form, payer, recipient } = slip
  paper.at(0, y)`
    10: 36b/11 ${payer.name.replace('\n', ' ')} | 576>b/9 TAX INFORMATION STATEMENT ${slip.year}
    24: 36/8 ${payer.address}
    52/7.5: 36 PAYER'S TIN: ${slip.tin} | 200 Account No. ${slip.account} | 380 Recipient's TIN: ${slip.ssn}
    76: 36/9 ${fullName(recipient)} ¶ ${recipient.address}
    frame 36 124 262 14 0.5 0.8
    134: 40b/7 ${form.title.toUpperCase()}   FORM ${form.form}* | 294>/5 OMB No. 1545-0110
  `
  for (const [at, [box, caption]] of form.boxes.entries())
    paper
      .text(40, y + 150 + at * 12, `${box}- ${caption}`, { size: 7 })
      .text(294, y + 150 + at * 12, money(slip.amounts[box] ?? 0, 'commas'), { size: 7, align: 'right' })
  paper
    .box(312, y + 124, 264, 14, 0.5, 0.8)
    .text(316, y + 134, 'SUMMARY OF PROCEEDS, GAINS & LOSSES', { size: 7, bold: true })
  for (const [at, [title, value]] of [
    ['Short A (basis reported)', '12,044.10'],
    ['Long D (basis reported)', '3,918.77'],
    ['Grand total', '15,962.87'],
  ].entries() as IterableIterator<[number, [string, string]]>)
    paper
      .text(316, y + 150 + at * 12, title, { size: 7 })
      .text(572, y + 150 + at * 12, value, { size: 7, align: 'right' })
  paper.at(0, y)`
    290: 36/6 * This is important tax information and is being furnished to the Internal Revenue Service.
  `
}

function page(
  name: string,
  form: Form,
  draw: Draw,
  places: readonly number[],
  looks: readonly MoneyLook[],
  manner?: Manner,
): Generator {
  return async (chance) => {
    const slip = fill(chance, form, chance.pick(looks))
    const paper = await FormPaper.open({ manner, leading: 1.2 })
    for (const y of places) draw(paper, slip, y)
    const truth = truthOf(slip)
    if (draw === broker)
      for (const [box, , field] of form.boxes) if (field) truth.fields[field] = slip.amounts[box] ?? 0
    return { name, bytes: await paper.save(), truth }
  }
}

export const us1099: Readonly<Record<string, Generator>> = {
  'slip-1099-nec-three': page('slip-1099-nec-three', NEC, agency, [30, 286, 542], ['plain', 'commas']),
  'slip-1099-misc-words': page('slip-1099-misc-words', MISC, agency, [40], ['commas'], 'words'),
  'slip-1099-int-agency': page('slip-1099-int-agency', INT, agency, [40, 420], ['plain'], 'backwards'),
  'slip-1099-int-bank': page('slip-1099-int-bank', INT, substitute, [40], ['dollar', 'plain'], 'type0'),
  'slip-1099-r-agency': page('slip-1099-r-agency', R, agency, [40, 420], ['commas', 'plain']),
  'slip-1099-r-substitute': page('slip-1099-r-substitute', R, substitute, [40], ['dollar']),
  'slip-1099-div-broker': page('slip-1099-div-broker', DIV, broker, [40], ['commas'], 'columns'),
}
