import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { lockAddress, lockHolder, takeLock } from '@mkt/schemas/process/lock'
import { describe, expect, onTestFinished, test } from 'vitest'

const what = () => ({ kind: 'mkt-test', path: `/${crypto.randomUUID()}` })
const held = { pid: String(process.pid) }

describe.each(['linux', 'darwin'] as const)('the lock on %s', (platform) => {
  test.runIf(process.platform === 'linux')('is held by one, until it is released', async () => {
    const state = what()
    const lock = await takeLock(state, platform)
    expect(await takeLock(state, platform)).toEqual(held)
    expect(await lockHolder(state, platform)).toEqual(held)
    for (const other of [what(), { ...state, kind: 'mkt-other' }]) {
      const free = await takeLock(other, platform)
      if ('release' in free) await free.release()
      else expect.fail('another lock is held too')
    }
    if ('release' in lock) await lock.release()
    expect(await lockHolder(state, platform)).toBeUndefined()
  })
})

describe.skipIf(process.platform === 'win32')('a socket file', () => {
  test('that a killed process left behind is no lock', async () => {
    const state = what()
    writeFileSync(lockAddress(state, 'darwin'), '')
    const lock = await takeLock(state, 'darwin')
    expect(await takeLock(state, 'darwin')).toEqual(held)
    if ('release' in lock) await lock.release()
  })

  test('of a process that is stopped, and says nothing, stays its lock', async () => {
    const state = what()
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(lockAddress(state, 'darwin'), resolve))
    onTestFinished(() => void silent.close())
    expect(await takeLock(state, 'darwin')).toEqual({ pid: undefined })
  })
})
