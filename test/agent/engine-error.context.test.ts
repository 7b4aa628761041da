import { expect, test } from 'vitest'
import { engineStatusError, engineStreamError } from '../../agent/src/backends/engine-error.ts'

const said = (error: object) => JSON.stringify({ error })

// As the engines of today word it.
test.each([
  [
    400,
    said({ code: 400, message: 'the request exceeds the available context size', type: 'exceed_context_size_error' }),
  ],
  [400, said({ message: "This model's maximum context length is 2048 tokens. However, you requested 5000 tokens" })],
  [400, said({ message: "The input (5000 tokens) is longer than the model's context length (2048 tokens)." })],
  [400, said({ message: 'Too long.', code: 'context_length_exceeded' })],
  [422, JSON.stringify({ error: 'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096.' })],
])('an engine that answers %i %s finds the request too long', (status, text) => {
  const error = engineStatusError('http://127.0.0.1:8000/v1', status, text)
  expect(error).toMatchObject({ code: 'context_length_exceeded', retryable: false, requestAtFault: true })
})

test.each([
  [400, said({ message: 'temperature must be at most 2' }), 'request_refused'],
  [500, said({ message: 'out of memory for the context window' }), 'engine_error'],
])('one that answers %i %s does not', (status, text, code) => {
  expect(engineStatusError('http://127.0.0.1:8000/v1', status, text).code).toBe(code)
})

test('it may say so within its stream', () => {
  const message = 'the request exceeds the available context size'
  expect(engineStreamError({ code: 400, message })).toMatchObject({ code: 'context_length_exceeded' })
})
