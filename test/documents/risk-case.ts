import type { DocumentType } from '../../schemas/src/documents/fields.ts'
import { layOut } from '../../server/src/documents/layout/lay-out.ts'
import type { Box } from '../../server/src/documents/model/box.ts'
import type { DocumentPart, Field, Flag, TableRow } from '../../server/src/documents/model/findings.ts'
import type { Page, Word } from '../../server/src/documents/model/page.ts'
import type { Reading } from '../../server/src/documents/model/reading.ts'
import type { Source } from '../../server/src/documents/model/source.ts'
import { findFlags } from '../../server/src/documents/risk/find-flags.ts'

/** A document for the rules, made by hand: fields as values, words as little or as much as the rule looks at. */
export interface Case {
  type: DocumentType
  fields?: Record<string, string | number>
  rows?: Record<string, string | number>[]
  table?: 'transactions' | 'line_items' | 'other_information'
  /** Printed on the page beside the fields. */
  printed?: string[]
  words?: Word[]
  source?: Partial<Source>
  page?: Partial<Page>
  /** Of every field and row: how it was read. */
  origin?: Word['origin']
  wordConfidence?: number
  fieldConfidence?: number
}

export function word(text: string, box: Box, more: Partial<Word> = {}): Word {
  const size = box[3] - box[1]
  const usual = { font: 'Helvetica', bold: false, color: '#000000', confidence: 1, order: 0 }
  return { text, box, size, visibility: 'shown', origin: 'text', ...usual, ...more }
}

/** A place of its own for the n-th text: rows of one line each, all the way down. */
const place = (n: number, text: string, x = 300): Box => [x, 800 - 15 * n, x + 5 * text.length, 809 - 15 * n]

const printedAs = (value: string | number) =>
  typeof value === 'number' ? value.toLocaleString('en-CA', { minimumFractionDigits: 2 }) : value

export function partOf(made: Case): DocumentPart {
  const read = { origin: made.origin ?? 'text', confidence: made.wordConfidence ?? 1 } as const
  const fields = Object.entries(made.fields ?? {}).map(([name, value], n): [string, Field] => {
    const printed = printedAs(value)
    const at = place(n, printed)
    const confidence = made.fieldConfidence ?? 0.95
    return [name, { value, printed, confidence, page: 1, box: at, words: [word(printed, at, read)], method: 'hand' }]
  })
  const rows = (made.rows ?? []).map((values, n): TableRow => {
    const cells = Object.entries(values).map(([column, value], k) => {
      const text = printedAs(value)
      return [column, [word(text, place(n + 25, text, 40 + 100 * k), read)]] as [string, Word[]]
    })
    return { values, page: 1, box: [40, 400, 560, 410], words: Object.fromEntries(cells) }
  })
  const columns = [...new Set((made.rows ?? []).flatMap((row) => Object.keys(row)))]
  const table = { name: made.table ?? 'transactions', page: 1, columns, rows, confidence: 0.9 }
  const tables = rows.length > 0 ? [table] : []
  return {
    type: made.type,
    confidence: 0.99,
    pages: [1],
    region: undefined,
    fields: Object.fromEntries(fields),
    tables,
  }
}

export const SOURCE: Source = {
  bytes: 1000,
  sha256: '0'.repeat(64),
  version: '1.7',
  pageCount: 1,
  info: { title: '', author: '', creator: '', producer: '', created: '', modified: '' },
  encrypted: false,
  revisions: [{ end: 1000, change: undefined }],
  signatures: [],
  attachments: [],
  xfa: false,
  hasForm: false,
  hasScripts: false,
  issues: [],
}

export function readingOf(made: Case, parts: readonly DocumentPart[]): Reading {
  const read = parts.flatMap(({ fields, tables }) => [
    ...Object.values(fields).flatMap(({ words }) => words),
    ...tables.flatMap(({ rows }) => rows.flatMap(({ words }) => Object.values(words).flat())),
  ])
  const beside = (made.printed ?? []).map((text, n) => word(text, place(n, text, 60)))
  const page: Page = {
    number: 1,
    width: 612,
    height: 842,
    toFile: [1, 0, 0, 1, 0, 0],
    toShown: [1, 0, 0, 1, 0, 0],
    words: [...read, ...beside, ...(made.words ?? [])],
    ruledLines: [],
    fills: [],
    pictures: [],
    form: [],
    ocr: undefined,
    ...made.page,
  }
  return { source: { ...SOURCE, ...made.source }, pages: [layOut(page)] }
}

/** The flags of a document made by hand. */
export function flagsOf(made: Case): Flag[] {
  const part = partOf(made)
  return findFlags(readingOf(made, [part]), [part])
}

/** Codes of the flags that weigh something. */
export function codesOf(made: Case): string[] {
  return flagsOf(made)
    .filter(({ severity }) => severity !== 'info')
    .map(({ code }) => code)
}

export function flagNamed(made: Case, code: string): Flag {
  const found = flagsOf(made).find((flag) => flag.code === code)
  if (!found) throw new Error(`no ${code} among ${flagsOf(made).map((flag) => flag.code)}`)
  return found
}
