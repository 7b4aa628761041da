import type { Generator } from '../specimen.ts'
import { paper } from './book.ts'
import { HANDS } from './hand.ts'
import { type Line, payFields, payOf } from './pay.ts'
import { firm, person, place } from './people.ts'
import { day, en, fr } from './print.ts'
import { Sheet } from './sheet.ts'

const money = ({ current, ytd }: Line) => [en(current), en(ytd)]

/** Statutory and other deductions in one table beside the earnings, net pay and where it went below. */
export const caForce: Generator = async (chance) => {
  const pay = payOf(chance, {
    earnings: [
      ['Regular Pay', 0.93],
      ['Vacation Pay', 0.04],
      ['Stat Holiday', 0.03],
    ],
    taxes: [
      ['Federal Tax', 0.14],
      ['CPP', 0.0545],
      ['EI', 0.016],
    ],
    deductions: [
      ['Group RRSP', 0.04],
      ['Union Dues', 0.01],
    ],
  })
  const [name, employer] = [person(chance), firm(chance, 'Ltd.')]
  const sheet = await Sheet.open(chance, { size: 'letter', text: 8, hands: [HANDS.report, HANDS.plain] })
  sheet.row(
    44,
    [
      [36, employer],
      [-576, 'Statement of Earnings'],
    ],
    { bold: true, size: 12 },
  )
  sheet.pairs(36, 130, 70, [
    ['Employee Name', name],
    ['Employee Number', chance.digits(6)],
    ['Pay Group', 'BI-WEEKLY SALARY'],
    ['Job Title', 'Team Lead'],
  ])
  sheet.pairs(330, 440, 70, [
    ['Pay Date', day(pay.paid, 'YYYY-MM-DD')],
    ['Pay Period Start', day(pay.from, 'YYYY-MM-DD')],
    ['Pay Period End', day(pay.to, 'YYYY-MM-DD')],
    ['Deposit Advice', chance.digits(8)],
  ])
  sheet.table({
    y: 150,
    step: 12,
    columns: [
      { x: 36, head: 'Earnings' },
      { x: -150, head: 'Hours' },
      { x: -195, head: 'Rate' },
      { x: -250, head: 'Current' },
      { x: -310, head: 'YTD' },
    ],
    rows: [
      ...pay.earnings.map((line) => [line.name, en(line.hours ?? 0), en(line.rate ?? 0), ...money(line)]),
      ['Total Earnings', '', '', ...money(pay.gross)],
    ],
  })
  sheet.table({
    y: 150,
    step: 12,
    columns: [
      { x: 330, head: 'Deductions' },
      { x: -500, head: 'Current' },
      { x: -570, head: 'YTD' },
    ],
    rows: [
      ...[...pay.taxes, ...pay.deductions].map((line) => [line.name, ...money(line)]),
      ['Total Deductions', ...money(pay.taken)],
    ],
  })
  sheet.row(
    250,
    [
      [330, 'Net Pay'],
      [-500, en(pay.net.current)],
      [-570, en(pay.net.ytd)],
    ],
    { bold: true, size: 10 },
  )
  sheet.at(36, 280, 'Net Pay Distribution', { bold: true })
  sheet.row(294, [
    [36, `Deposit to account *****${chance.digits(3)} at 0${chance.digits(3)}-001`],
    [-310, en(pay.net.current)],
  ])
  return paper(
    'ca-force',
    sheet,
    'PAY_STUB',
    {
      ...payFields(pay, { employee_name: name, employer_name: employer }),
      total_deductions: pay.taken.current,
      ytd_gross_pay: pay.gross.ytd,
      ytd_net_pay: pay.net.ytd,
    },
    ['pay_frequency'],
  )
}

/** Quebec: French, RRQ, RQAP, both taxes, what the employer pays in a third column. */
export const caPaie: Generator = async (chance) => {
  const pay = payOf(chance, {
    earnings: [
      ['Salaire régulier', 0.94],
      ['Temps supplémentaire', 0.06],
    ],
    taxes: [
      ['Impôt fédéral', 0.09],
      ['Impôt provincial', 0.12],
      ['RRQ', 0.059],
      ['RQAP', 0.005],
      ['Assurance-emploi', 0.0127],
    ],
    deductions: [
      ['Assurance collective', 0.02],
      ['REER', 0.03],
    ],
  })
  const [name, employer] = [person(chance, 'fr'), firm(chance, 'inc.')]
  const money = ({ current, ytd }: Line) => [fr(current), fr(ytd)]
  const sheet = await Sheet.open(chance, { size: 'letter', text: 8.5, hands: [HANDS.plain, HANDS.browser] })
  sheet.row(
    44,
    [
      [40, employer],
      [-572, 'BULLETIN DE PAIE'],
    ],
    { bold: true, size: 12 },
  )
  sheet.stack(40, 60, place(chance, 'caFr'), { size: 7 })
  sheet.pairs(40, 140, 96, [
    ['Employé :', name],
    ['No employé :', chance.digits(4)],
    ['Fréquence de paie :', 'Aux deux semaines'],
  ])
  sheet.pairs(330, 450, 96, [
    ['Période du :', day(pay.from, 'YYYY-MM-DD')],
    ['au :', day(pay.to, 'YYYY-MM-DD')],
    ['Date de paiement :', day(pay.paid, 'YYYY-MM-DD')],
  ])
  let y = sheet.table({
    y: 156,
    columns: [
      { x: 40, head: 'Gains' },
      { x: -240, head: 'Heures' },
      { x: -310, head: 'Taux' },
      { x: -420, head: 'Courant' },
      { x: -540, head: 'Cumulatif' },
    ],
    rows: [
      ...pay.earnings.map((line) => [line.name, fr(line.hours ?? 0), fr(line.rate ?? 0), ...money(line)]),
      ['Total des gains (salaire brut)', '', '', ...money(pay.gross)],
    ],
  })
  y = sheet.table({
    y: y + 14,
    columns: [
      { x: 40, head: 'Retenues' },
      { x: -420, head: 'Courant' },
      { x: -540, head: 'Cumulatif' },
    ],
    rows: [
      ...[...pay.taxes, ...pay.deductions].map((line) => [line.name, ...money(line)]),
      ['Total des retenues', ...money(pay.taken)],
    ],
  })
  sheet.row(
    y + 12,
    [
      [40, 'PAIE NETTE'],
      [-420, `${fr(pay.net.current)} $`],
      [-540, `${fr(pay.net.ytd)} $`],
    ],
    { bold: true, size: 10 },
  )
  return paper('ca-paie', sheet, 'PAY_STUB', {
    ...payFields(pay, { employee_name: name, employer_name: employer }),
    total_deductions: pay.taken.current,
    ytd_gross_pay: pay.gross.ytd,
    ytd_net_pay: pay.net.ytd,
    pay_frequency: 'Aux deux semaines',
  })
}

/** Small firm's software: captions over values in a strip, a block of year-to-date sums of its own. */
export const caStrip: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 15,
    earnings: [
      ['Salary', 0.96],
      ['Bonus', 0.04],
    ],
    taxes: [
      ['CPP/QPP', 0.05],
      ['EI', 0.0163],
      ['Income Tax', 0.17],
    ],
    deductions: [['Extended Health', 0.02]],
  })
  const [name, employer] = [person(chance), firm(chance, 'Limited')]
  const sheet = await Sheet.open(chance, { size: 'letter', text: 8, hands: [HANDS.office, HANDS.airy] })
  sheet.row(50, [[36, employer]], { bold: true, size: 11 })
  sheet.row(
    76,
    [
      [36, 'Employee'],
      [180, 'Pay Period'],
      [330, 'Payment Date'],
      [430, 'Frequency'],
      [510, 'Net Pay'],
    ],
    { bold: true },
  )
  sheet.row(88, [
    [36, name],
    [180, `${day(pay.from, 'MMM D, YYYY')} - ${day(pay.to, 'MMM D, YYYY')}`],
    [330, day(pay.paid, 'MMM D, YYYY')],
    [430, 'Semi-Monthly'],
    [510, `$${en(pay.net.current)}`],
  ])
  const blocks = [
    ['Earnings', [...pay.earnings, { ...pay.gross, name: 'Gross Pay' }]],
    ['Deductions', [...pay.taxes, ...pay.deductions, { ...pay.taken, name: 'Total Deductions' }]],
  ] as const
  for (const [i, [title, lines]] of blocks.entries()) {
    const x = 36 + i * 190
    sheet.table({
      y: 120,
      step: 12,
      columns: [
        { x, head: title },
        { x: -(x + 170), head: 'Amount' },
      ],
      rows: lines.map((line) => [line.name, en(line.current)]),
    })
  }
  sheet.table({
    y: 120,
    step: 12,
    columns: [
      { x: 420, head: 'Year to Date' },
      { x: -576, head: 'Amount' },
    ],
    rows: [{ ...pay.gross, name: 'Gross Pay' }, ...pay.taxes, ...pay.deductions, { ...pay.net, name: 'Net Pay' }].map(
      (line) => [line.name, en(line.ytd)],
    ),
  })
  return paper('ca-strip', sheet, 'PAY_STUB', {
    ...payFields(pay, { employee_name: name, employer_name: employer }),
    total_deductions: pay.taken.current,
    ytd_gross_pay: pay.gross.ytd,
    ytd_net_pay: pay.net.ytd,
    pay_frequency: 'Semi-Monthly',
  })
}
