import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import type { ChangedWord, RevisionChange, Signature } from '../../server/src/documents/model/source.ts'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { findFlags } from '../../server/src/documents/risk/find-flags.ts'
import { compare } from '../../server/src/documents/text/source/revisions.ts'
import { Chance } from './chance.ts'
import { incomeLetter } from './letter.generator.ts'
import { payStub } from './pay-stub.generator.ts'
import { partOf, readingOf } from './risk-case.ts'
import { bankStatement } from './statement.generator.ts'
import { appendRevision, plainly } from './tamper-revision.ts'

const OF_SAVES = ['PAGE_CHANGED_AFTER_SAVING', 'VALUE_REPLACED_AFTER_SAVING', 'PAGES_ADDED_AFTER_SAVING']

/** What is told of the saves of a paper that an update put another one behind, or before. */
async function joined(paper: Uint8Array, more: Uint8Array, at?: number): Promise<string[]> {
  const bytes = await appendRevision(await plainly(paper), async (pdf) => {
    const other = await PDFDocument.load(more)
    const pages = await pdf.copyPages(other, other.getPageIndices())
    for (const [n, page] of pages.entries()) pdf.insertPage(at === undefined ? pdf.getPageCount() : at + n, page)
  })
  const { flags } = await runPipeline(bytes, undefined, { ocr: false })
  return flags.filter(({ code }) => OF_SAVES.includes(code)).map(({ code, severity }) => `${severity} ${code}`)
}

test.each([3, 8, 21])('papers that are put behind one another are not changed by it (%d)', async (seed) => {
  const [statement, stub, letter] = await Promise.all([
    bankStatement(new Chance(seed)),
    payStub(new Chance(seed)),
    incomeLetter(new Chance(seed)),
  ])
  expect(await joined(stub.bytes, statement.bytes)).toEqual(['info PAGES_ADDED_AFTER_SAVING'])
  expect(await joined(letter.bytes, stub.bytes)).toEqual(['info PAGES_ADDED_AFTER_SAVING'])
  expect(await joined(stub.bytes, letter.bytes, 0)).toEqual(['info PAGES_ADDED_AFTER_SAVING'])
})

const word = (text: string, line: number): ChangedWord => ({ text, page: 1, box: [40, 700 - line, 90, 710 - line] })

const state = (...pages: readonly (readonly string[])[]) => ({
  pages: pages.map((texts) => ({
    words: new Map(texts.map((text, n) => [`${text} ${20 * n}`, word(text, 20 * n)] as const)),
    painted: new Set<string>(),
    annotations: '',
  })),
  values: new Map(),
  attachments: '',
  signatures: 0,
})

const [FIRST, SECOND, OTHER] = [
  ['Net', '1,300.00'],
  ['Year', '9,100.00'],
  ['Dear', 'Sir'],
]

test('a page that was changed is told though another one came', () => {
  expect(compare(state(FIRST), state(FIRST, OTHER))).toMatchObject({ pages: [], came: [2], added: [], removed: [] })
  expect(compare(state(FIRST, SECOND), state(FIRST, OTHER, SECOND))).toMatchObject({ pages: [], came: [2] })
  const changed = compare(state(FIRST), state(['Net', '2,300.00'], OTHER))
  expect(changed.added.map(({ text }) => text)).toEqual(['2,300.00', 'Dear', 'Sir'])
  expect(changed).toMatchObject({ pages: [1, 2] })
  expect(changed.came).toBeUndefined()
})

const SIGNED: Signature = { field: 'sig', name: 'A', end: 600, coversFile: false, certification: false }

/** The flags of a paper of these pages, of which the last save brought the second. */
function told(pages: number[], signatures: Signature[]): string[] {
  const made = { type: 'PAY_STUB', fields: { net_pay: 2300 } } as const
  const part = { ...partOf(made), pages }
  const change: RevisionChange = {
    ...compare(state(FIRST), state(FIRST, SECOND)),
    ...{ formValues: [], attachments: false, annotations: false, signatures: false },
  }
  const revisions = [
    { end: 600, change: undefined },
    { end: 1000, change },
  ]
  const flags = findFlags(readingOf({ ...made, source: { revisions, signatures } }, [part]), [part])
  return flags.map(({ code, severity, proof }) => `${severity}${proof ? ' proof' : ''} ${code}`)
}

test.each<[string, number[], Signature[], string[]]>([
  ['a paper of its own', [1], [], ['info PAGES_ADDED_AFTER_SAVING']],
  ['a page of the paper', [1, 2], [], ['low PAGES_ADDED_AFTER_SAVING']],
  [
    'a paper of its own, when it was signed',
    [1],
    [SIGNED],
    ['info PAGES_ADDED_AFTER_SAVING', 'info SAVED_AFTER_SIGNING'],
  ],
  [
    'a page of the paper, when that was signed',
    [1, 2],
    [SIGNED],
    ['low PAGES_ADDED_AFTER_SAVING', 'critical proof SIGNED_THEN_CHANGED'],
  ],
])('what came is %s', (_, pages, signatures, flags) => expect(told(pages, signatures)).toEqual(flags))
