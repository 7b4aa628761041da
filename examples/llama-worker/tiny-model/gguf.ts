import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A metadata value says its GGUF type, because 1 could be any of five. */
export type MetadataValue =
  | { string: string }
  | { uint32: number }
  | { float32: number }
  | { bool: boolean }
  | { strings: readonly string[] }
  | { float32s: readonly number[] }
  | { int32s: readonly number[] }

/** `shape` lists the fastest-running dimension first, as GGUF does: a matrix of R rows and C columns is [C, R]. */
export interface Tensor {
  name: string
  shape: readonly number[]
  values: Float32Array
}

export interface Gguf {
  metadata: Record<string, MetadataValue>
  tensors: readonly Tensor[]
}

// Numbers of the GGUF specification, version 3.
const VERSION = 3
const ALIGNMENT = 32
const TYPE = { uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9 } as const
const TENSOR_OF_FLOAT32 = 0

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

function float32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function string(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([uint64(bytes.length), bytes])
}

function array<Item>(type: number, items: readonly Item[], encode: (item: Item) => Buffer): Buffer {
  return Buffer.concat([uint32(TYPE.array), uint32(type), uint64(items.length), ...items.map(encode)])
}

function typedValue(value: MetadataValue): Buffer {
  if ('string' in value) return Buffer.concat([uint32(TYPE.string), string(value.string)])
  if ('uint32' in value) return Buffer.concat([uint32(TYPE.uint32), uint32(value.uint32)])
  if ('float32' in value) return Buffer.concat([uint32(TYPE.float32), float32(value.float32)])
  if ('bool' in value) return Buffer.concat([uint32(TYPE.bool), Buffer.from([value.bool ? 1 : 0])])
  if ('strings' in value) return array(TYPE.string, value.strings, string)
  if ('float32s' in value) return array(TYPE.float32, value.float32s, float32)
  return array(TYPE.int32, value.int32s, int32)
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT)])
}

/** The layout: a header, the metadata, where each tensor lies, then the tensors, each on a boundary of 32 bytes. */
function encodeGguf({ metadata, tensors }: Gguf): Buffer {
  const pairs = Object.entries(metadata).map(([key, value]) => Buffer.concat([string(key), typedValue(value)]))
  const data = tensors.map(({ values }) => padded(Buffer.from(values.buffer, values.byteOffset, values.byteLength)))
  let offset = 0
  const places = tensors.map(({ name, shape }, index) => {
    const dimensions = [uint32(shape.length), ...shape.map(uint64)]
    const place = Buffer.concat([string(name), ...dimensions, uint32(TENSOR_OF_FLOAT32), uint64(offset)])
    offset += data[index]?.length ?? 0
    return place
  })
  const header = [Buffer.from('GGUF'), uint32(VERSION), uint64(tensors.length), uint64(pairs.length)]
  return Buffer.concat([padded(Buffer.concat([...header, ...pairs, ...places])), ...data])
}

/** Writes beside the target and renames, so that a reader never sees half a model, even when two processes make it. */
export async function writeGguf(file: string, gguf: Gguf): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const unfinished = `${file}.${randomUUID()}.part`
  await writeFile(unfinished, encodeGguf(gguf))
  await rename(unfinished, file)
}
