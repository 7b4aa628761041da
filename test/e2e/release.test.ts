import { expect, test } from 'vitest'
import { distTagOf, obstacles, type Standing, sourceOf } from '../../.ci/readiness.ts'

const manifest = (name: string, version: string, contract?: string) => ({
  name,
  version,
  ...(contract ? { dependencies: { '@mkt/schemas': contract } } : {}),
  ...sourceOf('https://example.com/owner/mkt', name),
})

const READY: Standing = {
  manifests: [manifest('@mkt/schemas', '1.2.0'), manifest('mkt', '1.2.0', '1.2.0')],
  changelog: '# Changelog\n\n## 1.2.0 2026-11-22\n\n- It works.\n',
  changes: '',
  head: 'abc',
  green: 'abc',
  attested: true,
}

test('nothing stands in the way of a release that is ready', () => expect(obstacles(READY)).toEqual([]))

test.each<[string, Partial<Standing>, RegExp]>([
  [
    'versions',
    { manifests: [manifest('@mkt/schemas', '1.2.0'), manifest('mkt', '1.1.0', '1.1.0')] },
    /versions differ/,
  ],
  [
    'the contract',
    { manifests: [manifest('mkt', '1.2.0', '1.1.0')] },
    /asks for @mkt\/schemas 1\.1\.0: set it to 1\.2/,
  ],
  ['no source', { manifests: [{ name: 'mkt', version: '1.2.0' }] }, /mkt do not say where .* --repository URL/],
  ['the changelog', { changelog: '## 1.1.0\n' }, /no section ## 1\.2\.0/],
  ['a longer version', { changelog: '## 1.2.0-rc.1\n' }, /no section ## 1\.2\.0/],
  ['no date', { changelog: '## 1.2.0 (unreleased)\n' }, /calls 1\.2\.0 unreleased/],
  ['changes', { changes: ' M README.md\n' }, /changes: commit them\n M README\.md$/],
  ['no word of the tests', { green: undefined }, /add --green abc/],
  ['tests of another commit', { green: 'def' }, /add --green abc/],
  ['no provenance', { attested: false }, /add --no-provenance/],
])('%s: one obstacle, and what to do', (_, difference, said) => {
  const found = obstacles({ ...READY, ...difference })
  expect(found).toEqual([expect.stringMatching(said)])
})

test('two repositories', () => {
  const other = { ...manifest('mkt', '1.2.0'), ...sourceOf('https://example.com/owner/fork', 'cli') }
  expect(obstacles({ ...READY, manifests: [manifest('@mkt/schemas', '1.2.0'), other] })).toEqual([
    expect.stringContaining('different repositories'),
  ])
})

test('a repository is named as npm and its provenance compare it', () => {
  expect(sourceOf('https://example.com/owner/mkt.git/', 'server')).toEqual({
    homepage: 'https://example.com/owner/mkt/tree/main/server#readme',
    bugs: { url: 'https://example.com/owner/mkt/issues' },
    repository: { type: 'git', url: 'git+https://example.com/owner/mkt.git', directory: 'server' },
  })
})

test('a preview is nobody’s default', () => {
  expect([distTagOf('1.2.0'), distTagOf('1.3.0-rc.1')]).toEqual(['latest', 'next'])
})
