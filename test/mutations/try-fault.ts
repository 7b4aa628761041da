import type { Fault } from './fault.ts'
import type { TestBench } from './test-bench.ts'
import type { TreeCopy } from './tree-copy.ts'

/**
 * `caught`: a test failed. `survived`: all passed. `broken`: the fault does not compile or load, so that no test had
 * to say anything. `stuck`: the tests did not end in time and none of them had failed.
 */
export interface Verdict {
  outcome: 'caught' | 'survived' | 'broken' | 'stuck'
  /** The first test that failed, or what was wrong. */
  by: string
  ms: number
}

const LIMIT_MS = 300_000

/** Puts a fault into the copy, runs its tests, and takes it out again. */
export async function tryFault(tree: TreeCopy, bench: TestBench, fault: Fault): Promise<Verdict> {
  const began = performance.now()
  const restore = tree.apply(fault)
  await bench.changed(fault.file)
  try {
    return { ...(await judgedBy(bench, fault.tests)), ms: performance.now() - began }
  } finally {
    restore()
    await bench.changed(fault.file)
  }
}

/** What test files say of the tree as it is. */
export async function judgedBy(bench: TestBench, tests: readonly string[]): Promise<Omit<Verdict, 'ms'>> {
  const ended = await bench.run(tests, LIMIT_MS)
  if ('failed' in ended) return { outcome: 'caught', by: ended.failed }
  if ('unloadable' in ended) return { outcome: 'broken', by: ended.unloadable }
  if ('late' in ended) return { outcome: 'stuck', by: `not over after ${LIMIT_MS / 1000} s` }
  if (ended.passed === 0) return { outcome: 'stuck', by: `no test ran of ${tests.join(', ')}` }
  return { outcome: 'survived', by: '' }
}
