import { around, type Box, middle, overlapAcross } from '../../model/box.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { type Candidate, candidateOf } from './candidate.ts'
import { findLabels, type LabelAt } from './find-labels.ts'
import type { Label } from './label.ts'
import type { ValueReader } from './value-reader.ts'

export interface CrossQuery {
  row: readonly Label[]
  exceptRow?: readonly Label[]
  column: readonly Label[]
  exceptColumn?: readonly Label[]
  read: ValueReader
}

/**
 * Values where a row's label and a column's label meet (`Gross pay` and `Year to date`), ruled or not, the surest
 * first. The column's label stands above the row, or heads the nearest such heading above it.
 */
export function findCrossed(pages: readonly PageLayout[], query: CrossQuery): Candidate[] {
  const rows = findLabels(pages, query.row, query.exceptRow)
  const columns = findLabels(pages, query.column, query.exceptColumn)
  return rows
    .flatMap((row) => headingsAbove(row, columns).flatMap((column, index) => meet(row, column, query.read, index)))
    .sort((a, b) => b.confidence - a.confidence)
}

/** Headings on the row's page, above it and not left of it, the nearest first. */
function headingsAbove(row: LabelAt, columns: LabelAt[]): LabelAt[] {
  return columns
    .filter((column) => column.layout === row.layout && column.box[1] > row.box[3] - 1 && column.box[2] > row.box[0])
    .sort((a, b) => a.box[1] - b.box[1])
    .slice(0, 3)
}

function meet(row: LabelAt, column: LabelAt, read: ValueReader, index: number): Candidate[] {
  const groups = groupsRightOf(row)
  const near = groups.filter((words) => stands(around(words.map(({ box }) => box)), column.box, groups))
  const value = near[0] && read(near[0])
  return value ? [candidateOf(value, row, 'label-crossed', 0.92 - 0.1 * index)] : []
}

// Values of neighbouring columns may stand so close that they make one segment, so each word that could be a value by
// itself is a group, with the currency sign before it.
function groupsRightOf(row: LabelAt): Word[][] {
  const groups: Word[][] = []
  for (const word of row.line.segments.flatMap(({ words }) => words)) {
    if (word.box[0] < row.box[2]) continue
    const last = groups.at(-1)
    if (last && belongs(last.at(-1) as Word, word)) last.push(word)
    else groups.push([word])
  }
  return groups
}

// A currency sign or a bracket, or the next three digits of a number that is grouped by blanks.
function belongs(before: Word, word: Word): boolean {
  const gap = (word.box[0] - before.box[2]) / Math.max(word.size, 1)
  return (
    /^[$€£(-]+$/.test(before.text) ||
    (gap < 0.6 && !/^[\d$€£(-]/.test(word.text)) ||
    (gap < 0.6 && /^\d{3}(?!\d)/.test(word.text))
  )
}

/** Under the heading, or, right- or left-aligned to it, nearer to it than any other value of the row. */
function stands(value: Box, heading: Box, groups: Word[][]): boolean {
  if (overlapAcross(value, heading) > 0.3) return true
  const distance = (box: Box) =>
    Math.min(
      Math.abs(box[2] - heading[2]),
      Math.abs(box[0] - heading[0]),
      Math.abs(middle(box)[0] - middle(heading)[0]),
    )
  const nearest = Math.min(...groups.map((words) => distance(around(words.map(({ box }) => box)))))
  return distance(value) === nearest && nearest < 12
}
