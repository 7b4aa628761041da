import type { PieceNote } from '@mkt/schemas'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setCapabilities } from '../../server/src/market/hosts/capability-store.ts'
import { billedTokens } from '../../server/src/market/jobs/price.ts'
import { paidBytes } from '../../server/src/market/pieces/paid-bytes.ts'
import { storedPieces } from '../../server/src/market/pieces/piece.ts'
import type { Floor } from '../conformance/market-floor.ts'
import { openSqliteFloor } from './sqlite-floor.ts'

const PRICE = 1_000_000n
let floor: Floor
let user: string
let host: string
beforeAll(async () => {
  floor = await openSqliteFloor()
  user = await floor.user()
  host = await floor.host({ price: PRICE })
})
afterAll(async () => {
  expect(await floor.faults([])).toEqual([])
  await floor.close()
})

// Pieces of many bytes, so that the bound of a byte a token hides nothing.
test.each<[string, string[], number]>([
  ['one piece', ['Hello'], 1],
  ['as many as there are pieces', ['Hello', ', ', 'world!'], 3],
  ['none for a piece without text', ['Hello', '', ' world', ''], 2],
  ['no piece more than max_tokens', ['one ', 'two ', 'three ', 'four ', 'five '], 4],
])('where the engine says nothing a job costs %s', async (_what, tokens, billed) => {
  const { job_id } = await floor.submit(user, { max_tokens: 4 })
  await floor.next(host)
  await floor.results(host, { job_id, tokens, finish_reason: 'stop' })
  expect(await floor.job(job_id)).toMatchObject({ tokens_generated: billed, charged_nano: BigInt(billed) * PRICE })
})

test('the count of pieces is theirs with text, wherever nothing bounds it', () => {
  const piece = fc.constantFrom('', 'word', ' longer words', 'é')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const withText = pieces.filter((text) => text !== '').length
      expect(billedTokens({ engine_tokens: undefined, pieces, max_tokens: 1000 })).toBe(withText)
    }),
  )
})

// Characters by their numbers, since nobody sees them: a blank of no width, a joiner, a variation selector, a tag.
const [BLANK, JOINER, SELECTOR, TAG] = [0x200b, 0x200d, 0xfe0f, 0xe0061].map((code) => String.fromCodePoint(code))

describe('what nobody can see', () => {
  test('is paid no more than what is seen, and by itself nothing', async () => {
    const hidden = Array.from({ length: 50 }, () => `${BLANK}`)
    const paid = async (tokens: string[]) => {
      const { job_id } = await floor.submit(user, { max_tokens: 60 })
      await floor.next(host)
      await floor.results(host, { job_id, tokens, finish_reason: 'stop', usage: { completion_tokens: 55 } })
      return (await floor.job(job_id)).charged_nano / PRICE
    }
    expect(await paid(['Hello', ...hidden])).toBe(10n)
    expect(await paid(hidden)).toBe(0n)
    expect(await paid(['Hello', ...hidden.map(() => ' ')])).toBe(55n)
  })

  test.each([
    ['a family of three', `\u{1f468}${JOINER}\u{1f469}${JOINER}\u{1f467}`],
    ['a heart in red', `\u2764${SELECTOR}`],
    ['a word of Persian in two parts', `\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645`],
    ['lines and tabs', 'one\ttwo\r\nthree\n\n\n'],
  ])('counts whole where scripts need it: %s', (_what, text) => {
    expect(paidBytes([text])).toBe(Buffer.byteLength(text))
  })

  test('hidden anywhere it brings at most as much as the text has', () => {
    const part = fc.constantFrom('a', 'é', '字', `${BLANK}`, `${TAG}`, '\u0000', '\u00ad', '\u3164')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const seen = Buffer.byteLength(parts.filter((one) => /[aé字]/.test(one)).join(''))
        expect(paidBytes([parts.join('')])).toBe(Math.min(2 * seen, Buffer.byteLength(parts.join(''))))
      }),
    )
  })

  test('is told from what is seen as Unicode has it, whichever character', () => {
    const unseen = /[[\p{Default_Ignorable_Code_Point}\p{Cc}]--[\t\n\r]]/v
    const wrong: string[] = []
    for (let point = 0; point < 0x110000; point++) {
      if (point >= 0xd800 && point < 0xe000) continue
      const text = String.fromCodePoint(point)
      const paid = unseen.test(text) ? 0 : Buffer.byteLength(text)
      if (paidBytes([text]) !== paid) wrong.push(point.toString(16))
    }
    expect(wrong).toEqual([])
  })

  test('holds nobody up: a text to the brim, half of it hidden, takes a moment', () => {
    const text = `a\u00ad`.repeat(2_796_202)
    const begun = process.cpuUsage()
    expect(paidBytes([text])).toBe(2 * 2_796_202)
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(200)
  })
})

describe('of an answer that calls tools', () => {
  const tools = [{ type: 'function' as const, function: { name: 'weather', parameters: { type: 'object' } } }]
  const call = (at: number, said: object = {}): PieceNote => ({ at, tool_call: { index: 0, ...said } })
  const answered = async (tokens: string[], notes: PieceNote[], completion_tokens?: number) => {
    const id = await floor.host({ price: PRICE, models: ['t'] })
    await floor.market.database.transaction((tx) => setCapabilities(tx, id, { capabilities: ['tools'] }))
    floor.market.offers.forget()
    const { job_id } = await floor.submit(user, { model: 't', max_tokens: 200, tools })
    await floor.next(id)
    const usage = completion_tokens === undefined ? undefined : { completion_tokens }
    await floor.results(id, { job_id, tokens, notes, finish_reason: 'tool_calls', usage })
    return (await floor.job(job_id)).tokens_generated
  }
  const ARGUMENTS = '{"city": "Vienna, in the first district"}'
  const called = ['', ARGUMENTS]
  const notes = [call(0, { id: 'call_1', name: 'weather' }), call(1)]
  const empty = Array.from({ length: 100 }, () => '')
  const beside = (said: (at: number) => object) => empty.map((_, at) => ({ at: 2 + at, ...said(2 + at) }))

  test('a name is paid once, with the call that it begins', async () => {
    expect(await answered(called, notes)).toBe(2)
    expect(await answered(called, notes, 200)).toBe('weather'.length + ARGUMENTS.length)
  })

  test.each<[string, (at: number) => object]>([
    ['the same name again', (at) => call(at, { name: 'weather' })],
    ['other names of the same call', (at) => call(at, { name: 'x'.repeat(60) })],
    ['an id again', (at) => call(at, { id: 'call_2' })],
    [
      'a name beside a thought',
      (at) => ({ ...call(at, { name: 'weather' }), reasoning: true, tool_call: { index: at, name: 'weather' } }),
    ],
  ])('%s is shown to nobody and paid to nobody', async (_what, said) => {
    const all = [...notes, ...beside(said)]
    expect(await answered([...called, ...empty], all)).toBe(2)
    expect(await answered([...called, ...empty], all, 200)).toBe('weather'.length + ARGUMENTS.length)
  })
})

test('likelihoods without a text are no tokens of the answer', () => {
  const likely = storedPieces(
    ['Hello there', '', ''],
    [1, 2].map((at) => ({ at, logprobs: [{ token: 'x', logprob: -1, top_logprobs: [] }] })),
    {
      ...{ tools: false, logprobs: true, embeddings: false, rerank: false },
    },
  )
  expect(likely[1]).not.toBe('')
  expect(billedTokens({ engine_tokens: undefined, pieces: likely, max_tokens: 100 })).toBe(1)
})

test('of every character of one unit it is known whether it is seen, in whatever order they are asked for', () => {
  const UNSEEN = /[[\p{Default_Ignorable_Code_Point}\p{Cc}]--[\t\n\r]]/v
  const wrong: number[] = []
  for (let at = 0xffff; at >= 0; at--) {
    const letter = String.fromCharCode(at)
    if (!letter.isWellFormed()) continue
    if ((paidBytes([letter]) === 0) !== UNSEEN.test(letter)) wrong.push(at)
  }
  expect(wrong).toEqual([])
})
