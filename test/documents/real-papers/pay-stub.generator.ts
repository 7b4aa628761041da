import type { Chance } from '../chance.ts'
import type { Generator, Specimen } from '../specimen.ts'
import { company, person, street, town } from './names.ts'
import { Paper } from './paper.ts'
import { cents, day, daysAfter, de, en, fr, monthOf, usd } from './print.ts'
import { type Wage, wageOf, ytd } from './wage.ts'

const US = {
  taxes: {
    'Federal Income Tax': 0.11,
    'Social Security Tax': 0.062,
    'Medicare Tax': 0.0145,
    'ID State Income Tax': 0.045,
  },
  deductions: { Medical: 0.03, '401K': 0.05 },
}

async function specimen(
  name: string,
  paper: Paper,
  fields: Record<string, string | number>,
  optional?: string[],
): Promise<Specimen> {
  return {
    name: `${name}.pdf`,
    bytes: await paper.save(),
    truth: { document_type: 'PAY_STUB', fields, ...(optional ? { optional } : {}), risk: 'clean' },
  }
}

function period(chance: Chance) {
  const end = `${chance.whole(2019, 2025)}-${String(chance.whole(2, 12)).padStart(2, '0')}-${String(chance.whole(1, 28)).padStart(2, '0')}`
  return { start: daysAfter(end, -13), end, paid: daysAfter(end, chance.whole(3, 7)) }
}

/** "Earnings Statement": company code row, period facts under it, statutory deductions with a minus, YTD beside. */
export const earningsStatement: Generator = async (chance) => {
  const wage = wageOf(chance, US)
  const { start, end, paid } = period(chance)
  const [employer, name] = [company(chance, 'Inc').toUpperCase(), person(chance).toUpperCase()]
  const paper = await Paper.open({ text: 8 })
  paper
    .row(
      36,
      [
        [36, 'CO.'],
        [70, 'FILE'],
        [110, 'DEPT.'],
        [150, 'CLOCK'],
        [190, 'VCHR. NO.'],
      ],
      { size: 6 },
    )
    .row(
      44,
      [
        [36, 'Q7K'],
        [70, chance.digits(6)],
        [110, '000418'],
        [150, '11'],
        [190, chance.digits(10)],
      ],
      { size: 7 },
    )
  paper.stack(36, 64, [employer, street(chance).toUpperCase(), town(chance, 'us').toUpperCase()])
  paper.at(320, 50, 'Earnings Statement', { size: 16, bold: true })
  paper
    .row(76, [
      [320, 'Period Beginning:'],
      [410, day(start, 'MM/DD/YYYY')],
    ])
    .row(88, [
      [320, 'Period Ending:'],
      [410, day(end, 'MM/DD/YYYY')],
    ])
    .row(100, [
      [320, 'Pay Date:'],
      [410, day(paid, 'MM/DD/YYYY')],
    ])
  paper.stack(36, 130, ['Taxable Marital Status:  Single', 'Exemptions/Allowances:', '  Federal:   1', '  ID:   1'])
  paper.stack(320, 136, [name, street(chance).toUpperCase(), town(chance, 'us').toUpperCase()], { size: 10 })
  paper
    .row(
      210,
      [
        [36, 'Earnings'],
        [-150, 'rate'],
        [-200, 'hours'],
        [-260, 'this period'],
        [-330, 'year to date'],
      ],
      { bold: true },
    )
    .rule(213, 36, 330)
  let y = 226
  for (const [i, { label, current, ytd }] of wage.earnings.entries()) {
    paper.row(y, [
      [36, label],
      [-150, (i ? wage.rate * 1.5 : wage.rate).toFixed(4)],
      [-200, i ? (current / wage.rate / 1.5).toFixed(2) : wage.hours.toFixed(2)],
      [-260, en(current)],
      [-330, en(ytd)],
    ])
    y += 12
  }
  paper.box(100, y - 2, 230, 14, 0.85).row(
    y + 8,
    [
      [110, 'Gross Pay'],
      [-260, usd(wage.gross)],
      [-330, en(ytd(wage, wage.gross))],
    ],
    { bold: true },
  )
  y += 32
  paper.row(
    y,
    [
      [36, 'Deductions'],
      [110, 'Statutory'],
    ],
    { bold: true },
  )
  for (const { label, current, ytd } of wage.taxes) {
    y += 12
    paper.row(y, [
      [110, label],
      [-260, `-${en(current)}`],
      [-330, en(ytd)],
    ])
  }
  y += 18
  paper.row(y, [[110, 'Other']], { bold: true })
  for (const { label, current, ytd } of wage.deductions) {
    y += 12
    paper.row(y, [
      [110, label],
      [-260, `-${en(current)}*`],
      [-330, en(ytd)],
    ])
  }
  y += 20
  paper.box(100, y - 10, 230, 14, 0.85).row(
    y,
    [
      [110, 'Net Pay'],
      [-260, usd(wage.net)],
    ],
    { bold: true },
  )
  paper
    .row(y + 14, [
      [110, 'Checking'],
      [-260, `-${en(wage.net)}`],
    ])
    .row(
      y + 28,
      [
        [110, 'Net Check'],
        [-260, '$0.00'],
      ],
      { bold: true },
    )
    .at(36, y + 46, '* Excluded from federal taxable wages', { size: 7 })
    .at(36, y + 58, `Your federal taxable wages this period are ${usd(cents(wage.gross - wage.deducted))}`, { size: 7 })
  paper
    .row(600, [
      [36, employer],
      [360, 'Advice number:'],
      [-540, chance.digits(11)],
    ])
    .row(612, [
      [360, 'Pay date:'],
      [-540, day(paid, 'MM/DD/YYYY')],
    ])
    .row(
      650,
      [
        [36, 'Deposited to the account of'],
        [280, 'account number'],
        [400, 'transit ABA'],
        [-540, 'amount'],
      ],
      { size: 7 },
    )
    .row(664, [
      [36, name],
      [280, 'xxxxxx4471'],
      [400, 'xxxx xxxx'],
      [-540, usd(wage.net)],
    ])
    .at(360, 700, 'NON-NEGOTIABLE', { size: 16, bold: true })
  return specimen(
    'earnings-statement',
    paper,
    {
      employee_name: name,
      employer_name: employer,
      pay_date: paid,
      pay_period_start: start,
      pay_period_end: end,
      gross_pay: wage.gross,
      net_pay: wage.net,
      ytd_gross_pay: ytd(wage, wage.gross),
    },
    ['total_taxes', 'total_deductions'],
  )
}

/** A modern stub: employer, employee and period in one band; two tables side by side; a summary with current and YTD. */
export const modernStub: Generator = async (chance) => {
  const wage = wageOf(chance, US)
  const { start, end, paid } = period(chance)
  const [employer, name] = [company(chance, 'LLC'), person(chance)]
  const paper = await Paper.open()
  paper
    .at(36, 44, `Earnings statement`, { size: 15, bold: true })
    .row(44, [[-576, `Pay period: ${day(start, 'MMM D, YYYY')} - ${day(end, 'MMM D, YYYY')}`]])
    .row(58, [[-576, `Pay day: ${day(paid, 'MMM D, YYYY')}`]])
  paper.at(36, 84, 'Company', { grey: 0.5, size: 8 }).stack(36, 96, [employer, street(chance), town(chance, 'us')])
  paper
    .at(236, 84, 'Employee', { grey: 0.5, size: 8 })
    .stack(236, 96, [name, `XXX-XX-${chance.digits(4)}`, street(chance), town(chance, 'us')])
  const table = (title: string, x: number, y: number, items: Wage['taxes']) => {
    paper
      .at(x, y, title, { bold: true, size: 11 })
      .row(
        y + 15,
        [
          [x, 'Description'],
          [-(x + 180), 'Current'],
          [-(x + 255), 'Year-To-Date'],
        ],
        { size: 8 },
      )
      .rule(y + 19, x, x + 255, 0.4)
    for (const [i, { label, current, ytd }] of items.entries())
      paper.row(
        y + 31 + i * 13,
        [
          [x, label],
          [-(x + 180), usd(current)],
          [-(x + 255), usd(ytd)],
        ],
        { size: 8 },
      )
  }
  table('Employee Gross Earnings', 36, 180, wage.earnings)
  table('Employee Taxes Withheld', 321, 180, wage.taxes)
  table('Employee Deductions', 36, 300, wage.deductions)
  table(
    'Employer Tax',
    321,
    300,
    [wage.taxes[1], wage.taxes[2]].filter((item) => item !== undefined),
  )
  paper
    .at(36, 420, 'Summary', { bold: true, size: 11 })
    .row(
      435,
      [
        [36, 'Description'],
        [-216, 'Current'],
        [-291, 'Year-To-Date'],
      ],
      { size: 8 },
    )
    .rule(439, 36, 291, 0.4)
  const lines = [
    ['Gross Earnings', wage.gross],
    ['Pre-Tax Deductions/Contributions', wage.deducted],
    ['Taxes', wage.tax],
    ['Post-Tax Deductions/Contributions', 0],
    ['Net Pay', wage.net],
    ['Total Reimbursements', 0],
    ['Check Amount', wage.net],
    ['Hours Worked', 80],
  ] as const
  for (const [i, [label, amount]] of lines.entries())
    paper.row(
      451 + i * 13,
      [
        [36, label],
        [-216, i === 7 ? '80.00' : usd(amount)],
        ...(i < 6 ? ([[-291, usd(ytd(wage, amount))]] as const) : []),
      ],
      { size: 8, bold: i === 4 },
    )
  return specimen(
    'modern-stub',
    paper,
    {
      employee_name: name,
      employer_name: employer,
      pay_date: paid,
      pay_period_start: start,
      pay_period_end: end,
      gross_pay: wage.gross,
      total_taxes: wage.tax,
      net_pay: wage.net,
      ytd_gross_pay: ytd(wage, wage.gross),
      ytd_net_pay: ytd(wage, wage.net),
    },
    ['total_deductions'],
  )
}

/** Small business software: a cheque stub with "Pay Stub Detail", NET PAY at the right, memo line. */
export const bookkeeperStub: Generator = async (chance) => {
  const wage = wageOf(chance, US)
  const { start, end, paid } = period(chance)
  const [employer, name] = [company(chance, 'Co.'), person(chance)]
  const paper = await Paper.open({ family: 'serif', text: 9 })
  paper.at(36, 40, employer, { bold: true }).stack(36, 52, [street(chance), town(chance, 'us')])
  paper
    .row(40, [[-576, `Pay Stub Detail`]], { bold: true })
    .row(52, [[-576, `PAY DATE: ${day(paid, 'MM/DD/YYYY')}`]])
    .row(64, [[-576, `NET PAY: ${usd(wage.net)}`]])
  paper.stack(80, 110, [name, street(chance), town(chance, 'us')], { size: 10 })
  paper
    .at(36, 200, 'EMPLOYER', { bold: true, size: 8 })
    .stack(36, 212, [employer, street(chance), town(chance, 'us')], { size: 8 })
  paper
    .at(36, 256, 'EMPLOYEE', { bold: true, size: 8 })
    .stack(36, 268, [name, `SS#: ...${chance.digits(4)}`], { size: 8 })
  paper
    .at(220, 200, 'PAY PERIOD', { bold: true, size: 8 })
    .row(
      212,
      [
        [220, 'Period Beginning:'],
        [300, day(start, 'MM/DD/YYYY')],
      ],
      { size: 8 },
    )
    .row(
      222,
      [
        [220, 'Period Ending:'],
        [300, day(end, 'MM/DD/YYYY')],
      ],
      { size: 8 },
    )
    .row(
      232,
      [
        [220, 'Pay Date:'],
        [300, day(paid, 'MM/DD/YYYY')],
      ],
      { size: 8 },
    )
    .row(
      242,
      [
        [220, 'Total Hours:'],
        [300, '84.00'],
      ],
      { size: 8 },
    )
  paper.box(420, 196, 156, 30).row(
    214,
    [
      [428, 'NET PAY:'],
      [-570, usd(wage.net)],
    ],
    { bold: true, size: 11 },
  )
  paper
    .row(
      310,
      [
        [36, 'PAY'],
        [-150, 'Hours'],
        [-190, 'Rate'],
        [-240, 'Current'],
        [-290, 'YTD'],
        [310, 'TAXES'],
        [-500, 'Current'],
        [-570, 'YTD'],
      ],
      { bold: true, size: 8 },
    )
    .rule(313, 36, 576)
  for (const [i, { label, current, ytd }] of wage.earnings.entries())
    paper.row(
      326 + i * 12,
      [
        [36, `${label} Pay`],
        [-150, i ? '4.00' : '80.00'],
        [-190, en(wage.rate)],
        [-240, en(current)],
        [-290, en(ytd)],
      ],
      { size: 8 },
    )
  for (const [i, { label, current, ytd }] of wage.taxes.entries())
    paper.row(
      326 + i * 12,
      [
        [310, label],
        [-500, en(current)],
        [-570, en(ytd)],
      ],
      { size: 8 },
    )
  paper
    .row(
      400,
      [
        [36, 'DEDUCTIONS'],
        [-240, 'Current'],
        [-290, 'YTD'],
        [310, 'SUMMARY'],
        [-500, 'Current'],
        [-570, 'YTD'],
      ],
      { bold: true, size: 8 },
    )
    .rule(403, 36, 576)
  for (const [i, { label, current, ytd }] of wage.deductions.entries())
    paper.row(
      416 + i * 12,
      [
        [36, label],
        [-240, en(current)],
        [-290, en(ytd)],
      ],
      { size: 8 },
    )
  for (const [i, [label, amount]] of [
    ['Total Pay', wage.gross],
    ['Taxes', wage.tax],
    ['Deductions', wage.deducted],
  ].entries() as IterableIterator<[number, [string, number]]>)
    paper.row(
      416 + i * 12,
      [
        [310, label],
        [-500, usd(amount)],
        [-570, usd(ytd(wage, amount))],
      ],
      { size: 8 },
    )
  paper.row(
    470,
    [
      [310, 'Net Pay'],
      [-500, usd(wage.net)],
    ],
    { bold: true },
  )
  return specimen('bookkeeper-stub', paper, {
    employee_name: name,
    employer_name: employer,
    pay_date: paid,
    pay_period_start: start,
    pay_period_end: end,
    gross_pay: wage.gross,
    total_taxes: wage.tax,
    total_deductions: wage.deducted,
    net_pay: wage.net,
    ytd_gross_pay: ytd(wage, wage.gross),
  })
}

/** Summed in one strip of boxes at the end: gross, taxes, deductions, net, for the period and the year. */
export const stripStub: Generator = async (chance) => {
  const wage = wageOf(chance, US)
  const { start, end, paid } = period(chance)
  const [employer, name] = [company(chance, 'Corp').toUpperCase(), person(chance)]
  const paper = await Paper.open({ text: 8 })
  paper
    .row(
      40,
      [
        [36, employer],
        [-576, 'Earnings Statement'],
      ],
      { bold: true, size: 11 },
    )
    .at(36, 54, `${street(chance)}, ${town(chance, 'us')}`)
  const facts = [
    ['Employee Name', 'Employee ID', 'Department', 'Check Date', 'Pay Period', 'Pay Frequency'],
    [
      name,
      chance.digits(5),
      '200 - Ops',
      day(paid, 'MM/DD/YYYY'),
      `${day(start, 'MM/DD/YYYY')} - ${day(end, 'MM/DD/YYYY')}`,
      'Bi-Weekly',
    ],
  ]
  const stops = [36, 136, 200, 270, 340, 480]
  for (const [i, texts] of facts.entries())
    paper.row(
      80 + i * 13,
      texts.map((text, column) => [stops[column] ?? 0, text] as const),
      { bold: i === 0 },
    )
  paper.box(36, 68, 540, 32)
  paper.row(
    120,
    [
      [36, 'Earnings'],
      [-160, 'Rate'],
      [-210, 'Hours'],
      [-270, 'Amount'],
      [-330, 'YTD'],
      [350, 'Withholdings'],
      [-510, 'Amount'],
      [-572, 'YTD'],
    ],
    { bold: true },
  )
  for (const [i, { label, current, ytd }] of wage.earnings.entries())
    paper.row(134 + i * 12, [
      [36, label],
      [-160, wage.rate.toFixed(4)],
      [-210, i ? '6.00' : '80.00'],
      [-270, en(current)],
      [-330, en(ytd)],
    ])
  for (const [i, { label, current, ytd }] of wage.taxes.entries())
    paper.row(134 + i * 12, [
      [350, label],
      [-510, en(current)],
      [-572, en(ytd)],
    ])
  paper.row(
    200,
    [
      [350, 'Deductions'],
      [-510, 'Amount'],
      [-572, 'YTD'],
    ],
    { bold: true },
  )
  for (const [i, { label, current, ytd }] of wage.deductions.entries())
    paper.row(214 + i * 12, [
      [350, label],
      [-510, en(current)],
      [-572, en(ytd)],
    ])
  paper.box(36, 260, 540, 44, 0.93).row(
    272,
    [
      [-180, 'Gross Earnings'],
      [-270, 'Taxes'],
      [-370, 'Deductions'],
      [-470, 'Net Pay'],
    ],
    { bold: true },
  )
  paper
    .row(285, [
      [42, 'Current'],
      ...[wage.gross, wage.tax, wage.deducted, wage.net].map(
        (amount, i) => [-([180, 270, 370, 470][i] ?? 0), en(amount)] as const,
      ),
    ])
    .row(298, [
      [42, 'Year to Date'],
      ...[wage.gross, wage.tax, wage.deducted, wage.net].map(
        (amount, i) => [-([180, 270, 370, 470][i] ?? 0), en(ytd(wage, amount))] as const,
      ),
    ])
  return specimen('strip-stub', paper, {
    employee_name: name,
    employer_name: employer,
    pay_date: paid,
    pay_period_start: start,
    pay_period_end: end,
    gross_pay: wage.gross,
    total_taxes: wage.tax,
    total_deductions: wage.deducted,
    net_pay: wage.net,
    ytd_gross_pay: ytd(wage, wage.gross),
    ytd_net_pay: ytd(wage, wage.net),
    pay_frequency: 'Bi-Weekly',
  })
}

/** A British payslip: payments, deductions, this period and year to date in ruled columns, NI number and tax code. */
export const britishPayslip: Generator = async (chance) => {
  const wage = wageOf(
    chance,
    { taxes: { 'PAYE Tax': 0.13, 'National Insurance': 0.08 }, deductions: { 'Pension (EE)': 0.05 } },
    150,
  )
  const month = monthOf(chance.whole(2019, 2025), chance.whole(1, 12))
  const [employer, name] = [company(chance, 'Ltd'), `Ms ${person(chance)}`]
  const paper = await Paper.open({ size: 'a4' })
  paper
    .box(30, 30, 535, 30)
    .row(
      41,
      [
        [36, 'Employee No.'],
        [110, 'Employee Name'],
        [330, 'Process Date'],
        [440, 'National Insurance Number'],
      ],
      { size: 7 },
    )
    .row(
      54,
      [
        [36, '118'],
        [110, name],
        [330, day(month[1], 'DD/MM/YYYY')],
        [440, 'QQ 12 34 56 C'],
      ],
      { bold: true },
    )
  paper
    .box(30, 66, 180, 150)
    .box(210, 66, 180, 150)
    .box(390, 66, 175, 150)
    .row(
      78,
      [
        [36, 'Payments'],
        [100, 'Units'],
        [140, 'Rate'],
        [-204, 'Amount'],
        [216, 'Deductions'],
        [-384, 'Amount'],
        [396, 'Year to Date'],
      ],
      { size: 7, bold: true },
    )
  for (const [i, { current }] of wage.earnings.entries())
    paper.row(94 + i * 13, [
      [36, i ? 'Overtime' : 'Salary'],
      [-204, en(current)],
    ])
  for (const [i, { label, current }] of [...wage.taxes, ...wage.deductions].entries())
    paper.row(94 + i * 13, [
      [216, label],
      [-384, en(current)],
    ])
  for (const [i, [label, amount]] of [
    ['Total Gross Pay TD', wage.gross],
    ['Gross for Tax TD', wage.gross],
    ['Tax paid TD', wage.taxes[0]?.current ?? 0],
    ['National Insurance TD', wage.taxes[1]?.current ?? 0],
    ['Employee Pension TD', wage.deducted],
  ].entries() as IterableIterator<[number, [string, number]]>)
    paper.row(
      94 + i * 13,
      [
        [396, label],
        [-560, en(ytd(wage, amount))],
      ],
      { size: 8 },
    )
  paper.row(
    206,
    [
      [36, 'Total Gross Pay'],
      [-204, en(wage.gross)],
      [216, 'Total Deductions'],
      [-384, en(cents(wage.tax + wage.deducted))],
    ],
    { bold: true },
  )
  paper.box(30, 222, 360, 60).stack(36, 236, [name, street(chance), town(chance, 'uk')])
  paper.at(36, 300, employer, { bold: true }).row(300, [
    [216, 'Tax Code: 1257L'],
    [310, 'Tax Period: 4'],
  ])
  paper
    .box(390, 222, 175, 60)
    .row(240, [[396, 'Payment Method: BACS']], { size: 8 })
    .row(
      268,
      [
        [396, 'Net Pay'],
        [-560, en(wage.net)],
      ],
      { bold: true, size: 12 },
    )
  return specimen(
    'british-payslip',
    paper,
    {
      employee_name: name,
      employer_name: employer,
      pay_date: month[1],
      gross_pay: wage.gross,
      total_deductions: cents(wage.tax + wage.deducted),
      net_pay: wage.net,
      ytd_gross_pay: ytd(wage, wage.gross),
    },
    ['total_taxes', 'pay_date', 'pay_frequency'],
  )
}

/** A Canadian stub: CPP, EI and federal tax, "Pay End Date", current and YTD, two languages nowhere. */
export const canadianStub: Generator = async (chance) => {
  const wage = wageOf(
    chance,
    { taxes: { CPP: 0.0595, EI: 0.0163, 'Federal Tax': 0.12 }, deductions: { 'Union Dues': 0.015, RRSP: 0.04 } },
    75,
  )
  const { start, end, paid } = period(chance)
  const [employer, name] = [company(chance, 'Ltd.'), person(chance)]
  const paper = await Paper.open()
  paper
    .at(40, 44, employer, { bold: true, size: 12 })
    .at(40, 58, '455 Speedvale Ave W, Guelph ON  N1H 3A1')
    .row(44, [[-572, 'STATEMENT OF EARNINGS AND DEDUCTIONS']], { bold: true })
  paper
    .box(40, 76, 532, 48)
    .row(
      88,
      [
        [46, 'Employee'],
        [220, 'Pay Begin Date'],
        [320, 'Pay End Date'],
        [420, 'Cheque Date'],
        [500, 'Advice #'],
      ],
      { size: 7 },
    )
    .row(
      102,
      [
        [46, name],
        [220, start],
        [320, end],
        [420, paid],
        [500, chance.digits(6)],
      ],
      { bold: true },
    )
    .row(
      116,
      [
        [46, 'Pay Group: BW - Biweekly'],
        [220, `SIN: *** *** ${chance.digits(3)}`],
      ],
      { size: 8 },
    )
  paper
    .row(
      150,
      [
        [46, 'HOURS AND EARNINGS'],
        [320, 'TAXES AND DEDUCTIONS'],
      ],
      { bold: true },
    )
    .row(
      164,
      [
        [46, 'Description'],
        [-160, 'Hours'],
        [-220, 'Earnings'],
        [-290, 'YTD'],
        [320, 'Description'],
        [-490, 'Current'],
        [-566, 'YTD'],
      ],
      { size: 7 },
    )
  for (const [i, { label, current, ytd }] of wage.earnings.entries())
    paper.row(178 + i * 13, [
      [46, label],
      [-160, i ? '5.00' : '75.00'],
      [-220, en(current)],
      [-290, en(ytd)],
    ])
  for (const [i, { label, current, ytd }] of [...wage.taxes, ...wage.deductions].entries())
    paper.row(178 + i * 13, [
      [320, label],
      [-490, en(current)],
      [-566, en(ytd)],
    ])
  const all = cents(wage.tax + wage.deducted)
  paper.row(
    256,
    [
      [46, 'Total:'],
      [-220, en(wage.gross)],
      [-290, en(ytd(wage, wage.gross))],
      [320, 'Total:'],
      [-490, en(all)],
      [-566, en(ytd(wage, all))],
    ],
    { bold: true },
  )
  paper
    .box(40, 280, 532, 50)
    .row(
      292,
      [
        [-160, 'TOTAL GROSS'],
        [-300, 'TOTAL DEDUCTIONS'],
        [-440, 'NET PAY'],
      ],
      { bold: true, size: 8 },
    )
    .row(306, [
      [46, 'Current'],
      [-160, en(wage.gross)],
      [-300, en(all)],
      [-440, en(wage.net)],
    ])
    .row(320, [
      [46, 'YTD'],
      [-160, en(ytd(wage, wage.gross))],
      [-300, en(ytd(wage, all))],
      [-440, en(ytd(wage, wage.net))],
    ])
  return specimen(
    'canadian-stub',
    paper,
    {
      employee_name: name,
      employer_name: employer,
      pay_date: paid,
      pay_period_start: start,
      pay_period_end: end,
      gross_pay: wage.gross,
      total_deductions: all,
      net_pay: wage.net,
      ytd_gross_pay: ytd(wage, wage.gross),
      ytd_net_pay: ytd(wage, wage.net),
      pay_frequency: 'Biweekly',
    },
    ['total_taxes'],
  )
}

/** Entgeltabrechnung: gross wage, tax and social insurance in rows, Auszahlungsbetrag at the foot. */
export const germanWage: Generator = async (chance) => {
  const wage = wageOf(
    chance,
    {
      taxes: {
        Lohnsteuer: 0.14,
        Krankenversicherung: 0.08,
        Rentenversicherung: 0.093,
        Arbeitslosenversicherung: 0.013,
      },
      deductions: {},
    },
    160,
  )
  const [from] = monthOf(chance.whole(2019, 2025), chance.whole(1, 12))
  const [employer, name] = [company(chance, 'GmbH'), person(chance)]
  const paper = await Paper.open({ size: 'a4' })
  paper
    .at(40, 50, `Abrechnung der Brutto/Netto-Bezüge für ${day(from, 'MMMM YYYY', 'de')}`, { bold: true, size: 11 })
    .row(64, [[40, 'Personal-Nr. 00118   Steuerklasse 1   SV-Nummer 12 118842 L 551']], { size: 8 })
  paper
    .at(40, 90, `*${employer}*Mühlweg 3*04109 Leipzig*`, { size: 7 })
    .stack(40, 110, ['Frau', name, 'Lindenallee 14', town(chance, 'de')])
  paper.box(40, 190, 515, 16, 0.9).row(
    202,
    [
      [46, 'Lohnart'],
      [100, 'Bezeichnung'],
      [-380, 'Menge'],
      [-460, 'Faktor'],
      [-550, 'Betrag'],
    ],
    { bold: true },
  )
  for (const [i, { current }] of wage.earnings.entries())
    paper.row(220 + i * 13, [
      [46, i ? '1300' : '1000'],
      [100, i ? 'Überstunden' : 'Stundenlohn'],
      [-460, de(wage.rate)],
      [-550, de(current)],
    ])
  paper
    .row(
      262,
      [
        [400, 'Gesamt-Brutto'],
        [-550, de(wage.gross)],
      ],
      { bold: true },
    )
    .at(46, 290, 'Steuer/Sozialversicherung', { bold: true })
  for (const [i, { label, current }] of wage.taxes.entries())
    paper.row(306 + i * 13, [
      [100, label],
      [-550, de(current)],
    ])
  paper
    .row(
      372,
      [
        [400, 'Netto-Verdienst'],
        [-550, de(wage.net)],
      ],
      { bold: true },
    )
    .row(
      392,
      [
        [400, 'Auszahlungsbetrag'],
        [-550, de(wage.net)],
      ],
      { bold: true, size: 11 },
    )
  paper.row(
    420,
    [
      [46, 'Verdienstbescheinigung'],
      [-330, 'Gesamt-Brutto Jahr'],
      [-550, de(ytd(wage, wage.gross))],
    ],
    { size: 8 },
  )
  return specimen(
    'german-wage',
    paper,
    {
      employee_name: name,
      employer_name: employer,
      gross_pay: wage.gross,
      net_pay: wage.net,
      ytd_gross_pay: ytd(wage, wage.gross),
    },
    ['pay_period_start', 'pay_period_end', 'total_taxes', 'total_deductions', 'pay_date', 'ytd_gross_pay'],
  )
}

/** Bulletin de paie: cotisations with employee and employer shares, net imposable, net à payer. */
export const frenchBulletin: Generator = async (chance) => {
  const wage = wageOf(
    chance,
    {
      taxes: {},
      deductions: {
        'Sécurité sociale plafonnée': 0.069,
        'Complémentaire santé': 0.012,
        'Retraite complémentaire T1': 0.0401,
        'CSG déductible': 0.067,
      },
    },
    151.67,
  )
  const [from, to] = monthOf(chance.whole(2019, 2025), chance.whole(1, 12))
  const [employer, name] = [company(chance, 'SAS'), person(chance)]
  const paper = await Paper.open({ size: 'a4', text: 8 })
  paper
    .centre(40, 'BULLETIN DE PAIE', { size: 14, bold: true })
    .centre(54, `Période du ${day(from, 'DD/MM/YYYY')} au ${day(to, 'DD/MM/YYYY')}`)
  paper
    .at(40, 76, employer, { bold: true })
    .stack(40, 88, ['14 rue des Merles', '69003 LYON', 'SIRET : 552 118 842 00012   Code NAF : 6201Z'])
  paper.stack(340, 88, [`Mme ${name}`, '8 quai du Port', town(chance, 'fr')], { size: 10 })
  paper.row(150, [
    [40, 'Emploi : Technicienne'],
    [200, 'Matricule : 00118'],
    [340, `Paiement le ${day(to, 'DD/MM/YYYY')} par virement`],
  ])
  paper.box(40, 164, 515, 14, 0.88).row(
    174,
    [
      [44, 'Désignation'],
      [-250, 'Base'],
      [-310, 'Taux'],
      [-400, 'Part salarié'],
      [-550, 'Part employeur'],
    ],
    { bold: true },
  )
  for (const [i, { current }] of wage.earnings.entries())
    paper.row(192 + i * 12, [
      [44, i ? 'Heures supplémentaires 50%' : 'Salaire de base'],
      [-250, i ? '' : '151,67'],
      [-310, fr(wage.rate)],
      [-400, fr(current)],
    ])
  paper.row(
    220,
    [
      [44, 'SALAIRE BRUT'],
      [-400, fr(wage.gross)],
    ],
    { bold: true },
  )
  for (const [i, { label, current }] of wage.deductions.entries())
    paper.row(238 + i * 12, [
      [44, label],
      [-250, fr(wage.gross)],
      [-400, fr(current)],
      [-550, fr(cents(current * 1.6))],
    ])
  paper.row(
    292,
    [
      [44, 'TOTAL DES COTISATIONS'],
      [-400, fr(wage.deducted)],
      [-550, fr(cents(wage.deducted * 1.6))],
    ],
    { bold: true },
  )
  paper.box(340, 320, 215, 26).row(
    337,
    [
      [346, 'NET À PAYER'],
      [-550, `${fr(wage.net)} €`],
    ],
    { bold: true, size: 11 },
  )
  return specimen(
    'french-bulletin',
    paper,
    {
      employee_name: `Mme ${name}`,
      employer_name: employer,
      pay_date: to,
      pay_period_start: from,
      pay_period_end: to,
      gross_pay: wage.gross,
      total_deductions: wage.deducted,
      net_pay: wage.net,
    },
    ['total_taxes', 'pay_frequency'],
  )
}

/** Military leave and earnings statement: entitlements, deductions and allotments in columns, a summary by sign. */
export const leaveAndEarnings: Generator = async (chance) => {
  const [base, bas, tax] = [chance.amount(2400, 6100), chance.amount(250, 480), chance.amount(150, 700)]
  const [fica, medicare, sgli] = [cents(base * 0.062), cents(base * 0.0145), 25]
  const [entitled, taken] = [cents(base + bas), cents(tax + fica + medicare + sgli)]
  const [from, to] = monthOf(chance.whole(2019, 2025), chance.whole(1, 12))
  const name = person(chance).toUpperCase().split(' ').reverse().join(' ')
  const paper = await Paper.open({ family: 'mono', text: 7 })
  paper.centre(30, 'DEFENSE FINANCE AND ACCOUNTING SERVICE MILITARY LEAVE AND EARNINGS STATEMENT', {
    bold: true,
    size: 8,
  })
  paper
    .box(30, 38, 552, 30)
    .row(
      46,
      [
        [34, 'NAME (LAST, FIRST, MI)'],
        [190, 'SOC. SEC. NO.'],
        [270, 'GRADE'],
        [310, 'PAY DATE'],
        [360, 'YRS SVC'],
        [400, 'ETS'],
        [450, 'BRANCH'],
        [500, 'PERIOD COVERED'],
      ],
      { size: 5 },
    )
    .row(60, [
      [34, name],
      [190, '***-**-4471'],
      [270, 'E6'],
      [310, '110614'],
      [360, '10'],
      [400, '260613'],
      [450, 'ARMY'],
      [500, day(from, '1-').concat(day(to, 'DD MMM YY').toUpperCase())],
    ])
  paper
    .box(30, 72, 184, 160)
    .box(214, 72, 184, 160)
    .box(398, 72, 184, 160)
    .row(
      82,
      [
        [80, 'ENTITLEMENTS'],
        [270, 'DEDUCTIONS'],
        [460, 'ALLOTMENTS'],
      ],
      { bold: true },
    )
  for (const [i, [label, amount]] of [
    ['BASE PAY', base],
    ['BAS', bas],
  ].entries() as IterableIterator<[number, [string, number]]>)
    paper.row(98 + i * 11, [
      [36, label],
      [-208, amount.toFixed(2)],
    ])
  for (const [i, [label, amount]] of [
    ['FEDERAL TAXES', tax],
    ['FICA-SOC SECURITY', fica],
    ['FICA-MEDICARE', medicare],
    ['SGLI', sgli],
  ].entries() as IterableIterator<[number, [string, number]]>)
    paper.row(98 + i * 11, [
      [220, label],
      [-392, amount.toFixed(2)],
    ])
  paper.row(
    226,
    [
      [36, 'TOTAL'],
      [-208, entitled.toFixed(2)],
      [220, 'TOTAL'],
      [-392, taken.toFixed(2)],
      [404, 'TOTAL'],
      [-576, '.00'],
    ],
    { bold: true },
  )
  const net = cents(entitled - taken)
  for (const [i, [label, amount]] of [
    ['+AMT FWD', '.00'],
    ['+TOT ENT', entitled.toFixed(2)],
    ['-TOT DED', taken.toFixed(2)],
    ['-TOT ALMT', '.00'],
    ['=NET AMT', net.toFixed(2)],
    ['-CR FWD', '.00'],
    ['=EOM PAY', net.toFixed(2)],
  ].entries())
    paper.row(250 + i * 11, [
      [404, label],
      [-576, amount],
    ])
  paper
    .box(30, 330, 552, 26)
    .row(
      340,
      [
        [34, 'LEAVE'],
        [80, 'BF BAL'],
        [130, 'ERND'],
        [180, 'USED'],
        [230, 'CR BAL'],
      ],
      { size: 5 },
    )
    .row(351, [
      [80, '42.5'],
      [130, '2.5'],
      [180, '0'],
      [230, '45.0'],
    ])
  return specimen(
    'leave-and-earnings',
    paper,
    { employee_name: name, gross_pay: entitled, total_deductions: taken, net_pay: net },
    ['employer_name', 'pay_date', 'pay_period_start', 'pay_period_end', 'total_taxes', 'pay_frequency'],
  )
}
