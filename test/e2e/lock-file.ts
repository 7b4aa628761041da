import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from './bins.ts'

interface Locked {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  link?: boolean
  resolved?: string
}

/** The paths of all packages that npm installs for the one at a path, from a lock file; of a link, what it leads to. */
export function pathsFor(path: string, lockFile = join(REPOSITORY, 'package-lock.json')): Set<string> {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, Locked> }
  const visited = new Set<string>()
  const visit = (path: string) => {
    const at = packages[path]
    if (!at || visited.has(path)) return
    visited.add(path)
    if (at.link) return visit(at.resolved ?? '')
    const peers = Object.keys(at.peerDependencies ?? {}).filter((name) => !at.peerDependenciesMeta?.[name]?.optional)
    for (const name of [...Object.keys({ ...at.dependencies, ...at.optionalDependencies }), ...peers]) {
      const found = lookUp(packages, path, name)
      if (found !== undefined) visit(found)
    }
  }
  visit(path)
  return visited
}

/** The names of those packages. */
export function closureOf(path: string, lockFile?: string): Set<string> {
  return new Set([...pathsFor(path, lockFile)].map((path) => path.replace(/^.*node_modules\//, '')))
}

/** As Node looks for it: in the node_modules of the package, then in those of the folders above. */
function lookUp(packages: Record<string, Locked>, from: string, name: string): string | undefined {
  for (
    let at = from;
    ;
    at = at.includes('/node_modules/') ? at.replace(/\/node_modules\/(?!.*\/node_modules\/).*$/, '') : ''
  ) {
    const candidate = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (candidate in packages) return candidate
    if (at === '') return undefined
  }
}
