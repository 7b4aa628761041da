import type { Evidence, Flag } from '../model/findings.ts'
import type { Page } from '../model/page.ts'
import type { Reading } from '../model/reading.ts'
import { WITH_CENTS } from '../values/amount.ts'

/** What was not examined, by the issue that says so. */
const NOT_EXAMINED: Readonly<Record<string, string>> = {
  page_unreadable: 'these pages could not be read',
  page_partly_read: 'what these pages paint was not all read',
  page_partly_examined: 'what these pages draw, mark or hide was not all examined',
  page_partly_looked_at: 'what lies over the text of these pages was not all looked at',
  page_not_recognised: 'what these pages show could not be recognised',
  picture_skipped: 'the pictures of these pages were not examined',
  left_behind_skipped: 'whether the file still holds what its pages said before was not looked for',
  marked_text_skipped: 'what programs are told to copy in the place of its letters was not read',
  revisions_skipped: 'earlier saves of the file were not compared',
  revision_pages_skipped: 'earlier saves of the later pages were not compared',
  revision_unreadable: 'an earlier save of the file could not be compared',
  revisions_unreadable: 'earlier saves of the file could not be compared',
}

/** At most so many places of amounts are evidence. */
const MOST_PLACES = 20

/**
 * What an examination left out for want of time or room: whoever wants a change unseen puts so much else into a file
 * that nobody comes to it. A page whose text is open to doubt, and that no time was enough to paint, is an unsure sign
 * at its amounts; the rest is a note that weighs little.
 */
export function findCutShort({ pages, source: { issues } }: Reading): Flag[] {
  const numbers = (wanted: string) => [
    ...new Set(issues.flatMap(({ code, page }) => (code === wanted && page !== undefined ? [page] : []))),
  ]
  const found = new Set(issues.map(({ code }) => code))
  const left = Object.entries(NOT_EXAMINED).flatMap(([code, said]) =>
    found.has(code) ? [`${said}${listed(numbers(code))}`] : [],
  )
  const unseen = numbers('page_not_looked_at')
  const places = pages.flatMap(({ page }) => (unseen.includes(page.number) ? amountsOn(page) : []))
  return [
    ...(left.length > 0 ? [flag({ severity: 'low', message: left.join('; '), evidence: [] })] : []),
    ...(unseen.length > 0
      ? [
          flag({
            severity: places.length > 0 ? 'medium' : 'low',
            message: `whether these pages show what their text says could not be seen${listed(unseen)}`,
            evidence: places.slice(0, MOST_PLACES),
          }),
        ]
      : []),
  ]
}

const MOST_LISTED = 12

const listed = (pages: readonly number[]) =>
  pages.length === 0 ? '' : ` (${pages.slice(0, MOST_LISTED).join(', ')}${pages.length > MOST_LISTED ? ' ...' : ''})`

const amountsOn = ({ number, words }: Page): Evidence[] =>
  words.flatMap(({ text, box, visibility }) =>
    visibility === 'shown' && WITH_CENTS.test(text) ? [{ page: number, bbox: box }] : [],
  )

const flag = (made: Pick<Flag, 'severity' | 'message' | 'evidence'>): Flag => ({
  code: 'EXAMINATION_CUT_SHORT',
  family: 'structure',
  fields: [],
  proof: false,
  ...made,
})
