import type { DocumentType } from '@mkt/schemas'
import type { Closing } from './closing.ts'

const said = (name: string) => name.replaceAll('_', ' ')

/** An amount that is part of another one, or taken out of it, and so cannot be above it; `below` not even equal. */
const part = (type: DocumentType, less: string, more: string, below?: 'below'): Closing => ({
  code: 'PART_ABOVE_WHOLE',
  types: [type],
  must: below ? 'stay below' : 'not exceed',
  ways: [{ stated: less, terms: [[1, more]] }],
  tolerance: below ? 0 : 1,
  explained: false,
  severity: 'medium',
  clear: true,
  wording: `${said(less)} says {stated}, ${said(more)} only {sum}`,
})

/** Slips: boxes of which one holds the other. */
export const SLIP_CLOSINGS: readonly Closing[] = [
  part('1099_NEC_TAX_SLIP', 'federal_income_tax_withheld', 'nonemployee_compensation', 'below'),
  part('1099_DIV_TAX_SLIP', 'qualified_dividends', 'total_ordinary_dividends'),
  part('1099_R_TAX_SLIP', 'taxable_amount', 'gross_distribution'),
  part('1099_R_TAX_SLIP', 'federal_income_tax_withheld', 'gross_distribution', 'below'),
  part('1099_INT_TAX_SLIP', 'federal_income_tax_withheld', 'interest_income', 'below'),
  part('NR4_TAX_SLIP', 'non_resident_tax_withheld', 'gross_income', 'below'),
  part('RL1_TAX_SLIP', 'income_tax_deducted', 'employment_income', 'below'),
]
