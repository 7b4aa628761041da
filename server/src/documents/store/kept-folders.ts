import type { Reader } from '../../storage/database.ts'
import { documentIds } from './document-store.ts'
import { openTaskIds } from './task-store.ts'

/** A folder of the blob store that the database knows of, and the files that it holds. */
export interface KeptFolder {
  id: string
  files: readonly string[]
  /** Of a file that was received and waits for its analysis. */
  waits: boolean
}

const BATCH = 1000

/** Of every document, and of every file that waits to become one. */
export async function* keptFolders(database: Reader): AsyncGenerator<KeptFolder> {
  for await (const id of inBatches((after) => documentIds(database, after, BATCH), 'document_id'))
    yield { id, files: ['original.pdf', 'annotated.pdf'], waits: false }
  for await (const id of inBatches((after) => openTaskIds(database, after, BATCH), 'analysis_id'))
    yield { id, files: ['original.pdf'], waits: true }
}

async function* inBatches<Key extends string>(
  read: (after: string) => Promise<readonly Record<Key, string>[]>,
  key: Key,
): AsyncGenerator<string> {
  let after = ''
  while (true) {
    const rows = await read(after)
    for (const row of rows) yield row[key]
    const last = rows.at(-1)
    if (!last) return
    after = last[key]
  }
}
