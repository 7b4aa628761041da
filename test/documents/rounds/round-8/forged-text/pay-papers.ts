import { cents, Desk, day, type Paper, sum, us } from './sheet.ts'

export interface Stub {
  employer: string
  employee: string
  from: string
  to: string
  paid: string
  hours: number
  rate: number
  overtime: number
  /** Tax held back of the gross, in parts of it. */
  rates: [label: string, rate: number][]
  deductions: [label: string, amount: number][]
  /** What had been earned, and held back in each way, before this pay. */
  before: { gross: number; held: number[] }
}

function sumsOf({ hours, rate, overtime, rates, deductions, before }: Stub) {
  const [regular, extra] = [cents(hours * rate), cents(overtime * cents(rate * 1.5))]
  const gross = cents(regular + extra)
  const taxes = rates.map(([label, part]) => [label, cents(gross * part)] as const)
  const total = sum(taxes.map(([, amount]) => amount))
  const others = sum(deductions.map(([, amount]) => amount))
  const net = cents(gross - total - others)
  const held = [...taxes, ...deductions].map(([, amount], at) => cents(amount + (before.held[at] ?? 0)))
  const year = { gross: cents(before.gross + gross), held, net: cents(before.gross + gross - sum(held)) }
  return { regular, extra, gross, taxes, total, others, net, year }
}

const REPORTED = {
  Producer: 'iText 2.1.7 by 1T3XT',
  Creator: 'JasperReports (earnings)',
  CreationDate: 'D:20260818110000Z',
}

function putDays(desk: Desk, values: Stub): void {
  const head = [
    ['pay_period_start', 'Period Beginning:', values.from],
    ['pay_period_end', 'Period Ending:', values.to],
    ['pay_date', 'Pay Date:', values.paid],
  ] as const
  for (const [at, [key, label, iso]] of head.entries()) {
    desk.say(400, 80 + 13 * at, label)
    desk.put(key, 572, 80 + 13 * at, day(iso, 'us'), { right: true })
  }
}

function putSums(desk: Desk, values: Stub, foot: number): void {
  const { total, others, net, year } = sumsOf(values)
  desk.say(40, foot, 'Total Taxes')
  desk.put('total_taxes', 430, foot, us(total), { right: true })
  desk.say(40, foot + 14, 'Total Other Deductions')
  desk.put('total_deductions', 430, foot + 14, us(others), { right: true })
  desk.rule(38, foot + 20, 574)
  desk.say(40, foot + 34, 'Net Pay', { bold: true, size: 11 })
  desk.put('net_pay', 430, foot + 34, `$${us(net)}`, { bold: true, size: 11, right: true })
  desk.put('ytd_net_pay', 572, foot + 34, us(year.net), { right: true })
}

/** An American stub of hours by rate, taxes and the year beside them. */
export const stub: Paper<Stub> = {
  name: 'stub',
  values: {
    employer: 'Halvorsen Freight Lines, Inc.',
    employee: 'Delphine R. Okoro',
    from: '2026-08-01',
    to: '2026-08-14',
    paid: '2026-08-19',
    hours: 80,
    rate: 24.5,
    overtime: 3,
    rates: [
      ['Federal Income Tax', 0.0942],
      ['Social Security', 0.062],
      ['Medicare', 0.0145],
      ['OR State Tax', 0.0711],
    ],
    deductions: [
      ['Medical', 58.2],
      ['401(k)', 83.11],
    ],
    before: { gross: 31_240.4, held: [2942.85, 1936.9, 452.99, 2221.19, 931.2, 1329.76] },
  },
  draw(values) {
    const { regular, extra, gross, taxes, total, others, net, year } = sumsOf(values)
    const desk = new Desk([612, 792], ['Helvetica', 'Helvetica-Bold'], 9)
    desk.put('employer_name', 40, 50, values.employer, { bold: true, size: 13 })
    desk.say(40, 64, '1180 Dock Street, Alder Point, OR 97101')
    desk.say(572, 50, 'Earnings Statement', { bold: true, size: 13, right: true })
    putDays(desk, values)
    desk.put('employee_name', 40, 112, values.employee)
    desk.say(40, 124, '27 Quarry Lane, Alder Point, OR 97103')
    const line = (key: string, top: number, label: string, cells: readonly [string, number, string][]) => {
      desk.say(40, top, label)
      for (const [name, x, text] of cells) desk.put(`${key}.${name}`, x, top, text, { right: true })
    }
    for (const [x, text] of [
      [40, 'Earnings'],
      [260, 'Rate'],
      [330, 'Hours'],
      [430, 'This Period'],
      [572, 'Year to Date'],
    ] as const)
      desk.say(x, 160, text, { bold: true, right: x > 40 })
    desk.rule(38, 164, 574)
    const cells = (rate: number, hours: number, amount: number): [string, number, string][] => [
      ['rate', 260, us(rate)],
      ['hours', 330, us(hours)],
      ['amount', 430, us(amount)],
    ]
    line('regular', 178, 'Regular', cells(values.rate, values.hours, regular))
    line('overtime', 192, 'Overtime', cells(cents(values.rate * 1.5), values.overtime, extra))
    desk.say(40, 208, 'Gross Pay', { bold: true })
    desk.put('gross_pay', 430, 208, `$${us(gross)}`, { bold: true, right: true })
    desk.put('ytd_gross_pay', 572, 208, us(year.gross), { right: true })
    desk.say(40, 234, 'Deductions', { bold: true })
    desk.rule(38, 238, 574)
    for (const [at, [label, amount]] of [...taxes, ...values.deductions].entries())
      line(`held.${at}`, 252 + 14 * at, label, [
        ['amount', 430, us(amount)],
        ['year', 572, us(year.held[at] ?? 0)],
      ])
    putSums(desk, values, 252 + 14 * (taxes.length + values.deductions.length) + 4)
    return desk.sheet(REPORTED, 'PAY_STUB', {
      employee_name: values.employee,
      employer_name: values.employer,
      pay_date: values.paid,
      pay_period_start: values.from,
      pay_period_end: values.to,
      gross_pay: gross,
      total_taxes: total,
      total_deductions: others,
      net_pay: net,
      ytd_gross_pay: year.gross,
      ytd_net_pay: year.net,
    })
  },
}

/** A Canadian one for a salary, of few lines. */
export const salary: Paper<Stub> = {
  name: 'salary',
  values: {
    employer: 'Kestrel Ridge Dental Group Ltd.',
    employee: 'Marguerite Achebe',
    from: '2026-04-16',
    to: '2026-04-30',
    paid: '2026-04-30',
    hours: 75,
    rate: 33.4,
    overtime: 0,
    rates: [
      ['Income tax', 0.1631],
      ['CPP', 0.056036],
      ['EI', 0.0163],
    ],
    deductions: [['Group benefits', 46.75]],
    before: { gross: 17_535, held: [2859.96, 982.59, 285.81, 327.25] },
  },
  draw(values) {
    const { gross, taxes, total, others, net, year } = sumsOf(values)
    const desk = new Desk([612, 792], ['Times-Roman', 'Times-Bold'], 10.5)
    desk.put('employer_name', 60, 70, values.employer, { bold: true, size: 15 })
    desk.say(60, 86, '340 Lakeshore Drive, Kelowna BC V1Y 9L5')
    desk.say(60, 120, 'STATEMENT OF EARNINGS AND DEDUCTIONS', { bold: true })
    desk.say(60, 145, 'Employee:')
    desk.put('employee_name', 150, 145, values.employee)
    desk.say(60, 160, 'Pay period:')
    desk.put('period', 150, 160, `${values.from} to ${values.to}`)
    desk.say(60, 175, 'Payment date:')
    desk.put('pay_date', 150, 175, values.paid)
    desk.say(380, 205, 'Current', { bold: true, right: true })
    desk.say(500, 205, 'Year to date', { bold: true, right: true })
    desk.rule(58, 210, 502)
    const rows: [string, string, number, number][] = [
      ['gross_pay', 'Gross earnings', gross, year.gross],
      ...[...taxes, ...values.deductions].map(([label, amount], at): [string, string, number, number] => [
        `held.${at}`,
        label,
        amount,
        year.held[at] ?? 0,
      ]),
      ['total', 'Total deductions', cents(total + others), sum(year.held)],
      ['net_pay', 'Net pay', net, year.net],
    ]
    for (const [at, [key, label, amount, all]] of rows.entries()) {
      const top = 226 + 18 * at
      desk.say(60, top, label)
      desk.put(key, 380, top, us(amount), { right: true })
      desk.put(`${key}.year`, 500, top, us(all), { right: true })
    }
    const info = { Producer: 'Crystal Reports', CreationDate: 'D:20260429160000Z' }
    return desk.sheet(
      info,
      'PAY_STUB',
      {
        employee_name: values.employee,
        employer_name: values.employer,
        pay_date: values.paid,
        pay_period_start: values.from,
        pay_period_end: values.to,
        gross_pay: gross,
        net_pay: net,
        ytd_gross_pay: year.gross,
        ytd_net_pay: year.net,
      },
      { optional: ['total_taxes', 'total_deductions'] },
    )
  },
}

export interface Letter {
  employer: string
  employee: string
  on: string
  salary: number
  words: string
  title: string
}

/** A letter of an employer, the salary in figures and in words. */
export const letter: Paper<Letter> = {
  name: 'letter',
  values: {
    employer: 'Brightwater Marine Supply LLC',
    employee: 'Rosalind Aguirre',
    on: '2026-09-14',
    salary: 52_400,
    words: 'fifty-two thousand four hundred',
    title: 'Warehouse Coordinator',
  },
  draw({ employer, employee, on, salary: amount, words, title }) {
    const desk = new Desk([612, 792], ['Times-Roman', 'Times-Bold'], 11.5)
    desk.put('employer_name', 72, 80, employer, { bold: true, size: 16 })
    desk.say(72, 96, '65 Harbor Loop, Port Selby, WA 98333')
    desk.put('letter_date', 72, 136, day(on, 'long'))
    desk.say(72, 166, 'To Whom It May Concern,')
    desk.say(72, 190, 'Re: Employment verification')
    desk.say(72, 214, 'This letter confirms that')
    desk.put('employee_name', 196, 214, employee)
    desk.say(290, 214, 'is employed with us full time')
    desk.say(72, 232, `in the position of ${title} since March 4, 2019.`)
    desk.say(72, 250, 'The current gross annual salary is')
    desk.put('gross_income', 246, 250, `$${us(amount)}`)
    desk.put('words', 72, 268, `(${words} dollars per year), paid twice a month.`)
    desk.say(72, 292, 'Please contact the undersigned with any question.')
    desk.say(72, 330, 'Sincerely,')
    desk.say(72, 372, 'Yolanda Whitcomb, Human Resources')
    const info = { Producer: 'Microsoft® Word for Microsoft 365', CreationDate: 'D:20260914101500Z' }
    const fields = { employee_name: employee, employer_name: employer, letter_date: on, gross_income: amount }
    return desk.sheet(info, 'INCOME_LETTER', fields, { optional: ['pay_frequency'] })
  },
}
