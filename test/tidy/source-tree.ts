import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const WORKSPACES = ['schemas', 'server', 'agent', 'cli']

/** The name of the package in what an import names: `@mkt/schemas` of `@mkt/schemas/client`. */
const OWN_PACKAGE = /^(?:@mkt\/[^/]+|mkt(?:-agent|-server)?(?=\/|$))/

export interface SourceFile {
  /** `server/src/market/jobs/submit.ts` */
  path: string
  text: string
  lines: string[]
  /** Our own files that it imports, by path, types included. */
  imports: string[]
  /** Names of our own packages that it imports. */
  packages: string[]
}

/** What a browser loads. */
const PAGES = 'server/web'

/** Every source file of the four published workspaces, the pages included. */
export function readSources(): SourceFile[] {
  const folders = [...WORKSPACES.map((workspace) => join(workspace, 'src')), PAGES]
  return folders.flatMap((folder) => walk(join(ROOT, folder))).map(readSource)
}

/** Every source file of the tests, what draws their documents included. */
export function readTests(): SourceFile[] {
  return walk(join(ROOT, 'test')).map(readSource)
}

const NOT_OURS = new Set(['dist', 'node_modules'])

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : walk(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

function readSource(file: string): SourceFile {
  const text = readFileSync(file, 'utf8')
  const specifiers = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map((match) => match[1] as string)
  const path = relative(ROOT, file)
  return {
    path,
    text,
    lines: text.split('\n'),
    imports: specifiers.filter((name) => name.startsWith('.')).map((name) => normalize(join(dirname(path), name))),
    packages: ownPackagesIn(specifiers),
  }
}

export function ownPackagesIn(specifiers: readonly string[]): string[] {
  return specifiers.flatMap((name) => OWN_PACKAGE.exec(name)?.[0] ?? [])
}

export interface FunctionSize {
  where: string
  lines: number
}

// The formatter ends a block at the indentation at which it began, so indentation finds the end of a function.
const START =
  /^(\s*)(?!(?:.*\b(?:if|for|while|switch|catch)\b\s*\()|\s*\})(?:.*\bfunction\b.*|.*=>\s*|\s*(?:async |static |\*)*#?\w+\(.*\)(?::.*)?\s)\{$/

/** The functions of a file that span more than one line. */
export function functionsOf({ path, lines }: SourceFile): FunctionSize[] {
  return lines.flatMap((line, index) => {
    const indent = START.exec(line)?.[1]
    if (indent === undefined) return []
    const end = lines.findIndex((candidate, at) => at > index && candidate.startsWith(`${indent}}`))
    return end < 0 ? [] : [{ where: `${path}:${index + 1}`, lines: end - index + 1 }]
  })
}

/** A chain of imports that comes back to its start, or undefined. */
export function findCycle(files: readonly SourceFile[]): string[] | undefined {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const done = new Set<string>()
  const visit = (path: string, trail: string[]): string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
    if (done.has(path)) return undefined
    for (const next of byPath.get(path)?.imports ?? []) {
      const cycle = visit(next, [...trail, path])
      if (cycle) return cycle
    }
    done.add(path)
    return undefined
  }
  for (const { path } of files) {
    const cycle = visit(path, [])
    if (cycle) return cycle
  }
  return undefined
}
