/*
 * How many scanned pages a second recognition reads on one core, beside the system's own tesseract on the same pages:
 *
 *   node --conditions=mkt-source test/documents/beside-native.ts FOLDER|--seeds A-B [--most N] [--psm 6]
 *
 * Both in processor time, so that a busy machine measures the same. The command reads each page as pdftoppm paints it,
 * with one thread, in one process a page; its model is the system's own, which is smaller than the one that ships here.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { closeOcr, recognise } from '../../server/src/documents/ocr/recognise.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { readPages } from '../../server/src/documents/text/read-pages.ts'
import { Chance } from './chance.ts'
import { GENERATORS } from './generators.ts'
import { scanned } from './scan.ts'

const { values, positionals } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000-1000' },
    most: { type: 'string', default: '12' },
    psm: { type: 'string', default: '6' },
  },
  allowPositionals: true,
})

async function* documents(): AsyncGenerator<Uint8Array> {
  const [folder] = positionals
  if (folder !== undefined) {
    for (const name of readdirSync(folder).filter((each) => /\.pdf$/i.test(each)))
      yield new Uint8Array(readFileSync(join(folder, name)))
    return
  }
  const [first = 0, last = first] = values.seeds.split('-').map(Number)
  for (const generator of Object.values(GENERATORS))
    for (let seed = first; seed <= last; seed++) yield (await scanned(generator)(new Chance(seed))).bytes
}

/** Processor seconds of this process with its threads. */
const ownSeconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Pages and words that recognition here reads, after a first reading that loads what is needed. */
async function readHere(bytes: Uint8Array): Promise<{ pages: number; words: number; seconds: number }> {
  const pdf = await openPdf(bytes.slice())
  try {
    const pages = await readPages(pdf, [])
    const began = ownSeconds()
    const read = await recognise(pdf, pages, { workers: 1 })
    const words = read.flatMap((page) => page.words).filter(({ origin }) => origin === 'ocr')
    return { pages: pages.length, words: words.length, seconds: ownSeconds() - began }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'beside-native-'))

/** The same for the command: processor seconds of its processes, as the shell's clock says them. */
function readNative(bytes: Uint8Array): { words: number; seconds: number } {
  const file = join(folder, 'page.pdf')
  writeFileSync(file, bytes)
  execFileSync('pdftoppm', ['-r', '200', '-gray', '-png', file, join(folder, 'page')])
  const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'))
  const read = pictures.map((name) => {
    const recognise = `tesseract ${join(folder, name)} - -l eng --psm ${values.psm} tsv`
    const command = `TIMEFORMAT='%U %S'; time ${recognise} 2>/dev/null`
    const { stdout, stderr } = spawnSync('bash', ['-c', command], {
      encoding: 'utf8',
      env: { ...process.env, OMP_THREAD_LIMIT: '1' },
    })
    rmSync(join(folder, name))
    const [user = 0, system = 0] = stderr.trim().split(/\s+/).map(Number)
    return { words: stdout.split('\n').filter((line) => line.startsWith('5\t')).length, seconds: user + system }
  })
  const sum = (of: 'words' | 'seconds') => read.reduce((all, one) => all + one[of], 0)
  return { words: sum('words'), seconds: sum('seconds') }
}

const sums = { pages: 0, here: { words: 0, seconds: 0 }, native: { words: 0, seconds: 0 } }
let isWarm = false
for await (const bytes of documents()) {
  if (sums.pages >= Number(values.most)) break
  if (!isWarm) await readHere(bytes)
  isWarm = true
  const [here, native] = [await readHere(bytes), readNative(bytes)]
  sums.pages += here.pages
  for (const [sum, one] of [
    [sums.here, here],
    [sums.native, native],
  ] as const) {
    sum.words += one.words
    sum.seconds += one.seconds
  }
}
closeOcr()
rmSync(folder, { recursive: true })
for (const [name, { words, seconds }] of Object.entries({ here: sums.here, native: sums.native })) {
  const rate = (sums.pages / seconds).toFixed(2)
  console.log(
    `${name.padEnd(7)}${sums.pages} pages, ${words} words, ${seconds.toFixed(1)} s of CPU, ${rate} pages a CPU second`,
  )
}
console.log(`here / native: ${(sums.native.seconds / sums.here.seconds).toFixed(2)} x as fast`)
process.exit(0)
