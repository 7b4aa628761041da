import { glob, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { systemFault } from '@mkt/schemas/process/system-fault'
import { Failure } from '../failure.ts'
import { documentWords } from '../words/documents.ts'

/** How files end that the service takes. */
export const DOCUMENT_NAME = /\.(pdf|jpe?g|png|tiff?)$/i

export interface DocumentFiles {
  files: string[]
  /** Whether answers must say which file they are of. */
  several: boolean
}

/**
 * The files that are meant: those given, and of a folder the PDFs and pictures that lie in it, by name. Throws a
 * Failure (usage) for a folder that cannot be read or has none. What is not there is told of when its turn comes.
 */
export async function documentFilesOf(paths: readonly string[]): Promise<DocumentFiles> {
  const lists = await Promise.all(paths.map(filesOf))
  const files = [...new Set(lists.flat())]
  return { files, several: files.length > 1 || lists.some((list) => typeof list !== 'string') }
}

async function filesOf(path: string): Promise<string | string[]> {
  if (await isFolder(path)) return await documentsIn(path)
  return PATTERN.test(path) && !(await isThere(path)) ? await matching(path) : path
}

/** Shells that have no patterns, and quotes, leave them to us. A file may be called like one. */
const PATTERN = /[*?[\]]/

const isThere = async (path: string) =>
  await stat(path).then(
    () => true,
    () => false,
  )

async function matching(pattern: string): Promise<string[]> {
  const found: string[] = []
  for await (const path of glob(pattern)) if (DOCUMENT_NAME.test(path)) found.push(path)
  if (found.length === 0) throw new Failure('usage', documentWords.noneMatches(pattern))
  return found.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

async function isFolder(path: string): Promise<boolean> {
  if (path === '-') return false
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

async function documentsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new Failure('usage', documentWords.unreadable(folder, systemFault(error)))
  })
  // Names that begin with a dot are of programs: what a Mac leaves beside a file is called `._bill.pdf`.
  const names = entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && DOCUMENT_NAME.test(entry.name))
    .map(({ name }) => name)
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  if (names.length === 0) throw new Failure('usage', documentWords.noDocumentIn(folder), [documentWords.notBelow])
  return names.map((name) => join(folder, name))
}
