import { holds } from '../model/box.ts'
import type { Assessment, DocumentPart, Evidence, Flag } from '../model/findings.ts'
import type { Reading } from '../model/reading.ts'
import { assess } from './assess.ts'
import { circumstancesOf } from './circumstances.ts'
import type { RiskPolicy } from './policy/policy.ts'

/**
 * How risky each document of a file is by itself: by what was found in it, at its place, or of the file as a whole,
 * which counts for each. Pure.
 */
export function partRisks(
  flags: readonly Flag[],
  reading: Reading,
  { parts, policy }: { parts: readonly DocumentPart[]; policy: RiskPolicy },
): Assessment[] {
  return parts.map((part, index) => {
    const own = flags.filter((flag) => concerns(flag, part, index))
    return assess(own, circumstancesOf(reading, [part]), policy)
  })
}

function concerns({ parts, evidence }: Flag, part: DocumentPart, index: number): boolean {
  if (parts) return parts.includes(index)
  return evidence.length === 0 || evidence.some((place) => liesIn(place, part))
}

function liesIn({ page, bbox }: Evidence, { pages, region }: DocumentPart): boolean {
  return pages.includes(page) && (region === undefined || holds(region, bbox))
}
