import type { DocumentType } from '@mkt/schemas'

const ACRONYMS = new Set([
  'cpp',
  'qpp',
  'ei',
  'rpp',
  'dpsp',
  'ppip',
  'qpip',
  'ssn',
  'tin',
  'iban',
  'ytd',
  'us',
  'id',
  'nr4',
  'rl1',
])

/** `ytd_gross_pay` as a person writes it: `YTD gross pay`. */
export function fieldTitle(name: string): string {
  const words = name.split('_').map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word))
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const TITLES: Partial<Record<DocumentType, string>> = {
  T4_TAX_SLIP: 'T4 tax slip',
  T4A_TAX_SLIP: 'T4A tax slip',
  T5_TAX_SLIP: 'T5 tax slip',
  T3_TAX_SLIP: 'T3 tax slip',
  T2202_TAX_SLIP: 'T2202 tuition certificate',
  NR4_TAX_SLIP: 'NR4 tax slip',
  RL1_TAX_SLIP: 'RL-1 tax slip',
  W2_TAX_SLIP: 'Form W-2',
  '1099_NEC_TAX_SLIP': 'Form 1099-NEC',
  '1099_MISC_TAX_SLIP': 'Form 1099-MISC',
  '1099_INT_TAX_SLIP': 'Form 1099-INT',
  '1099_DIV_TAX_SLIP': 'Form 1099-DIV',
  '1099_R_TAX_SLIP': 'Form 1099-R',
  UNKNOWN: 'Document of no known type',
}

/** A document type's name for people. */
export function typeTitle(type: DocumentType): string {
  return TITLES[type] ?? fieldTitle(type.toLowerCase())
}

const AMOUNT = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Amounts with two decimals and separators, everything else as it is. */
export function valueText(value: string | number): string {
  return typeof value === 'number' ? AMOUNT.format(value) : value
}
