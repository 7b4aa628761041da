import type { Generator } from '../specimen.ts'
import { paper } from './book.ts'
import { HANDS } from './hand.ts'
import { type Line, payFields, payOf } from './pay.ts'
import { firm, person, place } from './people.ts'
import { ch, day, en } from './print.ts'
import { Sheet } from './sheet.ts'

const money = ({ current, ytd }: Line) => [en(current), en(ytd)]

/** A restaurant: tips and two rates, taxes in a block of their own, the net check in a box. */
export const usTipped: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 14,
    earnings: [
      ['Server', 0.5],
      ['Host', 0.2],
      ['Charged Tips', 0.3],
    ],
    taxes: [
      ['FIT', 0.1],
      ['SS', 0.062],
      ['MED', 0.0145],
      ['PA SIT', 0.0307],
    ],
    deductions: [['Meals', 0.02]],
  })
  const [name, employer] = [person(chance), `${chance.pick(['Blue Heron', 'Gilded Fork', 'Harvest'])} Tavern LLC`]
  const sheet = await Sheet.open(chance, { size: 'letter', text: 8.5, hands: [HANDS.plain, HANDS.jumbled] })
  sheet.at(36, 44, employer, { bold: true, size: 11 }).stack(36, 58, place(chance, 'us'))
  sheet.pairs(360, 470, 44, [
    ['Check Date:', day(pay.paid, 'MMM D, YYYY')],
    ['Period Start:', day(pay.from, 'MMM D, YYYY')],
    ['Period End:', day(pay.to, 'MMM D, YYYY')],
    ['Check #:', 'DD00213'],
  ])
  sheet.stack(36, 100, [`Employee: ${name}`, `ID: ${chance.digits(4)}`])
  let y = sheet.table({
    y: 140,
    columns: [
      { x: 36, head: 'Pay' },
      { x: -230, head: 'Hours' },
      { x: -290, head: 'Rate' },
      { x: -380, head: 'Current' },
      { x: -480, head: 'YTD' },
    ],
    rows: [
      ...pay.earnings.map((line) => [line.name, en(line.hours ?? 0), en(line.rate ?? 0), ...money(line)]),
      ['Total Gross', '', '', ...money(pay.gross)],
    ],
  })
  y = sheet.table({
    y: y + 10,
    columns: [
      { x: 36, head: 'Employee Taxes' },
      { x: -380, head: 'Current' },
      { x: -480, head: 'YTD' },
    ],
    rows: [...pay.taxes, { ...pay.tax, name: 'Total Taxes' }].map((line) => [line.name, ...money(line)]),
  })
  y = sheet.table({
    y: y + 10,
    columns: [
      { x: 36, head: 'Deductions' },
      { x: -380, head: 'Current' },
      { x: -480, head: 'YTD' },
    ],
    rows: [...pay.deductions, { ...pay.deducted, name: 'Total Deductions' }].map((line) => [line.name, ...money(line)]),
  })
  sheet.box(300, y + 6, 190, 24).row(
    y + 22,
    [
      [310, 'Net Check'],
      [-480, `$${en(pay.net.current)}`],
    ],
    { bold: true },
  )
  return paper('us-tipped', sheet, 'PAY_STUB', {
    ...payFields(pay, { employee_name: name, employer_name: employer }),
    total_taxes: pay.tax.current,
    total_deductions: pay.deducted.current,
    ytd_gross_pay: pay.gross.ytd,
  })
}

/** A government of two languages: captions in both, sums in boxes. */
export const caPublic: Generator = async (chance) => {
  const pay = payOf(chance, {
    earnings: [['REG PAY / PAIE RÉG', 1]],
    taxes: [
      ['INCOME TAX / IMPÔT', 0.18],
      ['CPP / RPC', 0.055],
      ['EI / AE', 0.016],
    ],
    deductions: [
      ['SUPERANNUATION / PENSION', 0.09],
      ['DUES / COTIS', 0.01],
    ],
  })
  const name = person(chance).toUpperCase()
  const employer = `${chance.pick(['Fisheries', 'Heritage', 'Transport'])} Commission`
  const sheet = await Sheet.open(chance, { size: 'letter', text: 8, hands: [HANDS.report, HANDS.plain] })
  sheet.row(
    40,
    [
      [36, employer],
      [-576, 'Statement of Earnings / Relevé de paie'],
    ],
    { bold: true, size: 10 },
  )
  sheet.row(
    64,
    [
      [36, 'Name / Nom'],
      [220, 'Pay Period / Période de paie'],
      [400, 'Pay Date / Date de paie'],
      [510, 'PRI / CIDP'],
    ],
    { size: 6.5 },
  )
  sheet.row(75, [
    [36, name],
    [220, `${pay.from} - ${pay.to}`],
    [400, pay.paid],
    [510, chance.digits(8)],
  ])
  const left = sheet.table({
    y: 110,
    columns: [
      { x: 36, head: 'Entitlements / Droits' },
      { x: -220, head: 'Current / Courant' },
      { x: -300, head: 'YTD / Cumul' },
    ],
    rows: pay.earnings.map((line) => [line.name, ...money(line)]),
  })
  const right = sheet.table({
    y: 110,
    columns: [
      { x: 320, head: 'Deductions / Retenues' },
      { x: -500, head: 'Current / Courant' },
      { x: -576, head: 'YTD / Cumul' },
    ],
    rows: [...pay.taxes, ...pay.deductions].map((line) => [line.name, ...money(line)]),
  })
  const y = Math.max(left, right) + 14
  sheet.row(
    y,
    [
      [36, 'Gross Pay / Rémunération brute'],
      [230, 'Total Deductions / Total des retenues'],
      [450, 'Net Pay / Paie nette'],
    ],
    { size: 7, bold: true },
  )
  sheet.row(
    y + 13,
    [
      [36, `$${en(pay.gross.current)}`],
      [230, `$${en(pay.taken.current)}`],
      [450, `$${en(pay.net.current)}`],
    ],
    { size: 11 },
  )
  return paper(
    'ca-public',
    sheet,
    'PAY_STUB',
    { ...payFields(pay, { employee_name: name, employer_name: employer }), total_deductions: pay.taken.current },
    ['employer_name'],
  )
}

/** Ireland: PRSI and USC, `Nett Pay`, cumulative figures in a block. */
export const ieSlip: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    earnings: [['Basic Salary', 1]],
    taxes: [
      ['PAYE', 0.15],
      ['PRSI', 0.04],
      ['USC', 0.03],
    ],
    deductions: [['Pension', 0.05]],
  })
  const [name, employer] = [person(chance), firm(chance, 'Ltd')]
  const sheet = await Sheet.open(chance, { hands: [HANDS.office, HANDS.plain] })
  sheet.row(
    46,
    [
      [40, employer],
      [-555, 'Payslip'],
    ],
    { bold: true, size: 12 },
  )
  sheet.pairs(40, 130, 76, [
    ['Employee', name],
    ['PPS No.', `${chance.digits(7)}TA`],
    ['Works No.', chance.digits(3)],
  ])
  sheet.pairs(330, 430, 76, [
    ['Pay Date', day(pay.paid, 'DD/MM/YYYY')],
    ['Frequency', 'Monthly'],
    ['Period', String(Number(pay.from.slice(5, 7)))],
    ['Insurance Class', 'A1'],
  ])
  sheet.table({
    y: 140,
    columns: [
      { x: 40, head: 'Pay' },
      { x: -250, head: 'Amount' },
    ],
    rows: [...pay.earnings.map((line) => [line.name, en(line.current)]), ['Gross Pay', en(pay.gross.current)]],
  })
  sheet.table({
    y: 140,
    columns: [
      { x: 300, head: 'Deductions' },
      { x: -460, head: 'Amount' },
    ],
    rows: [
      ...[...pay.taxes, ...pay.deductions].map((line) => [line.name, en(line.current)]),
      ['Total Deductions', en(pay.taken.current)],
    ],
  })
  sheet.row(
    250,
    [
      [300, 'Nett Pay'],
      [-460, `€${en(pay.net.current)}`],
    ],
    { bold: true, size: 11 },
  )
  sheet.at(40, 280, 'Cumulatives', { bold: true })
  sheet.row(
    294,
    [
      [40, 'Gross Pay'],
      [160, 'Taxable Pay'],
      [280, 'Tax'],
      [380, 'PRSI (EE)'],
    ],
    { size: 8 },
  )
  sheet.row(306, [
    [40, en(pay.gross.ytd)],
    [160, en(pay.gross.ytd)],
    [280, en(pay.taxes[0]?.ytd ?? 0)],
    [380, en(pay.taxes[1]?.ytd ?? 0)],
  ])
  return paper(
    'ie-slip',
    sheet,
    'PAY_STUB',
    {
      employee_name: name,
      employer_name: employer,
      pay_date: pay.paid,
      gross_pay: pay.gross.current,
      total_deductions: pay.taken.current,
      net_pay: pay.net.current,
      ytd_gross_pay: pay.gross.ytd,
      pay_frequency: 'Monthly',
    },
    ['ytd_gross_pay'],
  )
}

/** Switzerland: social insurances by their letters, base and rate in columns. */
export const chLohn: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    scale: 1.6,
    earnings: [['Monatslohn', 1]],
    taxes: [],
    deductions: [
      ['AHV/IV/EO-Beitrag', 0.053],
      ['ALV-Beitrag', 0.011],
      ['NBU-Beitrag', 0.012],
      ['BVG-Beitrag', 0.06],
    ],
  })
  const [name, employer] = [person(chance, 'de'), firm(chance, 'AG')]
  const sheet = await Sheet.open(chance, { hands: [HANDS.plain, HANDS.letters] })
  sheet.at(40, 46, employer, { bold: true, size: 12 }).stack(340, 90, [name, ...place(chance, 'ch')])
  sheet.at(40, 180, `Lohnabrechnung ${day(pay.from, 'MMMM YYYY', 'de')}`, { bold: true, size: 13 })
  sheet.pairs(40, 140, 200, [
    ['AHV-Nummer', `756.${chance.digits(4)}.${chance.digits(4)}.${chance.digits(2)}`],
    ['Auszahlung per', day(pay.paid, 'DD.MM.YYYY')],
  ])
  const y = sheet.table({
    y: 244,
    columns: [
      { x: 40, head: 'Bezeichnung' },
      { x: -340, head: 'Basis' },
      { x: -420, head: 'Ansatz' },
      { x: -540, head: 'Betrag CHF' },
    ],
    rows: [
      ...pay.earnings.map((line) => [line.name, '', '', ch(line.current)]),
      ['Bruttolohn', '', '', ch(pay.gross.current)],
      ...pay.deductions.map((line) => [line.name, ch(pay.gross.current), '5.30%', ch(-line.current)]),
      ['Total Abzüge', '', '', ch(-pay.taken.current)],
      ['Nettolohn', '', '', ch(pay.net.current)],
    ],
  })
  sheet.row(
    y + 8,
    [
      [40, 'Auszahlung'],
      [-540, ch(pay.net.current)],
    ],
    { bold: true },
  )
  return paper(
    'ch-lohn',
    sheet,
    'PAY_STUB',
    {
      employee_name: name,
      employer_name: employer,
      pay_date: pay.paid,
      gross_pay: pay.gross.current,
      total_deductions: -pay.taken.current,
      net_pay: pay.net.current,
    },
    ['pay_period_start', 'pay_period_end'],
  )
}

/** Singapore: an itemised slip with letters for its sums. */
export const sgItemised: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    earnings: [
      ['Basic Pay', 0.9],
      ['Transport Allowance', 0.1],
    ],
    taxes: [],
    deductions: [["Employee's CPF", 0.2]],
  })
  const [name, employer] = [person(chance, 'zh'), firm(chance, 'Pte. Ltd.')]
  const sheet = await Sheet.open(chance, { hands: [HANDS.office, HANDS.browser] })
  sheet.at(40, 46, 'Itemised Pay Slip', { bold: true, size: 13 })
  sheet.pairs(
    40,
    180,
    76,
    [
      ['Name of Employer', employer],
      ['Name of Employee', name],
      ['Date of Payment', day(pay.paid, 'DD/MM/YYYY')],
      ['Mode of Payment', 'Bank Deposit'],
      ['Salary Period', `${day(pay.from, 'DD/MM/YYYY')} to ${day(pay.to, 'DD/MM/YYYY')}`],
    ],
    { lead: 17 },
  )
  sheet.table({
    y: 190,
    step: 18,
    columns: [
      { x: 40, head: 'Item' },
      { x: -450, head: 'Amount' },
    ],
    rows: [
      ['Basic Pay (A)', `$${en(pay.earnings[0]?.current ?? 0)}`],
      ['Total Allowances (B)', `$${en(pay.earnings[1]?.current ?? 0)}`],
      ['Gross Pay (A+B)', `$${en(pay.gross.current)}`],
      ['Total Deductions (C)', `$${en(pay.taken.current)}`],
      ["   Employee's CPF deduction", `$${en(pay.taken.current)}`],
      ['Net Pay (A+B-C)', `$${en(pay.net.current)}`],
    ],
    ruled: true,
  })
  return paper('sg-itemised', sheet, 'PAY_STUB', {
    ...payFields(pay, { employee_name: name, employer_name: employer }),
    total_deductions: pay.taken.current,
  })
}

/** Mexico: a stamped payroll receipt with percepciones and deducciones side by side. */
export const mxNomina: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 15,
    scale: 3,
    earnings: [
      ['001 Sueldo', 0.95],
      ['010 Premio puntualidad', 0.05],
    ],
    taxes: [['002 ISR', 0.12]],
    deductions: [['001 IMSS', 0.03]],
  })
  const [name, employer] = [person(chance, 'es').toUpperCase(), `${firm(chance, '').toUpperCase()} SA DE CV`]
  const sheet = await Sheet.open(chance, { size: 'letter', text: 8, hands: [HANDS.report, HANDS.plain] })
  sheet.row(
    40,
    [
      [36, employer],
      [-576, 'RECIBO DE NÓMINA'],
    ],
    { bold: true, size: 11 },
  )
  sheet.stack(36, 54, [`RFC: XAX${chance.digits(6)}7H2`, 'Régimen fiscal: 601', 'Lugar de expedición: 37000'])
  sheet.pairs(36, 130, 100, [
    ['Empleado:', name],
    ['CURP:', `XEXX${chance.digits(6)}HNEXXXA4`],
    ['Puesto:', 'AUXILIAR'],
  ])
  sheet.pairs(330, 430, 100, [
    ['Fecha de pago:', pay.paid],
    ['Fecha inicial de pago:', pay.from],
    ['Fecha final de pago:', pay.to],
    ['Periodicidad:', 'Quincenal'],
  ])
  sheet.table({
    y: 170,
    columns: [
      { x: 36, head: 'Percepciones' },
      { x: -290, head: 'Importe' },
    ],
    rows: [
      ...pay.earnings.map((line) => [line.name, `$ ${en(line.current)}`]),
      ['Total percepciones', `$ ${en(pay.gross.current)}`],
    ],
  })
  sheet.table({
    y: 170,
    columns: [
      { x: 320, head: 'Deducciones' },
      { x: -570, head: 'Importe' },
    ],
    rows: [
      ...[...pay.taxes, ...pay.deductions].map((line) => [line.name, `$ ${en(line.current)}`]),
      ['Total deducciones', `$ ${en(pay.taken.current)}`],
    ],
  })
  sheet.row(
    260,
    [
      [320, 'Neto a pagar'],
      [-570, `$ ${en(pay.net.current)}`],
    ],
    { bold: true, size: 10 },
  )
  return paper('mx-nomina', sheet, 'PAY_STUB', {
    ...payFields(pay, { employee_name: name, employer_name: employer }),
    total_deductions: pay.taken.current,
    pay_frequency: 'Quincenal',
  })
}
