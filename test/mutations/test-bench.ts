import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest, type Reporter, type TestCase, type TestModule, type Vitest } from 'vitest/node'

/** `failed`: the name of the first test that did, or what kept a file from being run. */
export type Outcome = { passed: number } | { failed: string } | { unloadable: string } | { late: true }

/** What runs the tests of a tree again and again: what did not change since the last run is not read again. */
export class TestBench {
  readonly #root: string
  /** The test files that were run to their end, or to the first failure, since this was emptied. */
  readonly #ended: TestModule[] = []
  /** Tests that failed meanwhile, also in a file whose run was broken off by that. */
  readonly #failed: TestCase[] = []
  #vitest: Promise<Vitest>

  constructor(root: string) {
    this.#root = root
    this.#vitest = this.#open()
  }

  /** A source was changed. */
  async changed(file: string): Promise<void> {
    ;(await this.#vitest).invalidateFile(join(this.#root, file))
  }

  /** Runs test files up to the first failure, one that stays when the test is tried again. */
  async run(tests: readonly string[], limit_ms: number): Promise<Outcome> {
    const vitest = await this.#vitest
    const wanted = new Set(tests.map((path) => join(this.#root, path)))
    const found = await vitest.globTestSpecifications([...tests])
    const specifications = found.filter(({ moduleId }) => wanted.has(moduleId))
    if (specifications.length < wanted.size) throw new Error(`not every test file is there: ${tests.join(', ')}`)
    this.#ended.length = 0
    this.#failed.length = 0
    const running = vitest.runTestSpecifications(specifications, false)
    const inTime = await Promise.race([running, after(limit_ms)])
    if (!inTime) await this.#startOver()
    const [first] = this.#failed
    if (first) return { failed: `${nameOf(this.#root, first.module)}: ${first.fullName}` }
    return inTime ? judge(this.#root, this.#ended) : { late: true }
  }

  async close(): Promise<void> {
    await (await this.#vitest).close()
  }

  /** Tests that do not come to an end are left behind with the processes they run in. */
  async #startOver(): Promise<void> {
    const late = await this.#vitest
    await late.cancelCurrentRun('keyboard-input')
    await Promise.race([late.close(), after(10_000)])
    endChildren()
    this.#vitest = this.#open()
  }

  async #open(): Promise<Vitest> {
    const reporter: Reporter = {
      onTestModuleEnd: (module) => void this.#ended.push(module),
      onTestCaseResult: (test) => void (test.result().state === 'failed' && this.#failed.push(test)),
    }
    const options = { root: this.#root, watch: false, bail: 1, retry: 1, maxWorkers: 1, silent: true }
    return await createVitest('test', { ...options, reporters: [reporter] })
  }
}

/** A process that hangs in a loop hears nothing. Where the system does not list them (not Linux) they are left alone. */
function endChildren(): void {
  try {
    const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    for (const pid of children.trim().split(' ').filter(Boolean)) process.kill(Number(pid), 'SIGKILL')
  } catch {
    // They have ended by themselves, or there is no such list.
  }
}

async function after(ms: number): Promise<undefined> {
  await new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
  return undefined
}

function nameOf(root: string, { moduleId }: TestModule): string {
  return moduleId.slice(root.length + 1)
}

function judge(root: string, modules: readonly TestModule[]): Outcome {
  const faulty = modules.find((module) => module.state() === 'failed')
  if (!faulty) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    return { passed: tests.filter((test) => test.result().state === 'passed').length }
  }
  const [said = ''] = (faulty.errors()[0]?.message ?? 'its preparations failed').split('\n')
  // A file of which not one test is known did not load; with its tests known, its preparations failed.
  return [...faulty.children.allTests()].length === 0
    ? { unloadable: `${nameOf(root, faulty)}: ${said}` }
    : { failed: `${nameOf(root, faulty)}, before its tests: ${said}` }
}
