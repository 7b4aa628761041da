import { daysBetween } from './days.ts'
import { numberIn, textIn } from './side-by-side.ts'

/**
 * Days on which the tax year begins where it is not the calendar's: South Africa, India and New Zealand, the United
 * Kingdom, Australia. A stub's totals begin anew on it.
 */
const OTHER_YEARS = ['03-01', '04-01', '04-06', '07-01']
/** Overtime and bonuses: a year's first pays may be this much above the present one. */
const ABOVE_USUAL = 1.5
const MONTH = 31

type Values = Readonly<Record<string, string | number>>

/**
 * Whether the totals of the later stub may have begun anew after the earlier one: a tax year begins in between, and no
 * more was paid since than the pay that the stub shows comes to.
 */
export function beganAnew(first: Values, last: Values): boolean {
  const [before, date] = [textIn(first, 'pay_date') ?? '', textIn(last, 'pay_date') ?? '']
  const [pay, sum] = [numberIn(last, 'gross_pay'), numberIn(last, 'ytd_gross_pay')]
  return OTHER_YEARS.map((day) => `${date.slice(0, 4)}-${day}`)
    .filter((start) => before < start && start <= date)
    .some((start) => {
      if (pay === undefined || sum === undefined) return true
      const pays = daysBetween(start, date) / periodOf(last) + 1
      return sum <= pay * pays * ABOVE_USUAL
    })
}

function periodOf(stub: Values): number {
  const [from, to] = [textIn(stub, 'pay_period_start'), textIn(stub, 'pay_period_end')]
  return from && to && from < to ? daysBetween(from, to) + 1 : MONTH
}
