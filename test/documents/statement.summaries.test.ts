import { expect, test } from 'vitest'
import { extractLetter } from '../../server/src/documents/extract/letter/extract-letter.ts'
import { extractPayStub } from '../../server/src/documents/extract/pay-stub/extract-pay-stub.ts'
import { extractStatement } from '../../server/src/documents/extract/statement/extract-statement.ts'
import { rowKind } from '../../server/src/documents/extract/statement/row-words.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

const COLUMNS = [40, 120, 330, 410, 500] as const

const HEADINGS = ['Date', 'Description', 'Debit', 'Credit', 'Balance']

const ROWS = [
  ['02/07/2025', 'CARD COFFEE HOUSE', '40.00', '', '960.00'],
  ['09/07/2025', 'WAGES HARBOUR WORKS', '', '500.00', '1,460.00'],
  ['21/07/2025', 'RENT', '300.00', '', '1,160.00'],
]

/** A statement of three movements with a line of text at its head and others under its rows. */
function readStatement(head: readonly Written[], under: readonly (readonly string[])[]) {
  const rows = [HEADINGS, ...ROWS, ...under].flatMap((row, line): Written[] =>
    row.flatMap((text, at) => (text === '' ? [] : [[COLUMNS[at] ?? 40, 560 - 16 * line, text] as const])),
  )
  const section: Section = { type: 'BANK_STATEMENT', confidence: 1, pages: [1], region: undefined }
  const page = writtenPage([...head, ...rows])
  const { fields, tables } = extractStatement(section, [page], { source: SOURCE, pages: [page] })
  return {
    fields: Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])),
    count: tables[0]?.rows.length,
  }
}

const OPENING: Written = [40, 600, 'Opening balance 1,000.00']

test('a row of turnovers under the movements is their totals', () => {
  const { fields, count } = readStatement([OPENING], [['', 'Turnover for the month', '340.00', '500.00']])
  expect(count).toBe(3)
  expect(fields).toMatchObject({ total_withdrawals: 340, total_deposits: 500 })
})

test('an amount due that was paid is a row, whose balance is not the closing one', () => {
  const paid = ['24/07/2025', 'Amount due Perrin Gas', '100.00', '', '1,060.00']
  const { fields, count } = readStatement([], [paid, ['28/07/2025', 'CARD COFFEE HOUSE', '10.00', '', '1,050.00']])
  expect(count).toBe(5)
  expect(fields.closing_balance).not.toBe(1060)
})

test('totals and the closing balance in one line are each read behind their name', () => {
  const { fields } = readStatement(
    [OPENING],
    [['Summary: Total Debits 340.00 Total Credits 500.00 Closing Balance 1,160.00']],
  )
  expect(fields).toMatchObject({ total_withdrawals: 340, total_deposits: 500, closing_balance: 1160 })
})

test('a total that a sentence speaks of is none', () => {
  const { fields } = readStatement([OPENING], [['We waive fees while your total debits 900.00 are not passed']])
  expect(fields).not.toHaveProperty('total_withdrawals')
})

test("the holder's name ends where another of their numbers stands", () => {
  const { fields } = readStatement([[40, 700, 'Cliente: Marta Vidal Nunes CPF ***.123.456-**'], OPENING], [])
  expect(fields.account_holder_name).toBe('Marta Vidal Nunes')
})

test('a person is known by how letters speak to them over an address without a number or a code', () => {
  const lines = ['Ms Orla Keane', 'Strand Road', 'Kilkee, Clare']
  const block = lines.map((text, at): Written => [40, 720 - 11 * at, text])
  expect(readStatement([...block, OPENING], []).fields.account_holder_name).toBe('Ms Orla Keane')
  const untitled = block.map(([x, y, text]): Written => [x, y, text.replace('Ms ', '')])
  expect(readStatement([...untitled, OPENING], []).fields).not.toHaveProperty('account_holder_name')
})

test('a bank stands before the name of the paper', () => {
  const { fields } = readStatement([[40, 760, 'Banco do Vale S.A. Extrato de conta corrente'], OPENING], [])
  expect(fields.bank_name).toBe('Banco do Vale S.A.')
})

test.each([
  ['sub-total / new balance', 'closing'],
  ['minimum payment due', 'total'],
  ['turnover for statement period', 'total'],
  ['turnover tax office', 'entry'],
  ['sub-total', 'carried'],
] as const)('%s is a row of kind %s', (text, kind) => {
  expect(rowKind(text)).toBe(kind)
})

test('a letter is dated behind its town, and says whom it confirms', () => {
  const page = writtenPage([
    [60, 740, 'Tischlerei Moser GmbH'],
    [300, 700, 'Villach, am 04.03.2025'],
    [60, 660, 'Hiermit bestätigen wir, dass Herr Jakob Egger, geboren am 01.02.1990, bei uns arbeitet.'],
  ])
  const section: Section = { type: 'INCOME_LETTER', confidence: 1, pages: [1], region: undefined }
  const { fields } = extractLetter(section, [page], { source: SOURCE, pages: [page] })
  expect(fields.letter_date?.value).toBe('2025-03-04')
  expect(fields.employee_name?.value).toBe('Jakob Egger')
})

test('an employee stands between their number with the firm and the number of their occupation', () => {
  const page = writtenPage([
    [20, 780, 'TECELAGEM AURORA LTDA'],
    [300, 780, 'RECIBO DE PAGAMENTO DE SALARIO'],
    [20, 740, '00417'],
    [80, 740, 'JOANA REIS PRADO'],
    [220, 740, 'CBO 411005'],
    [320, 740, 'ASSISTENTE DE VENDAS'],
  ])
  const section: Section = { type: 'PAY_STUB', confidence: 1, pages: [1], region: undefined }
  const { fields } = extractPayStub(section, [page], { source: SOURCE, pages: [page] })
  expect(fields.employee_name?.value).toBe('JOANA REIS PRADO')
})
