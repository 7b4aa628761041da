import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { FIELDS, TABLES } from '../../../schemas/src/documents/fields.ts'
import { installed } from './installed.ts'
import { ACTS } from './round-2/papers/acts.ts'
import { printPaper } from './round-2/papers/programs.ts'
import { readPapers } from './round-2/papers/read-papers.ts'

const papers = readPapers()

const bare = (text: string) => text.replace(/<[^>]*>|\\f.|&\w+;|\s|&/g, '')

async function textOf(bytes: Uint8Array): Promise<string> {
  const task = getDocument({ data: bytes.slice(), verbosity: 0 })
  const file = await task.promise
  const pages = await Promise.all(Array.from({ length: file.numPages }, (_, at) => file.getPage(at + 1)))
  const texts = await Promise.all(pages.map((page) => page.getTextContent()))
  await task.destroy()
  return texts.flatMap(({ items }) => items.map((item) => ('str' in item ? item.str : ''))).join('')
}

test.for(['sheet', 'groff'])('every value of what %s prints stands on its pages', async (program, { skip }) => {
  skip(!installed(program), `${program} is not installed`)
  const some = papers.filter((paper) => paper.program === program)
  expect(some.length).toBeGreaterThan(3)
  for (const paper of some) {
    const text = bare(await textOf(await printPaper(paper)))
    expect([paper.name, paper.printed.filter((value) => !text.includes(bare(value)))]).toEqual([paper.name, []])
  }
})

test('what is said of a paper are fields and columns of its type, and statements close', () => {
  expect(new Set(papers.map(({ name }) => name)).size).toBe(papers.length)
  for (const { name, truth } of papers) {
    const { fields, tables = {}, document_type: type } = truth
    const known = Object.keys(FIELDS[type])
    expect([name, Object.keys(fields).filter((field) => !known.includes(field))]).toEqual([name, []])
    expect([name, Object.values(fields).filter((value) => value === '' || Number.isNaN(value))]).toEqual([name, []])
    const dates = Object.entries(fields).filter(([field]) => field.endsWith('_date') || field.startsWith('pay_period'))
    expect([name, dates.filter(([, date]) => !/^20\d\d-[01]\d-[0-3]\d$/.test(String(date)))]).toEqual([name, []])
    expect(Object.keys(tables).filter((table) => !(table in TABLES))).toEqual([])
    const { opening_balance: from, closing_balance: to } = fields
    if (from === undefined || to === undefined) continue
    const moved = (tables.transactions ?? []).map((row) => Number(row.deposit ?? 0) - Number(row.withdrawal ?? 0))
    const sign = type === 'CREDIT_CARD_STATEMENT' ? -1 : 1
    const sum = moved.reduce((all, each) => all + each, 0)
    expect([name, (Number(from) + sign * sum).toFixed(2)]).toEqual([name, Number(to).toFixed(2)])
  }
})

test('every innocent act has its paper', () => {
  expect(Object.values(ACTS).filter(({ paper }) => !papers.some(({ name }) => name === paper))).toEqual([])
})
