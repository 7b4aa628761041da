import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findCycle, functionsOf, ownPackagesIn, readSources, type SourceFile } from './tidy/source-tree.ts'

const files = readSources()

/** Exceptions to the ceilings. This list may only shrink. */
const LONG_FUNCTIONS: string[] = []

const DECISIONS = new URL('../server/decisions/', import.meta.url)

const FILE_CEILING = 300
const FUNCTION_CEILING = 60

function quantile(numbers: number[], q: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * q)] as number
}

/** Imports of files in `from` that go to a file in `to`. */
function arrows(from: RegExp, to: RegExp, except: RegExp = /^$/): string[] {
  return files
    .filter((file) => from.test(file.path))
    .flatMap((file) => file.imports.filter((path) => to.test(path)).map((path) => `${file.path} -> ${path}`))
    .filter((arrow) => !except.test(arrow))
}

test('the checks see the tree', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap((file) => file.imports).length).toBeGreaterThan(200)
  expect(files.flatMap(functionsOf).length).toBeGreaterThan(300)
})

test('the checks find a cycle and a long function where there is one', () => {
  const file = (path: string, imports: string[]): SourceFile => ({ path, imports, text: '', lines: [], packages: [] })
  expect(findCycle([file('a', ['b']), file('b', ['c']), file('c', ['a'])])).toEqual(['a', 'b', 'c', 'a'])
  const lines = ['export function long(a: string): void {', ...Array(70).fill('  work()'), '}']
  expect(functionsOf({ ...file('x', []), lines })).toEqual([{ where: 'x:1', lines: 72 }])
})

test('no import circles', () => expect(findCycle(files)).toBeUndefined())

test('workspaces share the contract and nothing else', () => {
  const named = ['@mkt/schemas/client', 'mkt', 'mkt-agent', 'mkt-server/x', 'mktable', 'zod', './mkt']
  expect(ownPackagesIn(named)).toEqual(['@mkt/schemas', 'mkt', 'mkt-agent', 'mkt-server'])
  const foreign = files.flatMap(({ path, packages }) => packages.map((name) => `${path} -> ${name}`))
  expect(foreign.filter((arrow) => !arrow.endsWith('-> @mkt/schemas') || arrow.startsWith('schemas/'))).toEqual([])
})

test('imports point down only', () => {
  const above = {
    'server/src/base': /server\/src\/(?!base\/)/,
    'server/src/bus': /server\/src\/(?!bus\/|base\/)/,
    'server/src/storage': /server\/src\/(?!storage\/|base\/)/,
    'server/src/live': /server\/src\/(?!live\/|bus\/|base\/)/,
    'server/src/accounts': /server\/src\/(?!accounts\/|storage\/|live\/|base\/|limits\.ts)/,
    'server/src/webhooks': /server\/src\/(?!webhooks\/|accounts\/|storage\/|bus\/|base\/)/,
    'server/src/http': /server\/src\/(?!http\/|accounts\/|base\/)/,
    'server/src/documents': /server\/src\/market\//,
    'server/src/market': /server\/src\/(documents\/|commands\/|serve\.ts|config\.ts|main\.ts)/,
    'server/src/commands': /server\/src\/(http\/|market\/(routes\/|compose\.ts))/,
  }
  for (const [room, forbidden] of Object.entries(above)) expect(arrows(new RegExp(`^${room}/`), forbidden)).toEqual([])
})

test('pages know the contract and each other downwards: routes, parts, state, what they rest on', () => {
  const web = /^server\/web\//
  expect(files.filter(({ path }) => web.test(path)).length).toBeGreaterThan(40)
  expect(arrows(web, /^(?!server\/web\/)/)).toEqual([])
  expect(arrows(/^server\/web\/parts\//, /^server\/web\/routes\//)).toEqual([])
  expect(arrows(/^server\/web\/state\//, /^server\/web\/(routes|parts)\//)).toEqual([])
  expect(arrows(/^server\/web\/(api|clock)\.ts/, /^server\/web\/(routes|parts|state|texts)\//)).toEqual([])
  expect(arrows(/^server\/web\/routes\//, /^server\/web\/(app|main)\.tsx/)).toEqual([])
  expect(arrows(/^server\/src\//, web)).toEqual([])
})

test('routes are reached from compose only, and only routes know HTTP', () => {
  expect(arrows(/^server\/src\/(?!.*compose\.ts)/, /(market|documents)\/routes\//)).toEqual([])
  const inner = /^server\/src\/(market|documents)\/(?!routes\/|compose\.ts)/
  expect(arrows(inner, /server\/src\/http\//)).toEqual([])
})

/** The stages of an analysis in order; each may know those before it. */
const STAGES = ['model', 'values', 'text', 'ocr', 'layout', 'classify', 'extract', 'risk', 'annotate']

/** What runs the stages, answers and keeps: no stage knows it. */
const AROUND_STAGES = ['threads', 'process', 'answer', 'store', 'intake', 'routes']

test('stages of an analysis point back only, and those that decide are pure', () => {
  for (const [place, stage] of STAGES.entries()) {
    const above = [...STAGES.slice(place + 1), ...AROUND_STAGES].map((name) => `${name}/`)
    const room = `^server/src/documents/`
    expect(arrows(new RegExp(`${room}${stage}/`), new RegExp(`${room}(${above.join('|')}|[\\w-]+\\.ts$)`))).toEqual([])
  }
  const deciding = /^server\/src\/documents\/(model|values|layout|classify|extract|risk)\//
  const effects = /from '(pdfjs-dist|@napi-rs|@cantoo|tesseract|node:(fs|net|http|worker_threads|child_process))/
  expect(files.filter(({ path, text }) => deciding.test(path) && effects.test(text)).map(({ path }) => path)).toEqual(
    [],
  )
  expect(arrows(deciding, /^server\/src\/(?!documents\/)/)).toEqual([])
})

/** Kinds of documents that are read with the means of another kind: a receipt is an invoice that is paid. */
const READ_ALIKE = ['receipt -> invoice', 'invoice -> einvoice']

test('kinds of documents are read apart, and labels know no kind', () => {
  const rooms = /^server\/src\/documents\/extract\/([\w-]+)\//
  const across = files.flatMap(({ path, imports }) => {
    const from = rooms.exec(path)?.[1]
    const to = imports.flatMap((target) => rooms.exec(target)?.[1] ?? [])
    return from ? to.filter((room) => room !== from && room !== 'labels').map((room) => `${from} -> ${room}`) : []
  })
  expect(new Set(across)).toEqual(new Set(READ_ALIKE))
})

test('two rooms of the market do not know each other', () => {
  const room = /^server\/src\/market\/(\w[\w-]*)\//
  const ways = files.flatMap(({ path, imports }) => {
    const from = room.exec(path)?.[1]
    const to = imports.flatMap((target) => room.exec(target)?.[1] ?? [])
    return from ? to.filter((other) => other !== from).map((other) => `${from} -> ${other}`) : []
  })
  const known = new Set(ways)
  expect(known.size).toBeGreaterThan(100)
  expect([...known].filter((way) => known.has(way.split(' -> ').reverse().join(' -> ')))).toEqual([])
})

const PURE = new RegExp(
  `market/(${[
    ...[
      'ledger/(accounts|postings)',
      'jobs/(machine|price)',
      'broker/rank',
      'pieces/(answer|piece|paid-bytes)',
      'hosts/machine',
    ],
    'trust/(proof|recent-ends|standing|weighted-median)',
  ].join('|')})\\.ts$`,
)

test('pure rules import no storage, clock or operation', () => {
  expect(files.filter((file) => PURE.test(file.path)).length).toBe(13)
  const pure = ['ledger/accounts', 'trust/standing', 'trust/weighted-median', 'pieces/piece', 'pieces/paid-bytes']
  const others = new RegExp(`-> server/src/(market/(${pure.join('|')})|base/posting-kinds)\\.ts$`)
  expect(arrows(PURE, /^server\/src\//, others)).toEqual([])
})

test('stores know storage and their own pure files, and never open a transaction', () => {
  const store = /^server\/src\/.*store\.ts$/
  expect(
    arrows(
      store,
      /^server\/src\/(?!storage\/|base\/)/,
      /-> server\/src\/market\/(jobs|hosts|ledger|trust)\/(machine|accounts|postings|probation|standing)\.ts$/,
    ),
  ).toEqual([])
  expect(
    files.filter((file) => store.test(file.path) && /\.transaction\(/.test(file.text)).map((file) => file.path),
  ).toEqual([])
})

test('nothing outside http knows a status', () => {
  const knowing = files.filter(
    ({ path, text }) => /^server\/src\/(?!http\/)/.test(path) && /\bctx\.(status|throw)\b/.test(text),
  )
  expect(knowing.map((file) => file.path)).toEqual([])
})

test('time, chance and the environment enter at the edges only', () => {
  const edges = new RegExp(
    `^(${[
      ...['server/src/base/', 'server/src/config\\.ts', 'server/web/clock\\.ts'],
      ...['agent/src/(effects|config[\\w-]*|main)\\.ts', 'cli/src/(session|config|main|clock)\\.ts'],
    ].join('|')})`,
  )
  const touching = files.filter(
    ({ path, text }) => !edges.test(path) && /\bDate\.now\(|\bMath\.random\(|\bprocess\.env\b/.test(text),
  )
  expect(touching.map((file) => file.path)).toEqual([])
})

test('files are small and named after their concept', () => {
  const sizes = files.map((file) => file.lines.length)
  expect(files.filter((file) => file.lines.length > FILE_CEILING).map((file) => file.path)).toEqual([])
  expect(quantile(sizes, 0.9)).toBeLessThan(250)
  expect(quantile(sizes, 0.5)).toBeLessThan(110)
  const names = files.map((file) => file.path.split('/').at(-1) as string)
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.d)?\.tsx?$/.test(name))).toEqual([])
  expect(names.filter((name) => /^(utils?|common|helpers?|types?|managers?|misc)\.tsx?$/.test(name))).toEqual([])
})

test('functions are short', () => {
  const sizes = files.flatMap(functionsOf)
  const long = sizes.filter(({ lines }) => lines > FUNCTION_CEILING).map(({ where }) => where.replace(/:\d+$/, ''))
  expect(long.filter((path) => !LONG_FUNCTIONS.includes(path))).toEqual([])
  expect(
    LONG_FUNCTIONS.filter((path) => !long.includes(path)),
    'take these off the list',
  ).toEqual([])
  expect(
    quantile(
      sizes.map(({ lines }) => lines),
      0.5,
    ),
  ).toBeLessThanOrEqual(14)
})

test('each decision has a number of its own, and its title bears it', () => {
  const records = readdirSync(DECISIONS).toSorted()
  const numbers = records.map((name) => name.slice(0, 4))
  expect(numbers.filter((number, index) => numbers.indexOf(number) < index)).toEqual([])
  const titled = records.filter((name) =>
    readFileSync(new URL(name, DECISIONS), 'utf8').startsWith(`# ${name.slice(0, 4)} `),
  )
  expect(records.filter((name) => !titled.includes(name))).toEqual([])
})

test('no notes to self', () => {
  expect(files.filter(({ text }) => /\b(TODO|FIXME|XXX)\b/.test(text)).map((file) => file.path)).toEqual([])
})
