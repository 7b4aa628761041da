import { readFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Chance } from '../documents/chance.ts'
import { bankStatement } from '../documents/statement.generator.ts'
import { invoiceLines, madePdf } from '../server/made-pdf.ts'
import { type DocsCli, startDocsCli } from './docs-cli.ts'

let cli: DocsCli
let id: string
let full: { slips: { type: string; tables: { rows: Record<string, number>[] }[] }[] }
let told: string
beforeAll(async () => {
  cli = await startDocsCli()
  cli.put('packet.pdf', await packet())
  const shown = await cli.docs('analyze', cli.file('packet.pdf'))
  told = shown.stdout
  id = /doc_\w+/.exec(told)?.[0] ?? expect.fail(shown.stderr)
  full = JSON.parse((await cli.docs('show', id, '--full', '--json')).stdout)
})
afterAll(async () => await cli.stop())

/** A statement behind a bill, in one file. */
async function packet(): Promise<Uint8Array> {
  const whole = await PDFDocument.create()
  const bill = await madePdf({ lines: invoiceLines('NW-1001', '1250.00') })
  for (const bytes of [bill, (await bankStatement(new Chance(7))).bytes]) {
    const part = await PDFDocument.load(bytes)
    for (const page of await whole.copyPages(part, part.getPageIndices())) whole.addPage(page)
  }
  return await whole.save()
}

const lines = (csv: string) =>
  csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

test('a person hears how many documents a file holds, and sees each with --full', async () => {
  expect(full.slips.map(({ type }) => type)).toEqual(['INVOICE', 'BANK_STATEMENT'])
  expect(told).toMatch(/documents +2 in this file, INVOICE, BANK_STATEMENT; --full prints each\n/)
  expect(told).not.toContain('WHERE')
  const { stdout } = await cli.docs('show', id, '--full')
  expect(stdout).toMatch(
    /1 of 2: INVOICE, page 1: LOW, score \d+ of 100\n.*FIELD +VALUE +SURE +WHERE\n.*2 of 2: BANK_STATEMENT, page/s,
  )
  expect(stdout).toMatch(/invoice_total +1250\.00 +\d+ % +page 1 at \d+ \d+ \d+ \d+\n/)
  expect(stdout).toMatch(/transactions, page 2, \d+ %\n *DATE +DESCRIPTION/)
  expect(stdout).not.toContain('--full prints each')
})

test('as CSV each document of a file has its line, amounts their cents, and values how sure they are', async () => {
  const [head = [], bill = [], statement = []] = lines((await cli.docs('show', id, '--csv', '--confidence')).stdout)
  expect([bill, statement].map((line) => line.slice(0, 4))).toEqual([
    [id, '1', '1', 'INVOICE'],
    [id, '2', expect.stringMatching(/^2/), 'BANK_STATEMENT'],
  ])
  const at = head.indexOf('invoice_total')
  expect([bill[at], head[at + 1]]).toEqual(['1250.00', 'invoice_total_confidence'])
  expect(Number(bill[at + 1])).toBeGreaterThan(0.5)
  expect(statement[head.indexOf('closing_balance')]).toMatch(/^-?\d+\.\d\d$/)
  expect((await cli.docs('show', id, '--csv')).stdout).not.toContain('_confidence')
})

test('rows of a table come from every document of the file, with its number', async () => {
  const [head = [], ...rows] = lines((await cli.docs('show', id, '--csv', '--table', 'transactions')).stdout)
  expect(head.slice(0, 3)).toEqual(['document_id', 'slip', 'date'])
  expect(rows).toHaveLength(full.slips[1]?.tables[0]?.rows.length ?? 0)
  expect(rows.map((row) => row[1])).toEqual(rows.map(() => '2'))
  const amounts = rows.flatMap((row) => row.slice(-3)).filter((cell) => cell !== '')
  expect(amounts.length).toBeGreaterThanOrEqual(rows.length)
  expect(amounts.filter((amount) => !/^-?\d+\.\d\d$/.test(amount))).toEqual([])
  const bare = await cli.docs('show', id, '--confidence')
  expect(bare).toMatchObject({ code: 2, stderr: expect.stringContaining('--confidence is for --csv') })
})

test('a document is written as an Excel workbook, over nothing that is there', async () => {
  const path = cli.file('packet.xlsx')
  expect(await cli.docs('show', id, '--xlsx', path)).toMatchObject({ code: 0, stdout: '' })
  // An archive, as every workbook is.
  expect(readFileSync(path).subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'))
  expect(await cli.docs('show', id, '--xlsx', path)).toMatchObject({ code: 2 })
  expect(await cli.docs('show', id, '--xlsx', path, '--force')).toMatchObject({ code: 0 })
  expect(await cli.docs('show', id, id, '--xlsx', path)).toMatchObject({ code: 2 })
})
