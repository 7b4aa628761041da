import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { CoreShares, shareCores } from '../../server/src/documents/ocr/core-shares.ts'

test('there are as many shares as cores, for all threads together', async () => {
  shareCores(3)
  const [mine, others] = [new CoreShares(), new CoreShares()]
  const first = mine.take()
  expect(first).toBeTypeOf('function')
  expect(others.take()).toBeTypeOf('function')
  const module = new URL('../../server/src/documents/ocr/core-shares.ts', import.meta.url).href
  const thread = new Worker(
    `import(${JSON.stringify(module)}).then(({ CoreShares }) => {
      const shares = new CoreShares()
      const taken = [shares.take(), shares.take()].map((give) => give !== undefined)
      require('node:worker_threads').parentPort.postMessage(taken)
    })`,
    { eval: true },
  )
  // The thread takes the last one and ends without giving it back.
  expect(await once(thread, 'message')).toEqual([[true, false]])
  await thread.terminate()
  expect(mine.take()).toBeUndefined()
  first?.()
  expect(others.take()).toBeTypeOf('function')
  expect(others.take()).toBeUndefined()
})

test('a share that an ended thread took is free again after a while', () => {
  const past = process.hrtime()[0] - 1
  const shares = new CoreShares(Int32Array.of(past))
  const give = shares.take()
  expect(give).toBeTypeOf('function')
  expect(shares.take()).toBeUndefined()
  give?.()
  expect(shares.take()).toBeTypeOf('function')
})
