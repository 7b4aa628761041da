import { levelLines } from '../../layout/level-lines.ts'
import { amountStyle } from '../../values/amount-style.ts'
import { documentCurrency } from '../../values/currency.ts'
import { dateOrder } from '../../values/date-order.ts'
import type { Extractor } from '../extractor.ts'
import { findFrequency } from '../labels/frequency.ts'
import { findIncome } from './income.ts'
import { findLetterDate } from './letter-date.ts'
import { findIssuer, findRecipient } from './letter-parties.ts'

/** Employment verifications and benefit letters, in prose or as forms: who is paid, by whom, how much and how often. */
export const extractLetter: Extractor = (_section, printed) => {
  const pages = printed.map(levelLines)
  const text = pages.map((page) => page.text).join('\n')
  const style = amountStyle(pages.flatMap(({ page }) => page.words.filter(({ visibility }) => visibility === 'shown')))
  const order = dateOrder(text, { currency: documentCurrency(text)?.currency })
  const employee = findRecipient(pages)
  const employer = findIssuer(pages, employee && String(employee.value))
  const date = findLetterDate(pages, order)
  const income = findIncome(pages, style)
  const frequency = findFrequency(pages) ?? income?.frequency
  return {
    fields: {
      ...(employee ? { employee_name: employee } : {}),
      ...(employer ? { employer_name: employer } : {}),
      ...(date ? { letter_date: date } : {}),
      ...(income ? { gross_income: income.amount } : {}),
      ...(frequency ? { pay_frequency: frequency } : {}),
    },
    tables: [],
  }
}
