import type { Chance } from '../chance.ts'
import type { Generator, Specimen } from '../specimen.ts'
import { company, person, street, town } from './names.ts'
import { Paper } from './paper.ts'
import { cents, day, daysAfter, usd } from './print.ts'

const dayOf = (chance: Chance) =>
  `${chance.whole(2019, 2025)}-${String(chance.whole(1, 12)).padStart(2, '0')}-${String(chance.whole(1, 28)).padStart(2, '0')}`

async function specimen(
  name: string,
  paper: Paper,
  fields: Record<string, string | number>,
  optional?: string[],
): Promise<Specimen> {
  return {
    name: `${name}.pdf`,
    bytes: await paper.save(),
    truth: { document_type: 'INCOME_LETTER', fields, ...(optional ? { optional } : {}), risk: 'clean' },
  }
}

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
