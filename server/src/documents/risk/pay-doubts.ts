import { amount, type Facts } from './facts.ts'

/** Why the figures of a pay stub may be others than they seem to be. */
export const PAY_DOUBTS = {
  /** Where recognition lost one of two columns, what is left of the row is the year's. */
  'a net pay that may be that of the year': (facts: Facts) => {
    const [net, gross, year] = ['net_pay', 'gross_pay', 'ytd_gross_pay'].map((name) => amount(facts, name))
    const recognised = facts.part.fields.net_pay?.words.some(({ origin }) => origin === 'ocr')
    const within = net !== undefined && gross !== undefined && year !== undefined && gross < net && net <= year
    return recognised === true && within
  },
} satisfies Record<string, (facts: Facts) => boolean>
