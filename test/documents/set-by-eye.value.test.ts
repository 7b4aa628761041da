import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { type RawPage, rawPdf } from './raw-pdf.ts'

/** Text at a place, with operators that hold for it alone. */
const show = (x: number, y: number, text: string, font = 'F1', size = 10, state = '') =>
  `q BT ${state} /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET Q`

/** Digits of Helvetica are 0.556 em wide, and its points and commas half of that. */
const widthOf = (text: string) => [...text].reduce((sum, each) => sum + (/\d/.test(each) ? 5.56 : 2.78), 0)
const ending = (right: number, y: number, text: string) => show(right - widthOf(text), y, text)

const HEAD = [
  show(40, 740, 'Earnings statement', 'F2', 14),
  show(40, 715, 'Employer: Merrow Ltd'),
  show(40, 700, 'Employee: Maribel Oswin'),
  show(40, 685, 'Pay period: 2025-03-01 to 2025-03-15'),
  show(330, 685, 'Pay date: 2025-03-20'),
]
const row = (y: number, label: string, now: string, year: string) =>
  [show(40, y, label), ending(340, y, now), ending(460, y, year)].join('\n')
const ROWS = [
  row(660, 'Salary', '2,700.00', '13,500.00'),
  row(645, 'Overtime', '300.00', '1,500.00'),
  row(630, 'Gross pay', '3,000.00', '15,000.00'),
  row(615, 'Tax', '350.00', '1,750.00'),
  row(600, 'Insurance', '200.00', '1,000.00'),
  row(585, 'Total deductions', '550.00', '2,750.00'),
]
const FOOT = row(555, 'Paid out in all', '2,450.00', '12,250.00')
const NET = ending(340, 570, '2,450.00')
const stub = (net: string, ...more: string[]) =>
  [...HEAD, ...ROWS, show(40, 570, 'Net pay'), net, ending(460, 570, '12,250.00'), FOOT, ...more].join('\n')
const X = 340 - widthOf('2,450.00')

/** The flags of type of one hand-written page: code and fields. */
async function flagsOf(page: RawPage): Promise<string[]> {
  const { flags } = await runPipeline(rawPdf(page), undefined, { ocr: false })
  const typed = flags.filter(({ family, severity }) => family === 'typography' && severity !== 'info')
  return [...new Set(typed.map(({ code, fields }) => [code, ...fields].join(' ')))]
}

const SLIGHTLY = 'SLIGHTLY_OTHER_TYPE net_pay'
const TIMES = '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>'
const inTimes = (content: string): RawPage => ({
  content,
  objects: { 5: '<< /Font << /F1 6 0 R /F2 7 0 R /F3 8 0 R /F9 10 0 R >> >>', 10: TIMES },
})
const patch = (x: number, wide: number) => `1 g ${x} 568 ${wide} 9 re f 0 g`

test.each<[string, RawPage, string[]]>([
  ['as it was printed', { content: stub(NET) }, []],
  ['with its characters wider apart', { content: stub(show(X, 570, '2,450.00', 'F1', 10, '0.4 Tc')) }, [SLIGHTLY]],
  ['in the boxes of a form', { content: stub(show(X - 60, 570, '2,450.00', 'F1', 10, '6 Tc')) }, []],
  ['in narrower characters', { content: stub(show(X, 570, '2,450.00', 'F1', 10, '93 Tz')) }, [SLIGHTLY]],
  ['above its line', { content: stub(ending(340, 570.63, '2,450.00')) }, [SLIGHTLY]],
  ['above its line by a step of its program', { content: stub(ending(340, 570.75, '2,450.00')) }, []],
  ['behind the edge of its column', { content: stub(ending(341.3, 570, '2,450.00')) }, [SLIGHTLY]],
  ['indented by its program', { content: stub(ending(337, 570, '2,450.00')) }, []],
  ['with a digit more than its place', { content: stub(show(X, 570, '12,450.00')) }, ['SLIGHTLY_OTHER_TYPE']],
  [
    'set onto a scaled page',
    { content: stub(`q 0.5 0 0 0.5 0 0 cm ${show(2 * X, 1140, '2,450.00', 'F1', 20)} Q`) },
    ['VALUE_BY_ANOTHER_HAND net_pay'],
  ],
  ['in another face of text', inTimes(stub(show(X, 570, '2,450.00', 'F9'))), ['FONT_OF_ITS_OWN net_pay']],
  ['in a typewriter, as it is filled in', { content: stub(show(X, 570, '2,450.00', 'F3')) }, []],
  [
    'with a patch over its first digit',
    { content: stub(NET, patch(X, 5.5), show(X, 570, '9')) },
    ['COVERED_AND_REPLACED'],
  ],
  ['with a number across it, as guides have', { content: stub(NET, patch(X, 12), show(X, 565, '9')) }, []],
  ['with a patch beside it, and a mark on that', { content: stub(NET, patch(X - 30, 20), show(X - 26, 570, '9')) }, []],
])('a pay stub whose net pay is %s', async (_, page, found) => expect(await flagsOf(page)).toEqual(found))

const LINES = [
  show(50, 740, 'Merrow Ltd', 'F2', 14),
  show(50, 700, 'March 3, 2025'),
  show(50, 670, 'To whom it may concern:'),
  show(50, 640, 'This letter confirms that Maribel Oswin has been with our company for nine years'),
]
const REST = [
  show(50, 610, 'in the office of our works at the harbour and that she holds a permanent position.'),
  show(50, 565, 'Please write to us if there is anything more that you wish to know.'),
]
const BEFORE = 'Her annual salary is $'
const [AT, SALARY] = [50 + 96.19, '84,000.00']
const letter = (salary: string, behind: number, ...more: string[]) => ({
  content: [
    ...LINES,
    show(50, 625, BEFORE),
    salary,
    show(behind, 625, ' before tax and all other deductions that'),
    ...REST,
    ...more,
  ].join('\n'),
})
const END = AT + widthOf(SALARY)

test.each<[string, RawPage, string[]]>([
  ['as it was written', letter(show(AT, 625, SALARY), END), []],
  ['with a wider blank behind it', letter(show(AT, 625, SALARY), END + 1.9), ['SLIGHTLY_OTHER_TYPE gross_income']],
  ['with two blanks behind it', letter(show(AT, 625, SALARY), END + 2.78), []],
  ['off its line by a step', letter(show(AT, 625.5, SALARY), END), ['SLIGHTLY_OTHER_TYPE gross_income']],
  ['painted after the letter', letter('', END, show(AT, 625, SALARY)), ['VALUE_PAINTED_LAST gross_income']],
])('a letter whose salary is %s', async (_, page, found) => expect(await flagsOf(page)).toEqual(found))

/** Boxes of a slip that are set from their left edge, the last but one with a code before its amount. */
const boxes = (code: string, x = 300) =>
  [
    show(40, 740, 'Wage and tax statement 2025', 'F2', 14),
    ...['61,240.00', '64,840.00', '64,840.00', `${code} 3,600.00`, '61,240.00'].flatMap((text, n) => [
      show(300, 700 - 30 * n, `Box ${n + 1}`, 'F1', 7),
      show(n === 3 ? x : 300, 688 - 30 * n, text),
    ]),
  ].join('\n')

test.each<[string, RawPage, string[]]>([
  ...['D', 'W', 'DD', 'AA', '$', 'C'].map((code): [string, RawPage, string[]] => [
    `behind the code ${code} in its box`,
    { content: boxes(code) },
    [],
  ]),
  ['behind a code that does not begin where boxes do', { content: boxes('D', 301.44) }, ['SLIGHTLY_OTHER_TYPE']],
])('an amount %s', async (_, page, found) => expect(await flagsOf(page)).toEqual(found))
