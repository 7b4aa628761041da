import { type Client, UnreachableError } from '@mkt/schemas/client'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { parsePrompt } from '../../cli/src/batch/prompt-line.ts'
import { tell, textWriter } from '../../cli/src/output.ts'
import { Retry } from '../../cli/src/retry.ts'
import { tellAway } from '../../cli/src/tell-away.ts'
import { tellingOfSilence } from '../../cli/src/tell-silence.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** What is said on standard error, as a terminal where it is one. */
function hearing(isTTY: boolean): string[] {
  const said: string[] = []
  Object.defineProperty(process.stderr, 'isTTY', { value: isTTY, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(process.stderr, 'isTTY'))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  return said
}

test('a server that is away is told of once after two seconds, and once when it is back; a short break is not', async () => {
  const said = hearing(false)
  const { signal } = new AbortController()
  const retry = new Retry({
    limit_breaks: 12,
    monotonic: () => performance.now(),
    random: () => 1,
    signal,
    ...tellAway(),
  })
  const answering = (at_ms: number) => {
    const since = performance.now()
    return retry.insist(async () => {
      if (performance.now() - since < at_ms) throw new UnreachableError('http://market', new Error('gone'))
      return 'answer'
    })
  }
  const short = answering(500)
  await vi.advanceTimersByTimeAsync(1000)
  expect([await short, said]).toEqual(['answer', []])
  const long = answering(12_000)
  await vi.advanceTimersByTimeAsync(3000)
  const away = 'cannot reach http://market: gone; trying again (Ctrl-C stops)\n'
  expect(said).toEqual([away])
  await vi.advanceTimersByTimeAsync(15_000)
  expect([await long, said]).toEqual(['answer', [away, 'The server answers again.\n']])
})

test('a person is told of a server that is silent, not where it is to hold the question', async () => {
  const said = hearing(true)
  const call = vi.fn(async () => await new Promise((answer) => setTimeout(answer, 10_000)))
  const client = tellingOfSilence({ call } as unknown as Client, 'http://market')
  const held = client.call({} as never, { query: { wait: 30 } } as never)
  await vi.advanceTimersByTimeAsync(10_000)
  await held
  expect(said).toEqual([])
  const asked = client.call({} as never, {} as never)
  await vi.advanceTimersByTimeAsync(10_000)
  await asked
  expect(said.join('')).toMatch(/http:\/\/market has not answered yet/)
})

test('on a terminal what is said stands on a line of its own, not behind the text', () => {
  const shown = hearing(true)
  Object.defineProperty(process.stdout, 'isTTY', { value: true, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(process.stdout, 'isTTY'))
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => shown.push(String(text)) > 0)
  const writer = textWriter()
  writer.write('word9 word10 ')
  tell('cannot reach http://market')
  tell('The server answers again.')
  writer.breakOff()
  writer.write('word11 ')
  writer.end()
  expect(shown.join('')).toMatch(
    /^word9 word10 ?\ncannot reach http:\/\/market\nThe server answers again\.\nword11 ?\n$/,
  )
})

test.each([
  ['{"input_text": "a"', 'is cut off: its JSON object does not end'],
  ['{"input_text": a}', 'is not JSON'],
  ['just text', 'is not JSON'],
  ['["a"]', 'must be a JSON object'],
])('a line %s of a batch is told what is wrong with it', (text, fault) => {
  expect(parsePrompt(text, 1, { model: 'tiny' })).toBe(fault)
})
