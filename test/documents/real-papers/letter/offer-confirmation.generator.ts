import type { Generator } from '../../specimen.ts'
import { company, person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, daysAfter, usd } from '../print.ts'
import { dayOf, specimen } from './parts.ts'

/** An offer that was accepted, with base pay and a bonus that is no salary. */
export const offerConfirmation: Generator = async (chance) => {
  const [employer, name, date] = [company(chance, 'LLC'), person(chance), dayOf(chance)]
  const salary = chance.whole(45, 160) * 1000
  const paper = await Paper.open({ text: 10 })
  paper
    .row(60, [[-540, employer]], { size: 13, bold: true })
    .at(72, 110, day(date, 'MMMM D, YYYY'))
    .stack(72, 140, [name, street(chance), town(chance, 'us')])
  let y = paper.prose(72, 200, 460, `Dear ${name.split(' ')[0]},`)
  y = paper.prose(
    72,
    y + 12,
    460,
    `On behalf of ${employer}, I am pleased to confirm your employment in the position of Account Manager, reporting to ${person(chance)}. Your start date was ${day(daysAfter(date, -40), 'MMMM D, YYYY')}.`,
  )
  y = paper.prose(
    72,
    y + 12,
    460,
    `Your base salary is ${usd(salary)} per year, payable bi-weekly in accordance with our standard payroll practice. You are also eligible for a one-time signing bonus of $5,000.00, less applicable withholdings.`,
  )
  paper.stack(72, y + 30, ['Sincerely,', '', person(chance), 'Chief People Officer'])
  return specimen(
    'offer-confirmation',
    paper,
    {
      employee_name: name,
      employer_name: employer,
      letter_date: date,
      gross_income: salary,
      pay_frequency: 'bi-weekly',
    },
    ['pay_frequency'],
  )
}
