import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { OrderedOutput, readOutput } from '../../cli/src/batch/output.ts'

async function outputPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mkt-batch-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'out.jsonl')
}

test('whatever order the answers come in, the file has that of the prompts, and never a gap', async () => {
  const path = await outputPath()
  const orders = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 })
  const run = async (order: number[]) => {
    await rm(path, { force: true })
    await using output = await OrderedOutput.open(path, await readOutput(path))
    const put = new Set<number>()
    for (const index of order) {
      await output.put(index, JSON.stringify({ line: index + 1, status: 'completed' }))
      put.add(index)
      const { lines } = await readOutput(path)
      const whole = [0, 1, 2, 3, 4, 5, 6, 7].findIndex((at) => !put.has(at))
      expect(lines).toEqual([1, 2, 3, 4, 5, 6, 7, 8].slice(0, whole < 0 ? 8 : whole))
    }
  }
  await fc.assert(fc.asyncProperty(orders, run), { numRuns: 20, seed: 7 })
})

test('an answer is in the file, whole, when it counts as written', async () => {
  const path = await outputPath()
  await using output = await OrderedOutput.open(path, await readOutput(path))
  const line = JSON.stringify({ line: 1, status: 'completed', text: 'x'.repeat(32 * 1024 * 1024) })
  await output.put(0, line)
  expect((await stat(path)).size).toBe(line.length + 1)
})

test('answers that wait for an earlier one hold new prompts back, until it comes or the batch is given up', async () => {
  const path = await outputPath()
  await using output = await OrderedOutput.open(path, await readOutput(path), 10)
  await output.room()
  await output.put(1, '{"second":1}')
  let began = false
  const room = output.room().then(() => {
    began = true
  })
  await new Promise(setImmediate)
  expect(began).toBe(false)
  await output.put(0, '{"first":1}')
  await room
  expect(await readFile(path, 'utf8')).toBe('{"first":1}\n{"second":1}\n')
  await output.put(3, '{"fourth":1}')
  const last = output.room()
  output.giveUp()
  await last
})
