import { constants } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reader } from '../../storage/database.ts'
import { keptFolders } from './kept-folders.ts'

/**
 * Copies the files of every document of a database copy, and of those that wait to become one. They were written before
 * their rows, so they are there, but for those of a document that its owner erased since, or of a file whose analysis
 * has ended since; these are left out.
 */
export async function copyFiles(
  copy: Reader,
  from: string,
  to: string,
): Promise<{ documents: number; waiting: number }> {
  let [documents, waiting] = [0, 0]
  for await (const { id, waits } of keptFolders(copy)) {
    if (!(await copyFolder(join(from, id), join(to, id)))) continue
    if (waits) waiting++
    else documents++
  }
  return { documents, waiting }
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
