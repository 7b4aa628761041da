import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export type Bin = 'mkt-server' | 'mkt-agent' | 'mkt'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const BUILT = join(ROOT, 'node_modules/.cache/mkt-programs')
const BUILD = join(ROOT, 'test/programs/build.ts')
const WORKSPACES: Record<Bin, string> = { 'mkt-server': 'server', 'mkt-agent': 'agent', mkt: 'cli' }
const found = new Map<Bin, string[]>()

/**
 * What Node is started with to run the program of a bin, in one process and from few files: to load it module by
 * module takes two thirds of the processor time of a short command, and tests start hundreds. What a person starts is
 * tested where that is the subject: e2e/launch, e2e/npm-start, e2e/packages, e2e/documents.apart, agent/process.start.
 */
export function programOf(bin: Bin): string[] {
  const known = found.get(bin) ?? ['--conditions=mkt-source', join(built(WORKSPACES[bin]), `${bin}.mjs`)]
  found.set(bin, known)
  return known
}

/** What the documents service's threads run, in one file. */
export function documentsThread(): URL {
  return pathToFileURL(join(built(WORKSPACES['mkt-server']), 'documents-worker.mjs'))
}

/** As `programOf`, and ends with a parent that holds a channel to it, as the bin does. */
export function heldProgramOf(bin: Bin): string[] {
  const guard = pathToFileURL(join(ROOT, 'schemas/bin/end-with-parent.js')).href
  return ['--import', guard, ...programOf(bin)]
}

/** The folder with what the sources of now make; built when they have changed. */
function built(workspace: string): string {
  const folder = join(BUILT, `${workspace}-${stateOf(workspace)}`)
  if (existsSync(folder)) return folder
  mkdirSync(BUILT, { recursive: true })
  for (const name of readdirSync(BUILT))
    if (name.startsWith(`${workspace}-`)) rmSync(join(BUILT, name), { recursive: true, force: true })
  const making = mkdtempSync(join(BUILT, 'making-'))
  // Some are run as another user.
  chmodSync(making, 0o755)
  const { status, stderr } = spawnSync(process.execPath, [BUILD, workspace, making], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the program of ${workspace} could not be built: ${stderr}`)
  try {
    renameSync(making, folder)
  } catch {
    // Another process of this run has just put its own there.
    rmSync(making, { recursive: true, force: true })
  }
  return folder
}

/** Changes with each source that goes into a program, with what is installed, and with how it is built. */
function stateOf(workspace: string): string {
  const hash = createHash('sha256')
  const note = (path: string) => {
    const { mtimeMs, size } = statSync(path)
    hash.update(`${path} ${mtimeMs} ${size}\n`)
  }
  for (const file of [BUILD, join(ROOT, 'package-lock.json')]) note(file)
  for (const sources of [join(ROOT, workspace, 'src'), join(ROOT, 'schemas/src')])
    for (const file of readdirSync(sources, { recursive: true, encoding: 'utf8' }).sort())
      if (file.endsWith('.ts')) note(join(sources, file))
  return hash.digest('hex').slice(0, 16)
}
