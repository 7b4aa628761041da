import { readdir, stat } from 'node:fs/promises'
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
  const lists = await Promise.all(paths.map(async (path) => ((await isFolder(path)) ? await documentsIn(path) : path)))
  const files = [...new Set(lists.flat())]
  return { files, several: files.length > 1 || lists.some((list) => typeof list !== 'string') }
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
