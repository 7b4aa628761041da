import { Sheet } from '../printer/sheet.ts'
import type { Generator } from '../specimen.ts'
import { company, person, street, town } from './names.ts'
import { cents, day, dayOf, daysAfter, usd } from './print.ts'

/** A benefit verification letter: agency as letterhead, the monthly amount, the medicare premium apart. */
export const benefitAward: Generator = async (chance) => {
  const [name, date] = [person(chance).toUpperCase(), dayOf(chance)]
  const monthly = chance.amount(890, 3100)
  const premium = 174.7
  const sheet = await Sheet.open(chance, 'letter serif 11')
  sheet.print`
    60: 72b/15 Social Security Administration
    80: 72b/13 Benefit Verification Letter
    110: 400 Date: ${day(date, 'MMMM D, YYYY')}
    124: 400 BNC#: ${chance.digits(2)}U${chance.digits(4)}Q11842
    138: 400 REF: A
    170: 72 ${name} ¶ ${street(chance).toUpperCase()} ¶ ${town(chance, 'us').toUpperCase()}
    y = 240: 72<460 You asked us for information from your record. The information that you requested is shown
      & below. If you want anyone else to have this information, you may send them this letter.
    y+14: 72b Information About Current Social Security Benefits
    y = y+32: 72<460 Beginning December ${date.slice(0, 4)}, the full monthly Social Security benefit before any
      & deductions is ${usd(monthly)}.
    y = y+10: 72<460 We deduct ${usd(premium)} for medical insurance premiums each month.
    y = y+10: 72<460 The regular monthly Social Security payment is ${usd(cents(monthly - premium))}. (We must
      & round down to the whole dollar.)
    y = y+10: 72<460 Social Security benefits for a given month are paid the following month. (For example, Social
      & Security benefits for March are paid in April.)
    y+20: 72 Social Security Administration
  `
  return sheet.says`INCOME_LETTER benefit-award.pdf
    employee_name ${name} | letter_date ${date} | gross_income ${monthly} | pay_frequency monthly
    optional employer_name pay_frequency`
}

/** An offer that was accepted, with base pay and a bonus that is no salary. */
export const offerConfirmation: Generator = async (chance) => {
  const [employer, name, date] = [company(chance, 'LLC'), person(chance), dayOf(chance)]
  const salary = chance.whole(45, 160) * 1000
  const sheet = await Sheet.open(chance, 'letter 10')
  sheet.print`
    60: 540>b/13 ${employer}
    110: 72 ${day(date, 'MMMM D, YYYY')}
    140: 72 ${name} ¶ ${street(chance)} ¶ ${town(chance, 'us')}
    y = 200: 72<460 Dear ${name.split(' ')[0]},
    y = y+12: 72<460 On behalf of ${employer}, I am pleased to confirm your employment in the position of Account
      & Manager, reporting to ${person(chance)}. Your start date was ${day(daysAfter(date, -40), 'MMMM D, YYYY')}.
    y = y+12: 72<460 Your base salary is ${usd(salary)} per year, payable bi-weekly in accordance with our standard
      & payroll practice. You are also eligible for a one-time signing bonus of $5,000.00, less applicable
      & withholdings.
    y+30: 72 Sincerely, ¶  ¶ ${person(chance)} ¶ Chief People Officer
  `
  return sheet.says`INCOME_LETTER offer-confirmation.pdf
    employee_name ${name} | employer_name ${employer} | letter_date ${date} | gross_income ${salary}
      | pay_frequency bi-weekly
    optional pay_frequency`
}

/** A pension administrator's letter: a small table of gross and net a month instead of prose. */
export const pensionLetter: Generator = async (chance) => {
  const [name, date] = [person(chance), dayOf(chance)]
  const monthly = chance.amount(900, 4200)
  const tax = cents(monthly * 0.1)
  const sheet = await Sheet.open(chance, 'letter 10')
  const y = sheet.print`
    56: 60b/13 Teamsters Western Region Pension Trust
    70: 60/8 Administrative Office  ·  PO Box 1187, Tempe, AZ 85281
    110: 60 ${day(date, 'MM/DD/YYYY')}
    140: 60 ${name} ¶ ${street(chance)} ¶ ${town(chance, 'us')}
    200: 60b RE: Pension Income Verification
    224: 60<480 Dear ${name}: This letter verifies that you are receiving a retirement pension benefit from the
      & Trust. The current monthly amounts are shown below. This benefit is payable for your lifetime.
  `
  for (const [i, [label, amount]] of [
    ['Gross Monthly Benefit', monthly],
    ['Federal Tax Withheld', tax],
    ['Net Monthly Benefit', cents(monthly - tax)],
  ].entries() as IterableIterator<[number, [string, number]]>)
    sheet.print`${y + 20 + i * 16}: 80 ${label} | 330> ${usd(amount)}`
  sheet.print`${y + 100}: 60 Sincerely, ¶  ¶ Pension Benefits Department`
  return sheet.says`INCOME_LETTER pension-letter.pdf
    employee_name ${name} | employer_name Teamsters Western Region Pension Trust | letter_date ${date}
      | gross_income ${monthly} | pay_frequency monthly
    optional employer_name pay_frequency`
}

/** To whom it may concern: name, title, start date and salary in running text. */
export const verification: Generator = async (chance) => {
  const [employer, name, date] = [company(chance, 'Inc.'), person(chance), dayOf(chance)]
  const salary = chance.whole(38, 140) * 1000
  const sheet = await Sheet.open(chance, 'letter serif 11')
  sheet.print`
    72: 72b/15 ${employer}
    88: 72/9 ${street(chance)} ¶ ${town(chance, 'us')}
    y = 140:
    y: 72 ${day(date, 'MMMM D, YYYY')}
    y+34: 72b Re: Employment Verification for ${name}
    y+64: 72 To Whom It May Concern:
    y = y+92: 72<460 Please accept this letter as confirmation that ${name} has been employed with ${employer}
      & since ${day(daysAfter(date, -900), 'MMMM D, YYYY')}. Currently, ${name.split(' ')[0]} holds the title of
      & Senior Technician and works on a full-time basis of 40 hours per week while earning an annual gross salary
      & of ${usd(salary)}, paid semi-monthly.
    y = y+12: 72<460 If you have any questions or require further information, please do not hesitate to contact me
      & at (208) 555-0133.
    y+20: 72 Sincerely yours, ¶  ¶  ¶ ${person(chance)} ¶ Human Resources Manager ¶ ${employer}
  `
  return sheet.says`INCOME_LETTER verification.pdf
    employee_name ${name} | employer_name ${employer} | letter_date ${date} | gross_income ${salary}
      | pay_frequency semi-monthly
    optional pay_frequency`
}
