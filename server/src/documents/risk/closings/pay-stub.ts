import type { Closing } from './closing.ts'

const types = ['PAY_STUB'] as const
/** Some print what is taken off with a minus. */
const TAKEN = ['total_taxes', 'total_deductions']
const tolerance = 0.05

const ceiling = (
  code: string,
  stated: string,
  above: string,
  wording: string,
  more: Partial<Closing> = {},
): Closing => ({
  code,
  types,
  must: 'not exceed',
  ways: [{ stated, terms: [[1, above]] }],
  tolerance,
  explained: false,
  silent: ['a year that lost its first digits'],
  severity: 'high',
  clear: true,
  wording: `${wording}: {stated} and {sum}`,
  ...more,
})

/** Pay stubs: gross less what is taken off, and the year so far. */
export const PAY_STUB_CLOSINGS: readonly Closing[] = [
  {
    // Total deductions hold the taxes on some stubs, on others they come beside them; taxes alone say nothing.
    code: 'PAY_STUB_NET',
    types,
    must: 'equal',
    ways: [
      {
        stated: 'net_pay',
        terms: [
          [1, 'gross_pay'],
          [-1, 'total_taxes'],
          [-1, 'total_deductions'],
        ],
        unsigned: TAKEN,
      },
      {
        stated: 'net_pay',
        terms: [
          [1, 'gross_pay'],
          [-1, 'total_deductions'],
        ],
        unsigned: TAKEN,
        beside: ['total_taxes'],
      },
    ],
    tolerance,
    explained: true,
    silent: [
      'a net pay that may be that of the year',
      'a gross pay that is what is taken off',
      'what is paid and what is taken behind the deductions',
    ],
    severity: 'high',
    clear: true,
    wording: 'net pay says {stated}; gross less taxes and deductions is {sum}',
  },
  ceiling('PAY_STUB_YTD_GROSS', 'gross_pay', 'ytd_gross_pay', 'gross pay is above the gross pay of the year so far'),
  ceiling('PAY_STUB_YTD_NET', 'net_pay', 'ytd_net_pay', 'net pay is above the net pay of the year so far'),
  ceiling('PAY_STUB_YTD_ORDER', 'ytd_net_pay', 'ytd_gross_pay', 'net pay of the year is above its gross pay'),
  // Reimbursements are paid out beside the gross pay, and are printed where they are.
  ceiling('PAY_STUB_NET_ABOVE_GROSS', 'net_pay', 'gross_pay', 'net pay is above gross pay', {
    explained: true,
    silent: ['a net pay that may be that of the year', 'a gross pay that is what is taken off'],
    severity: 'medium',
  }),
  {
    // Whatever else is taken off, the taxes are. Where all of it is printed, the sum above says more.
    code: 'PAY_STUB_NET_ABOVE_TAXED',
    types,
    must: 'not exceed',
    ways: [
      {
        stated: 'net_pay',
        terms: [
          [1, 'gross_pay'],
          [-1, 'total_taxes'],
        ],
        unsigned: TAKEN,
      },
    ],
    tolerance,
    explained: 'by any amount',
    without: ['total_deductions'],
    silent: ['a net pay that may be that of the year', 'items with signs that come to the net pay'],
    severity: 'medium',
    clear: true,
    wording: 'net pay says {stated}; gross less taxes is {sum}',
  },
]
