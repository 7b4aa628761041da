import { expect, test } from 'vitest'
import { fitContexts } from '../../../server/src/market/verification/fit-context.ts'

const drawn = (bytes: number, max_tokens: number) => ({
  submission: { input_text: 'x'.repeat(bytes), max_tokens, temperature: 0 },
  options: {},
})
const asked = (bytes: number, max_tokens: number, ...contexts: (number | null)[]) =>
  fitContexts(drawn(bytes, max_tokens), contexts)?.submission.max_tokens

test('a check is asked of hosts with context for it at a token a byte, with a shorter answer where it must be', () => {
  expect(asked(1000, 400, 2048, null)).toBe(400)
  expect(asked(1500, 400, 2048, 8192)).toBe(2048 - 1500 - 256)
  expect(asked(5000, 400, 8192, 2048)).toBeUndefined()
})

test('who declares nothing, or less than any engine has, is asked all the same', () => {
  expect(asked(16_000, 4096, null, null)).toBe(4096)
  expect(asked(100, 128, 1, null)).toBe(128)
})
