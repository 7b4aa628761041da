import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Makes the folder where uploads lie while they are worked on, and empties it of what a crash has left. */
export async function openUploadFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
}
