import type { Chance } from './chance.ts'
import { split } from './printer/lists.ts'
import type { Generator } from './specimen.ts'
import { TypedSheet } from './typed-sheet.ts'

interface TaxForm {
  name: string
  title: string
  /** A form for one year prints it; others print when they were revised. */
  yearly: boolean
  lines: string[]
}

const PERSON = split`
  Your first name and middle initial | Last name | Your social security number | Home address (number and street)
`

const AMERICAN: readonly TaxForm[] = [
  {
    name: '1040',
    title: 'U.S. Individual Income Tax Return',
    yearly: true,
    lines: [...PERSON, 'Wages, salaries, tips', 'Taxable interest', 'Adjusted gross income'],
  },
  {
    name: '1040-NR',
    title: 'U.S. Nonresident Alien Income Tax Return',
    yearly: true,
    lines: [...PERSON, 'Scholarship and fellowship grants'],
  },
  {
    name: '1065',
    title: 'U.S. Return of Partnership Income',
    yearly: true,
    lines: ['Name of partnership', 'Gross receipts or sales', 'Cost of goods sold'],
  },
  {
    name: '941',
    title: "Employer's QUARTERLY Federal Tax Return",
    yearly: true,
    lines: ['Employer identification number (EIN)', 'Wages, tips, and other compensation'],
  },
  {
    name: '8863',
    title: 'Education Credits',
    yearly: true,
    lines: ['Name(s) shown on return', 'Refundable American opportunity credit'],
  },
  {
    name: 'W-9',
    title: 'Request for Taxpayer Identification Number',
    yearly: false,
    lines: ['Name of entity/individual', 'Exempt payee code'],
  },
  {
    name: 'W-4',
    title: "Employee's Withholding Certificate",
    yearly: true,
    lines: [...PERSON, 'Claim dependent and other credits'],
  },
  { name: '4506-C', title: 'IVES Request for Transcript of Tax Return', yearly: false, lines: PERSON },
  {
    name: '1099-K',
    title: 'Payment Card and Third Party Network Transactions',
    yearly: true,
    lines: ["FILER'S name", "PAYEE'S TIN", 'Gross amount of payment card transactions'],
  },
  {
    name: '1098',
    title: 'Mortgage Interest Statement',
    yearly: true,
    lines: ["RECIPIENT'S/LENDER'S name", 'Mortgage interest received'],
  },
]

const CANADIAN: readonly TaxForm[] = [
  {
    name: 'T1 General',
    title: 'Income Tax and Benefit Return',
    yearly: true,
    lines: ['Identification', 'Marital status', 'Total income', 'Taxable income'],
  },
  {
    name: 'TD1',
    title: 'Personal Tax Credits Return',
    yearly: true,
    lines: ['Basic personal amount', 'Canada caregiver amount', 'Total claim amount'],
  },
  {
    name: 'T2200',
    title: 'Declaration of Conditions of Employment',
    yearly: false,
    lines: ['Employer name', 'Job title', 'Conditions of employment'],
  },
  {
    name: 'T777',
    title: 'Statement of Employment Expenses',
    yearly: true,
    lines: ['Accounting and legal fees', 'Advertising and promotion', 'Total expenses'],
  },
]

/** An American or Canadian tax form that is no slip, blank or filled, of one page or more. */
export const taxForm: Generator = async (chance) => {
  const american = chance.happens(0.65)
  const form = chance.pick(american ? AMERICAN : CANADIAN)
  const year = String(chance.whole(2012, 2025))
  const sheet = await TypedSheet.open(chance)
  if (american) headAmerican(sheet, form, year, chance)
  else headCanadian(sheet, form, year, chance)
  body(sheet, form, chance)
  if (chance.happens(0.4)) {
    sheet.turn()
    if (american) sheet.line(`Form ${form.name} (${form.yearly ? year : `Rev. 3-${year}`})`)
    body(sheet, form, chance)
  }
  const fields = { form_name: form.name, ...(form.yearly ? { tax_year: year } : {}) }
  return {
    name: `tax-form-${form.name}`,
    bytes: await sheet.save(),
    truth: { document_type: 'TAX_FORM', fields, risk: 'clean' },
  }
}

function headAmerican(sheet: TypedSheet, { name, title, yearly }: TaxForm, year: string, chance: Chance): void {
  const together = chance.happens(0.4)
  if (together) sheet.put(`Form ${name}`, { size: 14, bold: true })
  else sheet.put('Form', { size: 7 }).put(name, { size: 18, bold: true, x: sheet.margin + 20 })
  sheet.put(title, { size: 12, bold: true, x: 190 })
  if (yearly && !together) sheet.put(year, { size: 20, bold: true, x: sheet.width - 110 })
  sheet.down(26)
  if (!yearly) sheet.line(`(Rev. March ${year})`, { size: 7 })
  if (yearly && together) sheet.line(`For calendar year ${year}, or other tax year beginning`, { size: 8 })
  sheet.line('Department of the Treasury', { size: 7 }).put('Internal Revenue Service', { size: 7 })
  sheet.line(`OMB No. 1545-${chance.digits(4)}`, { size: 7, x: sheet.width - 150 }).down()
  sheet.foot(`Form ${name} (${yearly ? year : `Rev. 3-${year}`})`)
}

function headCanadian(sheet: TypedSheet, { name, title, yearly }: TaxForm, year: string, chance: Chance): void {
  sheet.put(chance.pick(['Canada Revenue Agency', 'Canada Revenue Agency / Agence du revenu du Canada']), { size: 8 })
  sheet.line('Protected B when completed', { size: 8, x: sheet.width - 200 }).down()
  sheet.line(yearly ? `${title} ${year}` : title, { size: 15, bold: true })
  sheet.line(name, { size: 12, bold: true }).down()
  sheet.foot(`${name.split(' ')[0]} E (${year.slice(2)})`)
}

function body(sheet: TypedSheet, { lines }: TaxForm, chance: Chance): void {
  const filled = chance.happens(0.5)
  for (const [index, text] of [...lines, ...lines].entries()) {
    sheet.put(`${index + 1}  ${text} ${'. '.repeat(chance.whole(3, 12))}`)
    sheet.line(filled && index > 3 ? chance.amount(10, 90_000).toFixed(2) : String(index + 1), { x: sheet.width - 120 })
  }
}
