import { height } from '../model/box.ts'
import type { TableRow } from '../model/findings.ts'
import { isRecognised } from './statement-rows.ts'

/** A space between two rows that is larger than the others by this share of a row's height held another row. */
const ROW = 0.8

/** Recognised rows below which there is room for another one, or that hold another one: it was lost. */
export function rowsBeforeGaps(rows: readonly TableRow[]): TableRow[] {
  const spaces = rows.flatMap((row, index) => {
    const next = rows[index + 1]
    return next?.page === row.page && isRecognised(row) ? [{ row, space: row.box[1] - next.box[3] }] : []
  })
  const [usual, tall] = [median(spaces.map(({ space }) => space)), median(rows.map(({ box }) => height(box)))]
  const apart = spaces.filter(({ space }) => space - usual > ROW * tall).map(({ row }) => row)
  return [...apart, ...rows.filter((row) => isRecognised(row) && holdsAmount(row))]
}

/** An amount, with whatever sign recognition made of its point. */
const AMOUNT = /\d[.,:;]\d{2}(?!\d)/

/** A row whose description holds an amount is two of them. */
const holdsAmount = ({ values }: TableRow) => AMOUNT.test(String(values.description ?? ''))

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
