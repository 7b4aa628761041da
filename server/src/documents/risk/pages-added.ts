import type { DocumentPart } from '../model/findings.ts'
import type { Revision, RevisionChange } from '../model/source.ts'
import { flag, type StructureRule } from './structure-rule.ts'

/** Pages that a save put into a paper which has others; a paper of its own changes none that was there. */
function intoPapers({ came = [] }: RevisionChange, parts: readonly DocumentPart[]): number[] {
  const added = new Set(came)
  return came.filter((number) =>
    parts.some(({ pages }) => pages.includes(number) && pages.some((other) => !added.has(other))),
  )
}

/** Pages that came into a paper after it was signed. */
export const cameIntoSigned = (later: readonly Revision[], parts: readonly DocumentPart[]): number[] =>
  later.flatMap(({ change }) => (change ? intoPapers(change, parts) : []))

/**
 * Pages that a later save put into the file whole, while it left all that were there as they were: people join what
 * they hold page by page, and put one paper behind another. What such a page says, the sums of its paper tell.
 */
export const pagesAdded: StructureRule = ({ source: { revisions } }, parts) =>
  revisions.flatMap(({ change }, index) => {
    if (!change?.came) return []
    const into = intoPapers(change, parts)
    const which = (into.length > 0 ? into : change.came).join(', ')
    return flag({
      code: 'PAGES_ADDED_AFTER_SAVING',
      severity: into.length > 0 ? 'low' : 'info',
      message: `save ${index + 1} of ${revisions.length} put in page ${which}; it left the others as they were`,
    })
  })
