import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { type Line, payFields, payOf } from './pay.ts'
import { firm, person, place } from './people.ts'
import { day, en, fr } from './print.ts'

const money = ({ current, ytd }: Line) => [en(current), en(ytd)]

/** Statutory and other deductions in one table beside the earnings, net pay and where it went below. */
export const caForce: Generator = async (chance) => {
  const pay = payOf(chance, {
    earnings: 'Regular Pay 0.93 | Vacation Pay 0.04 | Stat Holiday 0.03',
    taxes: 'Federal Tax 0.14 | CPP 0.0545 | EI 0.016',
    deductions: 'Group RRSP 0.04 | Union Dues 0.01',
  })
  const [name, employer] = [person(chance), firm(chance, 'Ltd.')]
  const sheet = await Sheet.open(chance, 'letter 8 report|plain')
  sheet.print`
    44b/12: 36 ${employer} | 576> Statement of Earnings
    list 70: 36 | 130
    - Employee Name | ${name}
    - Employee Number | ${chance.digits(6)}
    - Pay Group | BI-WEEKLY SALARY
    - Job Title | Team Lead
    list 70: 330 | 440
    - Pay Date | ${day(pay.paid, 'YYYY-MM-DD')}
    - Pay Period Start | ${day(pay.from, 'YYYY-MM-DD')}
    - Pay Period End | ${day(pay.to, 'YYYY-MM-DD')}
    - Deposit Advice | ${chance.digits(8)}
    table 150 gap 2: 36 Earnings | 150> Hours | 195> Rate | 250> Current | 310> YTD
    - ${pay.earnings.map((line) => [line.name, en(line.hours ?? 0), en(line.rate ?? 0), ...money(line)])}
    - Total Earnings |  |  | ...${money(pay.gross)}
    table 150 gap 2: 330 Deductions | 500> Current | 570> YTD
    - ${[...pay.taxes, ...pay.deductions].map((line) => [line.name, ...money(line)])}
    - Total Deductions | ...${money(pay.taken)}
    250b/10: 330 Net Pay | 500> ${en(pay.net.current)} | 570> ${en(pay.net.ytd)}
    280: 36b Net Pay Distribution
    294: 36 Deposit to account *****${chance.digits(3)} at 0${chance.digits(3)}-001 | 310> ${en(pay.net.current)}
  `
  return sheet.says`PAY_STUB world-ca-force
    ${payFields(pay, { employee_name: name, employer_name: employer })} | total_deductions ${pay.taken.current}
      | ytd_gross_pay ${pay.gross.ytd} | ytd_net_pay ${pay.net.ytd}
    optional pay_frequency`
}

/** Quebec: French, RRQ, RQAP, both taxes, what the employer pays in a third column. */
export const caPaie: Generator = async (chance) => {
  const pay = payOf(chance, {
    earnings: 'Salaire régulier 0.94 | Temps supplémentaire 0.06',
    taxes: 'Impôt fédéral 0.09 | Impôt provincial 0.12 | RRQ 0.059 | RQAP 0.005 | Assurance-emploi 0.0127',
    deductions: 'Assurance collective 0.02 | REER 0.03',
  })
  const [name, employer] = [person(chance, 'fr'), firm(chance, 'inc.')]
  const money = ({ current, ytd }: Line) => [fr(current), fr(ytd)]
  const sheet = await Sheet.open(chance, 'letter 8.5 plain|browser')
  sheet.print`
    44b/12: 40 ${employer} | 572> BULLETIN DE PAIE
    60: 40/7 ${place(chance, 'caFr')}
    list 96: 40 | 140
    - Employé : | ${name}
    - No employé : | ${chance.digits(4)}
    - Fréquence de paie : | Aux deux semaines
    list 96: 330 | 450
    - Période du : | ${day(pay.from, 'YYYY-MM-DD')}
    - au : | ${day(pay.to, 'YYYY-MM-DD')}
    - Date de paiement : | ${day(pay.paid, 'YYYY-MM-DD')}
    y = table 156: 40 Gains | 240> Heures | 310> Taux | 420> Courant | 540> Cumulatif
    - ${pay.earnings.map((line) => [line.name, fr(line.hours ?? 0), fr(line.rate ?? 0), ...money(line)])}
    - Total des gains (salaire brut) |  |  | ...${money(pay.gross)}
    y = table y+14: 40 Retenues | 420> Courant | 540> Cumulatif
    - ${[...pay.taxes, ...pay.deductions].map((line) => [line.name, ...money(line)])}
    - Total des retenues | ...${money(pay.taken)}
    y+12b/10: 40 PAIE NETTE | 420> ${fr(pay.net.current)} $ | 540> ${fr(pay.net.ytd)} $
  `
  return sheet.says`PAY_STUB world-ca-paie
    ${payFields(pay, { employee_name: name, employer_name: employer })} | total_deductions ${pay.taken.current}
      | ytd_gross_pay ${pay.gross.ytd} | ytd_net_pay ${pay.net.ytd} | pay_frequency Aux deux semaines
    optional`
}

/** Small firm's software: captions over values in a strip, a block of year-to-date sums of its own. */
export const caStrip: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 15,
    earnings: 'Salary 0.96 | Bonus 0.04',
    taxes: 'CPP/QPP 0.05 | EI 0.0163 | Income Tax 0.17',
    deductions: 'Extended Health 0.02',
  })
  const [name, employer] = [person(chance), firm(chance, 'Limited')]
  const sheet = await Sheet.open(chance, 'letter 8 office|airy')
  sheet.print`
    50: 36b/11 ${employer}
    76b: 36 Employee | 180 Pay Period | 330 Payment Date | 430 Frequency | 510 Net Pay
    88: 36 ${name} | 180 ${day(pay.from, 'MMM D, YYYY')} - ${day(pay.to, 'MMM D, YYYY')}
      | 330 ${day(pay.paid, 'MMM D, YYYY')} | 430 Semi-Monthly | 510 $${en(pay.net.current)}
  `
  const blocks = [
    ['Earnings', [...pay.earnings, { ...pay.gross, name: 'Gross Pay' }]],
    ['Deductions', [...pay.taxes, ...pay.deductions, { ...pay.taken, name: 'Total Deductions' }]],
  ] as const
  for (const [i, [title, lines]] of blocks.entries()) {
    const x = 36 + i * 190
    sheet.print`
      table 120 gap 2: ${x} ${title} | ${x + 170}> Amount
      - ${lines.map((line) => [line.name, en(line.current)])}
    `
  }
  sheet.print`
    table 120 gap 2: 420 Year to Date | 576> Amount
    - ${[{ ...pay.gross, name: 'Gross Pay' }, ...pay.taxes, ...pay.deductions, { ...pay.net, name: 'Net Pay' }].map(
      (line) => cells`${line.name}
      | ${en(line.ytd)}`,
    )}
  `
  return sheet.says`PAY_STUB world-ca-strip
    ${payFields(pay, { employee_name: name, employer_name: employer })} | total_deductions ${pay.taken.current}
      | ytd_gross_pay ${pay.gross.ytd} | ytd_net_pay ${pay.net.ytd} | pay_frequency Semi-Monthly
    optional`
}
