import type { Generator } from '../../specimen.ts'
import { person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { cents, day, usd } from '../print.ts'
import { dayOf, specimen } from './parts.ts'

/** A benefit verification letter: agency as letterhead, the monthly amount before deductions, the medicare premium apart. */
export const benefitAward: Generator = async (chance) => {
  const [name, date] = [person(chance).toUpperCase(), dayOf(chance)]
  const monthly = chance.amount(890, 3100)
  const premium = 174.7
  const paper = await Paper.open({ family: 'serif', text: 11 })
  paper
    .at(72, 60, 'Social Security Administration', { size: 15, bold: true })
    .at(72, 80, 'Benefit Verification Letter', { size: 13, bold: true })
  paper
    .row(110, [[400, `Date: ${day(date, 'MMMM D, YYYY')}`]])
    .row(124, [[400, `BNC#: ${chance.digits(2)}U${chance.digits(4)}Q11842`]], {})
    .row(138, [[400, 'REF: A']])
  paper.stack(72, 170, [name, street(chance).toUpperCase(), town(chance, 'us').toUpperCase()])
  let y = paper.prose(
    72,
    240,
    460,
    'You asked us for information from your record. The information that you requested is shown below. If you want anyone else to have this information, you may send them this letter.',
  )
  paper.at(72, y + 14, 'Information About Current Social Security Benefits', { bold: true })
  y = paper.prose(
    72,
    y + 32,
    460,
    `Beginning December ${date.slice(0, 4)}, the full monthly Social Security benefit before any deductions is ${usd(monthly)}.`,
  )
  y = paper.prose(72, y + 10, 460, `We deduct ${usd(premium)} for medical insurance premiums each month.`)
  y = paper.prose(
    72,
    y + 10,
    460,
    `The regular monthly Social Security payment is ${usd(cents(monthly - premium))}. (We must round down to the whole dollar.)`,
  )
  y = paper.prose(
    72,
    y + 10,
    460,
    'Social Security benefits for a given month are paid the following month. (For example, Social Security benefits for March are paid in April.)',
  )
  paper.at(72, y + 20, 'Social Security Administration', {})
  return specimen(
    'benefit-award',
    paper,
    { employee_name: name, letter_date: date, gross_income: monthly, pay_frequency: 'monthly' },
    ['employer_name', 'pay_frequency'],
  )
}
