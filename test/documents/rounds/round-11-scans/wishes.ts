import type { Forgery } from '../round-file.ts'
import type { Filing } from './file.ts'
import type { DeviceName } from './glass.ts'
import type { RetouchName } from './retouch.ts'

/** One forged scan: of which paper, what is changed, by which hand, on what device. */
export interface Wish {
  technique: string
  family: Forgery['family']
  paper: string
  changes: Record<string, string>
  retouch: RetouchName
  device: DeviceName
  as: Filing['as']
  field: string
  /** The device of the other scan, if it is not the same. */
  donor?: DeviceName
  /** It was printed after the change, and scanned by this. */
  again?: DeviceName
  row?: string
  maker?: string
  /** Done on the paper itself, before any scan. */
  onPaper?: boolean
  /** Laid over the picture by the PDF: with this grey under it, or bare. */
  over?: 'covered' | 'bare'
}

const wish = (
  technique: string,
  family: Forgery['family'],
  paper: string,
  [retouch, device, as]: [RetouchName, DeviceName, Filing['as']],
  changes: Record<string, string>,
  more: Partial<Wish> = {},
): Wish => ({ technique, family, paper, retouch, device, as, changes, field: Object.keys(changes)[0] ?? '', ...more })

const W2 = {
  wages_tips_other_compensation: '88,240.00',
  social_security_wages: '91,152.00',
  medicare_wages_and_tips: '91,152.00',
  state_wages: '88,240.00',
}
const SALARY = { 'transactions.0.deposit': '2,618.44', 'transactions.0.balance': '4,460.60' }
/** A pay stub whose every sum was worked out again. */
const STUB = { gross_pay: '2,965.00', net_pay: '2,344.18', ytd_gross_pay: '17,377.50', ytd_net_pay: '13,758.36' }

export const WISHES: readonly Wish[] = [
  wish('digits-copied', 'pixels', 'us-checking', ['digits-copied', 'office', 85], SALARY),
  wish('digits-copied', 'pixels', 'uk-letter', ['digits-copied', 'colour-fine', 88], { gross_income: '92,400.00' }),
  wish('digits-copied', 'pixels', 'fr-releve', ['digits-feathered', 'home', 82], {
    'transactions.4.deposit': '2 748,30',
    total_deposits: '2 968,30',
    closing_balance: '3 481,33',
  }),
  wish('digits-copied', 'pixels', 'us-receipt', ['digits-copied', 'thermal', 84], {
    total: '96.90',
    subtotal: '96.26',
  }),
  wish('typed-similar', 'pixels', 'uk-payslip', ['typed-similar', 'office', 80], { net_pay: '3,128.44' }),
  wish('typed-similar', 'pixels', 'nl-factuur', ['typed-similar', 'colour', 84], { invoice_total: '7.284,29' }),
  wish('typed-similar', 'pixels', 'ca-t4', ['typed-similar', 'office-fine', 86], { employment_income: '89,860.00' }),
  wish('typed-same', 'pixels', 'de-bescheinigung', ['typed-same', 'office', 82], { gross_income: '5.285,00' }),
  wish('typed-same', 'pixels', 'us-paystub', ['typed-same', 'colour-fine', 88], STUB),
  wish('typed-grained', 'pixels', 'it-estratto', ['typed-grained', 'office', 84], { closing_balance: '9.503,26' }),
  wish('typed-grained', 'pixels', 'us-1099', ['typed-grained', 'phone', 84], { nonemployee_compensation: '48,475.00' }),
  wish('whited-typed', 'pixels', 'uk-invoice', ['whited-typed', 'colour', 85], { invoice_date: '28/04/2026' }),
  wish(
    'whited-typed',
    'pixels',
    'pt-recibo',
    ['whited-typed', 'office', 85],
    { net_pay: '1.910,48' },
    { onPaper: true },
  ),
  wish('whited-typed', 'pixels', 'us-w2', ['whited-typed', 'office-fine', 84], { employee_name: 'Lorenzo T. Vasquez' }),
  wish('cut-from-another', 'pixels', 'us-checking', ['cut-from-another', 'office', 86], SALARY, { donor: 'home' }),
  wish(
    'cut-from-another',
    'pixels',
    'de-rechnung',
    ['cut-from-another', 'colour-fine', 86],
    { iban: 'DE02 1203 0000 0000 2020 51' },
    { donor: 'colour' },
  ),
  wish('cut-from-another', 'pixels', 'fr-attestation', ['cut-from-another', 'office', 84], {
    gross_income: '3 736,00',
  }),
  wish(
    'cut-from-another',
    'pixels',
    'ca-t4',
    ['line-cut', 'office', 82],
    { employment_income: '69,860.00' },
    { donor: 'askew' },
  ),
  wish(
    'joined',
    'pixels',
    'uk-payslip',
    ['joined', 'office', 84],
    { net_pay: '3,128.44', gross_pay: '3,684.00' },
    { donor: 'home' },
  ),
  wish(
    'joined',
    'pixels',
    'it-estratto',
    ['joined', 'colour', 84],
    {
      'transactions.4.deposit': '3.932,18',
      'transactions.4.balance': '6.509,76',
      'transactions.5.balance': '6.503,26',
      closing_balance: '6.503,26',
      total_deposits: '3.932,18',
    },
    { donor: 'office' },
  ),
  wish(
    'changed-then-rescanned',
    'pixels',
    'uk-letter',
    ['typed-same', 'colour', 90],
    { gross_income: '44,400.00' },
    { again: 'office' },
  ),
  wish('changed-then-rescanned', 'pixels', 'us-w2', ['typed-same', 'office-fine', 84], W2, { again: 'askew' }),
  wish('digit-brushed', 'pixels', 'de-girokonto', ['digit-brushed', 'office-fine', 86], {
    closing_balance: '2.624,00',
  }),
  wish('digit-brushed', 'pixels', 'uk-invoice', ['digit-brushed', 'office', 84], {
    invoice_number: 'MP-26614',
    invoice_total: '1,833.20',
  }),
  wish(
    'row-removed',
    'pixels',
    'fr-releve',
    ['row-removed', 'colour', 84],
    { closing_balance: '2 568,88' },
    { row: 'transactions.1' },
  ),
  wish(
    'row-removed',
    'pixels',
    'de-girokonto',
    ['row-removed', 'office', 84],
    { closing_balance: '2.602,42' },
    { row: 'transactions.1' },
  ),
  wish(
    'row-inserted',
    'pixels',
    'nl-factuur',
    ['row-inserted', 'office', 84],
    { 'line_items.1.amount': '842,00', subtotal: '1.903,40' },
    { row: 'line_items.1' },
  ),
  wish(
    'row-inserted',
    'pixels',
    'de-girokonto',
    ['row-inserted', 'colour', 84],
    { closing_balance: '2.762,19' },
    { row: 'transactions.3' },
  ),
  wish('faxed-after', 'pixels', 'us-paystub', ['typed-same', 'fax-fine', 'g4'], { net_pay: '2,744.18' }),
  wish('faxed-after', 'pixels', 'es-extracto', ['digits-copied', 'copier-light', 'bits'], {
    opening_balance: '7.415,37',
  }),
  wish(
    'text-over-scan',
    'covered',
    'us-checking',
    ['untouched', 'office', 84],
    { closing_balance: '7,440.96' },
    { over: 'covered' },
  ),
  wish(
    'text-over-scan',
    'covered',
    'de-bescheinigung',
    ['untouched', 'colour', 86],
    { gross_income: '4.785,00' },
    { over: 'covered' },
  ),
  wish(
    'vector-on-scan',
    'covered',
    'us-checking',
    ['untouched', 'office', 84],
    { closing_balance: '13,341.57' },
    { over: 'bare' },
  ),
  wish(
    'digits-copied',
    'pixels',
    'pl-faktura',
    ['digits-copied', 'office', 92],
    { invoice_total: '11 866,80' },
    { maker: 'GIMP 2.10.34' },
  ),
]
