import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withinOwnTime } from '../../server/src/market/formats/own-time.ts'
import { SchemaWorker } from '../../server/src/market/formats/schema-worker.ts'

/** Tries something that needs so much of a processor of which this thread has a share, and says how often. */
function tried(needs_ms: number, share: number) {
  let [own, attempts] = [0, 0]
  const attempt = (timeout_ms: number) => {
    attempts++
    own += Math.min(needs_ms, timeout_ms * share)
    return needs_ms <= timeout_ms * share ? 'done' : 'late'
  }
  const found = withinOwnTime({ limit_ms: 100, wall_ms: 1300 }, attempt, () => own)
  return [found, attempts]
}

// Before: the limit was one of wall time, and beside eight accounts with slow schemas, on a machine with as much else
// to do, a new buyer's harmless one was told 429 after 10 s.
test.each([
  ['quick, on a machine of its own', 20, 1, ['done', 1]],
  ['quick, where there is a tenth of a processor', 20, 0.1, ['done', 2]],
  ['quick, where there is a thirtieth', 20, 1 / 30, ['done', 3]],
  ['quick, where there is next to nothing', 20, 0.01, ['late', 3]],
  ['slow, which had its time', 5000, 1, ['late', 1]],
  ['slow, which had half of its time', 5000, 0.5, ['late', 1]],
])('what is %s', (_, needs_ms, share, expected) => {
  expect(tried(needs_ms, share)).toEqual(expected)
})

const taking = { limit_ms: 3000, wall_ms: 3000 }

test('what takes its whole time of the processor is not begun anew', async () => {
  const worker = new SchemaWorker()
  const endless = { schema: { pattern: '^(a+)+$' }, text: JSON.stringify(`${'a'.repeat(60)}!`) }
  expect(await worker.look({ schema: {}, ...taking })).toBeNull()
  expect(await worker.look({ ...endless, limit_ms: 100, wall_ms: 1300 })).toBe('late')
  await worker.close()
})

test.runIf(process.platform === 'linux')('what is slow is looked at behind all else', async () => {
  // Its 19th field, behind the name.
  const niceOf = (stat: string) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  const stats = () => readdirSync('/proc/self/task').map((id) => readFileSync(`/proc/self/task/${id}/stat`, 'utf8'))
  const own = niceOf(readFileSync('/proc/self/stat', 'utf8'))
  const behind = () => stats().filter((stat) => niceOf(stat) === own + 5).length
  const before = behind()
  const worker = new SchemaWorker({ behind: true })
  await worker.look({ schema: {}, ...taking })
  expect(behind() - before).toBe(1)
  await worker.close()
})
