import { readdirSync, readFileSync } from 'node:fs'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { type DocumentType, FIELDS } from '../../../schemas/src/documents/fields.ts'
import { embedLettering } from '../../../server/src/documents/annotate/fonts.ts'
import type { Generator, Truth } from '../specimen.ts'

/*
 * A paper as the text that it prints, one character a column:
 *
 *   TYPE
 *   field: value         what is printed, as the service should return it
 *   optional: field ...  fields whose truth is open to argument
 *   row: DATE withdrawal|deposit AMOUNT
 *   item: DESCRIPTION | QUANTITY | UNIT PRICE | AMOUNT
 *   risk: flagged        where what is printed cannot be
 *   ---
 *   the page
 */

const SIZE = 25 / 3
const [ADVANCE, LEADING] = [5, 12]
const [WIDTH, HEIGHT, MARGIN] = [612, 792, 36]

/** Every page in the folders beside this file, by `folder/name`. */
export function plainPages(): Record<string, Generator> {
  const folder = new URL('./', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.txt'))
  return Object.fromEntries(
    files.sort().map((file) => [file.slice(0, -4), generatorOf(readFileSync(new URL(file, folder), 'utf8'))]),
  )
}

function generatorOf(file: string): Generator {
  const [head = '', page = ''] = file.split('\n---\n')
  return async () => ({ name: 'plain page', bytes: await typed(page), truth: truthOf(head) })
}

function truthOf(head: string): Truth {
  const [type = '', ...lines] = head.split('\n')
  const entries = lines.map((line) => line.split(/: (.*)/) as [string, string])
  const of = (key: string) => entries.filter(([name]) => name === key).map(([, value]) => value)
  const [rows, items] = [of('row').map(rowOf), of('item').map(itemOf)]
  return {
    document_type: type as DocumentType,
    fields: fieldsOf(type as DocumentType, entries),
    optional: of('optional').flatMap((names) => names.split(' ')),
    ...(rows.length > 0 && { tables: { transactions: rows } }),
    ...(items.length > 0 && { tables: { line_items: items } }),
    risk: of('risk').includes('flagged') ? 'flagged' : 'clean',
  }
}

function fieldsOf(type: DocumentType, entries: readonly (readonly [string, string])[]): Truth['fields'] {
  const kinds: Record<string, string> = FIELDS[type]
  const fields = entries.filter(([name]) => name in kinds)
  return Object.fromEntries(fields.map(([name, value]) => [name, kinds[name] === 'amount' ? Number(value) : value]))
}

function rowOf(text: string): Record<string, string | number> {
  const [date = '', column = '', amount] = text.split(' ')
  return { date, [column]: Number(amount) }
}

function itemOf(text: string): Record<string, string | number> {
  const [description = '', quantity, unit_price, amount] = text.split(' | ')
  return { description, quantity: Number(quantity), unit_price: Number(unit_price), amount: Number(amount) }
}

/** What the standard fonts can write. */
const LATIN = /^[\n -ÿ€–—‘’“”•]*$/

const FIGURE = /^[\d.,]+$/

async function typed(page: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.setCreationDate(new Date(0))
  pdf.setModificationDate(new Date(0))
  const font = LATIN.test(page) ? await pdf.embedFont(StandardFonts.Courier) : (await embedLettering(pdf)).regular
  const sheet = pdf.addPage([WIDTH, HEIGHT])
  for (const [row, line] of page.split('\n').entries()) {
    for (const { 0: text, index } of line.matchAll(/\S+(?: \S+)*/g)) {
      // Figures end where a typewriter ends them, whatever their letters are wide.
      const end = MARGIN + (index + text.length) * ADVANCE
      const x = FIGURE.test(text) ? end - font.widthOfTextAtSize(text, SIZE) : MARGIN + index * ADVANCE
      sheet.drawText(text, { x, y: HEIGHT - MARGIN - row * LEADING, size: SIZE, font })
    }
  }
  return pdf.save()
}
