import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { minimise } from './minimise.ts'
import { mutant } from './mutate.ts'
import { makeStock } from './stock.ts'
import { Victim } from './victim.ts'

const victim = new Victim()
afterAll(() => victim.stop())

/** A stretch of seeds without one of those that pdf.js itself never comes back from. */
const QUICK = { inputs: 60, first: 50_000 }

test('spoilt documents are analysed or refused', { timeout: 180_000 }, async () => {
  const stock = await makeStock()
  const kinds: Record<string, number> = {}
  const harmed: string[] = []
  for (let seed = QUICK.first; seed < QUICK.first + QUICK.inputs; seed++) {
    const { kind, cpuMs, detail } = await victim.attempt(mutant(seed, stock))
    kinds[kind] = (kinds[kind] ?? 0) + 1
    if (kind !== 'analysed' && kind !== 'refused') harmed.push(`${seed}: ${kind} ${cpuMs} ms ${detail}`)
  }
  expect(harmed).toEqual([])
  expect(kinds.analysed).toBeGreaterThan(20)
  expect(kinds.refused).toBeGreaterThan(5)
})

test('the same seed makes the same bytes, another one others', async () => {
  const stock = await makeStock()
  expect(mutant(7, stock)).toEqual(mutant(7, stock))
  expect(mutant(7, stock)).not.toEqual(mutant(8, stock))
})

test('what fails is made smaller while it fails', async () => {
  const small = await minimise(
    Buffer.from('abcXdefYghi'),
    async (bytes) => /X.*Y/.test(bytes.toString()),
    () => true,
  )
  expect(small.toString()).toBe('XY')
})

test('a promise of nobody that fails does not end the thread', async () => {
  const module = new URL('../../../server/src/documents/threads/stray-rejections.ts', import.meta.url)
  const source = (outlives: boolean) => `
    const { outliveStrayRejections } = await import('${module.href}')
    if (${outlives}) outliveStrayRejections()
    Promise.reject(new Error('stray'))
    setTimeout(() => process.exit(7), 50)`
  const endOf = (outlives: boolean) =>
    new Promise((resolve) => {
      const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source(outlives))}`))
      thread.on('error', resolve)
      thread.on('exit', resolve)
    })
  expect(await endOf(true)).toBe(7)
  expect(await endOf(false)).toMatchObject({ message: 'stray' })
})
