import { type DocumentType, FIELDS, TABLES } from '../../../schemas/src/documents/fields.ts'
import type { Truth } from '../specimen.ts'
import { cellsOf } from './cells.ts'
import type { Template } from './template.ts'

type Said = Record<string, unknown>

/**
 * What a sheet says: `TYPE name`, then on lines `field value | field value`, `table ROWS`, `optional field field`, and
 * slots of several of them. Of what is undefined it says nothing.
 */
export function readTruth(template: Template): { name: string; truth: Truth } {
  const [first, ...lines] = template.lines
  const [type = '', name = '', ...more] = template.fill(first?.text ?? '').split(' ')
  if (!(type in FIELDS) || more.length > 0) throw new Error(`no truth: ${type} ${name}`)
  const said: Said = {}
  for (const cell of lines.flatMap(({ text }) => cellsOf(text))) Object.assign(said, saidBy(cell, type, template))
  const entries = Object.entries(said).filter(([key, value]) => key !== 'optional' && value !== undefined)
  const tables = entries.filter(([key]) => key in TABLES)
  const fields = entries.filter(([key]) => !(key in TABLES))
  const truth = {
    document_type: type as DocumentType,
    fields: Object.fromEntries(fields),
    ...(said.optional !== undefined && { optional: said.optional }),
    ...(tables.length > 0 && { tables: Object.fromEntries(tables) }),
    risk: 'clean',
  }
  return { name, truth: truth as Truth }
}

function saidBy(cell: string, type: string, template: Template): Said {
  const [key = '', ...words] = cell.trim().split(' ')
  if (key === 'optional') return { optional: words.map((word) => template.fill(word)).filter(Boolean) }
  if (words.length === 0) return template.value(key) as Said
  const value = template.value(words.join(' '))
  const kind = (FIELDS[type as DocumentType] as Record<string, string>)[key]
  return { [template.fill(key)]: kind === 'amount' && typeof value === 'string' ? Number(value) : value }
}
