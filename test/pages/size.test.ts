import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'

const BUILD = fileURLToPath(new URL('../../.ci/build-pages.ts', import.meta.url))
const BUILT = new URL('../../server/web/dist/', import.meta.url)

beforeAll(() => {
  execFileSync(process.execPath, [BUILD, '--if-older'])
})

const textOf = (name: string) => readFileSync(new URL(name, BUILT), 'utf8')

/** A script and all that it imports at once, by name. */
function reached(name: string, known = new Set<string>()): Set<string> {
  if (known.has(name)) return known
  known.add(name)
  for (const [, next = ''] of textOf(`assets/${name}`).matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) {
    reached(next, known)
  }
  return known
}

test('what the first page loads of JavaScript is below 120 kB, gzipped', () => {
  const [, entry = ''] = /<script type="module"[^>]* src="\/app\/assets\/([\w.-]+)"/.exec(textOf('index.html')) ?? []
  const names = [...reached(entry)]
  const bytes = names.map((name) => gzipSync(textOf(`assets/${name}`)).length).reduce((all, one) => all + one, 0)
  expect(bytes).toBeGreaterThan(20_000)
  expect(bytes).toBeLessThan(120_000)
})

test('each page is a part of its own, and nothing is written into the page itself', () => {
  const parts = readdirSync(new URL('assets/', BUILT)).map((name) => name.replace(/-[\w-]{8}\./, '.'))
  const pages = [
    'models',
    'playground',
    'jobs',
    'batches',
    'tokens',
    'usage',
    'hosts',
    'earnings',
    'documents',
    'admin',
  ]
  for (const page of pages) expect(parts).toContain(`${page}.js`)
  expect(textOf('index.html')).not.toMatch(/<style|style=|<script(?![^>]* src=)| on\w+=/)
})

test('what stands for zod in the build has all that the contract and the pages declare with', () => {
  const web = new URL('../../server/web/', import.meta.url)
  const has = new Set(readFileSync(new URL('deferred-zod.ts', web), 'utf8').match(/zod\.(?:\w+\.)?\w+(?=\))/g))
  const files = [web, new URL('../../schemas/src/', import.meta.url)].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(({ name, parentPath }) => /\.tsx?$/.test(name) && !/node_modules|dist/.test(parentPath))
      .map(({ name, parentPath }) => readFileSync(`${parentPath}/${name}`, 'utf8')),
  )
  const used = files.flatMap((text) => text.match(/\bz\s*\.(?:(?:iso|coerce)\.)?[a-z]\w*(?=[(<])/g) ?? [])
  const types = new Set(['infer', 'input', 'output'])
  const names = new Set(used.map((use) => use.replace(/\s/g, '').slice(2)).filter((name) => !types.has(name)))
  expect(names.size).toBeGreaterThan(15)
  expect([...names].filter((name) => !has.has(`zod.${name}`))).toEqual([])
})
