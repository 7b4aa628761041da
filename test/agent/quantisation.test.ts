import { expect, test } from 'vitest'
import { quantisationOf, undeclared } from '../../agent/src/engines/quantisation.ts'

test.each([
  ['llama-3.1-8b-instruct-Q4_K_M.gguf', 'q4'],
  ['llama3.1:8b-instruct-q3_K_S', 'q3'],
  ['qwen-2.5-7b-IQ2_XS', 'q2'],
  ['TheBloke/Mistral-7B-Instruct-v0.2-AWQ', 'q4'],
  ['Qwen/Qwen2.5-7B-Instruct-GPTQ-Int4', 'q4'],
  ['mlx-community/gemma-2-9b-it-4bit', 'q4'],
  ['llama-3.1-8b@q5', 'q5'],
  ['meta-llama-3.1-8b-instruct-quantized.w4a16', 'q4'],
])('%s says %s', (name, bits) => expect(quantisationOf(name)).toBe(bits))

// Eight and six bits count as the model itself, and much else has such letters in it.
test.each([
  ...['llama-3.1-8b-instruct-Q8_0.gguf', 'llama3.1:8b-instruct-q6_K', 'Qwen/Qwen2.5-7B-Instruct', 'qwen-2.5-7b'],
  ...['llama-3.1-8b-fp16', 'gpt-4', 'mixtral-8x7b', 'phi-3.5-mini-instruct', 'faq4u', 'sq3r'],
])('%s says nothing', (name) => expect(quantisationOf(name)).toBeUndefined())

test('only what is sold under a name that says nothing of it is undeclared', () => {
  const engineModel = 'llama-3.1-8b-Q4_K_M.gguf'
  const sold = [
    { name: 'llama-3.1-8b', engineModel },
    { name: 'llama-3.1-8b@q4', engineModel },
    { name: 'llama-3.1-8b-q4_k_m', engineModel },
    { name: 'llama-3.1-8b-Q4_K_M.gguf', engineModel: undefined },
    { name: 'whole', engineModel: 'llama-3.1-8b-fp16' },
  ]
  expect(undeclared(sold)).toEqual([{ name: 'llama-3.1-8b', engineModel, bits: 'q4' }])
})
