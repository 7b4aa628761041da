import { fullName, type Person } from './canada-people.generator.ts'
import { layPaper, type Sheet } from './canada-sheet.generator.ts'
import type { Chance } from './chance.ts'
import type { Generator, Specimen, Truth } from './specimen.ts'
import { drawAmericanCompany, drawAmericanPerson, drawEin, drawSsn } from './us-1099-people.generator.ts'

const WAGE_BASE: Record<number, number> = {
  2019: 132_900,
  2020: 137_700,
  2021: 142_800,
  2022: 147_000,
  2023: 160_200,
  2024: 168_600,
  2025: 176_100,
  2026: 184_500,
}
const STATES = ['MN', 'CA', 'NY', 'OH', 'PA', 'GA', 'CO']

/** What a W-2 says, by contract field, and the rows of box 12. */
export interface Wages {
  fields: Record<string, string | number>
  address: { employer: string[]; employee: string[] }
  person: Person
  box12: { code: string; amount: number }[]
}

/** A year of wages that obeys the wage base and the rates of social security and Medicare. */
export function drawWages(chance: Chance): Wages {
  const year = chance.whole(2019, 2026)
  const [person, employer, state] = [drawAmericanPerson(chance), drawAmericanCompany(chance), chance.pick(STATES)]
  const gross = chance.amount(14_000, 210_000)
  const deferred = chance.happens(0.5) ? round(gross * chance.amount(0.02, 0.09)) : 0
  const wages = round(gross - deferred)
  const social = Math.min(gross, WAGE_BASE[year] as number)
  const box12 = deferred > 0 ? [{ code: 'D', amount: deferred }] : []
  if (chance.happens(0.4)) box12.push({ code: 'DD', amount: chance.amount(800, 14_000) })
  const local = chance.happens(0.25)
    ? {
        local_wages: wages,
        local_income_tax: round(wages * 0.015),
        locality_name: chance.pick(['Lakewood', 'Dayton', 'NYC']),
      }
    : {}
  const fields = {
    tax_year: String(year),
    employer_name: employer.name,
    employer_identification_number: drawEin(chance),
    employer_address: employer.address.join(', '),
    employee_name: fullName(person),
    employee_ssn: drawSsn(chance),
    employee_address: person.address.join(', '),
    ...(chance.happens(0.5)
      ? { control_number: `${chance.digits(5).replace(/^0/, '3')}${chance.pick(['', 'A', ' XK7'])}` }
      : {}),
    wages_tips_other_compensation: wages,
    federal_income_tax_withheld: round(wages * chance.amount(0.06, 0.24)),
    social_security_wages: social,
    social_security_tax_withheld: round(social * 0.062),
    medicare_wages_and_tips: gross,
    medicare_tax_withheld: round(gross * 0.0145 + Math.max(0, gross - 200_000) * 0.009),
    ...(chance.happens(0.1) ? { dependent_care_benefits: chance.amount(500, 5_000) } : {}),
    state,
    state_wages: wages,
    state_income_tax: round(wages * chance.amount(0.02, 0.07)),
    ...local,
  }
  return { fields, address: { employer: employer.address, employee: person.address }, person, box12 }
}

const round = (amount: number) => Math.round(amount * 100) / 100

interface W2Look {
  ruled: boolean
  fillable: boolean
  size: number
  money: (value: number) => string
  /** Payroll services shorten captions and print name and address as one block. */
  brief: boolean
}

const MONEY: Record<string, string> = {
  '1 Wages, tips, other compensation': 'wages_tips_other_compensation',
  '2 Federal income tax withheld': 'federal_income_tax_withheld',
  '3 Social security wages': 'social_security_wages',
  '4 Social security tax withheld': 'social_security_tax_withheld',
  '5 Medicare wages and tips': 'medicare_wages_and_tips',
  '6 Medicare tax withheld': 'medicare_tax_withheld',
  '7 Social security tips': 'social_security_tips',
  '8 Allocated tips': 'allocated_tips',
  '9': '',
  '10 Dependent care benefits': 'dependent_care_benefits',
  '11 Nonqualified plans': 'nonqualified_plans',
}

const BRIEF: Record<string, string> = {
  '1 Wages, tips, other compensation': '1 Wages, tips, other comp.',
  '4 Social security tax withheld': '4 Social security tax',
  '6 Medicare tax withheld': '6 Medicare tax',
}

interface Corner {
  x: number
  y: number
  /** 1 for a whole page's width, about a half for two copies side by side. */
  scale: number
  copy: number
}

/** One copy of the form; `scale` squeezes its columns. */
function drawCopy(
  sheet: Sheet,
  { fields, address, person, box12 }: Wages,
  look: W2Look,
  { x, y, scale, copy }: Corner,
): void {
  const wide = (width: number) => width * scale
  const caption = scale < 0.8 ? 4.6 : 6
  let count = 0
  const cell = (
    left: number,
    top: number,
    width: number,
    height: number,
    label: string,
    value: string,
    right = false,
  ) => {
    const [cx, cy] = [x + wide(left), y + top]
    if (look.ruled) sheet.box(cx, cy, wide(width), height)
    sheet.text(cx + 2, cy + 6.5, label, { size: caption })
    const name = `topmostSubform[0].Copy${copy}[0].Col_Left[0].f${copy}_${String(++count).padStart(2, '0')}[0]`
    const lines = value.split('\n')
    if (look.fillable) return sheet.field(name, value, cx + 2, cy + 9, wide(width) - 4, height - 10)
    for (const [row, line] of lines.entries())
      sheet.text(right ? cx + wide(width) - 5 : cx + 10, cy + 18 + row * 11, line, {
        size: look.size,
        at: right ? 'end' : 'start',
        font: sheet.entry,
      })
  }
  const drawEmployee = () => {
    cell(
      0,
      132,
      140,
      24,
      'e Employee’s first name and initial',
      [person.first, person.initial].filter(Boolean).join(' '),
    )
    cell(140, 132, 120, 24, 'Last name', person.last)
    cell(260, 132, 30, 24, 'Suff.', '')
    if (look.fillable)
      sheet.field(
        `topmostSubform[0].Copy${copy}[0].f${copy}_99[0]`,
        address.employee.join('\n'),
        x + 4,
        y + 158,
        wide(280),
        42,
      )
    else
      for (const [row, line] of address.employee.entries())
        sheet.text(x + 10, y + 172 + row * 11, line, { size: look.size, font: sheet.entry })
    sheet.text(x + 2, y + 214, 'f Employee’s address and ZIP code', { size: caption })
  }
  const money = (field: string) => (fields[field] === undefined ? '' : look.money(fields[field] as number))
  const text = (field: string) => String(fields[field] ?? '')
  cell(120, 0, 160, 24, 'a Employee’s social security number', text('employee_ssn'))
  cell(0, 24, 290, 24, 'b Employer identification number (EIN)', text('employer_identification_number'))
  cell(
    0,
    48,
    290,
    60,
    'c Employer’s name, address, and ZIP code',
    [text('employer_name'), ...address.employer].join('\n'),
  )
  cell(0, 108, 290, 24, 'd Control number', text('control_number'))
  if (look.brief)
    cell(
      0,
      132,
      290,
      88,
      'e/f Employee’s name, address and ZIP code',
      [fullName(person), ...address.employee].join('\n'),
    )
  else drawEmployee()
  for (const [at, [label, field]] of Object.entries(MONEY)
    .toSorted(([a], [b]) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .entries())
    cell(
      290 + (at % 2) * 125,
      24 + Math.floor(at / 2) * 24,
      125,
      24,
      look.brief ? (BRIEF[label] ?? label) : label,
      field ? money(field) : '',
      true,
    )
  for (const [at, letter] of ['a', 'b', 'c', 'd'].entries()) {
    const [cx, cy] = [x + wide(415), y + 144 + at * 20]
    if (look.ruled) sheet.box(cx, cy, wide(125), 20)
    sheet.text(cx + 2, cy + 6, at === 0 && scale > 0.8 ? '12a See instructions for box 12' : `12${letter}`, {
      size: caption,
    })
    const row = box12[at]
    if (look.fillable) {
      sheet.field(
        `topmostSubform[0].Copy${copy}[0].Line12[0].f${copy}_${30 + at * 2}[0]`,
        row?.code ?? '',
        cx + wide(12),
        cy + 7,
        wide(26),
        12,
      )
      sheet.field(
        `topmostSubform[0].Copy${copy}[0].Line12[0].f${copy}_${31 + at * 2}[0]`,
        row ? look.money(row.amount) : '',
        cx + wide(42),
        cy + 7,
        wide(78),
        12,
      )
    } else if (row) {
      sheet.text(cx + 14, cy + 16, row.code, { size: look.size, font: sheet.entry })
      sheet.text(cx + wide(125) - 5, cy + 16, look.money(row.amount), { size: look.size, at: 'end', font: sheet.entry })
    }
  }
  sheet.text(x + wide(292), y + 176, '14 Other', { size: caption })
  cell(0, 222, 36, 26, '15 State', text('state'))
  cell(36, 222, 110, 26, 'Employer’s state ID number', '')
  cell(146, 222, 90, 26, '16 State wages, tips, etc.', money('state_wages'), true)
  cell(236, 222, 80, 26, '17 State income tax', money('state_income_tax'), true)
  cell(316, 222, 90, 26, '18 Local wages, tips, etc.', money('local_wages'), true)
  cell(406, 222, 74, 26, '19 Local income tax', money('local_income_tax'), true)
  cell(480, 222, 60, 26, '20 Locality name', text('locality_name'))
  sheet.text(x, y + 264, 'Form W-2 Wage and Tax Statement', { size: scale < 0.8 ? 7 : 10, bold: true })
  sheet.text(x + wide(250), y + 264, text('tax_year'), { size: scale < 0.8 ? 12 : 20, bold: true })
  sheet.text(x, y + 274, `Copy ${'BC21'[copy - 1] ?? 'B'}—To Be Filed With Employee’s FEDERAL Tax Return`, {
    size: caption,
  })
}

const PLACES: Record<number, Omit<Corner, 'copy'>[]> = {
  1: [{ x: 36, y: 40, scale: 1 }],
  2: [
    { x: 36, y: 40, scale: 1 },
    { x: 36, y: 420, scale: 1 },
  ],
  4: [
    { x: 16, y: 30, scale: 0.53 },
    { x: 310, y: 30, scale: 0.53 },
    { x: 16, y: 420, scale: 0.53 },
    { x: 310, y: 420, scale: 0.53 },
  ],
}

/** W-2 forms: one, two or four copies a page, typed or filled in. */
export const w2: Generator = (chance) => w2Of(chance, drawWages(chance))

/** A W-2 that says these wages, whether they obey the rules or not. */
export async function w2Of(chance: Chance, wages: Wages): Promise<Specimen> {
  const copies = chance.pick([1, 1, 2, 4])
  const ruled = chance.happens(0.75)
  const look: W2Look = {
    ruled,
    brief: chance.happens(0.3),
    fillable: chance.happens(0.35),
    size: copies === 4 ? 7 : chance.pick([8, 9]),
    money: chance.pick([
      (value: number) => value.toFixed(2),
      (value: number) => value.toLocaleString('en-US', { minimumFractionDigits: 2 }),
    ]),
  }
  const sheet = await layPaper(chance)
  for (const [at, corner] of (PLACES[copies] ?? []).entries()) drawCopy(sheet, wages, look, { ...corner, copy: at + 1 })
  return specimenOf(`w2-${copies}`, await sheet.save(), wages)
}

function specimenOf(name: string, bytes: Uint8Array, { fields, box12 }: Wages): Specimen {
  const truth: Truth = {
    document_type: 'W2_TAX_SLIP',
    fields,
    risk: 'clean',
    ...(box12.length > 0 ? { tables: { box_12: box12 } } : {}),
  }
  return { name, bytes, truth }
}
