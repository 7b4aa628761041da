import { describe, expect, test } from 'vitest'
import { extractStatement } from '../../server/src/documents/extract/statement/extract-statement.ts'
import { layOut } from '../../server/src/documents/layout/lay-out.ts'
import type { Box } from '../../server/src/documents/model/box.ts'
import type { DocumentPart, Section } from '../../server/src/documents/model/findings.ts'
import { findFlags } from '../../server/src/documents/risk/find-flags.ts'
import { rowsBeforeGaps } from '../../server/src/documents/risk/lost-rows.ts'
import { type Case, codesOf, flagNamed, partOf, SOURCE, word } from './risk-case.ts'
import { type Written, wordsOf, writtenPage } from './written-page.ts'

const rows = [
  { date: '2025-03-02', description: 'Rent', withdrawal: 640 },
  { date: '2025-03-09', description: 'Payroll', deposit: 3106.58 },
  { date: '2025-03-15', description: 'Power', withdrawal: 81.22 },
]
const statement = (change: Record<string, number>, more: Partial<Case> = {}): Case => ({
  type: 'BANK_STATEMENT',
  fields: { opening_balance: 1000, closing_balance: 3385.36, ...change },
  rows,
  ...more,
})

test('rows that do not lead to the closing balance, with neither totals nor balances printed', () => {
  expect(codesOf(statement({}))).toEqual([])
  const flag = flagNamed(statement({ closing_balance: 8385.36 }), 'STATEMENT_ROWS')
  expect(flag).toMatchObject({ severity: 'high', proof: true, fields: ['closing_balance', 'opening_balance'] })
  expect(flag.message).toBe('the closing balance says 8,385.36; from 1,000.00 the 3 rows lead to 3,385.36')
})

test('a row that was changed, though the change is printed elsewhere as a balance', () => {
  const changed = rows.map((row) => (row.deposit ? { ...row, deposit: 4106.58 } : row))
  expect(codesOf(statement({}, { rows: changed }))).toEqual(['STATEMENT_ROWS'])
})

test('a figure whose point was moved is proof, though rows may be lost', () => {
  const moved = rows.map((row) => (row.withdrawal === 640 ? { ...row, withdrawal: 64 } : row))
  const totals = { total_deposits: 3106.58, total_withdrawals: 721.22 }
  const flag = flagNamed(statement(totals, { rows: moved }), 'STATEMENT_ROWS')
  expect(flag).toMatchObject({ severity: 'medium', proof: true })
  const other = rows.map((row) => (row.withdrawal === 640 ? { ...row, withdrawal: 65 } : row))
  expect(flagNamed(statement(totals, { rows: other }), 'STATEMENT_ROWS')).toMatchObject({ proof: false })
})

test('a debt grows with what is paid out, whatever the paper is called', () => {
  const debt = { opening_balance: 3385.36, closing_balance: 1000 }
  expect(codesOf(statement(debt))).toEqual([])
  expect(codesOf({ ...statement(debt), type: 'CREDIT_CARD_STATEMENT' })).toEqual([])
})

test('rows that were not read accuse nobody', () => {
  const short = { closing_balance: 3340.36 }
  const beside = (text: string, box: Box) => codesOf(statement(short, { words: [word(text, box, { order: 901 })] }))
  // Under the withdrawals, and in the summary under the balances.
  expect(beside('45.00', [240, 405, 265, 414])).toEqual([])
  expect(beside('45.00', [300, 770, 325, 779])).toEqual([])
  const dated = [word('12/03', [60, 200, 90, 209], { order: 901 }), word('19.00', [400, 200, 430, 209], { order: 902 })]
  expect(codesOf(statement(short, { words: dated }))).toEqual([])
})

test('a line somewhere else that prints what the rows lack explains nothing, and neither does a sentence', () => {
  const short = { closing_balance: 3340.36 }
  const elsewhere = statement(short, { printed: ['45.00'] })
  expect(flagNamed(elsewhere, 'STATEMENT_ROWS')).toMatchObject({ severity: 'medium', proof: false })
  const said = 'From 1 April the limit of your overdraft changes to 45.00'
  const sentence = said.split(' ').map((text, n) => {
    const left = 300 - 26 * (said.split(' ').length - 1 - n)
    return word(text, [left, 770, left + (text === '45.00' ? 25 : 24), 779], { order: 901 + n })
  })
  expect(codesOf(statement(short, { words: sentence }))).toContain('STATEMENT_ROWS')
})

test('a balance that breaks by an amount that is printed elsewhere is told', () => {
  const chained = [360, 3466.58 + 45, 3385.36 + 45].map((balance, at) => ({ ...rows[at], balance })) as never
  const made = (printed: string[], words: Case['words'] = []) =>
    statement({ closing_balance: 3430.36 }, { rows: chained, printed, words })
  expect(flagNamed(made([]), 'STATEMENT_RUNNING_BALANCE')).toMatchObject({ severity: 'high' })
  expect(flagNamed(made(['45.00']), 'STATEMENT_RUNNING_BALANCE')).toMatchObject({ severity: 'medium', proof: false })
  const unread = word('45.00', [240, 405, 265, 414], { order: 901 })
  expect(codesOf(made([], [unread]))).not.toContain('STATEMENT_RUNNING_BALANCE')
})

test.each([
  ['a scan', { origin: 'ocr', wordConfidence: 0.99 } as const],
  ['doubted balances', { fieldConfidence: 0.6 }],
])('%s may have lost a row: weak', (_, more) => {
  expect(flagNamed(statement({ closing_balance: 8123.11 }, more), 'STATEMENT_ROWS')).toMatchObject({
    severity: 'low',
    proof: false,
  })
})

test('a direction that was guessed, and totals that hold where rows do not', () => {
  const turned = statement({ closing_balance: 3385.36 + 2 * 640 })
  expect(flagNamed(turned, 'STATEMENT_ROWS').severity).toBe('low')
  const totals = { total_deposits: 5721.22, total_withdrawals: 721.22, closing_balance: 6000 }
  expect(flagNamed(statement(totals), 'STATEMENT_ROWS')).toMatchObject({ severity: 'medium', proof: false })
  const both = { ...totals, total_withdrawals: 921.22, closing_balance: 5800 }
  expect(flagNamed(statement(both), 'STATEMENT_ROWS').severity).toBe('low')
  // Rows that come to more than their total have lost none.
  const short = { total_deposits: 3000, total_withdrawals: 721.22, closing_balance: 3278.78 }
  expect(flagNamed(statement(short), 'STATEMENT_ROWS')).toMatchObject({ severity: 'medium', proof: false })
})

test('a recognised digit that does not fit weighs as much as its characters are sure', () => {
  const [opening, first] = [{ opening_balance: 1000, closing_balance: 3385.36 }, rows[0]]
  const chained = [
    { ...first, balance: 360 },
    { ...rows[1], deposit: 4106.58, balance: 3466.58 },
    { ...rows[2], balance: 3385.36 },
  ] as Case['rows'] & object
  const made: Case = { type: 'BANK_STATEMENT', fields: opening, rows: chained }
  expect(flagNamed(made, 'STATEMENT_RUNNING_BALANCE')).toMatchObject({ severity: 'high', proof: true })
  // The rows do not lead to the closing balance by the same amount.
  const scanned = (wordConfidence: number): Case => ({ ...made, origin: 'ocr', wordConfidence })
  expect(flagNamed(scanned(0.99), 'STATEMENT_RUNNING_BALANCE')).toMatchObject({ severity: 'medium', proof: false })
  expect(flagNamed(scanned(0.94), 'STATEMENT_RUNNING_BALANCE')).toMatchObject({ severity: 'low', proof: false })
})

test('recognised rows with room for another between them may have lost it', () => {
  const balances = [360, 3466.58, 3385.36]
  const chained = rows.map((row, n) => ({ ...row, balance: balances[n] as number })).toSpliced(1, 1)
  const part = partOf({
    type: 'BANK_STATEMENT',
    fields: { opening_balance: 1000 },
    rows: [...chained, ...chained],
    origin: 'ocr',
  })
  const found = part.tables[0]?.rows ?? []
  for (const [n, row] of found.entries()) row.box = [40, 700 - 14 * n, 560, 710 - 14 * n]
  expect(rowsBeforeGaps(found)).toEqual([])
  for (const row of found.slice(2)) row.box = [40, row.box[1] - 14, 560, row.box[3] - 14]
  expect(rowsBeforeGaps(found)).toEqual([found[1]])
})

test('a recognised row that holds the amount of another one has swallowed it', () => {
  const rows = [
    { description: 'Rent of flat 14', withdrawal: 640, balance: 360 },
    { description: 'Cash machine 8812 29 May Salary 1:811,77 27.577;30', withdrawal: 20, balance: 340 },
  ]
  const found = (origin: 'text' | 'ocr') => partOf({ type: 'BANK_STATEMENT', rows, origin }).tables[0]?.rows ?? []
  const recognised = found('ocr')
  expect(rowsBeforeGaps(recognised)).toEqual([recognised[1]])
  expect(rowsBeforeGaps(found('text'))).toEqual([])
})

test('recognised balances that break at one place are told, at several they were read badly', () => {
  const balances = [900, 800, 700, 600, 500, 400, 300, 200]
  const told = (changed: number[]) => {
    const rows = balances.map((balance, n) => ({ withdrawal: changed.includes(n) ? 145.5 : 100, balance }))
    const made: Case = { type: 'BANK_STATEMENT', fields: { opening_balance: 1000 }, rows, origin: 'ocr' }
    return flagNamed({ ...made, wordConfidence: 0.99 }, 'STATEMENT_RUNNING_BALANCE')
  }
  expect(told([3])).toMatchObject({ severity: 'high', proof: true })
  expect(told([3, 5])).toMatchObject({ severity: 'low', proof: false })
})

describe('rows in the order of time', () => {
  const dated = (...dates: string[]): Case => ({
    type: 'BANK_STATEMENT',
    fields: { opening_balance: 1000 },
    rows: dates.map((date, n) => ({ date, withdrawal: 100, balance: 900 - 100 * n })),
  })
  const days = ['2025-03-02', '2025-03-05', '2025-03-20', '2025-03-25', '2025-03-31'] as const

  test('forward, backward, and entered some days late', () => {
    const backward: Case = { ...dated(...days), rows: dated(...days).rows?.toReversed() ?? [] }
    const late = dated(days[0], days[1], days[2], '2025-03-14', days[4])
    for (const made of [dated(...days), backward, late]) expect(codesOf(made)).toEqual([])
  })

  test('one date that its balance contradicts', () => {
    const flag = flagNamed(dated(days[0], '2025-03-28', '2025-03-06', days[2], days[3]), 'STATEMENT_ROW_OUT_OF_ORDER')
    expect(flag).toMatchObject({ severity: 'medium', proof: true, family: 'consistency' })
  })

  test('a year that the rows leave out, a day that may be a month, and rows listed by kind', () => {
    const year = dated('2025-12-28', '2025-12-30', '2025-01-02', '2026-01-05', '2026-01-09')
    expect(codesOf(year)).not.toContain('STATEMENT_ROW_OUT_OF_ORDER')
    const turned = dated('2025-03-02', '2025-05-03', '2025-03-06', '2025-03-20', '2025-03-25')
    expect(flagNamed(turned, 'STATEMENT_ROW_OUT_OF_ORDER').severity).toBe('low')
    const listed = dated(days[0], '2025-03-28', '2025-03-06', days[2], days[3])
    const bare = listed.rows?.map(({ date, withdrawal }) => ({ date, withdrawal })) as Case['rows'] & object
    expect(codesOf({ ...listed, rows: bare })).toEqual([])
  })
})

test('sums over rows bear each other out no more where amounts under the columns may be rows that were lost', () => {
  const made: Case = {
    type: 'BANK_STATEMENT',
    origin: 'ocr',
    wordConfidence: 0.98,
    fields: { opening_balance: 1000, closing_balance: 3985.36, total_deposits: 2506.58 },
    rows,
  }
  const under = word('119.00', [240, 200, 270, 209], { order: 901, origin: 'ocr', confidence: 0.98 })
  const columns = (made: Case) =>
    ['STATEMENT_ROWS', 'STATEMENT_COLUMN_TOTAL'].map((code) => flagNamed(made, code).severity)
  expect(columns(made)).toEqual(['medium', 'medium'])
  expect(columns({ ...made, words: [under] })).toEqual(['low', 'low'])
})

const page: Written[] = [
  [40, 700, 'Opening balance: 1,000.00'],
  [40, 680, 'Closing balance: 3,466.58'],
  [40, 660, 'Date'],
  [120, 660, 'Description'],
  [400, 660, 'Amount'],
  [500, 660, 'Balance'],
  [40, 640, '2025-03-02'],
  [120, 640, 'Rent'],
  [400, 640, '-640.00'],
  [500, 640, '360.00'],
  [40, 620, '2025-03-09'],
  [120, 620, 'Payroll'],
  [400, 620, '+2,106.58'],
  [500, 620, '3,466.58'],
]

test.each([1, 0.97, 0.6])(
  'an amount that was recognised (%d) is returned as printed, whatever the balances want',
  (sure) => {
    const words = wordsOf(page).map((word) => ({ ...word, origin: 'ocr' as const, confidence: sure }))
    const layout = layOut({ ...writtenPage(page).page, words })
    const section: Section = { type: 'BANK_STATEMENT', confidence: 1, pages: [1], region: undefined }
    const { tables } = extractStatement(section, [layout], { pages: [layout] } as never)
    expect(tables[0]?.rows.map(({ values }) => values.deposit ?? values.withdrawal)).toEqual([640, 2106.58])
  },
)

test.each([
  ['1 March 2025 to 31 March 2025', []],
  ['31 March 2025 to 1 March 2025', ['PERIOD_ENDS_BEFORE_START']],
])('the period that is printed as %s', (printed, codes) => {
  const layout = writtenPage([[40, 740, `Statement period: ${printed}`], ...page.slice(0, 2)])
  const section: Section = { type: 'BANK_STATEMENT', confidence: 1, pages: [1], region: undefined }
  const reading = { source: SOURCE, pages: [layout] }
  const part = { ...section, ...extractStatement(section, [layout], reading as never) } as DocumentPart
  const dated = findFlags(reading as never, [part]).filter(({ family }) => family === 'consistency')
  expect(dated.map(({ code }) => code)).toEqual(codes)
})

test('balances that break once, while all rows are there, and miss the closing balance were written anew', () => {
  const balances = (last: number) =>
    statement(
      { total_deposits: 3106.58, total_withdrawals: 721.22, closing_balance: 3385.36 },
      { rows: [360, 3466.58 - 18, last].map((balance, at) => ({ ...rows[at], balance })) as never },
    )
  expect(flagNamed(balances(3367.36), 'STATEMENT_RUNNING_BALANCE')).toMatchObject({ severity: 'high', proof: true })
  // The same break with the end in order is a figure that was read badly.
  expect(codesOf(balances(3385.36))).not.toContain('STATEMENT_ROWS')
})

test('a last balance that is a digit off the closing balance, to which the rows do lead, was changed', () => {
  const last = (balance: number, origin: 'text' | 'ocr' = 'text') =>
    statement(
      { total_deposits: 3106.58, total_withdrawals: 721.22 },
      { origin, rows: [360, 3466.58, balance].map((each, at) => ({ ...rows[at], balance: each })) as never },
    )
  expect(flagNamed(last(8385.36), 'STATEMENT_RUNNING_BALANCE')).toMatchObject({ severity: 'high', proof: true })
  // Another column's figure, or one that recognition misread.
  expect(flagNamed(last(3999.12), 'STATEMENT_RUNNING_BALANCE')).toMatchObject({ severity: 'low', proof: false })
  expect(flagNamed(last(8385.36, 'ocr'), 'STATEMENT_RUNNING_BALANCE')).toMatchObject({ severity: 'low', proof: false })
})

test('rows that lead elsewhere point at the row which one other digit, or its absence, would put right', () => {
  const boxes = (made: Case) => flagNamed(made, 'STATEMENT_ROWS').evidence.map(({ bbox }) => bbox)
  const [rent, pay, power] = rows as never as [Record<string, number>, Record<string, number>, Record<string, number>]
  const raised = boxes(statement({}, { rows: [rent, { ...pay, deposit: 8106.58 }, power] }))
  expect(raised).toContainEqual([40, 400, 560, 410])
  expect(boxes(statement({}, { rows: [rent, pay, pay, power] }))).toHaveLength(4)
  expect(boxes(statement({}, { rows: [rent, { ...pay, deposit: 4217.61 }, power] }))).toHaveLength(2)
})
