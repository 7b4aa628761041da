import type { DocumentPart, Flag } from '../model/findings.ts'
import type { Reading } from '../model/reading.ts'

/** A rule about the file itself. */
export type StructureRule = (reading: Reading, parts: readonly DocumentPart[]) => Flag[]

/** A flag of the file: at no place, and no proof, unless `made` says so. */
export function flag(made: Pick<Flag, 'code' | 'severity' | 'message'> & Partial<Flag>): Flag {
  return { family: 'structure', fields: [], evidence: [], proof: false, ...made }
}
