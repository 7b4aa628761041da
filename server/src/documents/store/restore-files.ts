import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Reader } from '../../storage/database.ts'
import { copyFiles } from './copy-files.ts'
import { keptFolders } from './kept-folders.ts'

/**
 * How many documents a database copy knows of, how many of them have their files in the folder beside it, and how many
 * files lie there that wait to become one.
 */
export async function countFiles(
  copy: Reader,
  folder: string,
): Promise<{ known: number; found: number; waiting: number }> {
  let [known, found, waiting] = [0, 0, 0]
  for await (const { id, files, waits } of keptFolders(copy)) {
    const isThere = files.every((name) => existsSync(join(folder, id, name)))
    if (!waits) known++
    if (isThere && waits) waiting++
    else if (isThere) found++
  }
  return { known, found, waiting }
}

/**
 * Brings the files of a copy's documents to their place, before its database gets there: a row is never without its
 * files. A document's files never change, so those that are there already stay.
 */
export async function bringFiles(copy: Reader, from: string, to: string): Promise<void> {
  const arriving = `${to}.partial`
  rmSync(arriving, { recursive: true, force: true })
  await copyFiles(copy, from, arriving)
  if (!existsSync(arriving)) return
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const id of readdirSync(arriving)) if (!existsSync(join(to, id))) renameSync(join(arriving, id), join(to, id))
  rmSync(arriving, { recursive: true, force: true })
}

/** A second name for every file of every document there, in the folder `aside`; takes no room on the disk. */
export function keepFilesAside(documents: string, aside: string): void {
  if (!existsSync(documents)) return
  for (const id of readdirSync(documents)) {
    mkdirSync(join(aside, id), { recursive: true, mode: 0o700 })
    for (const name of readdirSync(join(documents, id))) link(join(documents, id, name), join(aside, id, name))
  }
}

/** Some file systems know no second names. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}

/** Once the database is in place: the files of documents that it does not know of. They were kept aside. */
export async function dropUnknown(database: Reader, documents: string): Promise<void> {
  if (!existsSync(documents)) return
  const known = new Set<string>()
  for await (const { id } of keptFolders(database)) known.add(id)
  for (const id of readdirSync(documents))
    if (!known.has(id)) rmSync(join(documents, id), { recursive: true, force: true })
}
