import { type DocumentType, FIELDS, type ValueKind } from '@mkt/schemas'
import type { Fields, FoundTable } from '../../model/findings.ts'
import type { Extractor } from '../extractor.ts'
import type { FormSpec } from './form-spec.ts'
import { addNameLines } from './name-lines.ts'
import { joinName } from './names.ts'
import { readSection } from './read-section.ts'
import type { SlipReading } from './read-slip.ts'
import { plainFields } from './slip-fields.ts'
import { printedYear, taggedYear } from './tax-year.ts'

/** What a form has beside boxes: check boxes, tables. */
export interface Extras {
  fields?: (reading: SlipReading) => Fields
  tables?: (reading: SlipReading) => FoundTable[]
}

/** The extractor of one form. `person` is the field of the one whom the slip is for. */
export function slipExtractor(form: FormSpec, person: string, { fields: extra, tables }: Extras = {}): Extractor {
  return (section, pages) => {
    const reading = readSection(section, pages, form)
    if (!reading) return { fields: {}, tables: [] }
    addNameLines(reading)
    const fields = plainFields(reading.settled, reading.view.number)
    const name = joinName(reading, person)
    if (name) fields[person] = name
    Object.assign(fields, extra?.(reading))
    addYear(fields, reading)
    return { fields: ofType(fields, form.type), tables: tables?.(reading) ?? [] }
  }
}

/** Only what the contract has for the type; amounts are numbers, the months of a T2202 too. */
function ofType(fields: Fields, type: DocumentType): Fields {
  const kinds: Readonly<Record<string, ValueKind>> = FIELDS[type]
  const own = Object.entries(fields).filter(([name]) => kinds[name])
  return Object.fromEntries(
    own.map(([name, field]) => [name, kinds[name] === 'amount' ? { ...field, value: Number(field.value) } : field]),
  )
}

/** A blank form's layout tag says when it was designed, not whose year it is for. */
function addYear(fields: Fields, { view }: SlipReading): void {
  const blank = Object.keys(fields).length === 0
  if (fields.tax_year) return
  const year = printedYear(view) ?? (blank ? undefined : taggedYear(view))
  if (year) fields.tax_year = { ...year, page: view.number }
}
