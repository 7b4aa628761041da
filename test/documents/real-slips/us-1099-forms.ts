import type { DocumentType } from '../../../schemas/src/documents/fields.ts'
import type { Chance } from '../chance.ts'
import { split } from '../printer/lists.ts'

export interface Form1099 {
  type: DocumentType
  form: string
  omb: string
  title: readonly string[]
  /** Box, caption, field of the service where it has one. */
  boxes: readonly (readonly [string, string, string?])[]
  payer: string
}

const PAYER =
  "PAYER'S name, street address, city or town, state or province, country, ZIP or foreign postal code, and telephone no."

export const FORMS: Record<string, Form1099> = {
  nec: {
    type: '1099_NEC_TAX_SLIP',
    form: '1099-NEC',
    omb: '1545-0116',
    title: ['Nonemployee', 'Compensation'],
    payer: PAYER,
    boxes: [
      ['1', 'Nonemployee compensation', 'nonemployee_compensation'],
      ['2', 'Payer made direct sales totaling $5,000 or more of consumer products to recipient for resale'],
      ['3', ''],
      ['4', 'Federal income tax withheld', 'federal_income_tax_withheld'],
      ['5', 'State tax withheld'],
      ['6', "State/Payer's state no."],
      ['7', 'State income'],
    ],
  },
  misc: {
    type: '1099_MISC_TAX_SLIP',
    form: '1099-MISC',
    omb: '1545-0115',
    title: ['Miscellaneous', 'Information'],
    payer: PAYER,
    boxes: [
      ['1', 'Rents', 'rents'],
      ['2', 'Royalties', 'royalties'],
      ['3', 'Other income', 'other_income'],
      ['4', 'Federal income tax withheld', 'federal_income_tax_withheld'],
      ['5', 'Fishing boat proceeds'],
      ['6', 'Medical and health care payments'],
      ['7', 'Payer made direct sales totaling $5,000 or more'],
      ['8', 'Substitute payments in lieu of dividends or interest'],
      ['9', 'Crop insurance proceeds'],
      ['10', 'Gross proceeds paid to an attorney'],
      ['11', 'Fish purchased for resale'],
      ['12', 'Section 409A deferrals'],
      ['14', 'Excess golden parachute payments'],
      ['15', 'Nonqualified deferred compensation'],
      ['16', 'State tax withheld'],
      ['17', "State/Payer's state no."],
      ['18', 'State income'],
    ],
  },
  int: {
    type: '1099_INT_TAX_SLIP',
    form: '1099-INT',
    omb: '1545-0112',
    title: ['Interest', 'Income'],
    payer: PAYER,
    boxes: [
      ['1', 'Interest income', 'interest_income'],
      ['2', 'Early withdrawal penalty', 'early_withdrawal_penalty'],
      ['3', 'Interest on U.S. Savings Bonds and Treasury obligations', 'us_savings_bond_interest'],
      ['4', 'Federal income tax withheld', 'federal_income_tax_withheld'],
      ['5', 'Investment expenses'],
      ['6', 'Foreign tax paid'],
      ['7', 'Foreign country or U.S. territory'],
      ['8', 'Tax-exempt interest', 'tax_exempt_interest'],
      ['9', 'Specified private activity bond interest'],
      ['10', 'Market discount'],
      ['11', 'Bond premium'],
      ['12', 'Bond premium on Treasury obligations'],
      ['13', 'Bond premium on tax-exempt bond'],
      ['14', 'Tax-exempt and tax credit bond CUSIP no.'],
      ['15', 'State'],
      ['16', 'State identification no.'],
      ['17', 'State tax withheld'],
    ],
  },
  div: {
    type: '1099_DIV_TAX_SLIP',
    form: '1099-DIV',
    omb: '1545-0110',
    title: ['Dividends and', 'Distributions'],
    payer: PAYER,
    boxes: [
      ['1a', 'Total ordinary dividends', 'total_ordinary_dividends'],
      ['1b', 'Qualified dividends', 'qualified_dividends'],
      ['2a', 'Total capital gain distr.', 'total_capital_gain_distributions'],
      ['2b', 'Unrecap. Sec. 1250 gain'],
      ['2c', 'Section 1202 gain'],
      ['2d', 'Collectibles (28%) gain'],
      ['2e', 'Section 897 ordinary dividends'],
      ['2f', 'Section 897 capital gain'],
      ['3', 'Nondividend distributions'],
      ['4', 'Federal income tax withheld', 'federal_income_tax_withheld'],
      ['5', 'Section 199A dividends'],
      ['6', 'Investment expenses'],
      ['7', 'Foreign tax paid'],
      ['8', 'Foreign country or U.S. possession'],
      ['9', 'Cash liquidation distributions'],
      ['10', 'Noncash liquidation distributions'],
      ['12', 'Exempt-interest dividends'],
      ['13', 'Specified private activity bond interest dividends'],
    ],
  },
  r: {
    type: '1099_R_TAX_SLIP',
    form: '1099-R',
    omb: '1545-0119',
    title: split`
      Distributions From | Pensions, Annuities, | Retirement or | Profit-Sharing Plans, | IRAs, Insurance
      | Contracts, etc.
    `,
    payer: PAYER,
    boxes: [
      ['1', 'Gross distribution', 'gross_distribution'],
      ['2a', 'Taxable amount', 'taxable_amount'],
      ['2b', 'Taxable amount not determined      Total distribution'],
      ['3', 'Capital gain (included in box 2a)'],
      ['4', 'Federal income tax withheld', 'federal_income_tax_withheld'],
      ['5', 'Employee contributions/ Designated Roth contributions or insurance premiums'],
      ['6', 'Net unrealized appreciation in employer’s securities'],
      ['7', 'Distribution code(s)      IRA/SEP/SIMPLE', 'distribution_code'],
      ['8', 'Other                                      %'],
      ['9a', 'Your percentage of total distribution    %'],
      ['9b', 'Total employee contributions'],
      ['14', 'State tax withheld'],
      ['15', "State/Payer's state no."],
      ['16', 'State distribution'],
    ],
  },
}

/** The fields that a form states: the first always, others by chance, small ones after large ones. */
export function statedFields(chance: Chance, { boxes }: Form1099): Record<string, string | number> {
  const fields: Record<string, string | number> = {}
  let most = chance.amount(600, 60000)
  for (const [, , field] of boxes) {
    if (!field || (Object.keys(fields).length > 0 && chance.happens(0.45) && field !== 'distribution_code')) continue
    fields[field] = field === 'distribution_code' ? chance.pick(['7', '1', '4', 'G']) : Math.round(most * 100) / 100
    most = Math.max(1, most * chance.amount(0.1, 0.9))
  }
  return fields
}
