import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openIntent } from '../../agent/src/withdrawal-intent.ts'

test('two processes that both found no key and both keep one end with the same', () => {
  const dir = mkdtempSync(join(tmpdir(), 'mkt-intent-'))
  try {
    const what = { amount: '1.5', to: 'IBAN' }
    const [one, other] = [openIntent(dir, 'host_1', what), openIntent(dir, 'host_1', what)]
    expect([one.read(), other.read()]).toEqual([undefined, undefined])
    const kept = one.keep({ key: 'first', asked_at: 1 })
    expect(other.keep({ key: 'second', asked_at: 2 })).toEqual(kept)
    expect(one.read()).toEqual({ key: 'first', asked_at: 1 })
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
