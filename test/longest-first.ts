import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, ten seconds and more, and how long does not show in their size, by which
 * Vitest goes where it has run nothing yet. Begun last, one of them leaves a core idle until it ends.
 */
const LONGEST = [
  'test/e2e/packages.test.ts',
  'test/documents/hostile/hostile.bombs.test.ts',
  'test/documents/hostile/hostile.service.test.ts',
  'test/e2e/documents.operator.test.ts',
  'test/e2e/launch.test.ts',
  'test/server/contract/fuzz.schema.test.ts',
  'test/documents/ocr.pages.test.ts',
  'test/e2e/npm-start.test.ts',
  'test/faults/kill.rounds.test.ts',
  'test/simulation/faults/faults.simulation.test.ts',
  'test/documents/generated.figures.test.ts',
  'test/e2e/crash.test.ts',
  'test/e2e/documents.apart.test.ts',
  'test/server/documents.work.test.ts',
  'test/conformance/storage.migrations.test.ts',
  'test/server/documents.door.test.ts',
  'test/conformance/market.verification.test.ts',
  'test/simulation/faults/faults.replay.test.ts',
  'test/simulation/faults/faults.cluster.simulation.test.ts',
]

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = LONGEST.filter((path) => !existsSync(join(this.ctx.config.root, path)))
    if (gone.length > 0) throw new Error(`test/longest-first.ts names what is not there: ${gone.join(', ')}`)
    const usual = await super.sort(files)
    // Projects stay one behind the other.
    return [...Map.groupBy(usual, ({ project }) => project.name).values()].flatMap((group) =>
      group.toSorted((a, b) => rank(a) - rank(b)),
    )
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = LONGEST.findIndex((path) => moduleId.endsWith(path))
  return at < 0 ? LONGEST.length : at
}
