import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import { type DateOptions, findDates } from '../../values/date.ts'
import { holds, labelled } from '../../vocabulary/compile.ts'
import { mention } from '../invoice/mention.ts'
import { bestOf, fieldOf } from '../labels/candidate.ts'
import { findLabelled } from '../labels/find-labelled.ts'
import { foldWords, wordsBetween } from '../labels/folded-line.ts'
import { withoutPrintHeads } from '../labels/print-heads.ts'
import { dateReader } from '../labels/value-reader.ts'

const LABELS = [labelled('receipt.date')]

const OTHERS = [holds('receipt.date.other'), /date (?:due|of birth|limite|d'expiration)/u]

/** When it was paid: by its label, else the first date of the receipt, which is not the day on which it was printed. */
export function findTransactionDate(printed: readonly PageLayout[], options: DateOptions): Field | undefined {
  const pages = printed.map(withoutPrintHeads)
  const labelled = bestOf(findLabelled(pages, { labels: LABELS, except: OTHERS, read: dateReader(options) }))
  return labelled ? fieldOf(labelled) : firstDate(pages, options)
}

function firstDate(pages: readonly PageLayout[], options: DateOptions): Field | undefined {
  for (const { lines, page } of pages)
    for (const line of lines) {
      const folded = foldWords(line.segments.flatMap(({ words }) => words))
      const [found] = findDates(folded.text, options)
      const words = found ? wordsBetween(folded, found.index, found.index + found.printed.length) : []
      if (found && words.length > 0)
        return mention(words, page.number, 'first', found.certain ? 0.8 : 0.55, found.value)
    }
  return undefined
}
