import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoiceLines, madePdf } from '../server/made-pdf.ts'
import { type DocsCli, startDocsCli } from './docs-cli.ts'

let cli: DocsCli
beforeAll(async () => {
  cli = await startDocsCli()
  for (const folder of ['scans', 'scans/older', 'empty', 'other']) mkdirSync(cli.file(folder))
  for (const number of [2, 10]) {
    const lines = invoiceLines(`NW-${number}`, `${number}0.00`)
    cli.put(`scans/bill ${number}.pdf`, await madePdf({ lines }))
  }
  cli.put('scans/older/old.pdf', await madePdf({ lines: invoiceLines('NW-1', '5.00') }))
  cli.put('scans/notes.txt', 'nothing to analyse')
  cli.put('scans/._bill 2.pdf', 'what a Mac leaves')
  cli.put('scans/torn.PDF', '%PDF-1.4 and nothing more')
})
afterAll(async () => await cli.stop())

const documents = async () => JSON.parse((await cli.docs('list', '--json')).stdout).pagination.total

test('a folder is all PDFs in it, one answer each, and goes on where an earlier run ended', async () => {
  const { docs, file } = cli
  const ask = () => docs('analyze', file('scans'), '--answers', file('answers'), '--report', file('reports'))
  const told = await ask()
  expect(told).toMatchObject({ code: 1, stderr: expect.stringContaining('1 of 3 files could not be analysed') })
  expect(told.stderr).toContain(`${file('scans/torn.PDF')}: the document cannot be analysed\nIt is damaged,`)
  expect(told.stdout).toMatch(/^bill 2\.pdf: INVOICE, LOW, score \d+ of 100\nbill 10\.pdf: INVOICE, LOW, .*\n$/)
  expect(readdirSync(file('answers')).toSorted()).toEqual(['bill 10.json', 'bill 2.json'])
  expect(readdirSync(file('reports')).toSorted()).toEqual(['bill 10-annotated.pdf', 'bill 2-annotated.pdf'])
  const answer = JSON.parse(readFileSync(file('answers/bill 10.json'), 'utf8'))
  expect(answer).toMatchObject({ file: 'bill 10.pdf', extraction: { fields: { invoice_number: { value: 'NW-10' } } } })

  rmSync(file('answers/bill 2.json'))
  rmSync(file('reports/bill 2-annotated.pdf'))
  rmSync(file('reports/bill 10-annotated.pdf'))
  cli.put('scans/torn.PDF', await madePdf({ lines: invoiceLines('NW-3', '30.00') }))
  const before = await documents()
  const again = await ask()
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('1 of 3 files were answered before.') })
  expect(again.stdout).toMatch(/^bill 2\.pdf: .*\ntorn\.PDF: .*\n$/)
  expect(await documents()).toBe(before + 2)
  expect(existsSync(file('reports/bill 10-annotated.pdf'))).toBe(true)
})

test('an answer to another file of the same name is kept unless it is forced', async () => {
  const { docs, file } = cli
  cli.put('other/bill.pdf', await madePdf({ lines: invoiceLines('NW-7', '70.00') }))
  const ask = (...more: string[]) => docs('analyze', file('other/bill.pdf'), '--answers', file('kept'), ...more)
  expect(await ask()).toMatchObject({ code: 0 })
  cli.put('other/bill.pdf', await madePdf({ lines: invoiceLines('NW-8', '80.00') }))
  expect(await ask()).toMatchObject({ code: 2, stderr: expect.stringContaining('is the answer to another file') })
  expect(await ask('--force')).toMatchObject({ code: 0 })
  expect(readFileSync(file('kept/bill.json'), 'utf8')).toContain('NW-8')
})

test('what cannot be meant is said before anything is sent', async () => {
  const { docs, file } = cli
  const before = await documents()
  expect(await docs('analyze', file('empty'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`there is no PDF and no picture in ${file('empty')}`),
  })
  cli.put('empty/bill 2.pdf', await madePdf())
  const twice = await docs('analyze', file('scans'), file('empty'), '--report', file('both'))
  expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining('more than one file is called bill 2.pdf') })
  const piped = await docs('analyze', '-', '--answers', file('answers'))
  expect(piped).toMatchObject({ code: 2, stderr: expect.stringContaining('not for standard input') })
  expect(await documents()).toBe(before)
})

test('several files at a time, also by a pattern, are answered in order; only terminals hear of progress', async () => {
  const { docs, file } = cli
  mkdirSync(file('many'))
  for (const number of [1, 2, 3, 11])
    cli.put(`many/slip ${number}.pdf`, await madePdf({ lines: invoiceLines(`NW-90${number}`, '5.00') }))
  const { code, stdout, stderr } = await docs('analyze', file('many/slip*.pdf'), '--at-once', '3', '--json')
  expect([code, stderr]).toEqual([0, ''])
  const numbers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).extraction.fields.invoice_number.value)
  expect(numbers).toEqual(['NW-901', 'NW-902', 'NW-903', 'NW-9011'])
  expect(await docs('analyze', file('many/none*.pdf'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('there is no PDF and no picture at'),
  })
})
