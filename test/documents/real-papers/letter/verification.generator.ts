import type { Generator } from '../../specimen.ts'
import { company, person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, daysAfter, usd } from '../print.ts'
import { dayOf, specimen } from './parts.ts'

/** To whom it may concern: name, title, start date and salary in running text. */
export const verification: Generator = async (chance) => {
  const [employer, name, date] = [company(chance, 'Inc.'), person(chance), dayOf(chance)]
  const salary = chance.whole(38, 140) * 1000
  const paper = await Paper.open({ family: 'serif', text: 11 })
  paper.at(72, 72, employer, { size: 15, bold: true }).stack(72, 88, [street(chance), town(chance, 'us')], { size: 9 })
  let y = 140
  paper
    .at(72, y, day(date, 'MMMM D, YYYY'))
    .at(72, y + 34, `Re: Employment Verification for ${name}`, { bold: true })
    .at(72, y + 64, 'To Whom It May Concern:')
  y = paper.prose(
    72,
    y + 92,
    460,
    `Please accept this letter as confirmation that ${name} has been employed with ${employer} since ${day(daysAfter(date, -900), 'MMMM D, YYYY')}. Currently, ${name.split(' ')[0]} holds the title of Senior Technician and works on a full-time basis of 40 hours per week while earning an annual gross salary of ${usd(salary)}, paid semi-monthly.`,
  )
  y = paper.prose(
    72,
    y + 12,
    460,
    'If you have any questions or require further information, please do not hesitate to contact me at (208) 555-0133.',
  )
  paper.stack(72, y + 20, ['Sincerely yours,', '', '', person(chance), 'Human Resources Manager', employer])
  return specimen(
    'verification',
    paper,
    {
      employee_name: name,
      employer_name: employer,
      letter_date: date,
      gross_income: salary,
      pay_frequency: 'semi-monthly',
    },
    ['pay_frequency'],
  )
}
