import { formatCredits } from '@mkt/schemas'
import { describe, expect, test } from 'vitest'
import type { Asker } from '../../agent/src/ask.ts'
import { readConfig } from '../../agent/src/config.ts'
import { EXIT, Failure } from '../../agent/src/failure.ts'
import { boundsAround } from '../../agent/src/price/follow.ts'
import { settlePrice } from '../../agent/src/price/settle-price.ts'
import type { Identity } from '../../agent/src/state.ts'
import { Marketplace } from './marketplace.ts'
import { virtualEffects } from './virtual-effects.ts'

interface World {
  rivals?: bigint[]
  /** What buyers paid of late. */
  paid?: bigint
  ask?: Partial<Asker>
  yes?: boolean
  /** What this machine's host asks there already. */
  earlier?: string
  away?: boolean
  flags?: object
  /** The fixed price of the last start. */
  meant?: string
  /** Where `auto` began. */
  from?: string
}

async function settle(price: string, world: World = {}) {
  const {
    rivals = [],
    paid,
    ask,
    yes = false,
    earlier,
    away = false,
    flags = {},
    meant: meant_price,
    from: follows_from,
  } = world
  const effects = virtualEffects()
  const market = new Marketplace(effects)
  effects.fetch = market.fetch
  market.away = away
  market.paid = paid ?? null
  market.rivals = rivals.map((nano) => ({ price: nano }))
  // The host's own entry in the list must never count.
  market.account.host.price_per_token = 77_000_000n
  const known = {
    host_id: 'host_01',
    registered: { price_per_token: earlier ?? '' },
    meant_price,
    follows_from,
  } as Identity
  const lines: string[] = []
  const log = { info: (text: string) => void lines.push(text), warn: (text: string) => void lines.push(text) }
  const given = { server: 'http://market.test', endpoint_url: 'http://e', model: ['tiny'], price, ...flags }
  const config = readConfig({ flags: given, env: {} })
  const signal = AbortSignal.timeout(20_000)
  const options = { effects, log, ask, yes, known: earlier === undefined ? undefined : known, signal }
  // A host that is not registered is not in the list.
  if (earlier === undefined) market.account.host.models = ['none']
  const settled = await settlePrice(config, options as never)
  return { ...settled, lines }
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it settled'),
    (error) => (error instanceof Failure ? [error.message, ...error.hints].join(' | ') : String(error)),
  )
const MILLI = 1_000_000n

describe('--price market', () => {
  test('is the middle of the others, taken once, and both are shown', async () => {
    const { price_nano, price, lines } = await settle('market', { rivals: [MILLI, 3n * MILLI, 2n * MILLI, 0n] })
    expect(price_nano).toBe(2n * MILLI)
    expect(price.kind).toBe('market')
    expect(lines).toEqual([
      '3 other hosts ask 0.001 to 0.003 credits a token for tiny, 0.002 in the middle',
      'this host asks 0.002 credits a token, the middle of the others',
    ])
  })

  test('is what buyers paid, where the server knows of it, also where nobody else sells now', async () => {
    const { price_nano, lines } = await settle('market', { paid: 5n * MILLI })
    expect(price_nano).toBe(5n * MILLI)
    expect(lines.at(-1)).toBe("this host asks 0.005 credits a token, the market's price")
    expect((await settle('market', { paid: 5n * MILLI, rivals: [9n * MILLI] })).price_nano).toBe(5n * MILLI)
  })

  test('where nobody else sells is asked for on a terminal, and refused in scripts', async () => {
    const line = async (_message: string, fault: (text: string) => string | undefined) => {
      expect(fault('much')).toMatch(/such as 0.001/)
      return '0.004'
    }
    expect((await settle('market', { ask: { line } })).price_nano).toBe(4n * MILLI)
    expect(await failure(settle('market'))).toMatch(/nobody else sells these models now \| .*--price 0.001/)
  })

  test('where nobody else sells stays what the host asks already', async () => {
    expect((await settle('market', { earlier: '0.007' })).price_nano).toBe(7n * MILLI)
  })
})

describe('--price auto', () => {
  test('starts at the market, and follows it between half and double of that', async () => {
    const { price_nano, price } = await settle('auto', { rivals: [2n * MILLI] })
    expect(price_nano).toBe(2n * MILLI)
    expect(price).toEqual({ kind: 'auto', min_nano: MILLI, max_nano: 4n * MILLI })
  })

  test('goes on from what the host asks already, also where the server does not say what others ask', async () => {
    expect((await settle('auto', { rivals: [2n * MILLI], earlier: '0.003' })).price_nano).toBe(3n * MILLI)
    const { price_nano, lines } = await settle('auto', { earlier: '0.003', away: true })
    expect(price_nano).toBe(3n * MILLI)
    expect(lines[0]).toContain('the prices of the market are not known')
  })

  test('keeps to the bounds that its owner names', async () => {
    const flags = { price_min: '0.005', price_max: '0.006' }
    const { price_nano, price, lines } = await settle('auto', { rivals: [2n * MILLI], flags })
    expect(price_nano).toBe(5n * MILLI)
    expect(price).toEqual({ kind: 'auto', min_nano: 5n * MILLI, max_nano: 6n * MILLI })
    expect(lines.at(-1)).toBe(
      'this host asks 0.005 credits a token, and follows the middle of the others between 0.005 and 0.006',
    )
  })
})

describe('a stranger who asks next to nothing', () => {
  test.each(['auto', 'market'])('sets no first price of %s unless that is meant', async (price) => {
    const rivals = [1n]
    expect(await failure(settle(price, { rivals }))).toMatch(/a million tokens would earn 0.001\. .*--price-min.*--yes/)
    expect((await settle(price, { rivals, yes: true })).price_nano).toBe(1n)
    const flags = { price_min: '0.000000002' }
    expect((await settle(price, { rivals, flags })).price_nano).toBe(2n)
  })

  test.each([
    ['0.001', '0.001', undefined],
    ['0.0001', '0.001', { price_min: '0.0001' }],
  ])('takes no price of a host down to nothing at its start', async (price, earlier, flags) => {
    const { price_nano, lines } = await settle('market', { rivals: [1n], earlier, flags: flags ?? {} })
    expect(formatCredits(price_nano)).toBe(price)
    expect(lines.at(-1)).toMatch(/(as before|the bound that is given): the middle of the others is 0.000000001$/)
  })

  test('takes no price that follows further by many starts', async () => {
    const { price_nano, price } = await settle('auto', { rivals: [1n], earlier: '0.0005', from: '0.001' })
    expect(formatCredits(price_nano)).toBe('0.0005')
    expect(price).toEqual({ kind: 'auto', min_nano: MILLI / 2n, max_nano: 2n * MILLI })
  })

  test('takes none to 0', () => expect(boundsAround(1n, {}).min_nano).toBe(1n))
})

describe('a price that looks like a slip', () => {
  test('is asked about on a terminal, refused in scripts, and taken when it is meant', async () => {
    const rivals = [MILLI]
    const refuse = async () => false
    expect(await failure(settle('5000', { rivals, ask: { confirm: refuse } }))).toBe(
      'not started: give another --price',
    )
    let asked = ''
    const agree = async (message: string) => {
      asked = message
      return true
    }
    expect((await settle('5000', { rivals, ask: { confirm: agree } })).price_nano).toBe(5_000_000n * MILLI)
    expect(asked).toMatch(/hardly anyone will buy\. Start with it all the same\?/)
    expect(await failure(settle('5000', { rivals }))).toMatch(/hardly anyone will buy\. \| .*--yes/)
    expect((await settle('5000', { rivals, yes: true })).lines.join()).toContain('hardly anyone will buy')
    expect((await settle('0.002', { rivals })).price_nano).toBe(2n * MILLI)
  })

  test.each([
    ['the price in force', '0.001', { earlier: '0.001' }],
    ['the price of the last start, changed since', '0.001', { earlier: '0.002', meant: '0.001' }],
    ['a bound of its owner', 'market', { earlier: '0.002', flags: { price_min: '0.001' } }],
    ['a bound of its owner that moves', 'auto', { earlier: '0.0002', flags: { price_min: '0.001' } }],
  ])('of a host that is known is only told of where it is %s, whatever others ask', async (_what, price, world) => {
    const { price_nano, lines } = await settle(price, { ...world, rivals: [1n] })
    expect(price_nano).toBe(MILLI)
    expect(lines.join()).toContain('1000000 times what the dearest other host asks')
  })

  test('ends nothing for good for what others ask', async () => {
    await expect(settle('0.001', { earlier: '0.002', rivals: [1n] })).rejects.toMatchObject({ code: EXIT.failed })
    await expect(settle('5000', { earlier: '0.002' })).rejects.toMatchObject({ code: EXIT.usage })
  })

  test('does not keep a start from a server that is away', async () => {
    expect((await settle('5000', { away: true })).price_nano).toBe(5_000_000n * MILLI)
  })
})

describe('a price by --price-factor', () => {
  test('is so many times what was paid, or the middle of the others', async () => {
    expect(await settle('market', { paid: 2_000_000n, flags: { price_factor: '0.9' } })).toMatchObject({
      price_nano: 1_800_000n,
    })
    const rivals = [1_000_000n, 2_000_000n, 3_000_000n]
    const { price_nano, lines } = await settle('market', { rivals, flags: { price_factor: '1.5' } })
    expect(price_nano).toBe(3_000_000n)
    expect(lines.at(-1)).toBe('this host asks 0.003 credits a token, 1.5 times the middle of the others')
  })

  test('without --price follows the market', async () => {
    const flags = { price_factor: '0.5', price: undefined }
    expect(await settle('auto', { paid: 2_000_000n, flags })).toMatchObject({ price_nano: 1_000_000n })
  })
})
