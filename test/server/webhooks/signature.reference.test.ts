import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signatureHeaders, signingSecret } from '../../../server/src/webhooks/signature.ts'
import { verify } from './receivers.ts'

const secretOf = (seed: string) => signingSecret(createHmac('sha256', 'x').update(seed).digest('base64url'))
const now = () => Date.now()

test('the vector of the specification is signed as it says', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const body = '{"test": 2432232314}'
  expect(signatureHeaders({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', now: 1_614_265_330_000, body }, [secret])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('the reference implementation takes what we sign, whatever it says, and nothing that was changed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, seed) => {
      const body = JSON.stringify({ text })
      const headers = signatureHeaders({ id: 'msg_1', now: now(), body }, [secretOf(seed)])
      expect(verify(secretOf(seed), { headers, body })).toEqual({ text })
      expect(() => verify(secretOf(`${seed}x`), { headers, body })).toThrow()
      expect(() => verify(secretOf(seed), { headers, body: `${body} ` })).toThrow()
      expect(() => verify(secretOf(seed), { headers: { ...headers, 'webhook-id': 'msg_2' }, body })).toThrow()
    }),
    { numRuns: 50 },
  )
})

test('with two secrets, both are good', () => {
  const headers = signatureHeaders({ id: 'msg_1', now: now(), body: '{}' }, [secretOf('new'), secretOf('old')])
  for (const name of ['new', 'old']) expect(verify(secretOf(name), { headers, body: '{}' })).toEqual({})
  expect(() => verify(secretOf('other'), { headers, body: '{}' })).toThrow()
})

test('a secret holds 32 bytes, within what the specification wants (24 to 64)', () => {
  const bytes = Buffer.from(secretOf('x').replace('whsec_', ''), 'base64')
  expect(bytes.length).toBe(32)
})
