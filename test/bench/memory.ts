import type { Figure } from './figure.ts'
import { residentMb, type Sample } from './measure.ts'
import { type BenchOptions, startScene } from './scene.ts'

const SETTLE_MS = 3000

/** What the server holds in memory when nobody asks it anything. */
export async function measureMemory(options: BenchOptions): Promise<Figure> {
  const ours: Sample[] = []
  for (let at = 0; at < (options.full ? 5 : 2); at++) {
    const { server } = await startScene(options, { buyers: 0, hosts: 0 })
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    ours.push({ mb: residentMb(server.pid) })
    await server.stop()
  }
  const met = ours.every(({ mb }) => (mb ?? Number.POSITIVE_INFINITY) < 120)
  return {
    name: 'memory',
    what: 'resident memory, idle',
    anchor: 'none',
    goal: '< 120 MB',
    ours,
    theirs: [],
    ratios: [{ member: 'mb', ratio: Number.NaN, met }],
  }
}
