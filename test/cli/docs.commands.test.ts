import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_FILE_BYTES } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Chance } from '../documents/chance.ts'
import { bankStatement } from '../documents/statement.generator.ts'
import { type DocumentsService, type DocumentsUser, startDocuments } from '../server/documents-service.ts'
import { invoiceLines, madePdf } from '../server/made-pdf.ts'
import { type Ended, runMkt } from './run-mkt.ts'

let place: DocumentsService
let ada: DocumentsUser
let folder: string
beforeAll(async () => {
  place = await startDocuments()
  ada = await place.user('ada')
  folder = mkdtempSync(join(tmpdir(), 'mkt-docs-'))
  writeFileSync(join(folder, 'bill.pdf'), await madePdf({ lines: invoiceLines('NW-1001', '250.00') }))
  writeFileSync(join(folder, 'account.pdf'), (await bankStatement(new Chance(7))).bytes)
  writeFileSync(join(folder, 'notes.txt'), 'no PDF at all')
})
afterAll(async () => {
  await place.stop()
  rmSync(folder, { recursive: true })
})

const file = (name: string) => join(folder, name)

async function docs(
  args: string[],
  options: { key?: string; stdin?: string; config?: string; redirect?: string } = {},
): Promise<Ended> {
  const { key = ada.key, config = folder } = options
  const env: Record<string, string> = { MKT_DOCS_SERVER: place.url, MKT_CONFIG_DIR: config }
  if (key !== '') env.MKT_DOCS_KEY = key
  const { stdin, redirect } = options
  return await runMkt(['docs', ...args], { env, ...(stdin !== undefined && { stdin }), ...(redirect && { redirect }) })
}

test('documents are found by their label, and those that wait for a person', async () => {
  await docs(['analyze', file('bill.pdf'), '--label', 'Case 7', '--reference', 'crm-41'])
  const listed = await docs(['list', '--text', 'CASE', '--from', '2020-01-01'])
  expect(listed.stdout).toMatch(/bill\.pdf +Case 7/)
  expect(await docs(['list', '--text', 'crm-42'])).toMatchObject({ code: 0, stderr: 'No such documents.\n' })
  expect(await docs(['list', '--risk', 'CRITICAL', '--doubtful'])).toMatchObject({ stderr: 'No such documents.\n' })
  expect(await docs(['list', '--from', 'monday'])).toMatchObject({ code: 2, stderr: expect.stringContaining('a day') })
})

test('a file is analysed, its report saved, and both can be fetched again and erased', async () => {
  const report = file('bill-report.pdf')
  const told = await docs(['analyze', file('bill.pdf'), '--json', '--report', report])
  expect(told).toMatchObject({ code: 0, stderr: expect.stringContaining(`${report} holds the annotated report.\n`) })
  const analysis = JSON.parse(told.stdout)
  expect(analysis.extraction.fields.invoice_number).toMatchObject({ value: 'NW-1001' })
  expect(readFileSync(report).subarray(0, 5).toString()).toBe('%PDF-')

  const id = analysis.document_id
  expect(JSON.parse((await docs(['show', id, '--json'])).stdout)).toEqual(analysis)
  const again = file('again.pdf')
  expect(await docs(['report', id, '-o', again])).toMatchObject({ code: 0 })
  expect(readFileSync(again)).toEqual(readFileSync(report))
  expect(await docs(['report', id, '-o', again])).toMatchObject({ code: 2, stderr: expect.stringContaining('--force') })

  expect(await docs(['delete', id])).toMatchObject({ code: 2, stderr: expect.stringContaining('nothing was deleted') })
  expect(await docs(['delete', id, '--yes'])).toMatchObject({ code: 0 })
  expect(await docs(['show', id])).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('there is no such document'),
  })
})

test('- is standard input, and where nothing can be written is said by the name that was given', async () => {
  const told = await docs(['analyze', '-', '--json', '--report', folder], { redirect: `< '${file('bill.pdf')}'` })
  const report = file('standard-input-annotated.pdf')
  expect(told).toMatchObject({ code: 0, stderr: expect.stringContaining(`${report} holds the annotated report.`) })
  const id = JSON.parse(told.stdout).document_id
  const nowhere = join(folder, 'nowhere', 'report.pdf')
  expect(await docs(['report', id, '-o', nowhere])).toMatchObject({
    code: 1,
    stderr: `error: cannot write ${nowhere}: there is no such file or folder\n`,
  })
  expect(await docs(['analyze', '-'], { stdin: '' })).toMatchObject({ code: 2 })
})

test('several files: each is told of, the one that is no PDF too, and reports go into a folder', async () => {
  const ended = await docs(['analyze', file('bill.pdf'), file('notes.txt'), file('account.pdf'), '--report', folder])
  expect(ended.code).toBe(1)
  expect(ended.stdout).toMatch(/== bill\.pdf\n.*INVOICE.*== account\.pdf\n.*BANK_STATEMENT/s)
  expect(ended.stderr).toContain('notes.txt: this is no document that the service reads')
  expect(readFileSync(file('account-annotated.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
  const one = await docs(['analyze', file('bill.pdf'), file('account.pdf'), '--report', file('one.pdf')])
  expect(one).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Give a folder') })
  const fresh = file('reports/of-today')
  expect(await docs(['analyze', file('bill.pdf'), file('account.pdf'), '--report', fresh])).toMatchObject({ code: 0 })
  expect(readdirSync(fresh).toSorted()).toEqual(['account-annotated.pdf', 'bill-annotated.pdf'])
  expect(await docs(['analyze', file('bill.pdf'), '--report', `${file('one')}/`])).toMatchObject({ code: 0 })
  expect(readdirSync(file('one'))).toEqual(['bill-annotated.pdf'])
  const blocked = await docs(['analyze', file('bill.pdf'), '--report', `${file('notes.txt')}/reports/`])
  expect(blocked).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('cannot write') })
})

test('a statement becomes a line a transaction, and documents a line each', async () => {
  const { stdout } = await docs(['analyze', file('account.pdf'), '--json'])
  const { document_id, extraction } = JSON.parse(stdout)
  const rows = (await docs(['show', document_id, '--csv', '--table', 'transactions'])).stdout.trimEnd().split('\r\n')
  expect(rows[0]).toBe('document_id,slip,date,description,withdrawal,deposit,balance')
  expect(rows).toHaveLength(1 + extraction.tables[0].rows.length)
  const lines = (await docs(['show', document_id, document_id, '--csv'])).stdout.trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^document_id,slip,pages,document_type,risk_level,risk_score,flags,/)
  expect(lines[1]).toMatch(new RegExp(`^${document_id},1,[1 2]+,BANK_STATEMENT,LOW`))
})

test('the list can be narrowed and read on', async () => {
  const list = JSON.parse((await docs(['list', '--json', '--type', 'BANK_STATEMENT'])).stdout)
  expect(list.documents.length).toBeGreaterThan(0)
  for (const { document_type } of list.documents) expect(document_type).toBe('BANK_STATEMENT')
  const none = await docs(['list', '--type', 'NR4_TAX_SLIP'])
  expect(none).toMatchObject({ code: 0, stderr: 'No such documents.\n' })
  const first = await docs(['list', '--limit', '1'])
  expect(first.stderr).toContain('the next: --page 2')
})

test('a key is kept after the service accepted it, used, and forgotten', async () => {
  const config = file('config')
  const wrong = await docs(['login'], { key: '', config, stdin: 'mkt_d_nobody\n' })
  expect(wrong).toMatchObject({ code: 3, stderr: expect.stringContaining('does not accept this key') })
  expect(await docs(['list'], { key: '', config })).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('mkt documents-keys claim | mkt docs login'),
  })
  expect(await docs(['login'], { key: '', config, stdin: `${ada.key}\n` })).toMatchObject({ code: 0 })
  expect(await docs(['list'], { key: '', config })).toMatchObject({ code: 0 })
  expect(await docs(['logout'], { key: '', config })).toMatchObject({ code: 0 })
  expect(await docs(['list'], { key: '', config })).toMatchObject({ code: 3 })
})

test('what cannot be sent or read says so', async () => {
  const missing = await docs(['analyze', file('none.pdf')])
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('no such file') })
  expect(missing.stderr.match(/no such file/g), 'told once').toHaveLength(1)
  writeFileSync(file('large.pdf'), '%PDF-1.4')
  const { truncate } = await import('node:fs/promises')
  await truncate(file('large.pdf'), MAX_FILE_BYTES + 1)
  expect(await docs(['analyze', file('large.pdf')])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('52,428,800'),
  })
  writeFileSync(file('broken.pdf'), '%PDF-1.4 and nothing more')
  expect(await docs(['analyze', file('broken.pdf')])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('cannot be analysed'),
  })
  expect(await docs(['analyze', file('bill.pdf')], { key: 'mkt_d_wrong' })).toMatchObject({ code: 3 })
})

test('a service that is not there is told of by its own variable', async () => {
  // The names of before work too.
  const env = { MKT_DOCUMENTS_SERVER: 'http://127.0.0.1:9', MKT_DOCUMENTS_KEY: 'mkt_d_any', MKT_CONFIG_DIR: folder }
  for (const args of [['list'], ['login']]) {
    const ended = await runMkt(['docs', ...args], { env, stdin: 'mkt_d_any\n' })
    expect(ended).toMatchObject({ code: 6, stderr: expect.stringContaining('MKT_DOCS_SERVER') })
  }
})

test('fields are shown in the order of the contract', async () => {
  const { stdout } = await docs(['analyze', file('bill.pdf')])
  expect(stdout).toMatch(/invoice_number.*invoice_date.*vendor_name.*invoice_total.*currency/s)
})
