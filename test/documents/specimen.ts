import type { DocumentType } from '../../schemas/src/documents/fields.ts'
import type { Chance } from './chance.ts'

/** What a generated document says, as the service should return it. */
export interface Truth {
  document_type: DocumentType
  /** Only what is printed; amounts as numbers, dates as YYYY-MM-DD. */
  fields: Record<string, string | number>
  /** Fields whose truth is open to argument: neither missing nor spurious, whatever comes. */
  optional?: readonly string[]
  tables?: Record<string, Record<string, string | number>[]>
  /** 'flagged' where the document was tampered with or breaks a rule. */
  risk: 'clean' | 'flagged'
  /** Flag codes of which at least one should be raised. */
  codes?: string[]
  /** No text layer: the page is a picture. */
  scan?: boolean
}

/** A document that this project made, with its truth. */
export interface Specimen {
  name: string
  bytes: Uint8Array
  truth: Truth
}

/** Makes one document; every choice (layout, locale, font, values) comes from `chance`. */
export type Generator = (chance: Chance) => Promise<Specimen>
