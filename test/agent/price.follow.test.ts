import { formatCredits } from '@mkt/schemas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundsAround, nextPrice } from '../../agent/src/price/follow.ts'
import {
  describeMarket,
  goingPrice,
  middlePrice,
  paidPrice,
  pricesOfOthers,
  type Rival,
} from '../../agent/src/price/market-price.ts'
import { OwnPrices } from '../../agent/src/price/own-prices.ts'
import { bench } from './agent-under-test.ts'

const host = (host_id: string, price_per_token: bigint, more: Partial<Rival> = {}): Rival => ({
  ...{ host_id, price_per_token, status: 'active', models: ['tiny'] },
  ...more,
})

describe("the market's price", () => {
  test('is of the other active hosts that sell one of the models and ask something', () => {
    const hosts = [
      host('own', 9n),
      host('a', 5n),
      host('gift', 0n),
      host('gone', 1n, { status: 'inactive' }),
      host('b', 3n, { models: ['other', 'big'] }),
      host('c', 1n, { models: ['other'] }),
    ]
    expect(pricesOfOthers(hosts, { models: ['tiny', 'big'], own: 'own' })).toEqual([3n, 5n])
  })

  test.each([
    [[], undefined],
    [[4n], 4n],
    [[4n, 6n], 6n],
    [[1n, 4n, 90n], 4n],
  ])('of %s is %s, the upper of two', (prices, middle) => {
    expect(middlePrice(prices)).toBe(middle)
  })

  test('is the middle of what was paid for its models, where something was', () => {
    const model = (name: string, market_price_per_token: bigint | null | undefined) => ({
      ...{ name, available_hosts: 1, min_price_per_token: 1n, max_tokens: 1 },
      ...(market_price_per_token === undefined ? {} : { market_price_per_token }),
    })
    const listed = [model('a', 3n), model('b', 9n), model('c', null), model('d', undefined), model('e', 1n)]
    expect(paidPrice(listed, ['a', 'b', 'c', 'd'])).toBe(9n)
    expect(paidPrice(listed, ['c', 'd', 'none'])).toBeUndefined()
  })

  test.each([
    [[], 'nobody else sells tiny now'],
    [[1_000_000n], '1 other host asks 0.001 credits a token for tiny'],
    [[1_000_000n, 2_000_000n], '2 other hosts ask 0.001 to 0.002 credits a token for tiny'],
    [
      [1_000_000n, 2_000_000n, 4_000_000n],
      '3 other hosts ask 0.001 to 0.004 credits a token for tiny, 0.002 in the middle',
    ],
  ])('of %s reads: %s', (prices, says) => {
    expect(describeMarket('tiny', prices)).toBe(says)
  })
})

describe('so many times a price', () => {
  const factor_nano = 900_000_000n

  test('is never nothing', () => {
    expect(goingPrice({ others: [], paid: 1n, factor_nano: 10_000_000n })).toBe(1n)
    expect(goingPrice({ others: [], paid: 10n, factor_nano })).toBe(9n)
  })

  test('is of what the others ask where what was paid is a price of its own', () => {
    const own = new Set([100n])
    expect(goingPrice({ others: [200n], paid: 100n, factor_nano, own })).toBe(180n)
    expect(goingPrice({ others: [], paid: 100n, factor_nano, own })).toBeUndefined()
    expect(goingPrice({ others: [200n], paid: 110n, factor_nano, own })).toBe(99n)
    expect(goingPrice({ others: [200n], paid: 100n, own })).toBe(100n)
  })

  test('own prices are those of late', () => {
    const prices = new OwnPrices()
    const day = 24 * 3_600_000
    prices.saw([1n, 2n], 0)
    prices.saw([2n], 4 * day)
    expect(prices.ofLate(8 * day)).toEqual(new Set([1n, 2n]))
    expect(prices.ofLate(9 * day)).toEqual(new Set([2n]))
  })
})

describe('a price that follows', () => {
  const bounds = boundsAround(1000n, { min_nano: undefined, max_nano: undefined })

  test.each([
    [1000n, 1020n, undefined],
    [1000n, 1021n, 1021n],
    [1000n, 1100n, 1100n],
    [1000n, 1500n, 1100n],
    [1000n, 600n, 900n],
    [1900n, 90_000n, 2000n],
    [2000n, 90_000n, undefined],
    [540n, 1n, 500n],
    [5n, 900n, 900n],
  ])('goes from %s towards %s by at most 10 %%: %s', (now, middle, next) => {
    expect(nextPrice(now, middle, bounds)).toBe(next)
  })

  test('stays in its bounds, never steps further than 10 %, and comes to rest', () => {
    const nano = fc.bigInt({ min: 1n, max: 1_000_000_000n })
    fc.assert(
      fc.property(nano, nano, (start, middle) => {
        const limits = boundsAround(start, { min_nano: undefined, max_nano: undefined })
        let price = start
        for (let step = 0; step < 30; step++) {
          const next = nextPrice(price, middle, limits)
          if (next === undefined) return
          const far = next > price ? next - price : price - next
          expect(far * 10n <= price || price < 10n).toBe(true)
          expect(next >= limits.min_nano && next <= limits.max_nano).toBe(true)
          price = next
        }
        expect.fail(`${start} after ${middle} does not come to rest`)
      }),
    )
  })
})

describe('an agent with --price auto', () => {
  const auto = { kind: 'auto', min_nano: 500_000n, max_nano: 2_000_000n } as const

  async function running(rivals: bigint[], kind: 'auto' | 'fixed' = 'auto', factor_nano?: bigint) {
    const world = bench()
    world.market.rivals = rivals.map((price) => ({ price }))
    world.market.account.host.price_per_token = 1_000_000n
    world.start({ price: { ...auto, kind, factor_nano }, price_nano: 1_000_000n })
    await world.effects.until(() => world.market.paths('/hosts/next-job').length > 0)
    const asked = () =>
      world.market.calls
        .filter(({ method, path }) => method === 'PATCH' && path === '/hosts/me')
        .map(({ at, body }) => [Math.round(at / 60_000), formatCredits(body.price_per_token as bigint)])
    return { world, asked }
  }

  test('goes after the market every 5 minutes by 10 % at most, keeps that in mind, and says so', async () => {
    const { world, asked } = await running([3_000_000n, 1_250_000n, 0n])
    await world.effects.pass(11 * 60_000)
    expect(asked()).toEqual([
      [5, '0.0011'],
      [10, '0.00121'],
    ])
    expect([...world.state.saved.values()][0]?.registered.price_per_token).toBe('0.00121')
    expect(world.lines.map(({ msg }) => msg)).toContain(
      'the price goes from 0.001 to 0.0011: the middle of the others is 0.003',
    )
  })

  test('follows what buyers paid rather than what others ask', async () => {
    const { world, asked } = await running([90_000_000n, 90_000_000n])
    world.market.paid = 1_050_000n
    await world.effects.pass(11 * 60_000)
    expect(asked()).toEqual([[5, '0.00105']])
    expect(world.lines.map(({ msg }) => msg)).toContain(
      "the price goes from 0.001 to 0.00105: the market's price is 0.00105",
    )
  })

  test('follows so many times the market, where a factor is given', async () => {
    const world = bench()
    world.market.paid = 1_100_000n
    world.market.account.host.price_per_token = 1_000_000n
    world.start({ price: { ...auto, factor_nano: 950_000_000n }, price_nano: 1_000_000n })
    await world.effects.pass(6 * 60_000)
    expect(world.lines.map(({ msg }) => msg)).toContain(
      "the price goes from 0.001 to 0.001045: 0.95 times the market's price is 0.001045",
    )
  })

  test('comes to rest at so many times what the others ask where what was paid is its own price', async () => {
    const { world, asked } = await running([1_000_000n], 'auto', 900_000_000n)
    const { host } = world.market.account
    for (let hour = 0; hour < 12; hour++) {
      world.market.paid = host.price_per_token
      await world.effects.pass(6 * 60_000)
    }
    expect(asked().map(([, price]) => price)).toEqual(['0.0009'])
    // What it asked some steps ago is its own price too.
    world.market.paid = 1_000_000n
    await world.effects.pass(6 * 60_000)
    world.market.rivals = []
    await world.effects.pass(6 * 60_000)
    expect(host.price_per_token).toBe(900_000n)
  })

  test('knows at the next start where it began, or what the owner said last', async () => {
    const { world } = await running([3_000_000n])
    const kept = () => [...world.state.saved.values()][0]
    await world.effects.pass(11 * 60_000)
    expect(kept()).toMatchObject({ follows_from: '0.001', registered: { price_per_token: '0.00121' } })
    world.start({ price: auto, price_nano: 1_210_000n })
    await world.effects.pass(60_000)
    expect(kept()).toMatchObject({ follows_from: '0.001' })
    world.start({ price_nano: 1_000_000n })
    await world.effects.pass(60_000)
    expect(kept()).toMatchObject({ follows_from: undefined, meant_price: '0.001' })
  })

  test('stays where nobody else sells, where the server is away, and at its bounds', async () => {
    const { world, asked } = await running([])
    await world.effects.pass(6 * 60_000)
    expect(asked()).toEqual([])
    world.market.rivals = [{ price: 90_000_000n }]
    world.market.account.host.price_per_token = 1_900_000n
    await world.effects.pass(20 * 60_000)
    expect(asked().map(([, price]) => price)).toEqual(['0.002'])
  })

  test('is the only one that changes its price', async () => {
    const { world, asked } = await running([3_000_000n], 'fixed')
    await world.effects.pass(20 * 60_000)
    expect(asked()).toEqual([])
  })
})
