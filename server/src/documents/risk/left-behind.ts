import type { DocumentPart } from '../model/findings.ts'
import type { ChangedWord, LeftBehind } from '../model/source.ts'
import { findDates } from '../values/date.ts'
import { changedEvidence, fieldsWhere, quotedWords } from './changed-words.ts'
import { replacementsOf } from './replacements.ts'
import { flag, type StructureRule } from './structure-rule.ts'

/** Where more values differ, or its dates do too, the page left may be another month's, taken out of one file. */
const MOST_CHANGED = 8

/**
 * A page that the file still holds as it was, and shows with other values: who writes a page anew leaves the old one,
 * unless the program sweeps up behind. A page of the same paper for another month is left by those who take it out.
 */
export const leftBehind: StructureRule = ({ source }, parts) =>
  (source.leftBehind ?? []).flatMap((left) => toldOf(left, parts))

function toldOf(left: LeftBehind, parts: readonly DocumentPart[]) {
  const replaced = replacementsOf(left)
  if (replaced.length === 0) return []
  const [before, after] = [replaced.map(([old]) => old), replaced.map(([, now]) => now)]
  const other = replaced.length > MOST_CHANGED || (replaced.length > 2 && isDated(after))
  const stood = `"${quotedWords(before)}" stood where "${quotedWords(after)}"`
  return flag({
    code: 'OLD_PAGE_LEFT_IN_FILE',
    severity: other ? 'low' : 'high',
    proof: !other,
    message: `the file still holds page ${left.page} as it was: ${stood} is shown`,
    fields: fieldsWhere(parts, after),
    evidence: changedEvidence(after),
  })
}

const isDated = (words: readonly ChangedWord[]) => findDates(words.map(({ text }) => text).join(' ')).length > 0
