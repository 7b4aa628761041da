import { Chance } from '../chance.ts'
import { NUMBERS } from './extremes.ts'
import { type Binding, bind, type LooseFile, type LooseObject, takeApart, writeObject } from './loose-objects.ts'
import { BYTES, type Change, CONTENT, STREAM_TOKENS, TOKENS } from './mutate-source.ts'
import { CODERS } from './recode.ts'

/** Files to start from, each as it is and taken apart. */
export interface Stock {
  files: readonly Uint8Array[]
  loose: readonly LooseFile[]
}

export function stockOf(files: readonly Uint8Array[]): Stock {
  return { files, loose: files.map(takeApart) }
}

/** The same seed and stock make the same bytes: some file with one to six things in it spoilt. */
export function mutant(seed: number, { files, loose }: Stock): Buffer {
  const chance = new Chance(seed)
  const which = chance.whole(0, files.length - 1)
  const steps = chance.pick([1, 1, 2, 3, 6])
  // A file with an owner's lock is only changed from outside: what is inside is written in cipher.
  const outside = chance.happens(0.25)
  // Object streams and cross-reference streams are changed below their compression: bytes changed outside never get there.
  const spoiling = chance.happens(0.15)
  let bytes: Buffer = Buffer.from(files[which] as Uint8Array)
  if (!outside) {
    const file = copyOf(loose[which] as LooseFile)
    for (let k = 0; k < steps; k++) chance.pick(INSIDE)(file, chance)
    bytes = spoiling ? bind(file, spoilt(chance)) : bind(file, { packed: chance.happens(0.4) })
  }
  const others = outside ? steps : chance.pick([0, 0, 0, 1])
  for (let k = 0; k < others; k++) bytes = chance.pick(OUTSIDE)(bytes, chance, files)
  return bytes
}

function spoilt(chance: Chance): Binding {
  const which = chance.pick([/\/ObjStm/, /\/XRef/])
  return {
    packed: true,
    spoil: (stream) => {
      if (!which.test(stream.source)) return stream
      if (chance.happens(0.5)) return { ...stream, source: chance.pick(STREAM_TOKENS)(stream.source, chance) }
      return { ...stream, content: applied(chance.pick(CONTENT), stream.content as Buffer, chance) }
    },
  }
}

function copyOf({ objects, trailer }: LooseFile): LooseFile {
  return { trailer, objects: new Map([...objects].map(([number, object]) => [number, { ...object }])) }
}

function applied(change: Change, text: Buffer, chance: Chance): Buffer {
  return Buffer.from(change(text.toString('latin1'), chance), 'latin1')
}

type Inside = (file: LooseFile, chance: Chance) => void

const pickFrom = (file: LooseFile, chance: Chance): [number, LooseObject] => chance.pick([...file.objects])

const changeSource: Inside = (file, chance) => {
  const [, object] = pickFrom(file, chance)
  object.source = chance.pick(TOKENS)(object.source, chance)
}
const changeContent: Inside = (file, chance) => {
  const streams = [...file.objects.values()].filter(({ content }) => content)
  if (streams.length === 0) return
  const object = chance.pick(streams)
  object.content = applied(chance.pick(CONTENT), object.content as Buffer, chance)
}
const changeFilter: Inside = (file, chance) => {
  const streams = [...file.objects.values()].filter(({ content }) => content)
  if (streams.length === 0) return
  const object = chance.pick(streams)
  if (chance.happens(0.6)) return recode(object, chance)
  const filters = ['/LZWDecode', '/ASCII85Decode', '/RunLengthDecode', '/FlateDecode', '/CCITTFaxDecode', '/DCTDecode']
  const chain = Array.from({ length: chance.pick([1, 2, 8]) }, () => chance.pick(filters)).join(' ')
  const parms = `<< /Predictor ${chance.pick([2, 10, 15, 99])} /Columns ${chance.pick(NUMBERS)} /Colors ${chance.pick(NUMBERS)} >>`
  object.deflated = false
  object.source = object.source.replace(/>>\s*$/, ` /Filter [${chain}] /DecodeParms [${parms}] >>`)
}
/** Another coding, a little spoilt: the content still reaches its parser, by another way. */
function recode(object: LooseObject, chance: Chance): void {
  const { content, entries } = chance.pick(CODERS)((object.content as Buffer).subarray(0, 60_000))
  object.deflated = false
  object.source = object.source.replace(/>>\s*$/, ` ${entries} >>`)
  object.content = chance.happens(0.7) ? applied(chance.pick(BYTES), content, chance) : content
}
const swapObjects: Inside = (file, chance) => {
  const [[a, one], [b, other]] = [pickFrom(file, chance), pickFrom(file, chance)]
  file.objects.set(a, other)
  file.objects.set(b, one)
}
const loseObject: Inside = (file, chance) => {
  if (file.objects.size > 1) file.objects.delete(pickFrom(file, chance)[0])
}
const circle: Inside = (file, chance) => {
  const [number, object] = pickFrom(file, chance)
  object.source = object.source.replace(/\d+ \d+ R/, `${number} 0 R`)
}
const changeTrailer: Inside = (file, chance) => {
  file.trailer = chance.pick(TOKENS)(file.trailer, chance)
}
const lock: Inside = (file, chance) => {
  const key = `<${chance.digits(chance.pick([2, 64, 96]))}>`
  const [v, r] = [chance.pick(['1', '2', '4', '5', ...NUMBERS]), chance.pick(['2', '3', '4', '5', '6', ...NUMBERS])]
  const cf = '/CF << /StdCF << /CFM /AESV3 /AuthEvent /DocOpen /Length 32 >> >> /StmF /StdCF /StrF /StdCF'
  file.trailer += ` /Encrypt << /Filter /Standard /V ${v} /R ${r} /O ${key} /U ${key} /OE ${key} /UE ${key} /P -4 /Length ${chance.pick(NUMBERS)} ${cf} >>`
}

const INSIDE: readonly Inside[] = [
  ...Array<Inside>(6).fill(changeSource),
  ...Array<Inside>(6).fill(changeContent),
  changeFilter,
  swapObjects,
  loseObject,
  circle,
  changeTrailer,
  lock,
]

type Outside = (bytes: Buffer, chance: Chance, files: readonly Uint8Array[]) => Buffer

const changeBytes: Outside = (bytes, chance) => applied(chance.pick(BYTES), bytes, chance)
const changeToken: Outside = (bytes, chance) => applied(chance.pick(TOKENS), bytes, chance)
const splice: Outside = (bytes, chance, files) => {
  const other = Buffer.from(chance.pick(files))
  const part = other.subarray(chance.whole(0, other.length - 1))
  const at = chance.whole(0, bytes.length)
  return Buffer.concat([bytes.subarray(0, at), part, chance.happens(0.5) ? bytes.subarray(at) : Buffer.alloc(0)])
}
const cut: Outside = (bytes, chance) => bytes.subarray(0, chance.whole(0, bytes.length))
const changeTail: Outside = (bytes, chance) => {
  const at = Math.max(0, bytes.lastIndexOf('startxref') - 400)
  return Buffer.concat([bytes.subarray(0, at), applied(chance.pick(TOKENS), bytes.subarray(at), chance)])
}
const shiftTable: Outside = (bytes, chance) => {
  const text = bytes.toString('latin1')
  return Buffer.from(
    text.replace(/\d{10} 00000 n/g, (row) => (chance.happens(0.8) ? row : `${chance.digits(10)} 00000 n`)),
    'latin1',
  )
}
const update: Outside = (bytes, chance) => {
  const text = bytes.toString('latin1')
  const found = [...text.matchAll(/(\d+) 0 obj\s*([\s\S]{0,2000}?)endobj/g)]
  if (found.length === 0) return bytes
  const [, number = '1', source = ''] = chance.pick(found)
  const changed = chance.pick(TOKENS)(source.replace(/stream[\s\S]*/, ''), chance)
  const object = writeObject(Number(number), { source: changed, content: undefined, deflated: false })
  const [start, before] = [bytes.length + object.length, /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? '0']
  const previous = chance.happens(0.15) ? String(start) : before
  const root = /\/Root \d+ 0 R/.exec(text)?.[0] ?? ''
  const rows = `xref\n${number} 1\n${String(bytes.length).padStart(10, '0')} 00000 n \n`
  const tail = `${rows}trailer\n<< /Size 100 ${root} /Prev ${previous} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.concat([bytes, object, Buffer.from(tail)])
}

const OUTSIDE: readonly Outside[] = [
  changeBytes,
  changeBytes,
  changeToken,
  changeToken,
  splice,
  cut,
  changeTail,
  shiftTable,
  update,
  update,
]
