import { deflateSync, inflateSync } from 'node:zlib'

/** One object of a file: its source and, where it is a stream, its content, inflated where it was deflated. */
export interface LooseObject {
  /** Dictionary or any other value as PDF source, without the stream's length and filter where `content` is inflated. */
  source: string
  content: Buffer | undefined
  /** Whether the content is to be deflated when it is written. */
  deflated: boolean
}

/** A file taken apart, object streams included, so that what is inside can be changed and written again. */
export interface LooseFile {
  objects: Map<number, LooseObject>
  /** Entries of the trailer: /Root 1 0 R /Info 2 0 R ... */
  trailer: string
}

/** How a file is put together again. */
export interface Binding {
  /** Objects without streams go into object streams, cross-references into a stream. */
  packed: boolean
  /** Changes one of those streams before it is deflated. */
  spoil?: (stream: LooseObject) => LooseObject
}

/** Takes a well-formed file of our own apart. */
export function takeApart(bytes: Uint8Array): LooseFile {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const file: LooseFile = { objects: new Map(), trailer: '' }
  const start = /(\d+) \d+ obj\b\s*/g
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const from = match.index + match[0].length
    const { object, end } = readObject(text, from)
    start.lastIndex = end
    if (/\/Type\s*\/ObjStm/.test(object.source)) unpack(object, file)
    else if (/\/Type\s*\/XRef/.test(object.source)) file.trailer = trailerOf(object.source) || file.trailer
    else file.objects.set(Number(match[1]), object)
  }
  for (const [, entries = ''] of text.matchAll(/trailer\s*<<([\s\S]*?)>>\s*startxref/g)) {
    file.trailer = trailerOf(entries) || file.trailer
  }
  return file
}

function readObject(text: string, from: number): { object: LooseObject; end: number } {
  const close = text.indexOf('endobj', from)
  const stream = text.slice(from, close).search(/\bstream\r?\n/)
  if (stream < 0) {
    return { object: { source: text.slice(from, close).trim(), content: undefined, deflated: false }, end: close }
  }
  const head = text.slice(from, from + stream)
  const begin = text.indexOf('\n', from + stream) + 1
  const length = Number(/\/Length (\d+)(?! \d+ R)/.exec(head)?.[1] ?? text.indexOf('endstream', begin) - begin)
  const raw = Buffer.from(text.slice(begin, begin + length), 'latin1')
  const source = head.replace(/\/Length \d+( \d+ R)?/, '').trim()
  const end = text.indexOf('endobj', begin + length)
  if (!/\/Filter\s*\[?\s*\/FlateDecode\s*\]?/.test(head) || /\/DecodeParms/.test(head)) {
    return { object: { source, content: raw, deflated: false }, end }
  }
  const content = inflateSync(raw)
  return {
    object: { source: source.replace(/\/Filter\s*\[?\s*\/FlateDecode\s*\]?/, ''), content, deflated: true },
    end,
  }
}

function unpack({ source, content }: LooseObject, file: LooseFile): void {
  const text = (content as Buffer).toString('latin1')
  const first = Number(/\/First (\d+)/.exec(source)?.[1])
  const places = text.slice(0, first).trim().split(/\s+/).map(Number)
  for (let k = 0; k < places.length; k += 2) {
    const end = places[k + 3] ?? text.length - first
    const inside = text.slice(first + (places[k + 1] as number), first + end).trim()
    file.objects.set(places[k] as number, { source: inside, content: undefined, deflated: false })
  }
}

function trailerOf(source: string): string {
  const entries = source.match(/\/(Root|Info|Encrypt) \d+ \d+ R|\/ID\s*\[[^\]]*\]/g) ?? []
  return entries.some((entry) => entry.startsWith('/Root')) ? entries.join(' ') : ''
}

/** Puts a file together with right offsets, whatever its objects say. */
export function bind(file: LooseFile, { packed, spoil = (stream) => stream }: Binding): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n', 'latin1')]
  const places = new Map<number, [kind: number, where: number, index: number]>()
  let at = (parts[0] as Buffer).length
  const add = (number: number, bytes: Buffer) => {
    places.set(number, [1, at, 0])
    parts.push(bytes)
    at += bytes.length
  }
  const most = Math.max(0, ...file.objects.keys())
  const inside: [number, string][] = []
  for (const [number, object] of file.objects) {
    if (packed && !object.content) inside.push([number, object.source])
    else add(number, writeObject(number, object))
  }
  if (!packed) return Buffer.concat([...parts, table(places, most, at, file.trailer)])
  for (const [k, [number]] of inside.entries()) places.set(number, [2, most + 1, k])
  add(most + 1, writeObject(most + 1, spoil(pack(inside))))
  places.set(most + 2, [1, at, 0])
  return Buffer.concat([...parts, crossReferences(places, { most: most + 2, at, trailer: file.trailer, spoil })])
}

/** An object with its stream, lengths right. */
export function writeObject(number: number, { source, content, deflated }: LooseObject): Buffer {
  const head = `${number} 0 obj\n`
  if (!content) return Buffer.from(`${head}${source}\nendobj\n`, 'latin1')
  const body = deflated ? deflateSync(content, { level: 1 }) : content
  const more = `${deflated ? ' /Filter /FlateDecode' : ''} /Length ${body.length} >>`
  const dict = source.replace(/>>\s*$/, more)
  return Buffer.concat([Buffer.from(`${head}${dict}\nstream\n`, 'latin1'), body, Buffer.from('\nendstream\nendobj\n')])
}

function pack(inside: readonly [number, string][]): LooseObject {
  let offset = 0
  const places = inside.map(([number, source]) => {
    const place = `${number} ${offset}`
    offset += source.length + 1
    return place
  })
  const head = `${places.join(' ')}\n`
  const content = Buffer.from(head + inside.map(([, source]) => source).join('\n'), 'latin1')
  return { source: `<< /Type /ObjStm /N ${inside.length} /First ${head.length} >>`, content, deflated: true }
}

function table(places: Map<number, [number, number, number]>, most: number, at: number, trailer: string): Buffer {
  const rows = [...places].map(([number, [, where]]) => `${number} 1\n${String(where).padStart(10, '0')} 00000 n \n`)
  const text = `xref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${most + 1} ${trailer} >>\n`
  return Buffer.from(`${text}startxref\n${at}\n%%EOF\n`, 'latin1')
}

interface Tail {
  most: number
  at: number
  trailer: string
  spoil: NonNullable<Binding['spoil']>
}

function crossReferences(places: Map<number, [number, number, number]>, { most, at, trailer, spoil }: Tail): Buffer {
  const content = Buffer.alloc((most + 1) * 7)
  for (const [number, [kind, where, index]] of places) {
    content.writeUInt8(kind, number * 7)
    content.writeUInt32BE(where, number * 7 + 1)
    content.writeUInt16BE(index, number * 7 + 5)
  }
  const source = `<< /Type /XRef /Size ${most + 1} /W [1 4 2] ${trailer} >>`
  const object = writeObject(most, spoil({ source, content, deflated: true }))
  return Buffer.concat([object, Buffer.from(`startxref\n${at}\n%%EOF\n`)])
}
