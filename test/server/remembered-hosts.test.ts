import { expect, test } from 'vitest'
import { HOST_PROOF_MS, outliveProofs, RememberedHosts } from '../../server/src/accounts/remembered-hosts.ts'
import { ManualClock } from './manual-clock.ts'

function scene() {
  const clock = new ManualClock()
  const hosts = new RememberedHosts<string>(clock)
  let asked = 0
  const proving = (answer: () => Promise<string>) => async () => {
    asked++
    return await answer()
  }
  return { clock, hosts, proving, asked: () => asked }
}

test('a proof is taken for granted for as long as the caller says, and then asked for anew', async () => {
  const { clock, hosts, proving, asked } = scene()
  const prove = proving(async () => 'host_1')
  expect(await hosts.outlast('hash', prove, HOST_PROOF_MS)).toBe('host_1')
  await clock.advance(HOST_PROOF_MS - 1)
  expect(await hosts.outlast('hash', prove, HOST_PROOF_MS)).toBe('host_1')
  expect(asked()).toBe(1)
  await hosts.outlast('hash', prove)
  expect(asked()).toBe(2)
  await clock.advance(HOST_PROOF_MS)
  await hosts.outlast('hash', prove, HOST_PROOF_MS)
  expect(asked()).toBe(3)
})

test('a proof is as old as its question: an answer that was long on its way lasts no longer', async () => {
  const { clock, hosts, proving } = scene()
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = hosts.outlast(
    'hash',
    proving(() => promise),
    HOST_PROOF_MS,
  )
  await clock.advance(HOST_PROOF_MS)
  resolve('host_1')
  await first
  const refused = proving(() => Promise.reject(new Error('revoked')))
  await expect(hosts.outlast('hash', refused, HOST_PROOF_MS)).rejects.toThrow('revoked')
})

test('who revokes a key and waits proofs out finds none that is taken for granted', async () => {
  const { clock, hosts, proving } = scene()
  await hosts.outlast(
    'hash',
    proving(async () => 'host_1'),
    HOST_PROOF_MS,
  )
  let over = false
  void outliveProofs(clock).then(() => {
    over = true
  })
  await clock.advance(HOST_PROOF_MS - 1)
  expect(over).toBe(false)
  await clock.advance(200)
  expect(over).toBe(true)
  const refused = proving(() => Promise.reject(new Error('revoked')))
  await expect(hosts.outlast('hash', refused, HOST_PROOF_MS)).rejects.toThrow('revoked')
  // What was known of it is gone as well.
  await expect(hosts.outlast('hash', refused, HOST_PROOF_MS)).rejects.toThrow('revoked')
})
