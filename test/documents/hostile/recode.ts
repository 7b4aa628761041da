import { deflateSync } from 'node:zlib'

/** A stream's content in a coding of PDF, and what its dictionary says of it. */
export interface Coded {
  content: Buffer
  entries: string
}

type Coder = (content: Buffer) => Coded

/** Codes of nine bits for single bytes, with a clear code before the table is full enough to need ten. */
function lzw(content: Buffer): Buffer {
  const codes: number[] = []
  for (const [k, byte] of content.entries()) {
    if (k % 250 === 0) codes.push(256)
    codes.push(byte)
  }
  codes.push(257)
  const out = Buffer.alloc(Math.ceil((codes.length * 9) / 8))
  for (const [k, code] of codes.entries()) {
    const [at, shift] = [Math.floor((k * 9) / 8), 7 - ((k * 9) % 8)]
    out[at] = (out[at] as number) | (code >> (8 - shift))
    out[at + 1] = (out[at + 1] ?? 0) | ((code << shift) & 0xff)
  }
  return out
}

function ascii85(content: Buffer): Buffer {
  let text = ''
  for (let at = 0; at < content.length; at += 4) {
    const group = content.subarray(at, at + 4)
    let value = Buffer.concat([group, Buffer.alloc(4 - group.length)]).readUInt32BE()
    const letters: string[] = []
    for (let k = 0; k < 5; k++, value = Math.floor(value / 85)) letters.unshift(String.fromCharCode(33 + (value % 85)))
    text += letters.join('').slice(0, group.length + 1)
  }
  return Buffer.from(`${text}~>`, 'latin1')
}

function runLength(content: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < content.length; at += 128) {
    const part = content.subarray(at, at + 128)
    parts.push(Buffer.from([part.length - 1]), part)
  }
  return Buffer.concat([...parts, Buffer.from([128])])
}

const COLUMNS = 40

/** Rows with PNG's filter `type` claimed for each of them, whatever their bytes then mean. */
function predicted(content: Buffer, type: number): Buffer {
  const rows: Buffer[] = []
  for (let at = 0; at < content.length; at += COLUMNS) {
    const row = Buffer.alloc(COLUMNS)
    content.copy(row, 0, at, at + COLUMNS)
    rows.push(Buffer.from([type]), row)
  }
  return deflateSync(Buffer.concat(rows), { level: 1 })
}

const parms = (predictor: number) => `/DecodeParms << /Predictor ${predictor} /Columns ${COLUMNS} >>`

/** Ways in which a content still reaches its parser, each through other decoders. */
export const CODERS: readonly Coder[] = [
  (content) => ({ content: lzw(content), entries: '/Filter /LZWDecode' }),
  (content) => ({ content: ascii85(content), entries: '/Filter /ASCII85Decode' }),
  (content) => ({ content: runLength(content), entries: '/Filter [/RunLengthDecode]' }),
  (content) => ({ content: Buffer.from(`${content.toString('hex')}>`), entries: '/Filter /ASCIIHexDecode' }),
  (content) => ({ content: predicted(content, 0), entries: `/Filter /FlateDecode ${parms(15)}` }),
  (content) => ({ content: predicted(content, 2), entries: `/Filter /FlateDecode ${parms(12)}` }),
  (content) => ({
    content: ascii85(runLength(deflateSync(content, { level: 1 }))),
    entries: '/Filter [/ASCII85Decode /RunLengthDecode /FlateDecode]',
  }),
]
