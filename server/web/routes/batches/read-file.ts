import { MAX_INPUT_BYTES, MOST_BATCH_LINES } from '@mkt/schemas'
import { fill, t, whole } from '../../texts/texts.ts'
import { readCsv } from './csv.ts'

/** A file of prompts as rows: of CSV by the names in its first line, of JSONL by the members of its objects. */
export interface PromptFile {
  name: string
  columns: readonly string[]
  rows: readonly Record<string, string>[]
}

export interface PromptLine {
  input_text: string
  custom_id?: string
}

/** A file that cannot be read as one, in words. */
export class FileFault extends Error {}

const MOST_BYTES = 64 * 1024 * 1024
const MOST_COLUMNS = 200
const ID_COLUMNS = ['custom_id', 'id']
const PROMPT_COLUMNS = ['prompt', 'input_text', 'input', 'text', 'question', 'message', 'content']

export async function readPromptFile(file: File): Promise<PromptFile> {
  if (file.size > MOST_BYTES) throw new FileFault(t.batches.tooLarge)
  const text = await file.text()
  const rows = /\.(jsonl|ndjson|json)$/i.test(file.name) ? readJsonLines(text) : tableOf(readCsv(text))
  if (rows.length === 0) throw new FileFault(t.batches.empty)
  if (rows.length > MOST_BATCH_LINES) {
    throw new FileFault(fill(t.batches.tooMany, { n: whole(rows.length), most: whole(MOST_BATCH_LINES) }))
  }
  const columns = new Set(rows.flatMap((row) => Object.keys(row)))
  return { name: file.name, columns: [...columns].slice(0, MOST_COLUMNS), rows }
}

function tableOf([head = [], ...lines]: string[][]): Record<string, string>[] {
  return lines.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])))
}

function readJsonLines(text: string): Record<string, string>[] {
  return text.split('\n').flatMap((line, index) => (line.trim() ? [rowOf(line, index + 1)] : []))
}

function rowOf(line: string, number: number): Record<string, string> {
  const wrong = new FileFault(fill(t.batches.notJson, { n: number }))
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw wrong
  }
  if (typeof value === 'string') return { prompt: value }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong
  const texts = Object.entries(value).flatMap(([name, said]) =>
    typeof said === 'string' || typeof said === 'number' ? [[name, String(said)] as const] : [],
  )
  return Object.fromEntries(texts)
}

/** The column that most likely has the prompts. */
export function likelyColumn({ columns, rows }: PromptFile): string {
  const known = columns.find((name) => PROMPT_COLUMNS.includes(name.toLowerCase()))
  if (known) return known
  // The one with the most text.
  const sizes = columns.map((name) => rows.slice(0, 100).reduce((sum, row) => sum + (row[name]?.length ?? 0), 0))
  return columns[sizes.indexOf(Math.max(...sizes))] ?? ''
}

const encoder = new TextEncoder()

/** The prompts of a column; rows without one are left out. A row's own id goes along. */
export function linesOf({ columns, rows }: PromptFile, column: string): PromptLine[] {
  const id = columns.find((name) => name !== column && ID_COLUMNS.includes(name.toLowerCase()))
  return rows.flatMap((row, index) => {
    const input_text = row[column]?.trim() ?? ''
    if (input_text === '') return []
    if (encoder.encode(input_text).length > MAX_INPUT_BYTES) {
      throw new FileFault(fill(t.batches.longLine, { n: index + 1 }))
    }
    const custom_id = id === undefined ? undefined : row[id]?.trim().slice(0, 200)
    return [{ input_text, ...(custom_id ? { custom_id } : {}) }]
  })
}
