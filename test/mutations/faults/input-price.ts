import type { Fault } from '../fault.ts'

const PRICE = 'server/src/market/jobs/price.ts'
const READ = ['test/conformance/market.input-prices.test.ts']

/** What the tokens cost that are read. */
export const INPUT_PRICES: readonly Fault[] = [
  {
    name: 'input-bytes-no-bound',
    file: PRICE,
    find: 'return Math.min(prompt_tokens ?? 0, bytes)',
    replace: 'return Math.max(prompt_tokens ?? 0, 0 * bytes)',
    why: 'a host bills any number of tokens for a prompt of a line',
    tests: READ,
  },
  {
    name: 'input-uncounted-is-all',
    file: PRICE,
    find: 'return Math.min(prompt_tokens ?? 0, bytes)',
    replace: 'return Math.min(prompt_tokens ?? bytes, bytes)',
    why: 'each byte of a prompt costs a token where the engine counts nothing',
    tests: READ,
  },
  {
    name: 'input-not-reserved',
    file: 'server/src/market/jobs/agree-terms.ts',
    find: ' + BigInt(prompt_bytes) * input.price_nano',
    replace: ' + 0n * BigInt(prompt_bytes) * input.price_nano',
    why: 'a job costs more than it reserved, so that its end fails',
    tests: READ,
  },
  {
    name: 'input-not-billed',
    file: 'server/src/market/attempts/charge-delivered.ts',
    find: 'const input_nano = BigInt(input_tokens) * (job.input_price_nano ?? 0n)',
    replace: 'const input_nano = BigInt(input_tokens) * 0n * (job.input_price_nano ?? 0n)',
    why: 'a host that asks for what it reads is never paid for it',
    tests: READ,
  },
  {
    name: 'input-cap-ignored-by-claims',
    file: 'server/src/storage/may-run.ts',
    find: 'and jobs.input_cap_nano >= ',
    replace: 'and jobs.input_cap_nano >= 0 * ',
    why: 'a host above what the buyer allows for a prompt gets the job, which then cannot be charged',
    tests: READ,
  },
  {
    name: 'input-unguarded',
    file: PRICE,
    find: 'const limit_nano = max_price ?? least(agreed.limit_nano, ceiling)',
    replace: 'const limit_nano = max_price ?? 1_000_000n * least(agreed.limit_nano, ceiling)',
    why: 'a host that writes for little has a buyer pay any price for being read',
    tests: READ,
  },
]
