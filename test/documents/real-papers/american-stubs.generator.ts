import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { company, person, street, town } from './names.ts'
import { cents, day, en, monthOf, usd } from './print.ts'
import { wageOf, ytd } from './wage.ts'
import { period, US } from './wordings.ts'

/** "Earnings Statement": company code row, period facts under it, statutory deductions with a minus, YTD beside. */
export const earningsStatement: Generator = async (chance) => {
  const wage = wageOf(chance, US)
  const { start, end, paid } = period(chance)
  const [employer, name] = [company(chance, 'Inc').toUpperCase(), person(chance).toUpperCase()]
  const sheet = await Sheet.open(chance, 'letter 8')
  sheet.print`
    36/6: 36 CO. | 70 FILE | 110 DEPT. | 150 CLOCK | 190 VCHR. NO.
    44/7: 36 Q7K | 70 ${chance.digits(6)} | 110 000418 | 150 11 | 190 ${chance.digits(10)}
  `
  sheet.print`
    64: 36 ${employer} ¶ ${street(chance).toUpperCase()} ¶ ${town(chance, 'us').toUpperCase()}
  `
  sheet.print`50: 320b/16 Earnings Statement`
  sheet.print`
    76: 320 Period Beginning: | 410 ${day(start, 'MM/DD/YYYY')}
    88: 320 Period Ending: | 410 ${day(end, 'MM/DD/YYYY')}
    100: 320 Pay Date: | 410 ${day(paid, 'MM/DD/YYYY')}
  `
  sheet.print`
    130: 36 Taxable Marital Status:  Single ¶ Exemptions/Allowances: ¶   Federal:   1 ¶   ID:   1
  `
  sheet.print`
    136: 320/10 ${name} ¶ ${street(chance).toUpperCase()} ¶ ${town(chance, 'us').toUpperCase()}
  `
  sheet.print`
    210b: 36 Earnings | 150> rate | 200> hours | 260> this period | 330> year to date
    rule 213 36 330
  `
  sheet.print`y = 226:`
  for (const [i, { label, current, ytd }] of wage.earnings.entries()) {
    sheet.print`
      y: 36 ${label} | 150> ${(i ? wage.rate * 1.5 : wage.rate).toFixed(4)}
        | 200> ${i ? (current / wage.rate / 1.5).toFixed(2) : wage.hours.toFixed(2)} | 260> ${en(current)}
        | 330> ${en(ytd)}
      y = y+12:
    `
  }
  sheet.print`
    box 100 y-2 230 14 0.85
    y+8b: 110 Gross Pay | 260> ${usd(wage.gross)} | 330> ${en(ytd(wage, wage.gross))}
  `
  sheet.print`y = y+32:`
  sheet.print`y: 36b Deductions | 110b Statutory`
  for (const { label, current, ytd } of wage.taxes) {
    sheet.print`
      y = y+12:
      y: 110 ${label} | 260> -${en(current)} | 330> ${en(ytd)}
    `
  }
  sheet.print`
    y = y+18:
    y: 110b Other
  `
  for (const { label, current, ytd } of wage.deductions) {
    sheet.print`
      y = y+12:
      y: 110 ${label} | 260> -${en(current)}* | 330> ${en(ytd)}
    `
  }
  sheet.print`
    y = y+20:
    box 100 y-10 230 14 0.85
    y: 110b Net Pay | 260>b ${usd(wage.net)}
    y+14: 110 Checking | 260> -${en(wage.net)}
    y+28b: 110 Net Check | 260> $0.00
    y+46: 36/7 * Excluded from federal taxable wages
    y+58: 36/7 Your federal taxable wages this period are ${usd(cents(wage.gross - wage.deducted))}
    600: 36 ${employer} | 360 Advice number: | 540> ${chance.digits(11)}
    612: 360 Pay date: | 540> ${day(paid, 'MM/DD/YYYY')}
    650/7: 36 Deposited to the account of | 280 account number | 400 transit ABA | 540> amount
    664: 36 ${name} | 280 xxxxxx4471 | 400 xxxx xxxx | 540> ${usd(wage.net)}
    700: 360b/16 NON-NEGOTIABLE
  `
  return sheet.says`PAY_STUB earnings-statement.pdf
    employee_name ${name} | employer_name ${employer} | pay_date ${paid} | pay_period_start ${start}
      | pay_period_end ${end} | gross_pay ${wage.gross} | net_pay ${wage.net}
      | ytd_gross_pay ${ytd(wage, wage.gross)}
    optional total_taxes total_deductions`
}

/** Military leave and earnings statement: entitlements, deductions and allotments in columns, a summary by sign. */
export const leaveAndEarnings: Generator = async (chance) => {
  const [base, bas, tax] = [chance.amount(2400, 6100), chance.amount(250, 480), chance.amount(150, 700)]
  const [fica, medicare, sgli] = [cents(base * 0.062), cents(base * 0.0145), 25]
  const [entitled, taken] = [cents(base + bas), cents(tax + fica + medicare + sgli)]
  const [from, to] = monthOf(chance.whole(2019, 2025), chance.whole(1, 12))
  const name = person(chance).toUpperCase().split(' ').reverse().join(' ')
  const sheet = await Sheet.open(chance, 'letter mono 7')
  sheet.print`
    30: 306^b/8 DEFENSE FINANCE AND ACCOUNTING SERVICE MILITARY LEAVE AND EARNINGS STATEMENT
    box 30 38 552 30
    46/5: 34 NAME (LAST, FIRST, MI) | 190 SOC. SEC. NO. | 270 GRADE | 310 PAY DATE | 360 YRS SVC | 400 ETS
      | 450 BRANCH | 500 PERIOD COVERED
    60: 34 ${name} | 190 ***-**-4471 | 270 E6 | 310 110614 | 360 10 | 400 260613 | 450 ARMY
      | 500 ${day(from, '1-').concat(day(to, 'DD MMM YY').toUpperCase())}
    box 30 72 184 160
    box 214 72 184 160
    box 398 72 184 160
    82b: 80 ENTITLEMENTS | 270 DEDUCTIONS | 460 ALLOTMENTS
  `
  for (const [i, [label, amount]] of [
    ['BASE PAY', base],
    ['BAS', bas],
  ].entries() as IterableIterator<[number, [string, number]]>)
    sheet.print`${98 + i * 11}: 36 ${label} | 208> ${amount.toFixed(2)}`
  for (const [i, [label, amount]] of [
    ['FEDERAL TAXES', tax],
    ['FICA-SOC SECURITY', fica],
    ['FICA-MEDICARE', medicare],
    ['SGLI', sgli],
  ].entries() as IterableIterator<[number, [string, number]]>)
    sheet.print`${98 + i * 11}: 220 ${label} | 392> ${amount.toFixed(2)}`
  const net = cents(entitled - taken)
  sheet.print`
    226b: 36 TOTAL | 208> ${entitled.toFixed(2)} | 220 TOTAL | 392> ${taken.toFixed(2)} | 404 TOTAL | 576> .00
    list 250 step 11: 404 | 576>
    - +AMT FWD | .00
    - +TOT ENT | ${entitled.toFixed(2)}
    - -TOT DED | ${taken.toFixed(2)}
    - -TOT ALMT | .00
    - =NET AMT | ${net.toFixed(2)}
    - -CR FWD | .00
    - =EOM PAY | ${net.toFixed(2)}
    box 30 330 552 26
    340/5: 34 LEAVE | 80 BF BAL | 130 ERND | 180 USED | 230 CR BAL
    351: 80 42.5 | 130 2.5 | 180 0 | 230 45.0
  `
  return sheet.says`PAY_STUB leave-and-earnings.pdf
    employee_name ${name} | gross_pay ${entitled} | total_deductions ${taken} | net_pay ${net}
    optional employer_name pay_date pay_period_start pay_period_end total_taxes pay_frequency`
}

/** Summed in one strip of boxes at the end: gross, taxes, deductions, net, for the period and the year. */
export const stripStub: Generator = async (chance) => {
  const wage = wageOf(chance, US)
  const { start, end, paid } = period(chance)
  const [employer, name] = [company(chance, 'Corp').toUpperCase(), person(chance)]
  const sheet = await Sheet.open(chance, 'letter 8')
  sheet.print`
    40b/11: 36 ${employer} | 576> Earnings Statement
    54: 36 ${street(chance)}, ${town(chance, 'us')}
  `
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
    sheet.print`
      ${80 + i * 13}${i === 0 ? 'b' : ''}: ${texts.map((text, column) => [stops[column] ?? 0, text] as const)}
    `
  sheet.print`box 36 68 540 32`
  sheet.print`
    120b: 36 Earnings | 160> Rate | 210> Hours | 270> Amount | 330> YTD | 350 Withholdings | 510> Amount | 572> YTD
  `
  sheet.print`
    list 134 step 12: 36 | 160> | 210> | 270> | 330>
    - ${wage.earnings.map(
      ({ label, current, ytd }, i) => cells`${label} | ${wage.rate.toFixed(4)}
      | ${i ? '6.00' : '80.00'} | ${en(current)} | ${en(ytd)}`,
    )}
  `
  sheet.print`
    list 134 step 12: 350 | 510> | 572>
    - ${wage.taxes.map(({ label, current, ytd }) => [label, en(current), en(ytd)])}
  `
  sheet.print`200b: 350 Deductions | 510> Amount | 572> YTD`
  sheet.print`
    list 214 step 12: 350 | 510> | 572>
    - ${wage.deductions.map(({ label, current, ytd }) => [label, en(current), en(ytd)])}
  `
  sheet.print`
    box 36 260 540 44 0.93
    272b: 180> Gross Earnings | 270> Taxes | 370> Deductions | 470> Net Pay
  `
  sheet.print`
    285: 42 Current | ${[wage.gross, wage.tax, wage.deducted, wage.net].map(
      (amount, i) => [-([180, 270, 370, 470][i] ?? 0), en(amount)] as const,
    )}
    298: 42 Year to Date | ${[wage.gross, wage.tax, wage.deducted, wage.net].map(
      (amount, i) => [-([180, 270, 370, 470][i] ?? 0), en(ytd(wage, amount))] as const,
    )}
  `
  return sheet.says`PAY_STUB strip-stub.pdf
    employee_name ${name} | employer_name ${employer} | pay_date ${paid} | pay_period_start ${start}
      | pay_period_end ${end} | gross_pay ${wage.gross} | total_taxes ${wage.tax}
      | total_deductions ${wage.deducted} | net_pay ${wage.net} | ytd_gross_pay ${ytd(wage, wage.gross)}
      | ytd_net_pay ${ytd(wage, wage.net)} | pay_frequency Bi-Weekly`
}
