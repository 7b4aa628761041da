import { area, type Box, shared } from '../model/box.ts'
import type { ChangedWord, RevisionChange } from '../model/source.ts'

/** A replaced word and its replacement cover at least this share of the smaller one. */
const SAME_PLACE = 0.3

/**
 * Words that came where others went, both with digits or both without, saying something else. A page whose words all
 * moved has the same words before and after and replaces nothing; a word that was painted over goes and comes back.
 */
export function replacementsOf({
  removed,
  added,
}: Pick<RevisionChange, 'removed' | 'added'>): [ChangedWord, ChangedWord][] {
  const before = new Set(removed.map(({ text }) => text))
  return added
    .filter(({ text }) => !before.has(text))
    .flatMap((now) => {
      const old = removed.find(
        (word) => word.page === now.page && inPlaceOf(word.box, now.box) && alike(word.text, now.text),
      )
      return old ? [[old, now] as [ChangedWord, ChangedWord]] : []
    })
}

export function inPlaceOf(a: Box, b: Box): boolean {
  return shared(a, b) > SAME_PLACE * Math.min(area(a), area(b))
}

function alike(a: string, b: string): boolean {
  return /\d/.test(a) === /\d/.test(b) && plain(a) !== plain(b)
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
