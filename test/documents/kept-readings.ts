import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { type FileRead, readFile } from '../../server/src/documents/read-file.ts'
import { ORDINARY } from '../../server/src/documents/text/page-cut.ts'
import { LANGUAGES } from '../../server/src/documents/vocabulary/languages.ts'
import { Chance } from './chance.ts'
import { GENERATORS } from './generators.ts'
import type { Expected } from './labelled-files.ts'
import { scanned } from './scan.ts'

const ROOT = new URL('../../', import.meta.url)

/** What decides what a generated page says and which words are read from it; what those mean is decided elsewhere. */
const READ_BY = ['server/src/documents/text/', 'server/src/documents/ocr/', 'server/src/documents/model/']
const DRAWN_BY = ['test/documents/printer/', 'test/documents/real-papers/']
const BESIDE = ['server/package.json', 'test/documents/scan.ts', 'test/documents/chance.ts']
const BESIDE_WORDS = ['server/src/documents/values/fold.ts', 'server/src/documents/values/in-common.ts']

/** One word for the state of all that. */
const STATE = stateOfReading()
const FOLDER = new URL(`.data/readings/${STATE}/`, ROOT)

/** A generated document, read. Recognition takes minutes and changes seldom, so what it read is kept by its state. */
export interface KeptReading extends FileRead {
  generator: string
  expected: Expected
}

export async function keptReading(generator: string, seed: number): Promise<KeptReading> {
  const file = new URL(`${generator}-${seed}`, FOLDER)
  try {
    return deserialize(readFileSync(file)) as KeptReading
  } catch {
    const reading = await readGenerated(generator, seed)
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(file, serialize(reading))
    return reading
  }
}

/** One seed in four goes through a scanner. */
async function readGenerated(generator: string, seed: number): Promise<KeptReading> {
  const make = GENERATORS[generator]
  if (!make) throw new RangeError(`no generator ${generator}`)
  const { bytes, truth } = await (seed % 4 === 0 ? scanned(make, { rotation: 0 }) : make)(new Chance(seed))
  const expected: Expected = { document_type: truth.document_type, fields: truth.fields }
  return { generator, expected, ...(await readWhole(bytes)) }
}

export async function readWhole(bytes: Uint8Array): Promise<FileRead> {
  const options = { ocr: true, password: undefined, limits: ORDINARY, observe: () => undefined }
  return await readFile(bytes, options, async (read) => read)
}

function stateOfReading(): string {
  const generators = readdirSync(fileURLToPath(new URL('test/documents/', ROOT)))
    .filter((name) => name.endsWith('.generator.ts'))
    .map((name) => `test/documents/${name}`)
  const files = [...[...READ_BY, ...DRAWN_BY].flatMap(filesIn), ...generators, ...BESIDE, ...BESIDE_WORDS]
  const digest = createHash('sha256')
  for (const file of files.toSorted()) digest.update(`${file}\n`).update(readFileSync(new URL(file, ROOT)))
  // Of a language's words, those that tell a page in two languages: the others, by which recognition chooses its
  // data and spells what it doubted, change too little of a reading to read everything anew.
  digest.update(JSON.stringify(LANGUAGES.map(({ concepts }) => concepts['ocr.frequent'])))
  return digest.digest('hex').slice(0, 16)
}

function filesIn(folder: string): string[] {
  const names = readdirSync(fileURLToPath(new URL(folder, ROOT)), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}${name}`)
}
