import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LockedError, lockDataDirectory } from '../../server/src/storage/location.ts'

test('a data directory is served by one at a time, and free again after it', () => {
  const data = mkdtempSync(join(tmpdir(), 'mkt-lock-'))
  try {
    const unlock = lockDataDirectory(data)
    expect(() => lockDataDirectory(data)).toThrow(LockedError)
    expect(() => lockDataDirectory(data)).toThrow(`another mkt-server serves ${data}; stop it first`)
    unlock()
    lockDataDirectory(data)()
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
})

test('each service of it may have a server of its own; who needs all of it waits for both', () => {
  const data = mkdtempSync(join(tmpdir(), 'mkt-lock-'))
  try {
    const [market, documents] = [lockDataDirectory(data, ['market']), lockDataDirectory(data, ['documents'])]
    for (const services of [['market'], ['documents'], undefined] as const)
      expect(() => lockDataDirectory(data, services)).toThrow(LockedError)
    market()
    expect(() => lockDataDirectory(data)).toThrow(LockedError)
    // What was taken before the refusal is free again.
    lockDataDirectory(data, ['market'])()
    documents()
    lockDataDirectory(data)()
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
})
