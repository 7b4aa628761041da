import { type Box, shared } from '../model/box.ts'
import type { DocumentPart, Evidence, Fields } from '../model/findings.ts'
import type { ChangedWord } from '../model/source.ts'

/** Names of the fields that stand where words changed. */
export function fieldsWhere(parts: readonly DocumentPart[], changed: readonly ChangedWord[]): string[] {
  const meets = (fields: Fields) =>
    Object.entries(fields).flatMap(([name, { page, box }]) =>
      changed.some((word) => word.page === page && shared(word.box, box) > 0) ? [name] : [],
    )
  return [...new Set(parts.flatMap(({ fields }) => meets(fields)))]
}

/** Where the first twenty of them stand. */
export const changedEvidence = (words: readonly ChangedWord[]): Evidence[] =>
  words.slice(0, 20).map(({ page, box }) => ({ page, bbox: box as Box }))

/** The first six of them, as a message quotes them. */
export const quotedWords = (words: readonly ChangedWord[]): string =>
  words
    .slice(0, 6)
    .map(({ text }) => text)
    .join(' ')
