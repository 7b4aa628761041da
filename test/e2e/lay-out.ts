import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { REPOSITORY } from './bins.ts'
import { pathsFor } from './lock-file.ts'

/**
 * Lays what the packages of this clone depend on into a folder in which they will be installed, linked and not copied.
 * npm judges it as what an earlier install has left: it keeps what fits, fetches what is missing or does not fit, and
 * removes what nothing asks for. To unpack all 20,000 files anew took it half a minute of processor time.
 */
export function layOut(workspaces: readonly string[], folder: string): void {
  const wanted = new Set(workspaces.flatMap((workspace) => [...pathsFor(workspace)]))
  for (const path of wanted) {
    const at = join(REPOSITORY, path)
    // Not what another machine needs, nor our own packages: the tarballs bring those.
    if (!path.startsWith('node_modules/') || !existsSync(join(at, 'package.json'))) continue
    if (!lstatSync(at).isSymbolicLink()) linkAll(at, join(folder, path))
  }
  linkBins(folder)
}

function linkAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue
    if (entry.isDirectory()) linkAll(join(from, entry.name), join(to, entry.name))
    else link(join(from, entry.name), join(to, entry.name))
  }
}

function link(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    // The clone is on another disk.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    copyFileSync(from, to)
  }
}

/** Without its commands npm takes a package for a broken one. */
function linkBins(folder: string): void {
  const bins = join(REPOSITORY, 'node_modules/.bin')
  const to = join(folder, 'node_modules/.bin')
  mkdirSync(to)
  for (const name of readdirSync(bins)) {
    const target = readlinkSync(join(bins, name))
    if (existsSync(resolve(to, target))) symlinkSync(target, join(to, name))
  }
}
