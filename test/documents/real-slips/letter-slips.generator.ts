import type { DocumentType } from '../../../schemas/src/documents/fields.ts'
import type { Chance } from '../chance.ts'
import { FormPaper } from '../printer/form-paper.ts'
import { rows } from '../printer/lists.ts'
import { lawful } from '../slip-law.ts'
import type { Generator } from '../specimen.ts'
import { type MoneyLook, money } from './money.ts'
import { company, employerId, person, socialInsuranceNumber, socialSecurityNumber } from './people.ts'

/** A slip as banks and portals lay it out themselves: the parties in blocks, the boxes as a list. */
interface Listing {
  type: DocumentType
  country: 'CA' | 'US'
  title(year: number): string
  captions: { payer: string; recipient: string; id: string; year?: string }
  boxes: readonly (readonly [box: string, caption: string, field?: string])[]
  looks: readonly MoneyLook[]
}

const LISTINGS: Readonly<Record<string, Listing>> = {
  t5: {
    type: 'T5_TAX_SLIP',
    country: 'CA',
    title: (year) => `T5 Statement of Investment Income / État des revenus de placement ${year}`,
    captions: {
      payer: "Payer's name and address / Nom et adresse du payeur",
      recipient: "Recipient's name and address / Nom et adresse du bénéficiaire",
      id: "22 Recipient identification number / Numéro d'identification",
    },
    boxes: rows`
      13 | Interest from Canadian sources / Intérêts de source canadienne | interest_from_canadian_sources
      14 | Other income from Canadian sources / Autres revenus de source canadienne
      18 | Capital gains dividends / Dividendes sur gains en capital | capital_gains_dividends
      24 | Actual amount of eligible dividends / Montant réel des dividendes déterminés | actual_eligible_dividends
      25 | Taxable amount of eligible dividends / Montant imposable des dividendes déterminés
      | taxable_eligible_dividends
      26 | Dividend tax credit for eligible dividends / Crédit d'impôt pour dividendes
    `,
    looks: ['commas', 'plain'],
  },
  t4a: {
    type: 'T4A_TAX_SLIP',
    country: 'CA',
    title: (year) => `T4A ${year} Statement of Pension, Retirement, Annuity, and Other Income`,
    captions: { payer: "Payer's name", recipient: "Recipient's name and address", id: '012 Social insurance number' },
    boxes: [
      ['016', 'Pension or superannuation', 'pension_or_superannuation'],
      ['018', 'Lump-sum payments', 'lump_sum_payments'],
      ['022', 'Income tax deducted', 'income_tax_deducted'],
      ['048', 'Fees for services', 'fees_for_services'],
    ],
    looks: ['commas', 'plain', 'dollar'],
  },
  rl1: {
    type: 'RL1_TAX_SLIP',
    country: 'CA',
    title: (year) => `RELEVÉ 1 – Revenus d'emploi et revenus divers – Année ${year}`,
    captions: {
      payer: "Nom et adresse de l'employeur ou du payeur",
      recipient: 'Nom, prénom et adresse du particulier',
      id: "Numéro d'assurance sociale",
    },
    boxes: [
      ['A', "Revenus d'emploi", 'employment_income'],
      ['B', 'Cotisation au RRQ', 'qpp_contributions'],
      ['C', "Cotisation à l'assurance emploi", 'ei_premiums'],
      ['E', 'Impôt du Québec retenu', 'income_tax_deducted'],
      ['G', 'Salaire admissible au RRQ'],
      ['H', 'Cotisation au RQAP', 'qpip_premiums'],
      ['I', 'Salaire admissible au RQAP'],
    ],
    looks: ['french', 'plain'],
  },
  int: {
    type: '1099_INT_TAX_SLIP',
    country: 'US',
    title: (year) => `${year} Form 1099-INT Interest Income (OMB No. 1545-0112) Copy B`,
    captions: { payer: "PAYER'S name and address", recipient: "RECIPIENT'S name and address", id: "RECIPIENT'S TIN" },
    boxes: [
      ['1', 'Interest income', 'interest_income'],
      ['2', 'Early withdrawal penalty', 'early_withdrawal_penalty'],
      ['3', 'Interest on U.S. Savings Bonds and Treas. obligations', 'us_savings_bond_interest'],
      ['4', 'Federal income tax withheld', 'federal_income_tax_withheld'],
      ['8', 'Tax-exempt interest', 'tax_exempt_interest'],
    ],
    looks: ['dollar', 'commas'],
  },
  r: {
    type: '1099_R_TAX_SLIP',
    country: 'US',
    title: (year) =>
      `${year} Form 1099-R Distributions From Pensions, Annuities, Retirement or Profit-Sharing Plans, IRAs`,
    captions: {
      payer: "PAYER'S name, street address, city, state, and ZIP code",
      recipient: "RECIPIENT'S name and address",
      id: "RECIPIENT'S TIN",
    },
    boxes: [
      ['1', 'Gross distribution', 'gross_distribution'],
      ['2a', 'Taxable amount', 'taxable_amount'],
      ['4', 'Federal income tax withheld', 'federal_income_tax_withheld'],
      ['5', 'Employee contributions/Designated Roth contributions'],
    ],
    looks: ['dollar', 'plain'],
  },
}

type Rows = 'word' | 'number' | 'behind'

function rowText(rows: Rows, box: string, caption: string, canada: boolean): string {
  if (rows === 'number') return `${box}  ${caption}`
  if (rows === 'behind') return `${caption} (${canada ? 'box' : 'Box'} ${box})`
  return `Box ${box}. ${caption}`
}

function values(chance: Chance, { boxes }: Listing): Record<string, number> {
  const amounts: Record<string, number> = {}
  let most = chance.amount(900, 60000)
  for (const [box, , field] of boxes) {
    if (box !== boxes[0]?.[0] && chance.happens(0.35)) continue
    amounts[field ?? box] = Math.round(most * 100) / 100
    most *= chance.amount(0.15, 0.5)
  }
  return amounts
}

function listed(kind: string, rows: Rows): Generator {
  return async (chance) => {
    const listing = LISTINGS[kind] as Listing
    const year = chance.whole(2019, 2024)
    const [payer, recipient] = [company(chance, listing.country), person(chance, listing.country)]
    const amounts = lawful(values(chance, listing), year)
    const look = chance.pick(listing.looks)
    const id = listing.country === 'CA' ? socialInsuranceNumber(chance, 'blanks') : socialSecurityNumber(chance)
    const tin = employerId(chance)
    const name = `${recipient.first} ${recipient.last}`
    const sheet = await FormPaper.open()
    sheet.prose(48, 50, 520, listing.title(year), { size: 11, bold: true })
    sheet.text(48, 86, listing.captions.payer, { size: 7 }).lines(48, 98, [payer.name, ...payer.address], { size: 9 })
    sheet
      .text(320, 86, listing.captions.recipient, { size: 7 })
      .lines(320, 98, [name, ...recipient.address], { size: 9 })
    sheet.text(320, 156, listing.captions.id, { size: 7 }).text(320, 168, id, { size: 9 })
    if (listing.country === 'US') sheet.text(48, 156, "PAYER'S TIN", { size: 7 }).text(48, 168, tin, { size: 9 })
    let y = 200
    for (const [box, caption, field] of listing.boxes) {
      const amount = amounts[field ?? box]
      const text = amount === undefined ? (look === 'dollar' ? '' : '') : money(amount, look)
      sheet
        .text(48, y, rowText(rows, box, caption, listing.country === 'CA'), { size: 8.5 })
        .text(560, y, text, { size: 8.5, align: 'right' })
      y += 15
    }
    sheet.prose(
      48,
      y + 14,
      510,
      listing.country === 'US'
        ? 'This is important tax information and is being furnished to the IRS. Keep it for your records.'
        : 'Keep this slip with your records. Conservez ce feuillet dans vos dossiers.',
      { size: 7 },
    )
    const party =
      listing.type === 'RL1_TAX_SLIP' ? ['employer_name', 'employee_name'] : ['payer_name', 'recipient_name']
    const fields: Record<string, string | number> = {
      tax_year: String(year),
      [party[0] as string]: payer.name,
      [party[1] as string]: name,
    }
    if (listing.country === 'US') Object.assign(fields, { payer_tin: tin, recipient_tin: id })
    if (kind === 't4a') fields.social_insurance_number = id
    for (const [, , field] of listing.boxes) if (field && amounts[field] !== undefined) fields[field] = amounts[field]
    return {
      name: `real-list-${kind}`,
      bytes: await sheet.save(),
      truth: { document_type: listing.type, fields, risk: 'clean' },
    }
  }
}

export const letterSlips: Readonly<Record<string, Generator>> = {
  'real-t5-list': listed('t5', 'number'),
  'real-t5-box-list': listed('t5', 'behind'),
  'real-t4a-list': listed('t4a', 'word'),
  'real-rl1-list': listed('rl1', 'number'),
  'real-1099-int-list': listed('int', 'word'),
  'real-1099-int-behind': listed('int', 'behind'),
  'real-1099-r-list': listed('r', 'number'),
}
