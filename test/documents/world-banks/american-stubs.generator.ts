import type { Generator } from '../specimen.ts'
import { paper } from './book.ts'
import { HANDS } from './hand.ts'
import { type Line, payFields, payOf } from './pay.ts'
import { firm, person, place } from './people.ts'
import { day, en } from './print.ts'
import { Sheet } from './sheet.ts'

const usd = (amount: number) => `$${en(amount)}`
const US = {
  earnings: [
    ['Regular', 0.9],
    ['Overtime', 0.1],
  ],
  taxes: [
    ['Federal Income Tax', 0.11],
    ['Social Security', 0.062],
    ['Medicare', 0.0145],
    ['OH State Income Tax', 0.031],
  ],
  deductions: [
    ['401(k)', 0.05],
    ['Medical', 0.03],
  ],
} as const
const money = ({ current, ytd }: Line) => [en(current), en(ytd)]

/** A cheque above, the stub below: earnings on the left, taxes and deductions on the right. */
export const usVoucher: Generator = async (chance) => {
  const pay = payOf(chance, US)
  const [name, employer] = [person(chance).toUpperCase(), firm(chance, 'Inc.')]
  const sheet = await Sheet.open(chance, { size: 'letter', text: 8, hands: [HANDS.plain, HANDS.report] })
  sheet.stack(36, 40, [employer, ...place(chance, 'us')])
  sheet
    .row(40, [
      [440, 'CHECK NO.'],
      [-576, chance.digits(6)],
    ])
    .row(54, [
      [440, 'DATE'],
      [-576, day(pay.paid, 'MM/DD/YYYY')],
    ])
  sheet.row(
    110,
    [
      [36, 'PAY TO THE ORDER OF'],
      [150, name],
      [-576, `**${usd(pay.net.current)}`],
    ],
    { size: 10 },
  )
  sheet.at(36, 140, 'THIS IS NOT A CHECK - DIRECT DEPOSIT VOUCHER - NON NEGOTIABLE', { bold: true })
  sheet.rule(250, 20, 592)
  sheet.row(
    270,
    [
      [36, employer],
      [-576, 'Earnings Statement'],
    ],
    { bold: true, size: 10 },
  )
  sheet.row(
    288,
    [
      [36, 'Employee'],
      [200, 'Period Beginning'],
      [300, 'Period Ending'],
      [400, 'Check Date'],
      [500, 'Dept'],
    ],
    { size: 7 },
  )
  sheet.row(299, [
    [36, name],
    [200, day(pay.from, 'MM/DD/YYYY')],
    [300, day(pay.to, 'MM/DD/YYYY')],
    [400, day(pay.paid, 'MM/DD/YYYY')],
    [500, '200'],
  ])
  const left = sheet.table({
    y: 326,
    step: 12,
    columns: [
      { x: 36, head: 'EARNINGS' },
      { x: -140, head: 'RATE' },
      { x: -180, head: 'HOURS' },
      { x: -240, head: 'THIS PERIOD' },
      { x: -300, head: 'YTD' },
    ],
    rows: [
      ...pay.earnings.map((line) => [line.name, en(line.rate ?? 0), en(line.hours ?? 0), ...money(line)]),
      ['Gross Pay', '', '', ...money(pay.gross)],
    ],
  })
  const right = sheet.table({
    y: 326,
    step: 12,
    columns: [
      { x: 320, head: 'WITHHOLDINGS/DEDUCTIONS' },
      { x: -510, head: 'THIS PERIOD' },
      { x: -576, head: 'YTD' },
    ],
    rows: [
      ...pay.taxes,
      { ...pay.tax, name: 'TOTAL TAXES' },
      ...pay.deductions,
      { ...pay.deducted, name: 'TOTAL DEDUCTIONS' },
    ].map((line) => [line.name, ...money(line)]),
  })
  const y = Math.max(left, right) + 16
  sheet.row(
    y,
    [
      [320, 'NET PAY'],
      [-510, en(pay.net.current)],
      [-576, en(pay.net.ytd)],
    ],
    { bold: true },
  )
  return paper('us-voucher', sheet, 'PAY_STUB', {
    ...payFields(pay, { employee_name: name, employer_name: employer }),
    total_taxes: pay.tax.current,
    total_deductions: pay.deducted.current,
    ytd_gross_pay: pay.gross.ytd,
    ytd_net_pay: pay.net.ytd,
  })
}

/** A browser's print: cards of sections, a summary at the head, what the employer pays below. */
export const usCloud: Generator = async (chance) => {
  const pay = payOf(chance, {
    ...US,
    employer: [
      ['Social Security', 0.062],
      ['Medicare', 0.0145],
      ['OH Unemployment', 0.01],
    ],
  })
  const [name, employer] = [person(chance), firm(chance, 'LLC')]
  const sheet = await Sheet.open(chance, { size: 'letter', face: 'wide', hands: [HANDS.browser, HANDS.letters] })
  sheet.at(40, 50, employer, { size: 14, bold: true })
  sheet.row(66, [[40, place(chance, 'us').join(', ')]], { size: 8, grey: 0.4 })
  sheet.row(50, [[-572, `Paystub for ${day(pay.from, 'MMM D')} - ${day(pay.to, 'MMM D, YYYY')}`]], { size: 11 })
  sheet.row(
    100,
    [
      [40, name],
      [230, 'Pay period'],
      [400, 'Payday'],
    ],
    { bold: true },
  )
  sheet.row(114, [
    [40, 'Engineer II'],
    [230, `${day(pay.from, 'MM/DD/YYYY')} - ${day(pay.to, 'MM/DD/YYYY')}`],
    [400, day(pay.paid, 'MM/DD/YYYY')],
  ])
  sheet.box(36, 130, 540, 50, 0.95)
  sheet.row(
    148,
    [
      [50, 'Gross Earnings'],
      [190, 'Pre-Tax Deductions'],
      [330, 'Employee Taxes'],
      [460, 'Net Pay'],
    ],
    { size: 8 },
  )
  sheet.row(
    166,
    [
      [50, usd(pay.gross.current)],
      [190, usd(pay.deducted.current)],
      [330, usd(pay.tax.current)],
      [460, usd(pay.net.current)],
    ],
    { size: 12, bold: true },
  )
  const section = (y: number, title: string, lines: readonly Line[]) =>
    sheet.table({
      y,
      columns: [
        { x: 40, head: title },
        { x: -440, head: 'Current' },
        { x: -570, head: 'Year to date' },
      ],
      rows: lines.map((line) => [line.name, usd(line.current), usd(line.ytd)]),
      ruled: true,
    }) + 14
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
  return paper(
    'us-cloud',
    sheet,
    'PAY_STUB',
    {
      ...payFields(pay, { employee_name: name, employer_name: employer }),
      total_taxes: pay.tax.current,
      total_deductions: pay.deducted.current,
      ytd_gross_pay: pay.gross.ytd,
      ytd_net_pay: pay.net.ytd,
    },
    ['total_deductions'],
  )
}

/** Two stubs of one cheque on a page, one for each side. */
export const usTwin: Generator = async (chance) => {
  const pay = payOf(chance, { ...US, days: 7 })
  const [name, employer] = [person(chance), firm(chance, '')]
  const sheet = await Sheet.open(chance, { size: 'letter', text: 8, hands: [HANDS.office, HANDS.jumbled] })
  for (const top of [20, 410]) {
    sheet.row(
      top + 20,
      [
        [36, employer],
        [-576, chance.digits(4)],
      ],
      { bold: true },
    )
    sheet.row(top + 36, [
      [36, `Employee: ${name}`],
      [300, `SSN: ***-**-${chance.digits(4)}`],
    ])
    sheet.row(top + 48, [
      [36, `Pay Period: ${day(pay.from, 'MM/DD/YYYY')} - ${day(pay.to, 'MM/DD/YYYY')}`],
      [300, `Pay Date: ${day(pay.paid, 'MM/DD/YYYY')}`],
    ])
    sheet.table({
      y: top + 72,
      step: 11,
      columns: [
        { x: 36, head: 'Earnings and Hours' },
        { x: -190, head: 'Qty' },
        { x: -230, head: 'Rate' },
        { x: -285, head: 'Current' },
        { x: -345, head: 'YTD Amount' },
      ],
      rows: [
        ...pay.earnings.map((line) => [line.name, `${line.hours}:00`, en(line.rate ?? 0), ...money(line)]),
        ['', '', '', ...money(pay.gross)],
      ],
    })
    sheet.table({
      y: top + 72,
      step: 11,
      columns: [
        { x: 370, head: 'Taxes' },
        { x: -510, head: 'Current' },
        { x: -576, head: 'YTD Amount' },
      ],
      rows: [
        ...pay.taxes.map((line) => [line.name, `-${en(line.current)}`, `-${en(line.ytd)}`]),
        ['', `-${en(pay.tax.current)}`, `-${en(pay.tax.ytd)}`],
      ],
    })
    sheet.table({
      y: top + 160,
      step: 11,
      columns: [
        { x: 36, head: 'Deductions From Gross' },
        { x: -285, head: 'Current' },
        { x: -345, head: 'YTD Amount' },
      ],
      rows: [
        ...pay.deductions.map((line) => [line.name, `-${en(line.current)}`, `-${en(line.ytd)}`]),
        ['', `-${en(pay.deducted.current)}`, `-${en(pay.deducted.ytd)}`],
      ],
    })
    sheet.row(
      top + 240,
      [
        [370, 'Net Pay'],
        [-510, en(pay.net.current)],
        [-576, en(pay.net.ytd)],
      ],
      { bold: true },
    )
    sheet.at(36, top + 280, `${employer}, ${place(chance, 'us').join(', ')}`, { size: 7 })
  }
  return paper(
    'us-twin',
    sheet,
    'PAY_STUB',
    {
      ...payFields(pay, { employee_name: name, employer_name: employer }),
      ytd_net_pay: pay.net.ytd,
      total_taxes: pay.tax.current,
      total_deductions: pay.deducted.current,
      ytd_gross_pay: pay.gross.ytd,
    },
    ['gross_pay', 'total_taxes', 'total_deductions', 'ytd_gross_pay'],
  )
}

/** A grid head, current and YTD as rows of one table, the bank where it was paid. */
export const usGrid: Generator = async (chance) => {
  const pay = payOf(chance, US)
  const [name, employer] = [person(chance), firm(chance, 'Corporation')]
  const sheet = await Sheet.open(chance, { size: 'letter', text: 7.5, hands: [HANDS.report, HANDS.reportBackwards] })
  sheet.row(40, [
    [36, employer],
    [200, place(chance, 'us').join(' ')],
    [-576, '+1 (614) 555-0102'],
  ])
  const grid = (y: number, columns: readonly (readonly [number, string, ...string[]])[]) => {
    for (const [x, head, ...values] of columns) {
      sheet.row(y, [[x, head]], { bold: true })
      for (const [i, value] of values.entries()) sheet.row(y + 11 * (i + 1), [[x, value]])
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
  sheet.table({
    y: 160,
    step: 11,
    columns: [
      { x: 36, head: 'Description' },
      { x: 120, head: 'Dates' },
      { x: -230, head: 'Hours' },
      { x: -260, head: 'Rate' },
      { x: -300, head: 'Amount' },
      { x: -340, head: 'YTD' },
    ],
    rows: [
      ...pay.earnings.map((line) => [
        line.name,
        `${day(pay.from, 'MM/DD')}-${day(pay.to, 'MM/DD')}`,
        String(line.hours),
        en(line.rate ?? 0),
        ...money(line),
      ]),
      ['Earnings', '', '', '', ...money(pay.gross)],
    ],
  })
  sheet.table({
    y: 160,
    step: 11,
    columns: [
      { x: 360, head: 'Description' },
      { x: -510, head: 'Amount' },
      { x: -576, head: 'YTD' },
    ],
    rows: [...pay.taxes.map((line) => [line.name, ...money(line)]), ['Employee Taxes', ...money(pay.tax)]],
  })
  sheet.at(36, 246, 'Pre Tax Deductions', { bold: true })
  sheet.table({
    y: 258,
    step: 11,
    columns: [
      { x: 36, head: 'Description' },
      { x: -240, head: 'Amount' },
      { x: -340, head: 'YTD' },
    ],
    rows: pay.deductions.map((line) => [line.name, ...money(line)]),
  })
  sheet.at(36, 320, 'Payment Information', { bold: true })
  sheet.table({
    y: 332,
    step: 11,
    columns: [
      { x: 36, head: 'Bank' },
      { x: 160, head: 'Account Name' },
      { x: 300, head: 'Account Number' },
      { x: -570, head: 'Payment Amount' },
    ],
    rows: [['Harbor Mutual', 'Checking', `******${chance.digits(4)}`, `${en(pay.net.current)} USD`]],
  })
  return paper(
    'us-grid',
    sheet,
    'PAY_STUB',
    {
      ...payFields(pay, { employee_name: name, employer_name: employer }),
      total_taxes: pay.tax.current,
      total_deductions: pay.deducted.current,
      ytd_gross_pay: pay.gross.ytd,
      ytd_net_pay: pay.net.ytd,
    },
    ['total_deductions'],
  )
}

/** A print spool of a county: fixed pitch, several rates, no sum of taxes. */
export const usCounty: Generator = async (chance) => {
  const pay = payOf(chance, {
    ...US,
    earnings: [
      ['REG PAY', 0.8],
      ['OVERTIME', 0.08],
      ['SHIFT DIFF', 0.07],
      ['HOLIDAY', 0.05],
    ],
  })
  const [name, employer] = [person(chance).toUpperCase(), `COUNTY OF ${chance.pick(['TULARE', 'MONROE', 'ESSEX'])}`]
  const sheet = await Sheet.open(chance, { size: 'letter', face: 'mono', text: 8.5 })
  const left = (text: string, room: number) => text.slice(0, room).padEnd(room)
  const right = (amount: number, room: number) => en(amount).padStart(room)
  const [earned, taken] = [pay.earnings, [...pay.taxes, ...pay.deductions]]
  sheet.stack(
    36,
    44,
    [
      `${left(employer, 46)}STATEMENT OF EARNINGS AND DEDUCTIONS`,
      '',
      `EMPLOYEE: ${left(name, 36)}EMP NO: ${chance.digits(5)}   FREQ: BIWEEKLY`,
      `PERIOD:   ${left(`${day(pay.from, 'MM/DD/YY')} TO ${day(pay.to, 'MM/DD/YY')}`, 36)}PAY DATE: ${day(pay.paid, 'MM/DD/YY')}`,
      '-'.repeat(98),
      `${left('EARNINGS', 12)}${'HOURS'.padStart(7)}${'RATE'.padStart(10)}${'CURRENT'.padStart(12)}${'YTD'.padStart(12)}   ${left('DEDUCTIONS', 20)}${'CURRENT'.padStart(10)}${'YTD'.padStart(12)}`,
      ...Array.from({ length: Math.max(earned.length, taken.length) }, (_, i) => {
        const [plus, minus] = [earned[i], taken[i]]
        const head = plus
          ? `${left(plus.name, 12)}${right(plus.hours ?? 0, 7)}${right(plus.rate ?? 0, 10)}${right(plus.current, 12)}${right(plus.ytd, 12)}`
          : ' '.repeat(53)
        return `${head}   ${minus ? `${left(minus.name.toUpperCase(), 20)}${right(minus.current, 10)}${right(minus.ytd, 12)}` : ''}`
      }),
      '-'.repeat(98),
      `${left('GROSS PAY', 29)}${right(pay.gross.current, 12)}${right(pay.gross.ytd, 12)}   ${left('TOTAL DEDUCTIONS', 20)}${right(pay.taken.current, 10)}${right(pay.taken.ytd, 12)}`,
      '',
      `${left('NET PAY', 29)}${right(pay.net.current, 12)}${right(pay.net.ytd, 12)}   DEPOSITED TO ACCT ****${chance.digits(4)}`,
    ],
    { lead: 12 },
  )
  return paper('us-county', sheet, 'PAY_STUB', {
    ...payFields(pay, { employee_name: name, employer_name: employer }),
    total_deductions: pay.taken.current,
    ytd_gross_pay: pay.gross.ytd,
    ytd_net_pay: pay.net.ytd,
    pay_frequency: 'BIWEEKLY',
  })
}

/** A household or small firm: no year to date, a list with one column of sums. */
export const usPlain: Generator = async (chance) => {
  const pay = payOf(chance, { ...US, days: 7 })
  const [name, employer] = [person(chance), firm(chance, 'Co.')]
  const sheet = await Sheet.open(chance, {
    size: 'letter',
    face: 'serif',
    text: 11,
    hands: [HANDS.typesetter, HANDS.plain],
  })
  sheet.centre(60, employer, { size: 16, bold: true })
  sheet.centre(78, 'Payroll Stub')
  sheet.pairs(90, 240, 110, [
    ['Employee Name:', name],
    ['Pay Frequency:', 'Weekly'],
    ['Period:', `${day(pay.from, 'MMMM D, YYYY')} through ${day(pay.to, 'MMMM D, YYYY')}`],
    ['Date Paid:', day(pay.paid, 'MMMM D, YYYY')],
  ])
  const rows = [
    ...pay.earnings.map((line) => [`${line.name} (${line.hours} hrs @ ${usd(line.rate ?? 0)})`, usd(line.current)]),
    ['Total Gross Wages', usd(pay.gross.current)],
    ...[...pay.taxes, ...pay.deductions].map((line) => [`Less: ${line.name}`, `(${usd(line.current)})`]),
    ['Total Withheld', `(${usd(pay.taken.current)})`],
    ['Take-Home Pay', usd(pay.net.current)],
  ]
  sheet.table({ y: 190, step: 18, columns: [{ x: 90 }, { x: -480 }], rows })
  return paper(
    'us-plain',
    sheet,
    'PAY_STUB',
    {
      ...payFields(pay, { employee_name: name, employer_name: employer }),
      total_deductions: pay.taken.current,
      pay_frequency: 'Weekly',
    },
    ['total_taxes', 'total_deductions'],
  )
}
