import { type DateOrder, type Period, parseDate } from '../../values/date.ts'

const DAY = 86_400_000

export interface DatedRows {
  /** YYYY-MM-DD by row; undefined where the text is no date in this order. */
  dates: (string | undefined)[]
  newestFirst: boolean
}

/**
 * Rows' dates read in the order (day or month first) in which most of them fall into the statement's period and
 * follow each other; `expected` decides where both do.
 */
export function dateRows(texts: readonly string[], period: Period, expected: DateOrder | undefined): DatedRows {
  const orders: DateOrder[] = expected === 'MDY' ? ['MDY', 'DMY'] : ['DMY', 'MDY']
  const [best] = orders
    .map((order) => {
      const dates = texts.map((text) => parseDate(text, { order, period })?.value)
      return { dates, score: scoreOf(dates, period) }
    })
    .toSorted((a, b) => b.score - a.score)
  const dates = best?.dates ?? []
  return { dates, newestFirst: steps(dates) < 0 }
}

function scoreOf(dates: readonly (string | undefined)[], { start, end }: Period): number {
  const [from, to] = [Date.parse(start) - 7 * DAY, Date.parse(end) + 7 * DAY]
  const inside = dates.filter((date) => date && Date.parse(date) >= from && Date.parse(date) <= to).length
  return 2 * inside + Math.abs(steps(dates))
}

/** Steps forward less steps back. */
function steps(dates: readonly (string | undefined)[]): number {
  const known = dates.filter((date): date is string => date !== undefined)
  return known.slice(1).reduce((sum, date, i) => sum + Math.sign(Date.parse(date) - Date.parse(known[i] as string)), 0)
}
