import type { Chance } from './chance.ts'
import type { MetadataValue, Tensor } from './gguf.ts'
import { byteToken } from './pieces.ts'

/** The smallest model that llama.cpp runs through its ordinary path: layers of width 64, one of them or a few. */
export const WIDTH = 64
const HEADS = 4
const FEED_FORWARD = 64

// Positions cost no weights, so that the window can be wide; how much of it a server uses is the server's choice.
const LONGEST_CONTEXT = 131_072

export const END_OF_TEXT = 2
const SPECIAL = ['<unk>', '<s>', '</s>']
/** As the tokenizer writes it; as bytes it would be three tokens, none of which says what it is. */
export const SPACE = '\u2581'
const BYTES = Array.from({ length: 256 }, (_, byte) => byteToken(byte))

// Token types of the tokenizer: normal, unknown, control, byte.
const TOKEN_TYPE = { normal: 1, unknown: 2, control: 3, byte: 6 }

const CHAT_TEMPLATE =
  "{% for m in messages %}<|{{ m['role'] }}|>\n{{ m['content'] }}\n{% endfor %}" +
  '{% if add_generation_prompt %}<|assistant|>\n{% endif %}'

/** Special tokens and all bytes, with which any prompt can be written, then the words that only the model writes. */
export class Vocabulary {
  readonly tokens: readonly string[]
  readonly #ids: ReadonlyMap<string, number>
  readonly #firstWord: number

  /** `parts` are what words are put together from when a text is read; the model writes whole words only. */
  constructor(words: readonly string[], parts: readonly string[] = []) {
    const others = [SPACE, ...parts].filter((part) => !words.includes(part))
    this.#firstWord = SPECIAL.length + BYTES.length + others.length
    this.tokens = [...SPECIAL, ...BYTES, ...others, ...words]
    this.#ids = new Map(this.tokens.map((token, id) => [token, id]))
  }

  get size(): number {
    return this.tokens.length
  }

  id(token: string): number {
    const id = this.#ids.get(token)
    if (id === undefined) throw new Error(`no token ${token}`)
    return id
  }

  isWord(id: number): boolean {
    return id >= this.#firstWord
  }
}

function tokenType(id: number): number {
  if (id === 0) return TOKEN_TYPE.unknown
  if (id < SPECIAL.length) return TOKEN_TYPE.control
  return id < SPECIAL.length + BYTES.length ? TOKEN_TYPE.byte : TOKEN_TYPE.normal
}

export function describe(name: string, { tokens }: Vocabulary, layers = 1): Record<string, MetadataValue> {
  return {
    'general.architecture': { string: 'llama' },
    'general.name': { string: name },
    'general.file_type': { uint32: 0 },
    'llama.context_length': { uint32: LONGEST_CONTEXT },
    'llama.embedding_length': { uint32: WIDTH },
    'llama.block_count': { uint32: layers },
    'llama.feed_forward_length': { uint32: FEED_FORWARD },
    'llama.attention.head_count': { uint32: HEADS },
    'llama.attention.head_count_kv': { uint32: HEADS },
    'llama.attention.layer_norm_rms_epsilon': { float32: 1e-5 },
    'llama.rope.dimension_count': { uint32: WIDTH / HEADS },
    'llama.vocab_size': { uint32: tokens.length },
    'tokenizer.ggml.model': { string: 'llama' },
    'tokenizer.ggml.tokens': { strings: tokens },
    'tokenizer.ggml.scores': { float32s: tokens.map((_, id) => -id) },
    'tokenizer.ggml.token_type': { int32s: tokens.map((_, id) => tokenType(id)) },
    'tokenizer.ggml.unknown_token_id': { uint32: 0 },
    'tokenizer.ggml.bos_token_id': { uint32: 1 },
    'tokenizer.ggml.eos_token_id': { uint32: END_OF_TEXT },
    'tokenizer.ggml.add_space_prefix': { bool: false },
    'tokenizer.chat_template': { string: CHAT_TEMPLATE },
  }
}

/** What attention and the feed-forward part add to the stream of hidden values; all zeros make a layer that adds nothing. */
export interface LayerOutputs {
  attention: Float32Array
  feedForward: Float32Array
}

export function silentLayer(): LayerOutputs {
  return { attention: new Float32Array(WIDTH * WIDTH), feedForward: new Float32Array(FEED_FORWARD * WIDTH) }
}

export function randomLayer(chance: Chance, deviation: number): LayerOutputs {
  return {
    attention: chance.normals(WIDTH * WIDTH, deviation),
    feedForward: chance.normals(FEED_FORWARD * WIDTH, deviation),
  }
}

/** All tensors of the model: the two tables given, the layers' outputs given, and the rest of the layers by chance. */
export function assemble(
  input: Float32Array,
  layers: readonly LayerOutputs[],
  output: Float32Array,
  chance: Chance,
): Tensor[] {
  return [
    matrix('token_embd.weight', WIDTH, input),
    ...layers.flatMap((layer, index) => layerTensors(`blk.${index}`, layer, chance)),
    even('output_norm.weight'),
    matrix('output.weight', WIDTH, output),
  ]
}

function layerTensors(block: string, layer: LayerOutputs, chance: Chance): Tensor[] {
  const some = (rows: number) => chance.normals(WIDTH * rows, 0.05)
  return [
    even(`${block}.attn_norm.weight`),
    matrix(`${block}.attn_q.weight`, WIDTH, some(WIDTH)),
    matrix(`${block}.attn_k.weight`, WIDTH, some(WIDTH)),
    matrix(`${block}.attn_v.weight`, WIDTH, some(WIDTH)),
    matrix(`${block}.attn_output.weight`, WIDTH, layer.attention),
    even(`${block}.ffn_norm.weight`),
    matrix(`${block}.ffn_gate.weight`, WIDTH, some(FEED_FORWARD)),
    matrix(`${block}.ffn_up.weight`, WIDTH, some(FEED_FORWARD)),
    matrix(`${block}.ffn_down.weight`, FEED_FORWARD, layer.feedForward),
  ]
}

const even = (name: string): Tensor => ({ name, shape: [WIDTH], values: new Float32Array(WIDTH).fill(1) })

const matrix = (name: string, columns: number, values: Float32Array): Tensor => ({
  name,
  shape: [columns, values.length / columns],
  values,
})
