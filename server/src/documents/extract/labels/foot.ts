import type { Box } from '../../model/box.ts'
import type { PageLayout, Segment } from '../../model/layout.ts'

/** A sum as a page prints it, with cents or with its thousands parted. */
const FIGURE = /\d[.,' ]\d{2,3}(?![\d.,-])/

/** Whether what stands in this box stands under all sums of its page: there who issues a paper says who they are. */
export function isFoot({ lines }: PageLayout, box: Box): boolean {
  const sums = lines.filter(({ segments }) => segments.some(({ text }) => isSum(text)))
  return sums.length > 0 && sums.every((line) => box[3] <= line.box[1] + 1)
}

const isSum = (text: string) => FIGURE.test(text) && /^[^\p{L}]*(?:\p{L}{1,3}[^\p{L}]*)?$/u.test(text)

/** What stands beside these lines of a page, on either side: facts of one party stand in columns at the foot. */
export function besideLines({ lines }: PageLayout, own: readonly Segment[]): Segment[] {
  const rows = lines.filter(({ segments }) => segments.some((each) => own.includes(each)))
  return rows.flatMap(({ segments }) => segments.filter((each) => !own.includes(each)))
}
