import { daysBetween } from './days.ts'
import { money } from './facts.ts'
import { beganAnew } from './pay-year.ts'
import { type CrossRule, numberIn, sameEmployer, samePerson, textIn } from './side-by-side.ts'

const INCOME = ['employment_income', 'wages_tips_other_compensation', 'nonemployee_compensation']
/** A raise or a change of hours beyond these happens to few, and is worth a look. */
const INCOME_UP = 1.6
const INCOME_DOWN = 0.5

const incomeOutOfLine: CrossRule = ({ fields, earlier, type }) => {
  const name = INCOME.find(
    (field) => numberIn(fields, field) !== undefined && numberIn(earlier.fields, field) !== undefined,
  )
  if (!name || type !== earlier.type || !sameEmployer(fields, earlier.fields)) return undefined
  const apart = Number(fields.tax_year) - Number(earlier.fields.tax_year)
  const [now, before] = [numberIn(fields, name) as number, numberIn(earlier.fields, name) as number]
  if (Math.abs(apart) !== 1 || before <= 0 || now <= 0) return undefined
  const growth = apart > 0 ? now / before : before / now
  if (growth <= INCOME_UP && growth >= INCOME_DOWN) return undefined
  return {
    code: 'INCOME_OUT_OF_LINE',
    // A first or last year is a part of one, and looks the same.
    severity: 'low',
    message: `${fields.tax_year} says ${money(now)} from the same employer, ${earlier.fields.tax_year} said ${money(before)}`,
    fields: [name, 'tax_year'],
  }
}

/** Two slips of one employer and year with another income: an amended slip, or one of them was changed. */
const sameYearOtherIncome: CrossRule = ({ fields, earlier, type }) => {
  const name = INCOME.find(
    (field) => numberIn(fields, field) !== undefined && numberIn(earlier.fields, field) !== undefined,
  )
  const sameYear = fields.tax_year !== undefined && fields.tax_year === earlier.fields.tax_year
  if (
    !name ||
    type !== earlier.type ||
    !sameYear ||
    !sameEmployer(fields, earlier.fields) ||
    !samePerson(fields, earlier.fields)
  )
    return undefined
  if (fields[name] === earlier.fields[name]) return undefined
  return {
    code: 'SAME_YEAR_OTHER_INCOME',
    severity: 'medium',
    message: `says ${money(fields[name] as number)} for ${fields.tax_year}; an earlier slip of the same employer and year said ${money(earlier.fields[name] as number)}`,
    fields: [name],
  }
}

/** The same pay of another period cannot make the year's total smaller. */
const yearToDateShrinks: CrossRule = ({ fields, earlier, type }) => {
  const [now, before] = [numberIn(fields, 'ytd_gross_pay'), numberIn(earlier.fields, 'ytd_gross_pay')]
  const [date, earlierDate] = [textIn(fields, 'pay_date'), textIn(earlier.fields, 'pay_date')]
  if (
    type !== 'PAY_STUB' ||
    earlier.type !== type ||
    now === undefined ||
    before === undefined ||
    !date ||
    !earlierDate
  )
    return undefined
  if (
    date.slice(0, 4) !== earlierDate.slice(0, 4) ||
    !sameEmployer(fields, earlier.fields) ||
    !samePerson(fields, earlier.fields)
  )
    return undefined
  const days = daysBetween(earlierDate, date)
  if (days === 0 || Math.sign(now - before) * Math.sign(days) >= 0) return undefined
  if (days > 0 ? beganAnew(earlier.fields, fields) : beganAnew(fields, earlier.fields)) return undefined
  return {
    code: 'YEAR_TO_DATE_SHRINKS',
    severity: 'high',
    proof: true,
    message: `the gross pay of the year is ${money(now)} on ${date} and was ${money(before)} on ${earlierDate}`,
    fields: ['ytd_gross_pay', 'pay_date'],
  }
}

/** What a stub says of itself, and of the year so far. */
const OF_THE_YEAR = [
  ['gross_pay', 'ytd_gross_pay'],
  ['net_pay', 'ytd_net_pay'],
] as const

/**
 * The year so far is what it was on an earlier stub and all that was paid since, this pay at least. More is usual where
 * stubs lie between; where one period follows the other, a bonus may have been paid apart.
 */
const yearToDateCarriedOn: CrossRule = ({ fields, earlier, type }) => {
  const [date, before] = [textIn(fields, 'pay_date'), textIn(earlier.fields, 'pay_date')]
  const alike = type === 'PAY_STUB' && earlier.type === type && date?.slice(0, 4) === before?.slice(0, 4)
  if (!alike || !date || !before || date === before) return undefined
  if (!sameEmployer(fields, earlier.fields) || !samePerson(fields, earlier.fields)) return undefined
  const [first, last] = before < date ? [earlier.fields, fields] : [fields, earlier.fields]
  if (beganAnew(first, last)) return undefined
  const [end, start] = [textIn(first, 'pay_period_end'), textIn(last, 'pay_period_start')]
  const next = end !== undefined && start !== undefined && daysBetween(end, start) === 1
  const off = OF_THE_YEAR.flatMap(([name, year]) => {
    const [paid, now, was] = [numberIn(last, name), numberIn(last, year), numberIn(first, year)]
    // A year that shrinks is told by its own rule.
    if (paid === undefined || now === undefined || was === undefined || now < was) return []
    const gap = now - was - paid
    return gap < -YEAR_ROUNDING || (next && gap > YEAR_ROUNDING) ? [{ name, year, paid, now, was, gap }] : []
  })
  const [told] = off.toSorted((a, b) => a.gap - b.gap)
  if (!told) return undefined
  const short = told.gap < 0
  return {
    code: 'YEAR_TO_DATE_NOT_CARRIED_ON',
    severity: short ? 'medium' : 'low',
    proof: short,
    message: `the year so far says ${money(told.now)}; it was ${money(told.was)}, and this pay is ${money(told.paid)}`,
    fields: [told.year, told.name],
  }
}

/** Each of the two is rounded by itself. */
const YEAR_ROUNDING = 0.05

export const CROSS_INCOME: readonly CrossRule[] = [
  incomeOutOfLine,
  sameYearOtherIncome,
  yearToDateShrinks,
  yearToDateCarriedOn,
]
