import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { type Line, payFields, payOf } from './pay.ts'
import { firm, person, place } from './people.ts'
import { day, en } from './print.ts'

const usd = (amount: number) => `$${en(amount)}`
const US = {
  earnings: 'Regular 0.9 | Overtime 0.1',
  taxes: 'Federal Income Tax 0.11 | Social Security 0.062 | Medicare 0.0145 | OH State Income Tax 0.031',
  deductions: '401(k) 0.05 | Medical 0.03',
} as const
const money = ({ current, ytd }: Line) => [en(current), en(ytd)]

/** A cheque above, the stub below: earnings on the left, taxes and deductions on the right. */
export const usVoucher: Generator = async (chance) => {
  const pay = payOf(chance, US)
  const [name, employer] = [person(chance).toUpperCase(), firm(chance, 'Inc.')]
  const sheet = await Sheet.open(chance, 'letter 8 plain|report')
  sheet.print`
    40: 36 ${employer} ¶ ${place(chance, 'us')} | 440 CHECK NO. | 576> ${chance.digits(6)}
    54: 440 DATE | 576> ${day(pay.paid, 'MM/DD/YYYY')}
    110/10: 36 PAY TO THE ORDER OF | 150 ${name} | 576> **${usd(pay.net.current)}
    140: 36b THIS IS NOT A CHECK - DIRECT DEPOSIT VOUCHER - NON NEGOTIABLE
    rule 250 20 592
    270b/10: 36 ${employer} | 576> Earnings Statement
    288/7: 36 Employee | 200 Period Beginning | 300 Period Ending | 400 Check Date | 500 Dept
    299: 36 ${name} | 200 ${day(pay.from, 'MM/DD/YYYY')} | 300 ${day(pay.to, 'MM/DD/YYYY')}
      | 400 ${day(pay.paid, 'MM/DD/YYYY')} | 500 200
    left = table 326 gap 2: 36 EARNINGS | 140> RATE | 180> HOURS | 240> THIS PERIOD | 300> YTD
    - ${pay.earnings.map((line) => [line.name, en(line.rate ?? 0), en(line.hours ?? 0), ...money(line)])}
    - Gross Pay |  |  | ...${money(pay.gross)}
    right = table 326 gap 2: 320 WITHHOLDINGS/DEDUCTIONS | 510> THIS PERIOD | 576> YTD
    - ${[
      ...pay.taxes,
      { ...pay.tax, name: 'TOTAL TAXES' },
      ...pay.deductions,
      { ...pay.deducted, name: 'TOTAL DEDUCTIONS' },
    ].map((line) => [line.name, ...money(line)])}
    y = left,right+16:
    y: 320b NET PAY | 510>b ${en(pay.net.current)} | 576>b ${en(pay.net.ytd)}
  `
  return sheet.says`PAY_STUB world-us-voucher
    ${payFields(pay, { employee_name: name, employer_name: employer })} | total_taxes ${pay.tax.current}
      | total_deductions ${pay.deducted.current} | ytd_gross_pay ${pay.gross.ytd} | ytd_net_pay ${pay.net.ytd}
    optional`
}

/** A browser's print: cards of sections, a summary at the head, what the employer pays below. */
export const usCloud: Generator = async (chance) => {
  const pay = payOf(chance, { ...US, employer: 'Social Security 0.062 | Medicare 0.0145 | OH Unemployment 0.01' })
  const [name, employer] = [person(chance), firm(chance, 'LLC')]
  const sheet = await Sheet.open(chance, 'letter unicode browser|browserLetters')
  sheet.print`
    50: 40b/14 ${employer}
    66: 40/8#0.4 ${place(chance, 'us').join(', ')}
    50: 572>/11 Paystub for ${day(pay.from, 'MMM D')} - ${day(pay.to, 'MMM D, YYYY')}
    100b: 40 ${name} | 230 Pay period | 400 Payday
    114: 40 Engineer II | 230 ${day(pay.from, 'MM/DD/YYYY')} - ${day(pay.to, 'MM/DD/YYYY')}
      | 400 ${day(pay.paid, 'MM/DD/YYYY')}
    box 36 130 540 50 0.95
    148/8: 50 Gross Earnings | 190 Pre-Tax Deductions | 330 Employee Taxes | 460 Net Pay
    166b/12: 50 ${usd(pay.gross.current)} | 190 ${usd(pay.deducted.current)} | 330 ${usd(pay.tax.current)}
      | 460 ${usd(pay.net.current)}
  `
  const section = (y: number, title: string, lines: readonly Line[]) =>
    sheet.print`
      table ${y} ruled: 40 ${title} | 440> Current | 570> Year to date
      - ${lines.map((line) => [line.name, usd(line.current), usd(line.ytd)])}
    ` + 14
  let y = section(210, 'Gross Earnings', pay.earnings)
  y = section(y, 'Pre-Tax Deductions', pay.deductions)
  y = section(y, 'Employee Taxes Withheld', pay.taxes)
  y = section(y, 'Employer Taxes', pay.employer)
  section(y, 'Summary', [
    { ...pay.gross, name: 'Gross Earnings' },
    { ...pay.deducted, name: 'Pre-Tax Deductions' },
    { ...pay.tax, name: 'Taxes' },
    { ...pay.net, name: 'Net Pay' },
  ])
  return sheet.says`PAY_STUB world-us-cloud
    ${payFields(pay, { employee_name: name, employer_name: employer })} | total_taxes ${pay.tax.current}
      | total_deductions ${pay.deducted.current} | ytd_gross_pay ${pay.gross.ytd} | ytd_net_pay ${pay.net.ytd}
    optional total_deductions`
}

/** Two stubs of one cheque on a page, one for each side. */
export const usTwin: Generator = async (chance) => {
  const pay = payOf(chance, { ...US, days: 7 })
  const [name, employer] = [person(chance), firm(chance, '')]
  const sheet = await Sheet.open(chance, 'letter 8 office|jumbled')
  for (const top of [20, 410]) {
    sheet.print`
      ${top + 20}b: 36 ${employer} | 576> ${chance.digits(4)}
      ${top + 36}: 36 Employee: ${name} | 300 SSN: ***-**-${chance.digits(4)}
      ${top + 48}: 36 Pay Period: ${day(pay.from, 'MM/DD/YYYY')} - ${day(pay.to, 'MM/DD/YYYY')}
        | 300 Pay Date: ${day(pay.paid, 'MM/DD/YYYY')}
      table ${top + 72} gap 1: 36 Earnings and Hours | 190> Qty | 230> Rate | 285> Current | 345> YTD Amount
      - ${pay.earnings.map((line) => [line.name, `${line.hours}:00`, en(line.rate ?? 0), ...money(line)])}
      - |  |  | ...${money(pay.gross)}
      table ${top + 72} gap 1: 370 Taxes | 510> Current | 576> YTD Amount
      - ${pay.taxes.map((line) => [line.name, `-${en(line.current)}`, `-${en(line.ytd)}`])}
      - | -${en(pay.tax.current)} | -${en(pay.tax.ytd)}
      table ${top + 160} gap 1: 36 Deductions From Gross | 285> Current | 345> YTD Amount
      - ${pay.deductions.map((line) => [line.name, `-${en(line.current)}`, `-${en(line.ytd)}`])}
      - | -${en(pay.deducted.current)} | -${en(pay.deducted.ytd)}
      ${top + 240}b: 370 Net Pay | 510> ${en(pay.net.current)} | 576> ${en(pay.net.ytd)}
      ${top + 280}: 36/7 ${employer}, ${place(chance, 'us').join(', ')}
    `
  }
  return sheet.says`PAY_STUB world-us-twin
    ${payFields(pay, { employee_name: name, employer_name: employer })} | ytd_net_pay ${pay.net.ytd}
      | total_taxes ${pay.tax.current} | total_deductions ${pay.deducted.current} | ytd_gross_pay ${pay.gross.ytd}
    optional gross_pay total_taxes total_deductions ytd_gross_pay`
}

/** A grid head, current and YTD as rows of one table, the bank where it was paid. */
export const usGrid: Generator = async (chance) => {
  const pay = payOf(chance, US)
  const [name, employer] = [person(chance), firm(chance, 'Corporation')]
  const sheet = await Sheet.open(chance, 'letter 7.5 report|reportBackwards')
  sheet.print`40: 36 ${employer} | 200 ${place(chance, 'us').join(' ')} | 576> +1 (614) 555-0102`
  const grid = (y: number, columns: readonly (readonly [number, string, ...string[]])[]) => {
    for (const [x, head, ...values] of columns) {
      sheet.print`${y}: ${x}b ${head}`
      for (const [i, value] of values.entries()) sheet.print`${y + 11 * (i + 1)}: ${x} ${value}`
    }
  }
  grid(66, [
    [36, 'Name', name],
    [130, 'Company', employer],
    [270, 'Employee ID', chance.digits(6)],
    [340, 'Pay Period Begin', day(pay.from, 'MM/DD/YYYY')],
    [420, 'Pay Period End', day(pay.to, 'MM/DD/YYYY')],
    [496, 'Check Date', day(pay.paid, 'MM/DD/YYYY')],
    [550, 'Check No.', '0'],
  ])
  grid(104, [
    [36, '', 'Current', 'YTD'],
    [130, 'Hours Worked', '80.00', '960.00'],
    [210, 'Gross Pay', ...money(pay.gross)],
    [290, 'Pre Tax Deductions', ...money(pay.deducted)],
    [380, 'Employee Taxes', ...money(pay.tax)],
    [450, 'Post Tax Deductions', '0.00', '0.00'],
    [536, 'Net Pay', ...money(pay.net)],
  ])
  sheet.print`
    table 160 gap 1: 36 Description | 120 Dates | 230> Hours | 260> Rate | 300> Amount | 340> YTD
    - ${pay.earnings.map(
      (line) => cells`${line.name} | ${day(pay.from, 'MM/DD')}-${day(pay.to, 'MM/DD')}
      | ${line.hours} | ${en(line.rate ?? 0)} | ...${money(line)}`,
    )}
    - Earnings |  |  |  | ...${money(pay.gross)}
    table 160 gap 1: 360 Description | 510> Amount | 576> YTD
    - ${pay.taxes.map((line) => [line.name, ...money(line)])}
    - Employee Taxes | ...${money(pay.tax)}
    246: 36b Pre Tax Deductions
    table 258 gap 1: 36 Description | 240> Amount | 340> YTD
    - ${pay.deductions.map((line) => [line.name, ...money(line)])}
    320: 36b Payment Information
    table 332 gap 1: 36 Bank | 160 Account Name | 300 Account Number | 570> Payment Amount
    - Harbor Mutual | Checking | ******${chance.digits(4)} | ${en(pay.net.current)} USD
  `
  return sheet.says`PAY_STUB world-us-grid
    ${payFields(pay, { employee_name: name, employer_name: employer })} | total_taxes ${pay.tax.current}
      | total_deductions ${pay.deducted.current} | ytd_gross_pay ${pay.gross.ytd} | ytd_net_pay ${pay.net.ytd}
    optional total_deductions`
}

/** A print spool of a county: fixed pitch, several rates, no sum of taxes. */
export const usCounty: Generator = async (chance) => {
  const pay = payOf(chance, { ...US, earnings: 'REG PAY 0.8 | OVERTIME 0.08 | SHIFT DIFF 0.07 | HOLIDAY 0.05' })
  const [name, employer] = [person(chance).toUpperCase(), `COUNTY OF ${chance.pick(['TULARE', 'MONROE', 'ESSEX'])}`]
  const sheet = await Sheet.open(chance, 'letter mono 8.5 plain')
  const left = (text: string, room: number) => text.slice(0, room).padEnd(room)
  const right = (amount: number, room: number) => en(amount).padStart(room)
  const [earned, taken] = [pay.earnings, [...pay.taxes, ...pay.deductions]]
  sheet.print`
    44 step 12: 36 ${left(employer, 46)}STATEMENT OF EARNINGS AND DEDUCTIONS ¶
      ¶ EMPLOYEE: ${left(name, 36)}EMP NO: ${chance.digits(5)}   FREQ: BIWEEKLY
      ¶ PERIOD:   ${left(`${day(pay.from, 'MM/DD/YY')} TO ${day(pay.to, 'MM/DD/YY')}`, 36)}PAY DATE:
      & ${day(pay.paid, 'MM/DD/YY')}
      ¶ ${'-'.repeat(98)}
      ¶ ${left('EARNINGS', 12)}${'HOURS'.padStart(7)}${'RATE'.padStart(10)}${'CURRENT'.padStart(12)}${'YTD'.padStart(12)}   ${left('DEDUCTIONS', 20)}${'CURRENT'.padStart(10)}${'YTD'.padStart(12)}
      ¶ ${Array.from({ length: Math.max(earned.length, taken.length) }, (_, i) => {
        const [plus, minus] = [earned[i], taken[i]]
        const head = plus
          ? `${left(plus.name, 12)}${right(plus.hours ?? 0, 7)}${right(plus.rate ?? 0, 10)}${right(plus.current, 12)}${right(plus.ytd, 12)}`
          : ' '.repeat(53)
        return `${head}   ${minus ? `${left(minus.name.toUpperCase(), 20)}${right(minus.current, 10)}${right(minus.ytd, 12)}` : ''}`
      })}
      ¶ ${'-'.repeat(98)}
      ¶ ${left('GROSS PAY', 29)}${right(pay.gross.current, 12)}${right(pay.gross.ytd, 12)}   ${left('TOTAL DEDUCTIONS', 20)}${right(pay.taken.current, 10)}${right(pay.taken.ytd, 12)}
      ¶
      ¶ ${left('NET PAY', 29)}${right(pay.net.current, 12)}${right(pay.net.ytd, 12)}   DEPOSITED TO ACCT
      & ****${chance.digits(4)}
  `
  return sheet.says`PAY_STUB world-us-county
    ${payFields(pay, { employee_name: name, employer_name: employer })} | total_deductions ${pay.taken.current}
      | ytd_gross_pay ${pay.gross.ytd} | ytd_net_pay ${pay.net.ytd} | pay_frequency BIWEEKLY
    optional`
}

/** A household or small firm: no year to date, a list with one column of sums. */
export const usPlain: Generator = async (chance) => {
  const pay = payOf(chance, { ...US, days: 7 })
  const [name, employer] = [person(chance), firm(chance, 'Co.')]
  const sheet = await Sheet.open(chance, 'letter serif 11 typesetter|plain')
  const rows = [
    ...pay.earnings.map((line) => [`${line.name} (${line.hours} hrs @ ${usd(line.rate ?? 0)})`, usd(line.current)]),
    ['Total Gross Wages', usd(pay.gross.current)],
    ...[...pay.taxes, ...pay.deductions].map((line) => [`Less: ${line.name}`, `(${usd(line.current)})`]),
    ['Total Withheld', `(${usd(pay.taken.current)})`],
    ['Take-Home Pay', usd(pay.net.current)],
  ]
  sheet.print`
    60: 306^b/16 ${employer}
    78: 306^ Payroll Stub
    list 110: 90 | 240
    - Employee Name: | ${name}
    - Pay Frequency: | Weekly
    - Period: | ${day(pay.from, 'MMMM D, YYYY')} through ${day(pay.to, 'MMMM D, YYYY')}
    - Date Paid: | ${day(pay.paid, 'MMMM D, YYYY')}
    table 190 gap 8: 90 | 480>
    - ${rows}
  `
  return sheet.says`PAY_STUB world-us-plain
    ${payFields(pay, { employee_name: name, employer_name: employer })} | total_deductions ${pay.taken.current}
      | pay_frequency Weekly
    optional total_taxes total_deductions`
}
