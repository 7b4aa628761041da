import { claim, oneDigitApart } from './claim.ts'
import { DATES } from './dates.ts'
import { daysBetween } from './days.ts'
import { einvoiceConsistency } from './einvoice-consistency.ts'
import { amount, type Facts, money, type Rule, taxYear, text } from './facts.ts'
import { findSpelledAmounts } from './spelled/spelled-amount.ts'

/** An amount spelled out on the document stands in figures too, or one of the two was changed. */
const spelledAmounts: Rule = (facts) => {
  const pages = facts.reading.pages.filter(({ page }) => facts.part.pages.includes(page.number))
  const fields = SPELLED.filter((name) => amount(facts, name) !== undefined)
  return pages.flatMap((page) =>
    findSpelledAmounts(page.text)
      .filter(({ value }) => !facts.printed.has(Math.round(value * 100)))
      .flatMap(({ value, printed }) => {
        // Recognition loses words and digits; a figure of as many digits, of which one is another, it was changed to.
        const near = fields.find((name) => oneDigitApart(amount(facts, name) ?? 0, value))
        if (page.page.ocr && near === undefined) return []
        return claim(facts, {
          code: 'SPELLED_AMOUNT_DISAGREES',
          family: 'consistency',
          severity: 'high',
          proof: true,
          message: `"${printed}" is ${money(value)}, which is not printed in figures`,
          fields: near === undefined ? fields : [near],
          ...(near === undefined ? {} : { figures: [amount(facts, near) ?? 0, value] as const }),
        })
      }),
  )
}

/** Fields that papers say in words as well. */
const SPELLED = ['net_pay', 'gross_income', 'invoice_total', 'total', 'amount']

/** The year that the T4's form was made for; late slips are printed on later forms, so that only an older one tells. */
function layoutYear({ reading, part }: Facts): number | undefined {
  const pages = reading.pages.filter(({ page }) => part.pages.includes(page.number))
  const tag = pages.map(({ text }) => /\bT4\s*\((\d\d)\)/.exec(text)?.[1]).find((year) => year !== undefined)
  return tag === undefined ? undefined : 2000 + Number(tag)
}

/** A form stays in use for a few years. */
const FORM_USE_YEARS = 3

const formYear: Rule = (facts) => {
  const [year, made] = [taxYear(facts), layoutYear(facts)]
  if (facts.part.type !== 'T4_TAX_SLIP' || year === 0 || made === undefined) return []
  if (year >= made - FORM_USE_YEARS && year <= made + FORM_USE_YEARS) return []
  return claim(facts, {
    code: 'FORM_YEAR_DISAGREES',
    family: 'consistency',
    severity: 'medium',
    message: `the slip is for ${year}; its form T4 (${String(made).slice(2)}) was made for ${made}`,
    fields: ['tax_year'],
  })
}

/** Boxes 16A, 17A and 45 came with the form of 2023. */
const NEW_BOXES = ['second_cpp_contributions', 'second_qpp_contributions', 'dental_benefits_code']

const boxesBeforeTheirTime: Rule = (facts) => {
  const filled = NEW_BOXES.filter((name) => facts.part.fields[name] && facts.part.fields[name].value !== 0)
  const year = taxYear(facts)
  if (facts.part.type !== 'T4_TAX_SLIP' || year === 0 || year >= 2023 || filled.length === 0) return []
  return claim(facts, {
    code: 'BOXES_BEFORE_THEIR_TIME',
    family: 'consistency',
    severity: 'medium',
    message: `the slip is for ${year}; boxes 16A, 17A and 45 first appear in 2023`,
    fields: [...filled, 'tax_year'],
  })
}

/** The longest period that each frequency allows; first and last ones are shorter. */
const PERIODS: readonly (readonly [frequency: RegExp, mostDays: number])[] = [
  [/^bi[- ]?weekly|fortnight|every two weeks/i, 16],
  [/^semi[- ]?monthly|twice a month/i, 18],
  [/^weekly/i, 9],
  [/^monthly/i, 32],
]

/** Salaries are paid some days before their period ends, and few by a week. */
const AHEAD_DAYS = 7

const payPeriod: Rule = (facts) => {
  const [start, end] = [text(facts, 'pay_period_start'), text(facts, 'pay_period_end')]
  const usual = PERIODS.find(([frequency]) => frequency.test(text(facts, 'pay_frequency') ?? ''))
  if (start === undefined || end === undefined || !usual) return []
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1
  if (!(days > usual[1])) return []
  // Pay for several periods at once is seldom, and never paid in their midst.
  const paid = text(facts, 'pay_date')
  const inTheMidst = paid !== undefined && daysBetween(start, paid) > 0 && daysBetween(paid, end) >= AHEAD_DAYS
  const on = inTheMidst ? `, on ${paid}` : ''
  return claim(facts, {
    code: 'PAY_PERIOD_TOO_LONG',
    family: 'consistency',
    severity: inTheMidst ? 'medium' : 'low',
    proof: inTheMidst,
    delicate: true,
    message: `the pay period has ${days} days; it is paid ${text(facts, 'pay_frequency')}${on}`,
    fields: ['pay_period_start', 'pay_period_end', 'pay_frequency', ...(inTheMidst ? ['pay_date'] : [])],
  })
}

export const CONSISTENCY: readonly Rule[] = [
  ...DATES,
  einvoiceConsistency,
  spelledAmounts,
  formYear,
  boxesBeforeTheirTime,
  payPeriod,
]
