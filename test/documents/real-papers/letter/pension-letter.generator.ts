import type { Generator } from '../../specimen.ts'
import { person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { cents, day, usd } from '../print.ts'
import { dayOf, specimen } from './parts.ts'

/** A pension administrator's letter: a small table of gross and net a month instead of prose. */
export const pensionLetter: Generator = async (chance) => {
  const [name, date] = [person(chance), dayOf(chance)]
  const monthly = chance.amount(900, 4200)
  const tax = cents(monthly * 0.1)
  const paper = await Paper.open({ text: 10 })
  paper
    .at(60, 56, 'Teamsters Western Region Pension Trust', { size: 13, bold: true })
    .at(60, 70, 'Administrative Office  ·  PO Box 1187, Tempe, AZ 85281', { size: 8 })
  paper.at(60, 110, day(date, 'MM/DD/YYYY')).stack(60, 140, [name, street(chance), town(chance, 'us')])
  paper.at(60, 200, 'RE: Pension Income Verification', { bold: true })
  const y = paper.prose(
    60,
    224,
    480,
    `Dear ${name}: This letter verifies that you are receiving a retirement pension benefit from the Trust. The current monthly amounts are shown below. This benefit is payable for your lifetime.`,
  )
  for (const [i, [label, amount]] of [
    ['Gross Monthly Benefit', monthly],
    ['Federal Tax Withheld', tax],
    ['Net Monthly Benefit', cents(monthly - tax)],
  ].entries() as IterableIterator<[number, [string, number]]>)
    paper.row(y + 20 + i * 16, [
      [80, label],
      [-330, usd(amount)],
    ])
  paper.stack(60, y + 100, ['Sincerely,', '', 'Pension Benefits Department'])
  return specimen(
    'pension-letter',
    paper,
    {
      employee_name: name,
      employer_name: 'Teamsters Western Region Pension Trust',
      letter_date: date,
      gross_income: monthly,
      pay_frequency: 'monthly',
    },
    ['employer_name', 'pay_frequency'],
  )
}
