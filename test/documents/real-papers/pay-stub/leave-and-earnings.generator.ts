import type { Generator } from '../../specimen.ts'
import { person } from '../names.ts'
import { Paper } from '../paper.ts'
import { cents, day, monthOf } from '../print.ts'
import { specimen } from './parts.ts'

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
