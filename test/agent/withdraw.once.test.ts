import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { CommandIo } from '../../agent/src/command-io.ts'
import { withdraw } from '../../agent/src/operations/withdraw.ts'
import { withdrawals } from '../../agent/src/operations/withdrawals.ts'
import { type IoUnderTest, ioUnderTest } from './io-under-test.ts'

const NANO = 1_000_000_000n

function rich(): IoUnderTest {
  const bench = ioUnderTest()
  bench.register()
  bench.market.account.host.balance = 10n * NANO
  return bench
}

const take = (amount = '2.5', more = {}) => {
  return (io: CommandIo, flags: { state: string }) => withdraw(io, { ...flags, amount, to: 'my bank', ...more })
}
const pending = (dir: string) => readdirSync(dir).filter((name) => name.startsWith('withdrawal-'))

/** Runs an operation to its end while its own waits pass. */
async function finish({ run, effects }: IoUnderTest, operation: ReturnType<typeof take>): Promise<number> {
  let code: number | undefined
  void run(operation).then((ended) => {
    code = ended
  })
  await effects.until(() => code !== undefined)
  return code as number
}

describe('mkt-agent withdraw', () => {
  test('asks once, and leaves nothing behind', async () => {
    const bench = rich()
    expect(await bench.run(take())).toBe(0)
    expect(bench.out).toEqual(['wdr_00000000000000000000000001: 2.5 credits to my bank, pending'])
    expect(bench.market.account.host.balance).toBe(7_500_000_000n)
    expect(pending(bench.dir)).toEqual([])
    expect(await bench.run(take())).toBe(0)
    expect(bench.market.account.withdrawals).toHaveLength(2)
  })

  test('whose answer is lost is the same withdrawal when it is repeated', async () => {
    const bench = rich()
    bench.market.deaf = true
    expect(await finish(bench, take())).toBe(1)
    expect(bench.err.join()).toContain('The same command again, within a day, makes it once')
    bench.market.deaf = false
    expect(await bench.run(take('2.5', { json: true }))).toBe(0)
    expect(JSON.parse(bench.out[0] as string)).toMatchObject({ amount: 2.5, status: 'pending' })
    expect(bench.market.account.withdrawals).toHaveLength(1)
    expect(pending(bench.dir)).toEqual([])
  })

  test('of another amount meanwhile is another withdrawal, and so is one asked for with --again', async () => {
    const bench = rich()
    bench.market.deaf = true
    await finish(bench, take())
    bench.market.deaf = false
    expect(await bench.run(take('1'))).toBe(0)
    expect(await bench.run(take('2.5', { again: true }))).toBe(0)
    expect(bench.market.account.withdrawals.map(({ amount }) => amount)).toEqual([2_500_000_000n, NANO, 2_500_000_000n])
  })

  test('is not repeated blindly once the server has forgotten its key', async () => {
    const bench = rich()
    bench.market.deaf = true
    await finish(bench, take())
    bench.market.deaf = false
    const { now } = bench.effects
    bench.effects.now = () => now() + 24 * 3_600_000
    expect(await bench.run(take())).toBe(1)
    expect(bench.err.join()).toContain('--again makes another one')
    expect(bench.market.account.withdrawals).toHaveLength(1)
  })

  test('given twice at the same moment is one withdrawal', async () => {
    const bench = rich()
    expect(await Promise.all([bench.run(take()), bench.run(take())])).toEqual([0, 0])
    expect(bench.market.account.withdrawals).toHaveLength(1)
  })

  test('tries again by itself when a connection breaks', async () => {
    const bench = rich()
    bench.market.answerTo = () => {
      bench.market.deaf = bench.market.paths('/hosts/withdrawals').length === 1
      return undefined
    }
    expect(await finish(bench, take())).toBe(0)
    expect(bench.market.account.withdrawals).toHaveLength(1)
  })

  test('of an owned host names its owner’s command', async () => {
    const bench = rich()
    bench.market.account.owned = true
    expect(await bench.run(take())).toBe(3)
    expect(bench.err.join()).toContain('mkt withdraw --host host_01 --amount 2.5 --to "my bank"')
    expect(pending(bench.dir)).toEqual([])
  })

  test('of more than there is, or of no amount, is refused', async () => {
    const bench = rich()
    expect(await bench.run(take('11'))).toBe(1)
    expect(bench.err.join()).toContain('Not so much.')
    for (const amount of ['0', '-1', 'all', '1e3']) expect(await bench.run(take(amount))).toBe(2)
    expect(bench.market.account.withdrawals).toHaveLength(0)
  })
})

test('mkt-agent withdrawals lists them, newest first', async () => {
  const bench = rich()
  const list = (io: CommandIo, flags: { state: string }) => withdrawals(io, { ...flags, limit: 20, offset: 0 })
  expect(await bench.run(list)).toBe(0)
  expect(bench.err.join()).toContain('no withdrawal')
  await bench.run(take('1'))
  await bench.run(take('2'))
  bench.out.length = 0
  expect(await bench.run(list)).toBe(0)
  expect(bench.out[0]).toMatch(/^WITHDRAWAL +CREDITS +STATUS/)
  expect(bench.out.slice(1).map((line) => line.split(/ +/)[1])).toEqual(['2', '1'])
})
