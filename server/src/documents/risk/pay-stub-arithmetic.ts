import type { Flag } from '../model/findings.ts'
import { type Addition, gapOf, isExplained } from './addition.ts'
import { claim } from './claim.ts'
import { amount, type Facts, money, type Rule } from './facts.ts'

const ROUNDING = 0.05

function payStub(rule: (facts: Facts) => Flag[]): Rule {
  return (facts) => (facts.part.type === 'PAY_STUB' ? rule(facts) : [])
}

/** Some print what is taken off with a minus. */
const TAKEN = ['total_taxes', 'total_deductions']

/** Total deductions hold the taxes on some stubs, on others they come beside them. */
const NET: readonly Addition[] = [
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
]
/** Where the stub has no total of deductions, taxes alone say nothing. */
const net = payStub((facts) => {
  const open = NET.flatMap((addition) => {
    const gap = gapOf(facts, addition)
    return gap === undefined ? [] : [{ addition, gap }]
  })
  const closes = open.some(({ addition, gap }) => Math.abs(gap) <= ROUNDING || isExplained(facts, addition, gap))
  if (open.length === 0 || closes) return []
  const stated = amount(facts, 'net_pay') ?? 0
  const expected = open.map(({ gap }) => stated - gap)
  return claim(facts, {
    code: 'PAY_STUB_NET',
    family: 'arithmetic',
    severity: 'high',
    proof: true,
    message: `net pay says ${money(stated)}; gross ${money(amount(facts, 'gross_pay') ?? 0)} less taxes and deductions is ${expected.map(money).join(' or ')}`,
    fields: ['net_pay', 'gross_pay', 'total_taxes', 'total_deductions'],
    figures: [stated, expected[0] ?? 0],
    together: true,
    gap: Math.min(...open.map(({ gap }) => Math.abs(gap))),
  })
})

function below(code: string, smaller: string, larger: string, says: string, proof: boolean): Rule {
  return payStub((facts) => {
    const [less, more] = [amount(facts, smaller), amount(facts, larger)]
    if (less === undefined || more === undefined || less <= more + ROUNDING) return []
    return claim(facts, {
      code,
      family: 'arithmetic',
      severity: proof ? 'high' : 'medium',
      proof,
      message: `${says}: ${money(less)} and ${money(more)}`,
      fields: [smaller, larger],
      figures: [less, more],
    })
  })
}

export const PAY_STUB_ARITHMETIC: readonly Rule[] = [
  net,
  below(
    'PAY_STUB_YTD_GROSS',
    'gross_pay',
    'ytd_gross_pay',
    'gross pay is above the gross pay of the year so far',
    true,
  ),
  below('PAY_STUB_YTD_NET', 'net_pay', 'ytd_net_pay', 'net pay is above the net pay of the year so far', true),
  below('PAY_STUB_YTD_ORDER', 'ytd_net_pay', 'ytd_gross_pay', 'net pay of the year is above its gross pay', true),
  // Reimbursements are paid out beside the gross pay.
  below('PAY_STUB_NET_ABOVE_GROSS', 'net_pay', 'gross_pay', 'net pay is above gross pay', false),
]
