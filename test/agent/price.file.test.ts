import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Config, ConfigError, readConfig } from '../../agent/src/config.ts'
import { examinePrice } from '../../agent/src/doctor/price.ts'
import { Failure } from '../../agent/src/failure.ts'
import { ownModelPrices } from '../../agent/src/price/own-model-prices.ts'
import { settlePrice } from '../../agent/src/price/settle-price.ts'
import { changedTerms } from '../../agent/src/terms.ts'
import { Marketplace } from './marketplace.ts'
import { virtualEffects } from './virtual-effects.ts'

const folder = mkdtempSync(join(tmpdir(), 'mkt-prices-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(text: string): string {
  const path = join(folder, 'prices.json')
  writeFileSync(path, text)
  return path
}

const given = (price_file: string, flags: object = {}) => ({
  ...{ server: 'http://market.test', endpoint_url: 'http://e', model: ['tiny'], price_file },
  ...flags,
})
function faults(text: string, flags: object = {}): readonly string[] {
  try {
    readConfig({ flags: given(file(text), flags), env: {} })
    return []
  } catch (error) {
    return (error as ConfigError).faults
  }
}

/** As a start has it, once the engine's models are known. */
function world(models: readonly string[]) {
  const effects = virtualEffects()
  effects.fetch = new Marketplace(effects).fetch
  const lines: string[] = []
  const log = { info: (text: string) => void lines.push(text), warn: (text: string) => void lines.push(text) }
  const options = { effects, log, ask: undefined, yes: false, known: undefined, signal: AbortSignal.timeout(20_000) }
  const config = (text: string): Config => ({
    ...readConfig({ flags: given(file(text), { model: ['auto'] }), env: {} }),
    models: models.map((name) => ({ name, engineModel: undefined })),
  })
  return { effects, lines, config, settle: (text: string) => settlePrice(config(text), options) }
}

describe('a price file', () => {
  test('has prices by model, as numbers or decimals, with comments, and one for all others', async () => {
    const text = '{\n  // what I want\n  "tiny": 0.001, "big": "0.0000005",\n  "*": 0.002,\n}'
    expect((await world(['tiny']).settle(text)).price_nano).toBe(1_000_000n)
    expect((await world(['unknown']).settle(text)).price_nano).toBe(2_000_000n)
    expect((await world(['tiny']).settle('{"tiny": 1e-6}')).price_nano).toBe(1000n)
  })

  test('without a price of a model stops the start and says which, and so does doctor', async () => {
    const { settle, config, effects } = world(['tiny', 'new'])
    const text = '{"tiny": 0.001}'
    const error = await settle(text).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Failure)
    expect(error).toMatchObject({
      message: 'the price file has no price for "new"',
      hints: ['Add them, or "*" for all others, or name the models to offer with --model.'],
    })
    const models = ['tiny', 'new']
    expect(await examinePrice(effects, config(text), { models, known: undefined })).toMatchObject({
      state: 'fail',
      found: 'the price file has no price for "new"',
    })
    expect(await examinePrice(effects, config('{"*": 0.001}'), { models, known: undefined })).toMatchObject({
      found: expect.stringContaining('0.001'),
    })
  })

  test.each([
    ['{', 'must hold one JSON object of credits by model'],
    ['[]', 'must hold one JSON object'],
    ['{}', 'must hold one JSON object'],
    ['{"tiny": -1}', 'the price of "tiny" must be credits per token, 0 to'],
    ['{"tiny": {"price": 1}}', 'not {"price":1}'],
    ['{"tiny": {"price": 1, "input_price": 0, "x": 1}}', 'or both of {"price": 0.002, "input_price": 0.0005}'],
    ['{"tiny": "0.0000000001"}', 'with at most 9 decimals, not "0.0000000001"'],
  ])('%s is refused', (text, words) => {
    expect(faults(text)).toEqual([expect.stringContaining(words)])
  })

  test('stands in place of --price, and what only goes with the market is refused beside it', () => {
    const sound = '{"tiny": 0.001}'
    expect(faults(sound)).toEqual([])
    expect(faults(sound, { price: '0.001' })).toEqual([expect.stringMatching(/^--price-file and --price/)])
    expect(faults(sound, { price_min: '0.001' })).toEqual([expect.stringMatching(/^--price-min and --price-max/)])
    expect(faults(sound, { price_factor: '0.9' })).toEqual([expect.stringMatching(/^--price-factor is for/)])
    expect(() => readConfig({ flags: given(join(folder, 'none.json')), env: {} })).toThrow(/none.json cannot be read/)
  })
})

describe('a price file of several models', () => {
  test('has each at its own price, and all at the dearest where servers know one alone', async () => {
    const { settle, lines } = world(['tiny', 'big', 'mid'])
    const config = await settle('{"tiny": 0.001, "big": 0.003, "*": {"price": 0.002, "input_price": 0.0005}}')
    expect([config.price_nano, config.price.kind]).toEqual([3_000_000n, 'fixed'])
    expect(ownModelPrices(config)).toEqual({
      tiny: { price_per_token: 1_000_000n },
      mid: { price_per_token: 2_000_000n, price_per_input_token: 500_000n },
    })
    expect(lines.at(-1)).toBe('this host asks 0.001 for tiny, 0.003 for big, 0.002 for mid credits a token')
  })

  test('is changed at the server where it was changed, as a whole, and also where models come back', async () => {
    const config = await world(['tiny', 'big']).settle('{"tiny": 0.001, "big": 0.003}')
    const { backend, max_tokens } = config
    const known = { gpu: 'GPU', models: ['tiny', 'big'], price_per_token: '0.003', backend, max_tokens }
    const as = (more: object) => changedTerms({ ...known, endpoint_url: 'http://e', ...more }, config)
    const model_prices = { tiny: { price_per_token: 1_000_000n } }
    expect(as({})).toEqual({ model_prices })
    const kept = { model_prices: { tiny: { price_per_token: '0.001' } } }
    expect(as(kept)).toBeUndefined()
    expect(as({ ...kept, models: ['big'] })).toEqual({ model_prices, models: ['tiny', 'big'] })
    expect(as({ model_prices: { big: { price_per_token: '1' } } })).toEqual({ model_prices })
  })
})

describe('--price-factor', () => {
  const read = (flags: object) =>
    readConfig({ flags: { ...given(''), price_file: undefined, ...flags } as never, env: {} })

  test('goes with market and auto, and means auto alone', () => {
    expect(read({ price_factor: '0.9' }).price).toMatchObject({ kind: 'auto', factor_nano: 900_000_000n })
    expect(read({ price: 'market', price_factor: '2' }).price).toMatchObject({ kind: 'market' })
    expect(() => read({ price: '0.001', price_factor: '2' })).toThrow(/--price-factor is for --price market or auto/)
  })

  test.each(['0', '0.001', '101', 'half', '-1'])('%s is refused', (price_factor) => {
    expect(() => read({ price_factor })).toThrow(ConfigError)
  })

  test('--model auto is --model all', () => {
    expect(read({ price_factor: '1', model: ['auto'] }).engines[0]?.choice).toBe('all')
    expect(read({ price_factor: '1', model: ['auto=x'] }).models).toEqual([{ name: 'auto', engineModel: 'x' }])
  })
})
