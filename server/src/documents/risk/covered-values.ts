import { type CoveredWord, coveredByPictures, isPatch, partlyCovered } from '../model/covered.ts'
import type { DocumentPart, Flag } from '../model/findings.ts'
import type { Reading } from '../model/reading.ts'
import { WITH_CENTS } from '../values/amount.ts'

interface Hidden extends CoveredWord {
  page: number
  /** Fields whose value it is part of. */
  fields: string[]
}

/**
 * Pictures that were laid over amounts or over the words of a field. What the picture shows instead is not read, so
 * that the text under it is all that can be said. Words whose ink is seen through a picture are told apart when the
 * page is painted, and are not among them; a picture of many lines may be a stamp that lets through.
 */
export function findCoveredValues({ pages }: Reading, parts: readonly DocumentPart[]): Flag[] {
  const hidden = pages.flatMap(({ page }) =>
    [...coveredByPictures(page), ...partlyCovered(page)].map(
      (found): Hidden => ({ ...found, page: page.number, fields: fieldsOf(found, page.number, parts) }),
    ),
  )
  const telling = hidden.filter(({ word, fields }) => WITH_CENTS.test(word.text) || fields.length > 0)
  if (telling.length === 0) return []
  const patched = telling.some(isPatch)
  const texts = telling.slice(0, 6).map(({ word }) => word.text)
  return [
    {
      code: 'COVERED_BY_PICTURE',
      family: 'typography',
      severity: patched ? 'high' : 'low',
      proof: patched,
      message: `a picture lies over "${texts.join(' ')}"; what it shows there was not read`,
      fields: [...new Set(telling.flatMap(({ fields }) => fields))],
      evidence: telling.slice(0, 20).map(({ page, word }) => ({ page, bbox: word.box })),
    },
  ]
}

function fieldsOf({ word }: CoveredWord, page: number, parts: readonly DocumentPart[]): string[] {
  return parts.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.page === page && field.words.includes(word) ? [name] : [],
    ),
  )
}
