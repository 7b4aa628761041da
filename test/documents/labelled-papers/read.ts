import { runPipeline } from '../../../server/src/documents/pipeline.ts'
import { type Put, sheetOf } from './sheet.ts'

/** What is read of a page with these texts: the first part's type and values, and how many parts there are. */
export async function read(texts: readonly Put[], size?: [number, number]) {
  const { parts } = await runPipeline(await sheetOf(texts, size), undefined, { ocr: false })
  const [part] = parts
  const fields = Object.fromEntries(Object.entries(part?.fields ?? {}).map(([name, { value }]) => [name, value]))
  const rows = part?.tables.flatMap(({ rows }) => rows.map(({ values }) => values)) ?? []
  return { type: part?.type, fields, rows, parts: parts.length }
}
