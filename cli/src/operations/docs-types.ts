import { readFile } from 'node:fs/promises'
import { documents as endpoints, type OwnType, ownType } from '@mkt/schemas'
import { safeLine, safeText } from '@mkt/schemas/process/safe-text'
import { systemFault } from '@mkt/schemas/process/system-fault'
import { onDocuments } from '../documents/explain.ts'
import { openDocumentsSession } from '../documents/session.ts'
import { writtenNumber } from '../documents/written-number.ts'
import { Failure } from '../failure.ts'
import { tell, tellQuietly } from '../output.ts'
import { printJson, printTable } from '../render.ts'
import type { GlobalOptions } from '../session.ts'
import { documentWords } from '../words/documents.ts'

type Options = GlobalOptions & { json?: boolean }

/** mkt docs types: those that one has declared. */
export async function listTypes(options: Options): Promise<void> {
  const { client } = await openDocumentsSession(options)
  const answer = await onDocuments(() => client.call(endpoints.listTypes, {}))
  if (options.json) return printJson(answer)
  if (answer.types.length === 0) return tellQuietly(documentWords.noTypes)
  printTable(
    [{ title: 'TYPE' }, { title: 'FIELDS' }, { title: 'TABLES' }],
    answer.types.map(({ name, fields, tables }) => [name, namesOf(fields), namesOf(tables)]),
  )
}

const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ')

/** mkt docs types add: declares the type that a file holds. */
export async function addType(path: string, options: Options): Promise<void> {
  const { client } = await openDocumentsSession(options)
  const body = await typeIn(path)
  const kept = await onDocuments(() => client.call(endpoints.declareType, { body }))
  if (options.json) return printJson(kept)
  tell(documentWords.typeKept(kept.name))
}

/** mkt docs types try: what the type in a file would read of documents, of which nothing is kept. */
export async function tryType(path: string, document_ids: string[], options: Options): Promise<void> {
  const { client } = await openDocumentsSession(options)
  const body = { type: await typeIn(path), document_ids }
  const answer = await onDocuments(() => client.call(endpoints.tryType, { body }))
  if (options.json) return printJson(answer)
  for (const { document_id, taken, fields, tables, error } of answer.results) {
    const said = error === undefined ? documentWords.wouldBeTaken(taken) : error
    process.stdout.write(`${safeLine(`${document_id}: ${said}`)}\n`)
    printTable(
      [{ title: 'FIELD' }, { title: 'VALUE' }, { title: 'SURE', align: 'right' }],
      Object.entries(fields).map(([name, { value, confidence }]) => [
        name,
        typeof value === 'number' ? writtenNumber(value) : safeText(value),
        documentWords.sure(confidence),
      ]),
    )
    for (const { name, rows } of tables) process.stdout.write(`${safeLine(name)}: ${rows.length}\n`)
  }
}

/** mkt docs types delete: forgets types. */
export async function deleteTypes(names: string[], options: Options): Promise<void> {
  const { client } = await openDocumentsSession(options)
  for (const name of names) {
    await onDocuments(() => client.call(endpoints.deleteType, { params: { name } }))
    tell(documentWords.typeForgotten(name))
  }
}

async function typeIn(path: string): Promise<OwnType> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Failure('usage', documentWords.unreadable(path, systemFault(error)))
  })
  const parsed = ownType.safeParse(jsonOf(path, text))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path: at, message }) => `  ${at.join('.') || path}: ${message}`)
  throw new Failure('usage', documentWords.wrongType(path), faults)
}

function jsonOf(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('usage', documentWords.noJson(path))
  }
}
