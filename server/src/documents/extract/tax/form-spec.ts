import type { DocumentType } from '@mkt/schemas'
import { tokensOf } from './slip-view.ts'

/** What a box may hold; box-values.ts says how each is recognised. */
export type BoxKind =
  | 'amount'
  | 'sin'
  | 'bn'
  | 'ein'
  | 'ssn'
  | 'tin'
  | 'year'
  | 'province'
  | 'state'
  | 'two-digits'
  | 'digit'
  | 'months'
  | 'distribution-code'
  | 'registration'
  | 'identifier'
  | 'name'
  | 'decoy'

/** One box of a form as its issuer prints it. */
export interface BoxSpec {
  /** The contract's field; a name that starts with '+' is a part that names.ts joins; '' for a box nobody asks for. */
  field: string
  /** The printed number or letter: '14', '16A', 'a'. */
  id: string | undefined
  kind: BoxKind
  /** Captions, folded by tokensOf before use: English, French, and the short ones of payroll software. */
  captions: readonly string[]
  /** Names that fillable forms give the box, beside Box14, Case14, Line14: matched on the last part of the path. */
  names: readonly RegExp[]
}

export interface FormSpec {
  type: DocumentType
  boxes: readonly BoxSpec[]
  /** Codes of amounts that have no box of their own; what stands behind one is no box's value. */
  codes?: RegExp
  /** Printed text that is no value and no caption of a box: titles, hints, notes. */
  print: readonly string[]
}

/** Captions of one box, parted by `|` or in a list. */
export type Captions = string | readonly string[]

type Rest = { captions: Captions; names?: RegExp[] }

const split = (captions: Captions) =>
  [captions].flat().flatMap((text) => text.split('|').map((caption) => caption.trim()))

/** A box with a field of the contract. */
export function box(field: string, id: string, kind: BoxKind, captions: Captions, ...names: RegExp[]): BoxSpec {
  return { field, id: id || undefined, kind, captions: split(captions), names }
}

/** A box whose value no field takes: it keeps that value from its neighbours. */
export function decoy(id: string, { captions, names = [] }: Rest): BoxSpec {
  return { field: '', id: id || undefined, kind: 'decoy', captions: split(captions), names }
}

const VOCABULARIES = new WeakMap<FormSpec, Set<string>>()

/** Every token that the form's captions and fixed texts have. */
export function vocabularyOf(form: FormSpec): ReadonlySet<string> {
  const known =
    VOCABULARIES.get(form) ??
    new Set([...form.boxes.flatMap(({ captions }) => captions), ...form.print].flatMap(tokensOf))
  VOCABULARIES.set(form, known)
  return known
}
