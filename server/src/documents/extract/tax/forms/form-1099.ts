import type { DocumentType } from '@mkt/schemas'
import { type BoxSpec, box, type Captions, decoy, type FormSpec } from '../form-spec.ts'

const PAYER = "PAYER'S name, street address, city or town, state or province, country"

const PARTIES: readonly BoxSpec[] = [
  box(
    'payer_name',
    '',
    'name',
    [
      `${PAYER}, ZIP or foreign postal code, and telephone no.`,
      `${PAYER}, and ZIP or foreign postal code`,
      `${PAYER}, ZIP`,
      "PAYER'S name, street address, city, state, ZIP code, and telephone no.",
      "PAYER'S name",
      'or foreign postal code, and telephone no.',
      "Payer's name and address",
      'Payer name',
      'Payer',
    ],
    /^payers?_?name/i,
  ),
  box(
    'payer_tin',
    '',
    'tin',
    [
      "PAYER'S TIN",
      "PAYER'S federal identification number",
      "PAYER'S federal identification no.",
      "PAYER'S identification number",
      'Payer TIN',
      "Payer's federal ID",
      "Payer's tax ID",
      "Payer's Fed ID Number",
      "Payer's federal ID number",
      "Payer's federal tax ID",
      'Federal ID number',
      'Federal identification number',
    ],
    /^payers?_?tin/i,
  ),
  box(
    'recipient_tin',
    '',
    'tin',
    [
      "RECIPIENT'S TIN",
      "RECIPIENT'S identification number",
      "RECIPIENT'S identification no.",
      'Recipient TIN',
      "Recipient's tax ID",
      "Recipient's taxpayer ID",
      "Recipient's taxpayer identification number",
      "Recipient's taxpayer ID number",
      "Recipient's federal ID number",
      "Recipient's SSN",
      "Recipient's social security number",
    ],
    /^recipients?_?tin/i,
  ),
  box(
    'recipient_name',
    '',
    'name',
    [
      "RECIPIENT'S name",
      'Recipient name',
      "Recipient's name and address",
      "RECIPIENT'S name, street address, city, state, and ZIP code",
      'Recipient',
    ],
    /^recipients?_?name/i,
  ),
  decoy('', { captions: 'Street address (including apt. no.) | Street address' }),
  decoy('', {
    captions: 'City or town, state or province, country, and ZIP or foreign postal code | City, state, and ZIP code',
  }),
  box(
    'account_number',
    '',
    'identifier',
    'Account number (see instructions) | Account number (optional) | Account number | Account no.',
    /^account_?(number|no)/i,
  ),
  decoy('', {
    captions: [
      "Payer's RTN (optional)",
      'CUSIP number',
      'FATCA filing requirement',
      '2nd TIN not.',
      'State identification no.',
      "State/Payer's state no.",
      "Payer's state no.",
      'Date of payment',
      '1st year of desig. Roth contrib.',
    ],
  }),
]

const YEAR = box('tax_year', '', 'year', 'For calendar year | Calendar year | Tax year', /calendar_?year|tax_?year/i)

const PRINT = [
  'CORRECTED (if checked)',
  'CORRECTED',
  'VOID',
  'OMB No. 1545-0112 | OMB No. 1545-0115 | OMB No. 1545-0116 | OMB No. 1545-0110 | OMB No. 1545-0119',
  'Department of the Treasury - Internal Revenue Service',
  'keep for your records',
  'Copy A | Copy B | Copy C | Copy 1 | Copy 2',
  'For Recipient | For Payer | For State Tax Department | For Internal Revenue Service Center',
  'To be filed with recipient’s state income tax return, when required.',
  'This is important tax information and is being furnished to the IRS',
  'Form 1099-NEC | Form 1099-MISC | Form 1099-INT | Form 1099-DIV | Form 1099-R',
  'Miscellaneous Income | Miscellaneous Information | Dividends and Distributions',
  'Distributions From Pensions, Annuities, Retirement or Profit-Sharing Plans, IRAs, Insurance Contracts, etc.',
  'Total | Code | FATCA filing requirement',
].flatMap((text) => text.split(' | '))

const STATE = [
  ['State tax withheld', 'State income tax withheld'],
  ['State distribution', 'State income'],
  ['Local tax withheld', 'Local distribution', 'Name of locality'],
].flat()

const form = (type: DocumentType, boxes: BoxSpec[], others: Record<string, Captions>): FormSpec => ({
  type,
  boxes: [
    YEAR,
    ...PARTIES,
    ...boxes,
    ...Object.entries(others).map(([id, captions]) => decoy(id, { captions })),
    ...STATE.map((captions) => decoy('', { captions })),
  ],
  print: PRINT,
})

const withheld = (id: string) => box('federal_income_tax_withheld', id, 'amount', 'Federal income tax withheld')

/** Nonemployee Compensation. */
export const NEC = form(
  '1099_NEC_TAX_SLIP',
  [box('nonemployee_compensation', '1', 'amount', 'Nonemployee compensation'), withheld('4')],
  {
    '2': 'Payer made direct sales totaling $5,000 or more of consumer products to recipient for resale',
    '3': 'Excess golden parachute payments',
  },
)

/** Miscellaneous Information. */
export const MISC = form(
  '1099_MISC_TAX_SLIP',
  [
    box('rents', '1', 'amount', 'Rents'),
    box('royalties', '2', 'amount', 'Royalties'),
    box('other_income', '3', 'amount', 'Other income'),
    withheld('4'),
  ],
  {
    '5': 'Fishing boat proceeds',
    '6': 'Medical and health care payments',
    '7': [
      'Payer made direct sales totaling $5,000 or more of consumer products to recipient for resale',
      'Payer made direct sales of $5,000 or more of consumer products to a buyer (recipient) for resale',
    ],
    '8': 'Substitute payments in lieu of dividends or interest',
    '9': 'Crop insurance proceeds',
    '10': 'Gross proceeds paid to an attorney',
    '11': 'Fish purchased for resale',
    '12': 'Section 409A deferrals',
    '13': 'Excess golden parachute payments',
    '14': 'Nonqualified deferred compensation',
  },
)

/** Interest Income. */
export const INT = form(
  '1099_INT_TAX_SLIP',
  [
    box('interest_income', '1', 'amount', 'Interest income'),
    box('early_withdrawal_penalty', '2', 'amount', 'Early withdrawal penalty'),
    box('us_savings_bond_interest', '3', 'amount', [
      'Interest on U.S. Savings Bonds and Treasury obligations',
      'Interest on U.S. Savings Bonds and Treas. obligations',
      'Interest on U.S. Savings Bonds',
    ]),
    withheld('4'),
    box('tax_exempt_interest', '8', 'amount', 'Tax-exempt interest'),
  ],
  {
    '5': 'Investment expenses',
    '6': 'Foreign tax paid',
    '7': 'Foreign country or U.S. possession | Foreign country or U.S. territory',
    '9': 'Specified private activity bond interest',
    '10': 'Market discount',
    '11': 'Bond premium',
    '12': 'Bond premium on Treasury obligations',
    '13': 'Bond premium on tax-exempt bond',
    '14': 'Tax-exempt and tax credit bond CUSIP no.',
  },
)

/** Dividends and Distributions. */
export const DIV = form(
  '1099_DIV_TAX_SLIP',
  [
    box('total_ordinary_dividends', '1a', 'amount', 'Total ordinary dividends | Ordinary dividends'),
    box('qualified_dividends', '1b', 'amount', 'Qualified dividends'),
    box(
      'total_capital_gain_distributions',
      '2a',
      'amount',
      'Total capital gain distr. | Total capital gain distributions',
    ),
    withheld('4'),
  ],
  {
    '2b': 'Unrecap. Sec. 1250 gain',
    '2c': 'Section 1202 gain',
    '2d': 'Collectibles (28%) gain',
    '2e': 'Section 897 ordinary dividends',
    '2f': 'Section 897 capital gain',
    '3': 'Nondividend distributions',
    '5': 'Section 199A dividends',
    '6': 'Investment expenses',
    '7': 'Foreign tax paid',
    '8': 'Foreign country or U.S. possession',
    '9': 'Cash liquidation distributions',
    '10': 'Noncash liquidation distributions',
    '12': 'Exempt-interest dividends',
    '13': 'Specified private activity bond interest dividends',
  },
)

/** Distributions from pensions, annuities, retirement plans, IRAs and insurance contracts. */
export const R = form(
  '1099_R_TAX_SLIP',
  [
    box('gross_distribution', '1', 'amount', 'Gross distribution'),
    box('taxable_amount', '2a', 'amount', 'Taxable amount'),
    withheld('4'),
    box('distribution_code', '7', 'distribution-code', 'Distribution code(s) | Distribution codes | Distribution code'),
  ],
  {
    '2b': 'Taxable amount not determined | Total distribution',
    '3': 'Capital gain (included in box 2a)',
    '5': 'Employee contributions/Designated Roth contributions or insurance premiums | Employee contributions',
    '6': "Net unrealized appreciation in employer's securities",
    '8': 'Other',
    '9a': 'Your percentage of total distribution',
    '9b': 'Total employee contributions',
    '10': 'Amount allocable to IRR within 5 years',
    '11': '1st year of desig. Roth contrib.',
  },
)
