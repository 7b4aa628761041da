import { FIELDS } from '@mkt/schemas'
import type { DocumentPart, Field, Fields, Section } from '../model/findings.ts'
import type { Reading } from '../model/reading.ts'
import { foldBlanks } from '../values/fold.ts'
import { calibrate } from './calibrate.ts'
import type { Extracted } from './extractor.ts'
import { EXTRACTORS } from './extractors.ts'
import { asOwnKind, type OwnKind } from './papers/own-kind.ts'
import { isPlaceholder } from './placeholders.ts'
import { sectionPages } from './section-pages.ts'
import { markCovered, type Uncovered, uncover } from './uncover.ts'

/** Every section's fields and tables, in the form of the contract, with calibrated confidences. */
export function extract(reading: Reading, sections: Section[], kinds: readonly OwnKind[] = []): DocumentPart[] {
  return extractRaw(reading, sections, kinds).map(calibrated)
}

function calibrated({ builtIn, ...part }: DocumentPart): DocumentPart {
  const fields = doubted(calibrate(part.type, part.confidence, part.fields))
  return { ...part, fields, ...(builtIn ? { builtIn: calibrated(builtIn) } : {}) }
}

/** What a picture was laid over is no more likely to be what the page says than not. */
const COVERED = 0.2

function doubted(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.covered ? { ...field, confidence: Math.min(field.confidence, COVERED) } : field,
    ]),
  )
}

/** The same with the extractors' own confidences: what the calibration is fitted on. */
export function extractRaw(reading: Reading, sections: Section[], kinds: readonly OwnKind[] = []): DocumentPart[] {
  const uncovered = uncover(reading)
  const parts = sections.map((section): DocumentPart => {
    const asOwn = kinds.length > 0 ? asOwnKind(section, sectionPages(reading, section), kinds) : undefined
    if (!asOwn) return builtInPart(reading, section, uncovered)
    const own = { ...section, type: 'UNKNOWN' as const }
    const known = section.type === 'UNKNOWN' ? {} : { builtIn: builtInPart(reading, section, uncovered) }
    return { ...own, ...asOwn, fields: tidied(own, asOwn.fields), ...known }
  })
  const filled = new Set(parts.filter(holdsAnything).map(({ type }) => type))
  return parts.filter((part) => holdsAnything(part) || !isTaxSlip(part) || !filled.has(part.type))
}

function builtInPart(reading: Reading, section: Section, uncovered: Uncovered | undefined): DocumentPart {
  const seen = extractSection(reading, section)
  const { fields, tables } = (uncovered && underneath(uncovered, section)) ?? seen
  return { ...section, fields: tidied(section, fields), tables: tables.filter(({ rows }) => rows.length > 0) }
}

/** The section as it reads without pictures over it; undefined where none of its fields or rows lies under one. */
function underneath(uncovered: Uncovered, section: Section): Extracted | undefined {
  const { fields, tables } = extractSection(uncovered.reading, section)
  const marked = markCovered(fields, uncovered)
  return marked && { fields: marked, tables }
}

const holdsAnything = ({ fields, tables }: DocumentPart) => Object.keys(fields).length > 0 || tables.length > 0

/** The back of a slip with its instructions names the form as often as the slip does; beside the slip it is none. */
const isTaxSlip = ({ type }: DocumentPart) => type.endsWith('_TAX_SLIP')

function extractSection(reading: Reading, section: Section): Extracted {
  const extractor = EXTRACTORS[section.type]
  if (!extractor) return { fields: {}, tables: [] }
  try {
    return extractor(section, sectionPages(reading, section), reading)
  } catch (error) {
    // One document that an extractor cannot cope with must not cost the others of the file.
    reading.source.issues.push({
      stage: 'extract',
      code: `failed_${section.type.toLowerCase()}`,
      page: section.pages[0] ?? 1,
    })
    if (!(error instanceof Error)) throw error
    return { fields: {}, tables: [] }
  }
}

/** Only names of the type, values that are filled in, text with blanks folded. UNKNOWN documents name their fields. */
function tidied({ type }: Section, fields: Fields): Fields {
  const names: Record<string, string> = FIELDS[type]
  const kept: [string, Field][] = []
  for (const [name, field] of Object.entries(fields)) {
    const value = typeof field.value === 'string' ? foldBlanks(field.value) : field.value
    const sound = type === 'UNKNOWN' || (names[name] !== undefined && isOfKind(value, names[name]))
    const filled = typeof value === 'number' || !isPlaceholder(value)
    if (filled && sound) kept.push([name, { ...field, value }])
  }
  return Object.fromEntries(kept)
}

function isOfKind(value: string | number, kind: string): boolean {
  if (kind === 'amount') return typeof value === 'number' && Number.isFinite(value)
  if (kind === 'date') return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  return kind === 'year' ? /^\d{4}$/.test(String(value)) : typeof value === 'string'
}
