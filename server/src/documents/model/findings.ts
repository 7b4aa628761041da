import type { DocumentType, TableName, ValueKind } from '@mkt/schemas'
import type { Box } from './box.ts'
import type { Word } from './page.ts'

/** A value that was read, with where it stands and how sure it is. */
export interface Field {
  value: string | number
  /** As the page prints it. */
  printed: string
  /** Probability that the value is right (calibrated at the end of extraction). */
  confidence: number
  /** How sure its extractor was that this is the field, before that was calibrated. */
  found?: number
  page: number
  box: Box
  words: Word[]
  /** How it was found, for the failure table and the calibration: 'box', 'label-right', 'form', 'grid' ... */
  method: string
  /** Its text lies under a picture: what a reader sees there instead is not known. */
  covered?: true
  /** Another value, labelled as well as this one, that a sum passed over: the page says both. */
  otherwise?: Field
  /** Amounts that differ from it are captioned as well: which of them is the field is a choice. */
  rivalled?: true
}

export type Fields = Record<string, Field>

export interface FoundTable {
  /** Owners' kinds name their tables themselves. */
  name: TableName | 'key_values' | (string & {})
  page: number
  columns: string[]
  /** Only the columns that a row has. */
  rows: TableRow[]
  confidence: number
}

export interface TableRow {
  values: Record<string, string | number>
  page: number
  box: Box
  /** Words by column, for the rules that compare fonts within a column. */
  words: Record<string, Word[]>
  /** Whether money came or went is a guess at the words beside it. */
  guessed?: true
}

/** One document of the file: an invoice, a statement, one slip of several. The first decides the analysis' type. */
export interface DocumentPart {
  type: DocumentType
  /** How sure the type is. */
  confidence: number
  pages: number[]
  /** Where on its page, when several share one. */
  region: Box | undefined
  fields: Fields
  tables: FoundTable[]
  /** Of a kind that the owner has declared; its type is UNKNOWN then. */
  own?: OwnPart
  /** The same pages as the built-in type that they are as well: what an owner calls a paper excuses it from nothing. */
  builtIn?: DocumentPart
}

export interface OwnPart {
  name: string
  /** Of its fields, by name. */
  kinds: Record<string, ValueKind>
  /** Whether its evidence is there, or it was only tried. */
  taken: boolean
}

/** What classification says of a part of the file: these pages (or this region of one page) are one document. */
export interface Section {
  type: DocumentType
  confidence: number
  pages: number[]
  region: Box | undefined
}

/** What a sign was found at. `other` is whatever is none of the four: addresses, references, a page as a whole. */
export const TARGETS = ['amount', 'name', 'account', 'date', 'other'] as const
export type Target = (typeof TARGETS)[number]

export type Severity = 'info' | 'low' | 'medium' | 'high' | 'critical'
export type Family = 'structure' | 'typography' | 'arithmetic' | 'identity' | 'consistency' | 'cross_document'

export interface Flag {
  /** UPPER_SNAKE_CASE, stable. */
  code: string
  severity: Severity
  family: Family
  /** For a person: what was found, with the figures. */
  message: string
  /** Names of the fields concerned. */
  fields: string[]
  evidence: Evidence[]
  /** A clear sign, proof in itself: it needs no second family beside it. */
  proof: boolean
  /** Which of the file's documents it was found in, by index, where its rule looks at each by itself. */
  parts?: number[]
  /** What it was found at; the policy asks for it. */
  at?: Target[]
  /** Recognised figures that it rests on: read once more, they may bear it out. Risk alone looks at it. */
  doubted?: readonly Word[]
  /** Of a sum that recognised figures break: its lack, the figures, whether a lost row would. For risk alone. */
  broken?: { gap: number; words: readonly Word[]; lost: boolean }
}

export interface Evidence {
  page: number
  bbox: Box
}

export type RiskLevel = 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'

export interface Assessment {
  /** 0..100: LOW 0-24, MEDIUM 25-49, HIGH 50-74, CRITICAL 75-100. */
  score: number
  level: RiskLevel
  /** The name of the policy that gave the level. */
  policy: string
  flags: Flag[]
  /** How sure the assessment is: low for bad scans, types without rules, producers that rewrite everything. */
  confidence: number
}
