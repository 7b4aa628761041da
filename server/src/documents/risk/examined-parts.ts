import type { DocumentPart } from '../model/findings.ts'

/** A part as the rules look at it, and its place among the parts of the file. */
export interface ExaminedPart {
  part: DocumentPart
  index: number
}

/** Parts as the rules look at them: one of an owner's kind as what it is called, and as the built-in type. Pure. */
export function examinedParts(parts: readonly DocumentPart[]): ExaminedPart[] {
  return parts.flatMap((part, index) =>
    [part, ...(part.builtIn ? [part.builtIn] : [])].map((each) => ({ part: each, index })),
  )
}
