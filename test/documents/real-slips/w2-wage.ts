import type { Chance } from '../chance.ts'
import type { Truth } from '../specimen.ts'
import { cents, type MoneyLook, money } from './money.ts'
import { type Company, company, employerId, type Person, person, socialSecurityNumber } from './people.ts'

const BASES: Record<number, number> = {
  2019: 132900,
  2020: 137700,
  2021: 142800,
  2022: 147000,
  2023: 160200,
  2024: 168600,
}

export interface StateLine {
  state: string
  id: string
  wages: number
  tax: number
}

/** Everything that one W-2 says. */
export interface Wage {
  year: number
  employer: Company
  employee: Person
  ein: string
  ssn: string
  control: string
  boxes: Record<string, number>
  box12: { code: string; amount: number }[]
  states: StateLine[]
  local?: { wages: number; tax: number; name: string }
  ticks: { statutory: boolean; retirement: boolean; sickPay: boolean }
  other: string
  look: MoneyLook
}

export function wage(chance: Chance, look: MoneyLook): Wage {
  const year = chance.pick([2019, 2020, 2021, 2022, 2023, 2024])
  const gross = chance.amount(14000, 190000)
  const deferred = chance.happens(0.5) ? chance.amount(500, 9000) : 0
  const base = Math.min(gross, BASES[year] as number)
  const boxes: Record<string, number> = {
    1: cents(gross - deferred),
    2: cents(gross * 0.13),
    3: base,
    4: cents(base * 0.062),
    5: gross,
    6: cents(gross * 0.0145 + Math.max(0, gross - 200000) * 0.009),
  }
  if (chance.happens(0.15)) boxes['10'] = chance.whole(500, 5000)
  const box12 = [
    ...(deferred ? [{ code: 'D', amount: deferred }] : []),
    ...['DD', 'C', 'W'].filter(() => chance.happens(0.4)).map((code) => ({ code, amount: chance.amount(20, 9000) })),
  ]
  const wages = boxes['1'] as number
  const states = chance.happens(0.2)
    ? [
        { state: 'NJ', id: chance.digits(9), wages: cents(wages * 0.6), tax: cents(wages * 0.02) },
        { state: 'NY', id: chance.digits(9), wages: cents(wages * 0.4), tax: cents(wages * 0.015) },
      ]
    : [
        {
          state: chance.pick(['OH', 'CA', 'PA', 'NY', 'IL']),
          id: `${chance.digits(3)}-${chance.digits(4)}-${chance.digits(1)}`,
          wages,
          tax: cents(wages * 0.035),
        },
      ]
  const local = chance.happens(0.3)
    ? { wages, tax: cents(wages * 0.01), name: chance.pick(['TOLEDO', 'NYC', 'PHILA', 'Akron']) }
    : undefined
  const ticks = { statutory: false, retirement: deferred > 0, sickPay: chance.happens(0.05) }
  const other = chance.happens(0.4)
    ? `${chance.pick(['CASDI', 'NYPFL', 'UNION', 'SDI'])} ${chance.amount(20, 600).toFixed(2)}`
    : ''
  const control = chance.happens(0.7)
    ? chance.pick([`${chance.digits(6)} ABC/${chance.digits(3)}`, chance.digits(5), `000${chance.digits(3)} K8D`])
    : ''
  return {
    year,
    employer: company(chance, 'US'),
    employee: person(chance, 'US'),
    ein: employerId(chance),
    ssn: chance.happens(0.3) ? `XXX-XX-${chance.digits(4)}` : socialSecurityNumber(chance),
    control,
    boxes,
    box12,
    states,
    ...(local && { local }),
    ticks,
    other,
    look,
  }
}

/** What a box prints; empty where it says nothing. */
export function printedBox({ boxes, look }: Wage, box: string): string {
  return boxes[box] === undefined ? '' : money(boxes[box], look)
}

const FIELDS = {
  1: 'wages_tips_other_compensation',
  2: 'federal_income_tax_withheld',
  3: 'social_security_wages',
  4: 'social_security_tax_withheld',
  5: 'medicare_wages_and_tips',
  6: 'medicare_tax_withheld',
  10: 'dependent_care_benefits',
}

export function w2Truth(slip: Wage): Truth {
  const { employee, employer, states, local } = slip
  const fields: Truth['fields'] = {
    tax_year: String(slip.year),
    employer_name: employer.name,
    employer_identification_number: slip.ein,
    employer_address: employer.address.join(', '),
    employee_name: [employee.first, employee.initial, employee.last].filter(Boolean).join(' '),
    employee_ssn: slip.ssn,
    employee_address: employee.address.join(', '),
  }
  if (slip.control) fields.control_number = slip.control
  for (const [box, name] of Object.entries(FIELDS)) if (slip.boxes[box] !== undefined) fields[name] = slip.boxes[box]
  const [first] = states
  if (first) Object.assign(fields, { state: first.state, state_wages: first.wages, state_income_tax: first.tax })
  if (local) Object.assign(fields, { local_wages: local.wages, local_income_tax: local.tax, locality_name: local.name })
  return { document_type: 'W2_TAX_SLIP', fields, tables: { box_12: slip.box12 }, risk: 'clean' }
}
