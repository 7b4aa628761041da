import type { Flag } from '../model/findings.ts'
import type { Reading } from '../model/reading.ts'

/** Numbers of which some characters are seen and others are not. */
export function findSeenInPart({ pages }: Reading): Flag[] {
  return pages.flatMap(({ page: { number, words } }) => {
    const lying = words.filter(({ visibility, whole = '' }) => visibility === 'shown' && /\d/.test(whole))
    const texts = (of: 'text' | 'whole') =>
      lying
        .slice(0, 6)
        .map((word) => word[of])
        .join(' ')
    return lying.length === 0
      ? []
      : {
          code: 'SHOWN_OTHERWISE',
          family: 'typography' as const,
          severity: 'high' as const,
          proof: true,
          message: `the page shows "${texts('text')}" where its text says "${texts('whole')}"`,
          fields: [],
          evidence: lying.slice(0, 20).map(({ box }) => ({ page: number, bbox: box })),
        }
  })
}
