import { Sheet } from '../printer/sheet.ts'
import type { Generator } from '../specimen.ts'
import { type Line, payFields, payOf } from './pay.ts'
import { firm, person, place } from './people.ts'
import { ch, day, en } from './print.ts'

const money = ({ current, ytd }: Line) => [en(current), en(ytd)]

/** A restaurant: tips and two rates, taxes in a block of their own, the net check in a box. */
export const usTipped: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 14,
    earnings: 'Server 0.5 | Host 0.2 | Charged Tips 0.3',
    taxes: 'FIT 0.1 | SS 0.062 | MED 0.0145 | PA SIT 0.0307',
    deductions: 'Meals 0.02',
  })
  const [name, employer] = [person(chance), `${chance.pick(['Blue Heron', 'Gilded Fork', 'Harvest'])} Tavern LLC`]
  const sheet = await Sheet.open(chance, 'letter 8.5 plain|jumbled')
  sheet.print`
    44: 36b/11 ${employer}
    58: 36 ${place(chance, 'us')}
    list 44: 360 | 470
    - Check Date: | ${day(pay.paid, 'MMM D, YYYY')}
    - Period Start: | ${day(pay.from, 'MMM D, YYYY')}
    - Period End: | ${day(pay.to, 'MMM D, YYYY')}
    - Check #: | DD00213
    100: 36 Employee: ${name} ¶ ID: ${chance.digits(4)}
    y = table 140: 36 Pay | 230> Hours | 290> Rate | 380> Current | 480> YTD
    - ${pay.earnings.map((line) => [line.name, en(line.hours ?? 0), en(line.rate ?? 0), ...money(line)])}
    - Total Gross |  |  | ...${money(pay.gross)}
    y = table y+10: 36 Employee Taxes | 380> Current | 480> YTD
    - ${[...pay.taxes, { ...pay.tax, name: 'Total Taxes' }].map((line) => [line.name, ...money(line)])}
    y = table y+10: 36 Deductions | 380> Current | 480> YTD
    - ${[...pay.deductions, { ...pay.deducted, name: 'Total Deductions' }].map((line) => [line.name, ...money(line)])}
    box 300 y+6 190 24
    y+22b: 310 Net Check | 480> $${en(pay.net.current)}
  `
  return sheet.says`PAY_STUB world-us-tipped
    ${payFields(pay, { employee_name: name, employer_name: employer })} | total_taxes ${pay.tax.current}
      | total_deductions ${pay.deducted.current} | ytd_gross_pay ${pay.gross.ytd}
    optional`
}

/** A government of two languages: captions in both, sums in boxes. */
export const caPublic: Generator = async (chance) => {
  const pay = payOf(chance, {
    earnings: 'REG PAY / PAIE RÉG 1',
    taxes: 'INCOME TAX / IMPÔT 0.18 | CPP / RPC 0.055 | EI / AE 0.016',
    deductions: 'SUPERANNUATION / PENSION 0.09 | DUES / COTIS 0.01',
  })
  const name = person(chance).toUpperCase()
  const employer = `${chance.pick(['Fisheries', 'Heritage', 'Transport'])} Commission`
  const sheet = await Sheet.open(chance, 'letter 8 report|plain')
  sheet.print`
    40b/10: 36 ${employer} | 576> Statement of Earnings / Relevé de paie
    64/6.5: 36 Name / Nom | 220 Pay Period / Période de paie | 400 Pay Date / Date de paie | 510 PRI / CIDP
    75: 36 ${name} | 220 ${pay.from} - ${pay.to} | 400 ${pay.paid} | 510 ${chance.digits(8)}
    left = table 110: 36 Entitlements / Droits | 220> Current / Courant | 300> YTD / Cumul
    - ${pay.earnings.map((line) => [line.name, ...money(line)])}
    right = table 110: 320 Deductions / Retenues | 500> Current / Courant | 576> YTD / Cumul
    - ${[...pay.taxes, ...pay.deductions].map((line) => [line.name, ...money(line)])}
    y = left,right+14:
    y: 36b/7 Gross Pay / Rémunération brute | 230b/7 Total Deductions / Total des retenues
      | 450b/7 Net Pay / Paie nette
    y+13/11: 36 $${en(pay.gross.current)} | 230 $${en(pay.taken.current)} | 450 $${en(pay.net.current)}
  `
  return sheet.says`PAY_STUB world-ca-public
    ${payFields(pay, { employee_name: name, employer_name: employer })} | total_deductions ${pay.taken.current}
    optional employer_name`
}

/** Ireland: PRSI and USC, `Nett Pay`, cumulative figures in a block. */
export const ieSlip: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    earnings: 'Basic Salary 1',
    taxes: 'PAYE 0.15 | PRSI 0.04 | USC 0.03',
    deductions: 'Pension 0.05',
  })
  const [name, employer] = [person(chance), firm(chance, 'Ltd')]
  const sheet = await Sheet.open(chance, 'office|plain')
  sheet.print`
    46b/12: 40 ${employer} | 555> Payslip
    list 76: 40 | 130
    - Employee | ${name}
    - PPS No. | ${chance.digits(7)}TA
    - Works No. | ${chance.digits(3)}
    list 76: 330 | 430
    - Pay Date | ${day(pay.paid, 'DD/MM/YYYY')}
    - Frequency | Monthly
    - Period | ${Number(pay.from.slice(5, 7))}
    - Insurance Class | A1
    table 140: 40 Pay | 250> Amount
    - ${pay.earnings.map((line) => [line.name, en(line.current)])}
    - Gross Pay | ${en(pay.gross.current)}
    table 140: 300 Deductions | 460> Amount
    - ${[...pay.taxes, ...pay.deductions].map((line) => [line.name, en(line.current)])}
    - Total Deductions | ${en(pay.taken.current)}
    250b/11: 300 Nett Pay | 460> €${en(pay.net.current)}
    280: 40b Cumulatives
    294/8: 40 Gross Pay | 160 Taxable Pay | 280 Tax | 380 PRSI (EE)
    306: 40 ${en(pay.gross.ytd)} | 160 ${en(pay.gross.ytd)} | 280 ${en(pay.taxes[0]?.ytd ?? 0)}
      | 380 ${en(pay.taxes[1]?.ytd ?? 0)}
  `
  return sheet.says`PAY_STUB world-ie-slip
    employee_name ${name} | employer_name ${employer} | pay_date ${pay.paid} | gross_pay ${pay.gross.current}
      | total_deductions ${pay.taken.current} | net_pay ${pay.net.current} | ytd_gross_pay ${pay.gross.ytd}
      | pay_frequency Monthly
    optional ytd_gross_pay`
}

/** Switzerland: social insurances by their letters, base and rate in columns. */
export const chLohn: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    scale: 1.6,
    earnings: 'Monatslohn 1',
    taxes: '',
    deductions: 'AHV/IV/EO-Beitrag 0.053 | ALV-Beitrag 0.011 | NBU-Beitrag 0.012 | BVG-Beitrag 0.06',
  })
  const [name, employer] = [person(chance, 'de'), firm(chance, 'AG')]
  const sheet = await Sheet.open(chance, 'plain|browserLetters')
  sheet.print`
    46: 40b/12 ${employer}
    90: 340 ${name} ¶ ${place(chance, 'ch')}
    180: 40b/13 Lohnabrechnung ${day(pay.from, 'MMMM YYYY', 'de')}
    list 200: 40 | 140
    - AHV-Nummer | 756.${chance.digits(4)}.${chance.digits(4)}.${chance.digits(2)}
    - Auszahlung per | ${day(pay.paid, 'DD.MM.YYYY')}
    y = table 244: 40 Bezeichnung | 340> Basis | 420> Ansatz | 540> Betrag CHF
    - ${pay.earnings.map((line) => [line.name, '', '', ch(line.current)])}
    - Bruttolohn |  |  | ${ch(pay.gross.current)}
    - ${pay.deductions.map((line) => [line.name, ch(pay.gross.current), '5.30%', ch(-line.current)])}
    - Total Abzüge |  |  | ${ch(-pay.taken.current)}
    - Nettolohn |  |  | ${ch(pay.net.current)}
    y+8b: 40 Auszahlung | 540> ${ch(pay.net.current)}
  `
  return sheet.says`PAY_STUB world-ch-lohn
    employee_name ${name} | employer_name ${employer} | pay_date ${pay.paid} | gross_pay ${pay.gross.current}
      | total_deductions ${-pay.taken.current} | net_pay ${pay.net.current}
    optional pay_period_start pay_period_end`
}

/** Singapore: an itemised slip with letters for its sums. */
export const sgItemised: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    earnings: 'Basic Pay 0.9 | Transport Allowance 0.1',
    taxes: '',
    deductions: "Employee's CPF 0.2",
  })
  const [name, employer] = [person(chance, 'zh'), firm(chance, 'Pte. Ltd.')]
  const sheet = await Sheet.open(chance, 'office|browser')
  sheet.print`
    46: 40b/13 Itemised Pay Slip
    list 76 step 17: 40 | 180
    - Name of Employer | ${employer}
    - Name of Employee | ${name}
    - Date of Payment | ${day(pay.paid, 'DD/MM/YYYY')}
    - Mode of Payment | Bank Deposit
    - Salary Period | ${day(pay.from, 'DD/MM/YYYY')} to ${day(pay.to, 'DD/MM/YYYY')}
    table 190 ruled gap 8: 40 Item | 450> Amount
    - Basic Pay (A) | $${en(pay.earnings[0]?.current ?? 0)}
    - Total Allowances (B) | $${en(pay.earnings[1]?.current ?? 0)}
    - Gross Pay (A+B) | $${en(pay.gross.current)}
    - Total Deductions (C) | $${en(pay.taken.current)}
    -    Employee's CPF deduction | $${en(pay.taken.current)}
    - Net Pay (A+B-C) | $${en(pay.net.current)}
  `
  return sheet.says`PAY_STUB world-sg-itemised
    ${payFields(pay, { employee_name: name, employer_name: employer })} | total_deductions ${pay.taken.current}
    optional`
}

/** Mexico: a stamped payroll receipt with percepciones and deducciones side by side. */
export const mxNomina: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 15,
    scale: 3,
    earnings: '001 Sueldo 0.95 | 010 Premio puntualidad 0.05',
    taxes: '002 ISR 0.12',
    deductions: '001 IMSS 0.03',
  })
  const [name, employer] = [person(chance, 'es').toUpperCase(), `${firm(chance, '').toUpperCase()} SA DE CV`]
  const sheet = await Sheet.open(chance, 'letter 8 report|plain')
  sheet.print`
    40b/11: 36 ${employer} | 576> RECIBO DE NÓMINA
    54: 36 RFC: XAX${chance.digits(6)}7H2 ¶ Régimen fiscal: 601 ¶ Lugar de expedición: 37000
    list 100: 36 | 130
    - Empleado: | ${name}
    - CURP: | XEXX${chance.digits(6)}HNEXXXA4
    - Puesto: | AUXILIAR
    list 100: 330 | 430
    - Fecha de pago: | ${pay.paid}
    - Fecha inicial de pago: | ${pay.from}
    - Fecha final de pago: | ${pay.to}
    - Periodicidad: | Quincenal
    table 170: 36 Percepciones | 290> Importe
    - ${pay.earnings.map((line) => [line.name, `$ ${en(line.current)}`])}
    - Total percepciones | $ ${en(pay.gross.current)}
    table 170: 320 Deducciones | 570> Importe
    - ${[...pay.taxes, ...pay.deductions].map((line) => [line.name, `$ ${en(line.current)}`])}
    - Total deducciones | $ ${en(pay.taken.current)}
    260b/10: 320 Neto a pagar | 570> $ ${en(pay.net.current)}
  `
  return sheet.says`PAY_STUB world-mx-nomina
    ${payFields(pay, { employee_name: name, employer_name: employer })} | total_deductions ${pay.taken.current}
      | pay_frequency Quincenal
    optional`
}
