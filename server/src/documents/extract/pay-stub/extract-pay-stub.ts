import { levelLines } from '../../layout/level-lines.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import { amountStyle } from '../../values/amount-style.ts'
import { documentCurrency } from '../../values/currency.ts'
import { dateOrder } from '../../values/date-order.ts'
import { within } from '../../vocabulary/compile.ts'
import type { Extractor } from '../extractor.ts'
import { findLabels } from '../labels/find-labels.ts'
import { findFrequency, frequencyNamed, standingFrequency } from '../labels/frequency.ts'
import { findEmployee, findEmployer } from './parties.ts'
import { payAmounts } from './pay-amounts.ts'
import { payPeriod } from './pay-period.ts'
import { GROSS, NET } from './pay-words.ts'
import { PAY_DATE, PERIOD_END, PERIOD_START } from './period-words.ts'
import { payTables } from './tables/pay-tables.ts'

/** Pay stubs, payslips: who pays whom, when, for which period, and the period's and year's sums. */
export const extractPayStub: Extractor = (_section, pages) => {
  const stub = stubPages(pages.map(levelLines))
  const text = stub.map((page) => page.text).join('\n')
  const style = amountStyle(stub.flatMap(({ page }) => page.words.filter(({ visibility }) => visibility === 'shown')))
  const order = dateOrder(text, { currency: documentCurrency(text)?.currency })
  const employer = findEmployer(stub)
  const employee = findEmployee(stub, employer)
  const frequency = findFrequency(stub) ?? frequencyOfPay(stub) ?? standingFrequency(stub)
  const amounts = payAmounts(stub, style)
  return {
    fields: {
      ...(employee ? { employee_name: employee } : {}),
      ...(employer ? { employer_name: employer } : {}),
      ...payPeriod(stub, order),
      ...amounts,
      ...(frequency ? { pay_frequency: frequency } : {}),
    },
    tables: payTables(stub, style, amounts),
  }
}

/** `Gross monthly salary`: the caption of the pay says how often it is paid. */
function frequencyOfPay(pages: readonly PageLayout[]): Field | undefined {
  const captions = findLabels(pages, [GROSS_OFTEN]).filter(({ leads }) => leads)
  return captions.map(frequencyNamed).find((found) => found !== undefined)
}

const GROSS_OFTEN = within('pay.gross.often')

/** Guides and notices may stand before and behind the stub itself: from the page with most of a stub's labels on. */
function stubPages(pages: PageLayout[]): PageLayout[] {
  const labels = [...GROSS, ...NET, ...PAY_DATE, ...PERIOD_START, ...PERIOD_END].filter((label) =>
    String(label).includes(' '),
  )
  const scores = pages.map((page) => {
    const amounts = (page.text.match(/\d[.,]\d\d\b/g) ?? []).length
    return Math.min(findLabels([page], labels).length, 8) + Math.min(amounts, 12)
  })
  const best = scores.indexOf(Math.max(...scores))
  return pages.length < 2 ? pages : pages.slice(best, best + 1)
}
