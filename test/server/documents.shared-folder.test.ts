import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { BlobsError, locateBlobs } from '../../server/src/documents/store/blob-location.ts'
import { openBlobs } from '../../server/src/documents/store/blobs.ts'

const S3 = { blobsEndpoint: undefined, blobsRegion: 'us-east-1' }
const located = (blobs: string) => locateBlobs('/data', { blobs, ...S3 })

test.each([
  ['file:///srv/papers', '/srv/papers'],
  ['file:///srv/papers/', '/srv/papers'],
  ['file:///srv/our%20papers', '/srv/our papers'],
])('%s is a folder that servers share', (url, folder) => {
  expect(located(url)).toEqual({ folder, shared: true })
})

test.each([
  'file://',
  'file:///',
  'file:////',
  'file://nas/papers',
  'file:/srv/papers',
  'file:///srv/%2Fetc',
  'file:///srv/a%00b',
  'file:///srv?x=1',
  'file:///srv#x',
  '/srv/papers',
  'ftp://x/papers',
])('%s names no place for files', (url) => {
  expect(() => located(url)).toThrow(BlobsError)
})

test('what one server put into the shared folder another one reads, and erases for both', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-shared-'))
  const [one, other] = [await openBlobs(located(pathToFileURL(folder).href)), await openBlobs({ folder, shared: true })]
  const file = join(mkdtempSync(join(tmpdir(), 'mkt-upload-')), 'upload')
  writeFileSync(file, 'of the first server')
  await one.put('doc_1', 'original.pdf', file)
  expect(await text(await other.read('doc_1', 'original.pdf'))).toBe('of the first server')
  await other.erase('doc_1')
  await expect(one.read('doc_1', 'original.pdf')).rejects.toThrow('ENOENT')
  expect(readdirSync(folder)).toEqual([])
})

test('a shared folder that is not mounted is not made: other servers would not find what lies there', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'mkt-shared-')), 'not-mounted')
  await expect(openBlobs({ folder, shared: true })).rejects.toThrow(/cannot keep files in .*not-mounted.*mount it/)
  const file = join(mkdtempSync(join(tmpdir(), 'mkt-shared-')), 'a-file')
  writeFileSync(file, '')
  await expect(openBlobs({ folder: file, shared: true })).rejects.toThrow('it is no folder')
})
