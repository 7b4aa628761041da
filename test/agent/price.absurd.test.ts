import { parseCredits } from '@mkt/schemas'
import { expect, test } from 'vitest'
import { absurdPrice } from '../../agent/src/price/absurd.ts'

const nano = (credits: string) => parseCredits(credits) as bigint

test.each([
  ['0.01', ['0.001'], undefined],
  ['0.010000001', ['0.001'], 'is 10 times what the dearest other host asks (0.001)'],
  ['9000000', ['0.001', '0.5'], 'is 18000000 times what the dearest other host asks (0.5)'],
  ['5', ['0.5', '0.001'], undefined],
  ['1', [], undefined],
  ['1.000000001', [], 'an answer of 500 tokens costs 500.0000005 credits'],
  ['2', ['0'], 'hardly anyone will pay'],
  ['0.5', ['0'], undefined],
  ['0.0001', ['0.02', '0.001'], undefined],
  ['0.000099999', ['0.02', '0.001'], 'less than a tenth of what the cheapest other host asks (0.001)'],
  ['0.000001', [], undefined],
  ['0.000000999', [], 'a million tokens earn 0.999 credits'],
  ['0', [], 'gives every token away'],
  ['0', ['0.001'], 'gives every token away'],
])('a price of %s beside %j', (price, others, wanted) => {
  const said = absurdPrice(nano(price), others.map(nano))
  if (wanted === undefined) expect(said).toBeUndefined()
  else expect(said).toContain(wanted)
})
