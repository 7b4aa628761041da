import { constants } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reader } from '../../storage/database.ts'
import { documentIds } from './document-store.ts'

const BATCH = 1000

/**
 * Copies the files of every document of a database copy. They were written before its rows, so they are there, but for
 * those of a document that its owner erased since; such a document is left out.
 */
export async function copyFiles(copy: Reader, from: string, to: string): Promise<{ documents: number }> {
  let documents = 0
  let after = ''
  while (true) {
    const rows = await documentIds(copy, after, BATCH)
    for (const { document_id } of rows)
      if (await copyFolder(join(from, document_id), join(to, document_id))) documents++
    const last = rows.at(-1)
    if (!last) return { documents }
    after = last.document_id
  }
}

async function copyFolder(from: string, to: string): Promise<boolean> {
  try {
    await cp(from, to, { recursive: true, errorOnExist: true, force: false, mode: constants.COPYFILE_FICLONE })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    // It may have been erased between its two files.
    await rm(to, { recursive: true, force: true })
    return false
  }
}
