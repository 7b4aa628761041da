import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNode } from './bounded.ts'
import { type Fault, withFault } from './fault.ts'
import type { TreeCopy } from './tree-copy.ts'

const COMPILE_MS = 600_000

/**
 * The faults that do not compile, with what the compiler says. As many as leave each other's place alone are put in
 * at once, since each look of the compiler costs seconds.
 */
export async function faultsThatDoNotCompile(tree: TreeCopy, faults: readonly Fault[]): Promise<Map<string, string>> {
  const broken = new Map<string, string>()
  await demandCompiles(tree, faults)
  for (let left = [...faults]; left.length > 0; ) {
    const { together, others } = disjoint(tree, left)
    const faulty = await suspects(tree, together)
    for (const fault of faulty) {
      const said = faulty.length === 1 && together.length === 1 ? faulty : await suspects(tree, [fault])
      if (said.length > 0) broken.set(fault.name, `${fault.file} does not compile with it`)
    }
    left = others
  }
  return broken
}

async function demandCompiles(tree: TreeCopy, faults: readonly Fault[]): Promise<void> {
  const output = await compile(tree, faults)
  if (output !== '') throw new Error(`the tree does not compile without a fault:\n${output}`)
}

/** Those in whose files the compiler finds something wrong when all of them are in. */
async function suspects(tree: TreeCopy, together: readonly Fault[]): Promise<Fault[]> {
  const restore = together.map((fault) => tree.apply(fault)).reverse()
  try {
    const output = await compile(tree, together)
    if (output === '') return []
    const named = together.filter(({ file }) => output.includes(`${file}(`))
    return named.length > 0 ? named : [...together]
  } finally {
    for (const takeOut of restore) takeOut()
  }
}

/** The faults that can be in the tree side by side, and those that cannot; each by itself has its place. */
function disjoint(tree: TreeCopy, faults: readonly Fault[]) {
  const sources = new Map<string, string>()
  const together: Fault[] = []
  const others: Fault[] = []
  for (const fault of faults) {
    const source = sources.get(fault.file) ?? readFileSync(join(tree.root, fault.file), 'utf8')
    try {
      sources.set(fault.file, withFault(fault, source))
      together.push(fault)
    } catch {
      others.push(fault)
    }
  }
  return { together, others }
}

/** What the compiler says of the workspaces that the faults are in; nothing where it has nothing to say. */
async function compile(tree: TreeCopy, faults: readonly Fault[]): Promise<string> {
  const workspaces = [...new Set(faults.map(({ file }) => file.split('/')[0] as string))]
  const { code, output } = await runNode(
    'node_modules/typescript/bin/tsc',
    ['-b', ...workspaces],
    tree.root,
    COMPILE_MS,
  )
  return code === 0 ? '' : output.trim() || 'the compiler did not end in time'
}
