import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { keyRefused, registrationFaulty, registrationRefused } from '../../agent/src/words/registration.ts'
import { said } from '../../agent/src/words/said.ts'

const SOURCE = fileURLToPath(new URL('../../agent/src', import.meta.url))
const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join(SOURCE, path), 'utf8') }))

test('what others say stands in no brackets: it may have brackets of its own', () => {
  const bracketed = sources.filter(({ text }) => /\(\$\{[^}]*(message|Error|error)\b[^}]*\}/.test(text))
  expect(sources.length).toBeGreaterThan(50)
  expect(bracketed.map(({ path }) => path)).toEqual([])
})

test('nor does it begin with a capital behind a colon, or end a sentence of ours', () => {
  expect(said('Say "please".')).toBe(`"Say 'please'."`)
  const sentences = [
    registrationRefused('http://m', 'A token is needed (see /docs).', false),
    registrationRefused('http://m', 'A token is needed (see /docs).', true),
    registrationFaulty('http://m', 'Not so.', []),
    keyRefused('http://m', 'Unknown key.', '/state/host.json'),
  ]
  // What is quoted is theirs.
  for (const sentence of sentences.map((text) => text.replace(/"[^"]*"/g, '')))
    expect(sentence).not.toMatch(/: [A-Z](?!KT)|[()]/)
})
