import { FormPaper, type Manner } from '../printer/form-paper.ts'
import { split } from '../printer/lists.ts'
import type { MoneyLook } from '../real-slips/money.ts'
import { money } from '../real-slips/money.ts'
import { fullName } from '../real-slips/t4-worker.ts'
import { printedBox, type Wage, w2Truth } from '../real-slips/w2-wage.ts'
import type { Generator } from '../specimen.ts'
import { americanWage, joined } from './slip-people.ts'

type Draw = (paper: FormPaper, slip: Wage, x: number, y: number, scale: number, copy: string) => void

type Cell = readonly [box: string, caption: string, column: number, row: number]

const WAGES: readonly Cell[] = [
  ['1', 'Wages, tips, other compensation', 0, 0],
  ['2', 'Federal income tax withheld', 1, 0],
  ['3', 'Social security wages', 0, 1],
  ['4', 'Social security tax withheld', 1, 1],
  ['5', 'Medicare wages and tips', 0, 2],
  ['6', 'Medicare tax withheld', 1, 2],
  ['7', 'Social security tips', 0, 3],
  ['8', 'Allocated tips', 1, 3],
  ['9', '', 0, 4],
  ['10', 'Dependent care benefits', 1, 4],
  ['11', 'Nonqualified plans', 0, 5],
]

const employer = (slip: Wage) => [...slip.employer.name.split('\n'), ...slip.employer.address]
const copies = split`
  Copy B—To Be Filed With Employee's FEDERAL Tax Return. | Copy C—For EMPLOYEE'S RECORDS
  | Copy 2—To Be Filed With Employee's State, City, or Local Income Tax Return
  | Copy 2—To Be Filed With Employee's State, City, or Local Income Tax Return
`

/** The agency's own form, full width: lettered boxes on the left, amounts on the right, states at the foot. */
const agency: Draw = (paper, slip, x, y, s, copy) => {
  const w = (part: number) => part * s
  const cell = (
    left: number,
    up: number,
    width: number,
    height: number,
    caption: string,
    lines: readonly string[],
    right = false,
  ) => {
    paper
      .box(x + w(left), y + w(up), w(width), w(height))
      .text(x + w(left + 2), y + w(up + 6.5), caption, { size: Math.max(4, 5.6 * s) })
    for (const [at, line] of lines.entries()) {
      const ink = {
        size: Math.max(6, 9 * s),
        family: 'mono' as const,
        align: right ? ('right' as const) : ('left' as const),
      }
      paper.text(x + w(right ? left + width - 4 : left + 6), y + w(up + 19 + at * 11), line, ink)
    }
  }
  cell(90, 0, 130, 24, "a  Employee's social security number", [slip.ssn])
  paper.text(x + w(236), y + w(16), 'OMB No. 1545-0029', { size: 5.6 * s })
  cell(0, 24, 300, 24, 'b  Employer identification number (EIN)', [slip.ein])
  cell(0, 48, 300, 66, "c  Employer's name, address, and ZIP code", employer(slip))
  cell(0, 114, 300, 24, 'd  Control number', [slip.control])
  const { first, initial, last, address } = slip.employee
  cell(0, 138, 300, 72, "e  Employee's first name and initial      Last name      Suff.", [
    `${[first, initial].filter(Boolean).join(' ')}    ${last}`,
    ...address,
  ])
  paper.text(x + w(2), y + w(206), "f  Employee's address and ZIP code", { size: 5.6 * s })
  for (const [box, caption, column, row] of WAGES)
    cell(300 + column * 126, 24 + row * 24, 126, 24, `${box}  ${caption}`, [printedBox(slip, box)], true)
  for (const at of [0, 1, 2, 3]) {
    const entry = slip.box12[at]
    cell(426, 144 + at * 22, 126, 22, at === 0 ? '12a  See instructions for box 12' : `12${'abcd'[at]}`, [
      entry ? `${entry.code.padEnd(4)}${money(entry.amount, slip.look).padStart(12)}` : '',
    ])
  }
  paper
    .box(x + w(300), y + w(168), w(126), w(32))
    .text(x + w(302), y + w(175), '13  Statutory  Retirement  Third-party', { size: 5 * s })
    .text(x + w(314), y + w(181), 'employee     plan     sick pay', { size: 5 * s })
  for (const [at, on] of [slip.ticks.statutory, slip.ticks.retirement, slip.ticks.sickPay].entries()) {
    paper.box(x + w(316 + at * 34), y + w(185), w(10), w(10))
    if (on) paper.text(x + w(321 + at * 34), y + w(193), 'X', { size: 8 * s, bold: true, align: 'middle' })
  }
  cell(300, 200, 126, 32, '14  Other', [slip.other])
  const widths = [
    ['15  State', 0, 36],
    ["Employer's state ID number", 36, 120],
    ['16  State wages, tips, etc.', 156, 90],
    ['17  State income tax', 246, 80],
    ['18  Local wages, tips, etc.', 326, 86],
    ['19  Local income tax', 412, 76],
    ['20  Locality name', 488, 64],
  ] as const
  for (const [at, [caption, left, width]] of widths.entries()) {
    const values = slip.states.map(
      (line) => [line.state, line.id, money(line.wages, slip.look), money(line.tax, slip.look)][at] ?? '',
    )
    const local =
      slip.local && [money(slip.local.wages, slip.look), money(slip.local.tax, slip.look), slip.local.name][at - 4]
    cell(left, 232, width, 44, caption, at < 4 ? values : [local ?? ''], at >= 2 && at < 6)
  }
  paper.at(0, y + w(292))`
    0: ${x}/${6 * s} Form | ${x + w(20)}b/${14 * s} W-2 | ${x + w(64)}b/${9 * s} Wage and Tax Statement
  `
  paper
    .text(x + w(276), y + w(292), String(slip.year), { size: 14 * s, bold: true, align: 'middle' })
    .text(x + w(552), y + w(288), 'Department of the Treasury—Internal Revenue Service', {
      size: 5 * s,
      align: 'right',
    })
  paper.text(x, y + w(304), copy, { size: 6 * s })
}

/** A quarter of a payroll company's laser sheet: narrow, everything small, the year beside the title at its foot. */
const quarter: Draw = (paper, slip, x, y, s, copy) => {
  const cap = { size: 4.6 * s }
  const val = { size: 8 * s, bold: true }
  paper.box(x, y, 92, 21).text(x + 2, y + 5.5, 'd Control number', cap)
  paper.text(x + 4, y + 17, slip.control, val)
  const money2: readonly Cell[] = [...WAGES.slice(0, 6)]
  for (const [box, caption, column, line] of money2) {
    const [left, up] = [x + 92 + column * 90, y + line * 21]
    paper.at(left, up)`
      box 0 0 90 21
      5.5: 2/${4.6 * s} ${box} ${caption.replace('compensation', 'comp.').replace('Social security', 'Social security')}
      17: 86>b/${8 * s} ${printedBox(slip, box)}
    `
  }
  paper
    .box(x, y + 21, 92, 42)
    .text(x + 2, y + 26.5, 'Dept.   Corp.   Employer use only', cap)
    .text(x + 8, y + 40, 'T     17', val)
  paper
    .box(x, y + 63, 272, 50)
    .text(x + 2, y + 68.5, "c Employer's name, address, and ZIP code", cap)
    .lines(x + 10, y + 78, employer(slip), val, 1.25)
  paper
    .box(x, y + 113, 136, 20)
    .text(x + 2, y + 118.5, "b Employer's FED ID number", cap)
    .text(x + 10, y + 129, slip.ein, val)
  paper
    .box(x + 136, y + 113, 136, 20)
    .text(x + 138, y + 118.5, "a Employee's SSA number", cap)
    .text(x + 146, y + 129, slip.ssn, val)
  for (const [at, [box, caption]] of [
    ['7', 'Social security tips'],
    ['8', 'Allocated tips'],
    ['9', ''],
    ['10', 'Dependent care benefits'],
    ['11', 'Nonqualified plans'],
  ].entries() as IterableIterator<[number, [string, string]]>) {
    const [left, up] = [x + (at % 2) * 136, y + 133 + Math.floor(at / 2) * 19]
    paper
      .box(left, up, 136, 19)
      .text(left + 2, up + 5.5, `${box} ${caption}`, cap)
      .text(left + 132, up + 15.5, printedBox(slip, box), { ...val, align: 'right' })
  }
  paper
    .box(x, y + 190, 136, 40)
    .text(x + 2, y + 195.5, '14 Other', cap)
    .text(x + 8, y + 206, slip.other, val)
  for (const at of [0, 1, 2, 3]) {
    const up = y + 171 + at * 14.75
    const entry = slip.box12[at]
    paper
      .box(x + 136, up, 136, 14.75)
      .text(x + 138, up + 5.5, at === 0 ? '12a See instructions for box 12' : `12${'abcd'[at]}`, cap)
    if (entry)
      paper
        .text(x + 152, up + 12.5, entry.code, val)
        .text(x + 268, up + 12.5, money(entry.amount, slip.look), { ...val, align: 'right' })
  }
  paper.text(x + 138, y + 236, '13 Stat emp. Ret. plan 3rd party sick pay', cap)
  if (slip.ticks.retirement) paper.text(x + 186, y + 244, 'X', val)
  const { first, initial, last, address } = slip.employee
  paper
    .box(x, y + 246, 272, 46)
    .text(x + 2, y + 251.5, "e/f Employee's name, address and ZIP code", cap)
    .lines(x + 10, y + 262, [[first, initial, last].filter(Boolean).join(' ').toUpperCase(), ...address], val, 1.25)
  const [one] = slip.states
  const foot: [string, string, number, number][] = [
    ['15 State', one?.state ?? '', 0, 30],
    ["Employer's state ID no.", one?.id ?? '', 30, 104],
    ['16 State wages, tips, etc.', one ? money(one.wages, slip.look) : '', 134, 138],
  ]
  for (const [caption, value, left, width] of foot)
    paper.at(0, y)`
      box ${x + left} 292 ${width} 20
      297.5: ${x + left + 2}/${4.6 * s} ${caption}
      308: ${x + left + (left === 134 ? width - 4 : 4)}${left === 134 ? '>' : ''}b/${8 * s} ${value}
    `
  const under: [string, string, number, number][] = [
    ['17 State income tax', one ? money(one.tax, slip.look) : '', 0, 134],
    ['18 Local wages, tips, etc.', slip.local ? money(slip.local.wages, slip.look) : '', 134, 138],
  ]
  for (const [caption, value, left, width] of under)
    paper
      .box(x + left, y + 312, width, 20)
      .text(x + left + 2, y + 317.5, caption, cap)
      .text(x + left + width - 4, y + 328, value, { ...val, align: 'right' })
  paper
    .box(x, y + 332, 134, 20)
    .text(x + 2, y + 337.5, '19 Local income tax', cap)
    .text(x + 130, y + 348, slip.local ? money(slip.local.tax, slip.look) : '', { ...val, align: 'right' })
  paper
    .box(x + 134, y + 332, 138, 20)
    .text(x + 136, y + 337.5, '20 Locality name', cap)
    .text(x + 142, y + 348, slip.local?.name ?? '', val)
  paper.at(x, y)`
    362: 2/5 ${copy.slice(0, 48)}
    370: 2b/8 W-2 | 24/6 Wage and Tax Statement | 200b/11 ${slip.year}
  `
}

/** A payroll service's web print: captions and values on one line, in groups. */
const web: Draw = (paper, slip, x, y) => {
  paper.at(x, y)`
    10: 0b/13 Form W-2 Wage and Tax Statement ${slip.year}
    32/9 step 12.15: 0 Employer ¶ ${employer(slip)} ¶ EIN: ${slip.ein}
    | 300 Employee ¶ ${fullName(slip.employee)} ¶ ${slip.employee.address} ¶ SSN: ${slip.ssn}
  `
  let at = y + 130
  const line = (number: string, caption: string, value: string) => {
    if (value === '') return
    paper.at(x, at)`
      0: 0/9#0.3 Box ${number} | 60/9 ${caption} | 500>/9 ${value}
    `
    at += 16
  }
  for (const [box, caption] of WAGES) line(box, caption, printedBox(slip, box))
  for (const [index, { code, amount }] of slip.box12.entries())
    line(`12${'abcd'[index]}`, `Code ${code}`, money(amount, slip.look))
  if (slip.ticks.retirement) line('13', 'Retirement plan', 'Yes')
  if (slip.other) line('14', 'Other', slip.other)
  for (const { state, id, wages, tax } of slip.states) {
    line('15', 'State / Employer state ID', `${state} ${id}`)
    line('16', 'State wages, tips, etc.', money(wages, slip.look))
    line('17', 'State income tax', money(tax, slip.look))
  }
  if (slip.local) {
    line('18', 'Local wages, tips, etc.', money(slip.local.wages, slip.look))
    line('19', 'Local income tax', money(slip.local.tax, slip.look))
    line('20', 'Locality name', slip.local.name)
  }
}

interface Sheet {
  draw: Draw
  places: readonly (readonly [x: number, y: number])[]
  scale?: number
  looks?: readonly MoneyLook[]
  manner?: Manner
  summary?: boolean
  notes?: boolean
  without?: readonly string[]
}

const NOTES = [
  'Notice to Employee',
  'Do you have to file? Refer to the Form 1040 instructions to determine if you are required to file a tax return.',
  'Earned income credit (EIC). You may be able to take the EIC if your adjusted gross income (AGI) is less than a certain amount.',
  'Instructions for Employee',
  'Box 1. Enter this amount on the wages line of your tax return.   Box 2. Enter this amount on the federal income tax withheld line.',
  'Box 5. You may be required to report this amount on Form 8959, Additional Medicare Tax.   Box 6. This amount includes 1.45%.',
  'Box 8. This amount is not included in box 1, 3, 5, or 7.   Box 10. This amount includes the total dependent care benefits.',
  'Box 12. The following list explains the codes shown in box 12.   A—Uncollected social security or RRTA tax on tips.',
  'D—Elective deferrals to a section 401(k) cash or deferred arrangement.   DD—Cost of employer-sponsored health coverage.',
]

function sheet(
  name: string,
  { draw, places, scale = 1, looks = ['plain', 'commas'], manner, summary, notes, without = [] }: Sheet,
): Generator {
  return async (chance) => {
    const slip = americanWage(chance, chance.pick(looks))
    const paper = await FormPaper.open({ manner, leading: 1.2 })
    if (summary) {
      paper.print`
        34: 24b/11 ${slip.year} W-2 and EARNINGS SUMMARY
        56: 24/5.5 This summary section is included with your W-2 to help describe this portion in more detail. ¶ The
        & reverse side includes instructions and other general information.
      `
      const [gross, tax] = [slip.boxes['5'] ?? 0, slip.boxes['2'] ?? 0]
      for (const [at, [title, value]] of [
        ['Gross Pay', gross],
        ['Fed. Income Tax Withheld, Box 2 of W-2', tax],
        ['Social Security Tax Withheld, Box 4 of W-2', slip.boxes['4']],
        ['Medicare Tax Withheld, Box 6 of W-2', slip.boxes['6']],
      ].entries() as IterableIterator<[number, [string, number]]>)
        paper
          .text(24, 84 + at * 14, title, { size: 7 })
          .text(270, 84 + at * 14, money(value, 'commas'), { size: 7, align: 'right' })
    }
    for (const [at, [x, y]] of places.entries()) draw(paper, slip, x, y, scale, copies[at % 4] ?? '')
    if (notes) paper.turn().lines(30, 40, NOTES, { size: 8 }, 2)
    const truth = w2Truth(slip)
    truth.fields.employer_name = joined(slip.employer.name)
    for (const field of without) delete truth.fields[field]
    return { name, bytes: await paper.save(), truth }
  }
}

const sheets: Record<string, Sheet> = {
  'slip-w2-agency': { draw: agency, places: [[30, 40]], notes: true },
  'slip-w2-two-up': {
    draw: agency,
    places: [
      [30, 30],
      [30, 420],
    ],
    looks: ['plain', 'blanks'],
    manner: 'words',
  },
  'slip-w2-four-scaled': {
    draw: agency,
    places: [
      [14, 30],
      [316, 30],
      [14, 420],
      [316, 420],
    ],
    scale: 0.51,
    manner: 'plain',
  },
  'slip-w2-quarters': {
    draw: quarter,
    places: [
      [20, 16],
      [316, 16],
      [20, 404],
      [316, 404],
    ],
    manner: 'type0',
  },
  'slip-w2-summary': {
    draw: quarter,
    places: [
      [316, 16],
      [20, 404],
      [316, 404],
    ],
    summary: true,
  },
  'slip-w2-web': {
    draw: web,
    places: [[50, 40]],
    looks: ['dollar', 'commas'],
    manner: 'backwards',
    without: ['control_number'],
  },
  'slip-w2-glyphs': { draw: agency, places: [[30, 40]], manner: 'glyphs', looks: ['plain'] },
}

export const w2: Readonly<Record<string, Generator>> = Object.fromEntries(
  Object.entries(sheets).map(([name, look]) => [name, sheet(name, look)]),
)
