import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runNode } from './bounded.ts'
import type { Fault } from './fault.ts'
import type { TreeCopy } from './tree-copy.ts'

/**
 * `caught`: a test failed. `survived`: all passed. `broken`: the fault does not compile or load, so that no test had
 * to say anything. `stuck`: the tests did not end in time and none of them had failed.
 */
export type Outcome = 'caught' | 'survived' | 'broken' | 'stuck'

export interface Verdict {
  outcome: Outcome
  /** The first test that failed, or what the compiler said. */
  by: string
  ms: number
}

const LIMIT_MS = 180_000
const COMPILE_MS = 120_000

/** Puts a fault into the copy, runs its tests, and takes it out again. */
export async function tryFault(tree: TreeCopy, fault: Fault): Promise<Verdict> {
  const began = performance.now()
  const restore = tree.apply(fault)
  try {
    const said = await compile(tree, fault.file.split('/')[0] as string)
    const judged = said === undefined ? await runTests(tree, fault.tests) : ({ outcome: 'broken', by: said } as const)
    return { ...judged, ms: performance.now() - began }
  } finally {
    restore()
  }
}

/** What the compiler has against a workspace; undefined where it has nothing. */
export async function compile(tree: TreeCopy, workspace: string): Promise<string | undefined> {
  const { code, output } = await runNode('node_modules/typescript/bin/tsc', ['-b', workspace], tree.root, COMPILE_MS)
  return code === 0 ? undefined : (output.trim().split('\n')[0] ?? 'does not compile')
}

interface Report {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** Runs test files up to the first failure. */
export async function runTests(tree: TreeCopy, tests: readonly string[]): Promise<Omit<Verdict, 'ms'>> {
  const file = join(tree.root, 'report.json')
  rmSync(file, { force: true })
  const reporters = ['--reporter=json', `--outputFile=${file}`]
  const args = ['run', ...tests, '--bail=1', '--maxWorkers=1', ...reporters]
  const { output, timedOut } = await runNode('node_modules/vitest/vitest.mjs', args, tree.root, LIMIT_MS)
  if (timedOut) return { outcome: 'stuck', by: `not over after ${LIMIT_MS / 1000} s` }
  if (!existsSync(file)) throw new Error(`vitest wrote no report:\n${output}`)
  return judge(JSON.parse(readFileSync(file, 'utf8')), output)
}

function judge({ testResults }: Report, output: string): Omit<Verdict, 'ms'> {
  const name = (path: string) => path.slice(path.indexOf('/test/') + 1)
  for (const module of testResults) {
    const failed = module.assertionResults.find(({ status }) => status === 'failed')
    if (failed) return { outcome: 'caught', by: `${name(module.name)}: ${failed.fullName}` }
  }
  for (const module of testResults) {
    if (module.status !== 'failed') continue
    const [said = ''] = module.message.split('\n')
    // A file of which not one test is known did not load; with its tests known, its preparations failed.
    if (module.assertionResults.length === 0) return { outcome: 'broken', by: `${name(module.name)}: ${said}` }
    return { outcome: 'caught', by: `${name(module.name)}, before its tests: ${said}` }
  }
  if (testResults.length === 0) throw new Error(`no test ran:\n${output}`)
  return { outcome: 'survived', by: '' }
}
