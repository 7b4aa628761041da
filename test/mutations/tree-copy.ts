import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Fault, withFault } from './fault.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const FOLDERS = ['.ci', 'agent', 'cli', 'examples', 'schemas', 'server', 'test']
const FILES = ['.npmrc', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE', 'package.json', 'package-lock.json']
const CONFIGS = ['vitest.config.ts', 'tsconfig.json', 'tsconfig.base.json']
const BUILT = new Set(['dist', 'node_modules', 'tsconfig.tsbuildinfo'])
// Links between the workspaces and to their programs are relative, so that copied they stay inside the copy.
const OWN_LINKS = new Set(['@mkt', 'mkt', 'mkt-agent', 'mkt-server', '.bin'])

/**
 * A copy of the working tree, or of a commit, in the system's temporary folder, where faults are put in and taken out
 * again. Foreign packages are linked, our own lead into the copy.
 */
export class TreeCopy {
  readonly root = mkdtempSync(join(tmpdir(), 'mkt-mutations-'))

  constructor(commit?: string) {
    if (commit === undefined) this.#copyWorkingTree()
    else this.#unpack(commit)
    for (const folder of ['.', ...FOLDERS]) this.#linkPackages(folder)
  }

  /** Puts the fault in; the result takes it out again. */
  apply(fault: Fault): () => void {
    const path = join(this.root, fault.file)
    const source = readFileSync(path, 'utf8')
    writeFileSync(path, withFault(fault, source))
    return () => writeFileSync(path, source)
  }

  /** Why a fault cannot be put in; undefined where it can. */
  misplaced(fault: Fault): string | undefined {
    try {
      this.apply(fault)()
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }

  #copyWorkingTree(): void {
    const filter = (source: string) => !BUILT.has(basename(source))
    for (const folder of FOLDERS) cpSync(join(ROOT, folder), join(this.root, folder), { recursive: true, filter })
    for (const file of [...FILES, ...CONFIGS]) cpSync(join(ROOT, file), join(this.root, file))
  }

  #unpack(commit: string): void {
    const archive = join(this.root, 'tree.tar')
    execFileSync('git', ['archive', '--format=tar', `--output=${archive}`, commit], { cwd: ROOT })
    execFileSync('tar', ['-xf', archive], { cwd: this.root })
    rmSync(archive)
  }

  #linkPackages(folder: string): void {
    const from = join(ROOT, folder, 'node_modules')
    const to = join(this.root, folder, 'node_modules')
    for (const name of namesIn(from)) {
      mkdirSync(to, { recursive: true })
      if (!OWN_LINKS.has(name)) symlinkSync(join(from, name), join(to, name))
      else cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    // Caches of tools are not packages.
    return readdirSync(folder).filter((name) => !name.startsWith('.') || OWN_LINKS.has(name))
  } catch {
    return []
  }
}
