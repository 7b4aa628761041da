import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { openToRead } from '../../server/src/documents/text/open.ts'
import { readPages } from '../../server/src/documents/text/read-pages.ts'
import { countingUnpacked, countUnpacked } from '../../server/src/documents/text/unpacked.ts'
import { bomb, deflated, HEAD, tree } from './hostile/bomb-file.ts'
import { CODING_BOMBS } from './hostile/bombs-coding.ts'

const MEGABYTE = 1_000_000
const TOO_MUCH = {
  code: 'unprocessable_document',
  message: expect.stringMatching(/^The document has \d+ kB and unpacks/),
}

const read = (bytes: Uint8Array) => runPipeline(bytes, undefined, { ocr: false })
const charged = (name: string) => CODING_BOMBS[name]?.(1) ?? tree('')

/** As many pages as are wanted with the same contents. */
function samePages(count: number, content: { dict: string; stream: string }): Uint8Array {
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 10 0 R /Resources << >> >>'
  const pages = Array.from({ length: count }, (_, k): [number, string] => [20 + k, page])
  const kids = pages.map(([number]) => `${number} 0 R`).join(' ')
  return tree(`<< /Type /Pages /Kids [${kids}] /Count ${count} >>`, { 10: content, ...Object.fromEntries(pages) })
}

const imageContent = () => deflated(' ', 10 * MEGABYTE, '/Type /XObject /Subtype /Image')

/** Nothing deflates it to less than a third. */
const letterhead = () => {
  const path = Array.from({ length: 21_000 }, (_, k) => `${(k * 7919) % 601}.${(k * 104_729) % 97} ${k % 797} l`)
  return deflated(`0 0 m ${path.join('\n')} S\n`, 1, '/Type /XObject /Subtype /Form /BBox [0 0 600 800]')
}

describe('a small file that unpacks to more than any paper is refused, and says what to do', () => {
  test.each([
    ['pages deflated three times', () => charged('deflated-pages')],
    ['pages packed with Brotli within another filter', () => charged('brotli-pages')],
    ['runs within deflated bytes', () => charged('run-length-chain')],
    ['letters for nothing within deflated bytes', () => charged('ascii85-chain')],
    ['a hundred pages of the same ten megabytes', () => samePages(100, deflated(' ', 10 * MEGABYTE))],
    ['thirty pages whose contents say that they are a picture', () => samePages(30, imageContent())],
    ['contents named three thousand times', () => charged('many-contents')],
  ])('%s', { timeout: 60_000 }, async (_, make) => {
    await expect(read(make())).rejects.toMatchObject(TOO_MUCH)
  })
})

test('what a file unpacks to is counted while pdf.js reads it', async () => {
  const content = deflateSync(Buffer.from(`${HEAD}\n`.repeat(20_000))).toString('latin1')
  const bytes = bomb({ objects: { 4: { dict: '/Filter /FlateDecode', stream: content } } })
  const counted = (left: number) =>
    countingUnpacked(0, async () => {
      countUnpacked(32 * 2 ** 20 - left, 'content')
      const pdf = await openToRead(bytes)
      await (await pdf.getPage(1)).getOperatorList()
      await pdf.loadingTask.destroy()
    })
  await expect(counted(2 * MEGABYTE)).rejects.toMatchObject(TOO_MUCH)
  await counted(8 * MEGABYTE)
})

test('two files that are read at the same time are counted apart', async () => {
  const half = async () => {
    countUnpacked(20 * 2 ** 20, 'content')
    await Promise.resolve()
  }
  await expect(Promise.all([countingUnpacked(0, half), countingUnpacked(0, half)])).resolves.toHaveLength(2)
})

test('pictures may be larger than contents, and not without end', async () => {
  const painted = (times: number) =>
    countingUnpacked(1000, async () => {
      for (let k = 0; k < times; k++) countUnpacked(100 * MEGABYTE, 'pictures')
    })
  await painted(5)
  await expect(painted(6)).rejects.toMatchObject(TOO_MUCH)
})

test('a hundred pages of ordinary contents are read', { timeout: 60_000 }, async () => {
  const lines = Array.from({ length: 40 }, (_, k) => `0 0 m ${k} 9 l S % a ledger of ${k * 7919} lines`).join('\n')
  const { reading } = await read(samePages(100, deflated(`${lines}\n`, 12)))
  expect(reading.pages).toHaveLength(100)
})

// Of a hundred and fifty, what any file may unpack to would do.
test('two hundred pages that draw one large letterhead are read', { timeout: 120_000 }, async () => {
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 10 0 R'
  const resources = '/Resources << /XObject << /X1 11 0 R >> >> >>'
  const pages = Array.from({ length: 200 }, (_, k): [number, string] => [20 + k, `${page} ${resources}`])
  const kids = pages.map(([number]) => `${number} 0 R`).join(' ')
  const objects = { 10: { stream: '/X1 Do' }, 11: letterhead(), ...Object.fromEntries(pages) }
  const bytes = tree(`<< /Type /Pages /Kids [${kids}] /Count 200 >>`, objects)
  await countingUnpacked(bytes.length, async () => {
    const pdf = await openToRead(bytes)
    expect(await readPages(pdf)).toHaveLength(200)
    await pdf.loadingTask.destroy()
  })
})
