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
  for await (const row of inBatches((after) => documentIds(database, after, BATCH), 'document_id'))
    yield { id: row.document_id, files: row.undrawn === null ? WITH_REPORT : ALONE, waits: false }
  for await (const { analysis_id: id } of inBatches((after) => openTaskIds(database, after, BATCH), 'analysis_id'))
    yield { id, files: ALONE, waits: true }
}

const ALONE = ['original.pdf'] as const
const WITH_REPORT = [...ALONE, 'annotated.pdf'] as const

async function* inBatches<Key extends string, Row extends Record<Key, string>>(
  read: (after: string) => Promise<readonly Row[]>,
  key: Key,
): AsyncGenerator<Row> {
  let after = ''
  while (true) {
    const rows = await read(after)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last[key]
  }
}
