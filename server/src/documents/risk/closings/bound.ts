import type { DocumentType } from '@mkt/schemas'
import type { Severity } from '../../model/findings.ts'
import type { CanadianFigures } from '../yearly-figures.ts'

/** A slip as its law sees it. */
export interface Slip {
  year: number
  /** Undefined for years that are not in the table, whose boxes are not measured by them. */
  canada: CanadianFigures | undefined
  /** What a box says, in dollars; undefined where it is not printed. */
  box(field: string): number | undefined
  /** What a box says in words. */
  says(field: string): string | undefined
  /** What the other information says beside codes of which the law counts some, in dollars. */
  others(codes: ReadonlySet<string>): number
}

/** An amount in dollars, and what it was taken of at which rate, where it was. */
export interface Limit {
  amount: number
  rate?: number
  of?: number
}

/** A limit that a slip sets; undefined where it sets none, and the rule is silent. */
export type LimitOf = (slip: Slip) => Limit | undefined

/** A box of a slip, or boxes that are one figure, and what the law keeps it between, as data. */
export interface Bound {
  code: string
  type: DocumentType
  /** Boxes that are added up; the ones that are printed count, and without any the rule is silent. */
  stated: readonly string[]
  /** Boxes that the limits are taken from: without one of them the rule is silent. */
  needs?: readonly string[]
  /** Only where the slip prints none of these. */
  without?: readonly string[]
  /** Only where it does not rightly differ. */
  unless?: (slip: Slip) => boolean
  /** What belongs to its evidence beside the boxes. */
  beside?: readonly string[]
  least?: LimitOf
  most?: LimitOf
  /** The most is itself too much. */
  below?: true
  /** Dollars that rounding may take or give. */
  tolerance: number
  severity: Severity
  /** Proof in itself when its figures are sure. */
  clear: boolean
  /** What the flag says: {stated}, {limit}, {rate}, {of}, {year} and amounts of boxes by name are put in. */
  wording: string
  /** Law that ties the figures. */
  source?: string
}

/** Bounds of one figure in the order in which they are told: the first that it breaks stands for the others. */
export type Bounds = readonly Bound[]
