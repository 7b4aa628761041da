import { parseAst } from 'vitest/node'
import { functionsOf, type SourceFile } from './source-tree.ts'

export const LINE_CEILING = 120
export const PATTERN_CEILING = 120
export const FILE_CEILING = 300
export const FUNCTION_CEILING = 60

/** How often files exceed a ceiling, by path. */
export type Excess = Readonly<Record<string, number>>

/** Counts of what exceeds in each file; files in order are left out. */
export function excessOf(files: readonly SourceFile[], count: (file: SourceFile) => number): Excess {
  const counted = files.map((file) => [file.path, count(file)] as const)
  return Object.fromEntries(counted.filter(([, times]) => times > 0))
}

export const longLines = ({ lines }: SourceFile): number => lines.filter((line) => line.length > LINE_CEILING).length

export const longFunctions = (file: SourceFile): number =>
  functionsOf(file).filter(({ lines }) => lines > FUNCTION_CEILING).length

export const isLong = ({ lines }: SourceFile): number => (lines.length > FILE_CEILING ? 1 : 0)

interface Node {
  type: string
  regex?: { pattern: string }
  [member: string]: unknown
}

/** Regular expressions that nobody can read: lists of words belong to the vocabulary. */
export function longPatterns({ text }: SourceFile): number {
  // Parsing takes a hundred times as long as looking for a slash that is far from the next.
  if (!new RegExp(`/.{${PATTERN_CEILING},}/`).test(text)) return 0
  const visit = (node: Node): number => {
    const own = (node.regex?.pattern.length ?? 0) > PATTERN_CEILING ? 1 : 0
    const inner = Object.values(node).flatMap((value) => [value].flat())
    return inner.filter(isNode).reduce((sum, child) => sum + visit(child), own)
  }
  return visit(parseAst(text, { lang: 'ts' }) as unknown as Node)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

/** Where more exceeds than is excused, and excuses that are wider than what is there. */
export function beyond(found: Excess, excused: Excess): { more: string[]; less: string[] } {
  const paths = [...new Set([...Object.keys(found), ...Object.keys(excused)])].sort()
  const say = (path: string) => `${path}: ${found[path] ?? 0} of ${excused[path] ?? 0}`
  const more = paths.filter((path) => (found[path] ?? 0) > (excused[path] ?? 0)).map(say)
  const less = paths.filter((path) => (found[path] ?? 0) === 0 && path in excused).map(say)
  return { more, less }
}
