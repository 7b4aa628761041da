import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a directory and what lies above it, for its owner only; throws the system's error where that cannot be.
 * One by one and not `recursive: true`: under a folder that takes none (/proc), Node then tries for ever.
 */
export async function makePrivateDirectory(path: string): Promise<void> {
  const there = await stat(path).catch(() => undefined)
  if (there?.isDirectory()) return
  if (dirname(path) !== path) await makePrivateDirectory(dirname(path))
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    // Another process was faster.
    const made = await stat(path).catch(() => undefined)
    if (!made?.isDirectory()) throw error
  }
}
