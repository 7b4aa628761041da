import type { Chance } from '../chance.ts'
import type { Truth } from '../specimen.ts'
import { type Employment, employment, T4_FIELDS } from './employment.ts'
import { type MoneyLook, money } from './money.ts'
import { type Company, company, type Person, person, programAccount, socialInsuranceNumber } from './people.ts'

/** Everything that one T4 says, already in the words that are printed. */
export interface Worker extends Employment {
  employer: Company
  employee: Person
  account: string
  sin: string
  exempt: { cpp: boolean; ei: boolean; ppip: boolean }
  /** Texts of the boxes that are no amounts: 29, 45, 50. */
  texts: Record<string, string>
  look: MoneyLook
}

export function worker(chance: Chance, years: readonly number[], look: MoneyLook, province?: string): Worker {
  const work = employment(chance, years, province)
  const texts: Record<string, string> = {}
  if (work.year >= 2023) texts['45'] = String(chance.whole(1, 5))
  if (work.amounts['20']) texts['50'] = chance.digits(7)
  if (chance.happens(0.1)) texts['29'] = String(chance.whole(11, 17))
  const exempt = { cpp: false, ei: false, ppip: false }
  if (chance.happens(0.15)) {
    exempt.ei = true
    work.amounts['18'] = 0
    work.amounts['24'] = 0
  }
  return {
    ...work,
    employer: company(chance, 'CA'),
    employee: person(chance, 'CA'),
    account: programAccount(chance, 'RP', chance.happens(0.4)),
    sin: socialInsuranceNumber(chance, chance.pick(['blanks', 'blanks', 'none', 'dashes'])),
    exempt,
    texts,
    look,
  }
}

/** What a box prints: an amount in the slip's look or a text; empty where the slip says nothing. */
export function printed({ amounts, texts, look }: Worker, box: string): string {
  const amount = amounts[box]
  return amount === undefined ? (texts[box] ?? '') : money(amount, look)
}

const TEXT_FIELDS = { 29: 'employment_code', 45: 'dental_benefits_code', 50: 'rpp_dpsp_registration_number' } as const

export function fullName({ first, initial, last }: Person): string {
  return [first, initial, last].filter(Boolean).join(' ')
}

export function t4Truth(slip: Worker): Truth {
  const fields: Truth['fields'] = {
    tax_year: String(slip.year),
    employer_name: slip.employer.name,
    employer_account_number: slip.account,
    employee_name: fullName(slip.employee),
    social_insurance_number: slip.sin,
    province_of_employment: slip.province,
  }
  for (const [box, amount] of Object.entries(slip.amounts)) {
    const name = T4_FIELDS[box]
    if (name) fields[name] = amount
  }
  for (const [box, name] of Object.entries(TEXT_FIELDS)) {
    const text = slip.texts[box]
    if (text) fields[name] = text
  }
  if (slip.exempt.ei) fields.exempt_ei = 'true'
  const tables = { other_information: slip.others.map(({ code, amount }) => ({ code, amount })) }
  return { document_type: 'T4_TAX_SLIP', fields, tables, risk: 'clean' }
}
