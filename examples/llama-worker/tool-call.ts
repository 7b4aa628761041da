import { randomUUID } from 'node:crypto'
import { type ChatWrapper, type LlamaContextSequence, type LlamaModel, LlamaText, type Token } from 'node-llama-cpp'
import { type Generated, generate, type Listener, type Piece, type Wishes } from './generation.ts'
import { alternatives, verbatim } from './grammar-rules.ts'
import { type Prompt, type Triggers, textOf, triggersOf } from './prompt.ts'
import { grammarOfSchema, orOneOf } from './schema-grammar.ts'
import type { Calling, Tool } from './tools.ts'

/** What a model says that may call: text, then perhaps a call, whose arguments come bit by bit. */
export interface CallListener extends Listener {
  onCall: (call: { id: string; name: string }) => void | Promise<void>
  onArguments: (piece: Piece) => void | Promise<void>
}

export interface CallTurn {
  sequence: LlamaContextSequence
  prompt: Prompt
  calling: Calling
  wishes: Wishes
  template: ChatWrapper
  /** Of what is said where nothing is called. */
  grammar?: string | undefined
}

export interface Called {
  finishReason: Generated['finishReason'] | 'tool_calls'
  completionTokens: number
}

/**
 * A turn of a model that has tools, in three steps: it speaks freely until it writes what begins a call in its own
 * template, or begins with that where it has to call; a grammar of the names lets it choose one; a grammar of that
 * tool's schema lets it write the arguments. One call a turn: more may follow once its result is there.
 */
export async function callTurn(turn: CallTurn, listener: CallListener): Promise<Called> {
  const { prompt, calling, wishes, template } = turn
  const said = calling.must
    ? { finishReason: 'stop' as const, tokens: [], before: prompt.tokens }
    : await speak(turn, listener)
  const spent = said.tokens.length
  const { before } = said
  if (!before) return { finishReason: said.finishReason, completionTokens: spent }
  const { tool, tokens } = await chooseTool(turn, before, listener)
  await listener.onCall({ id: `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`, name: tool.name })
  const call = LlamaText([opening(template), tool.name, template.settings.functions.call.paramsPrefix])
  const argued = await write(turn, [...before, ...call.tokenize(turn.sequence.model.tokenizer)], {
    grammar: grammarOfSchema(tool.parameters, tool.strict, 'tools'),
    maxTokens: left(wishes, spent + tokens),
    listener: { signal: listener.signal, onPiece: listener.onArguments },
  })
  const completionTokens = spent + tokens + argued.tokens.length
  return { finishReason: argued.finishReason === 'stop' ? 'tool_calls' : 'length', completionTokens }
}

/** Speaks freely; `before` is what a call goes on behind, where one begins. */
async function speak(turn: CallTurn, listener: Listener): Promise<Generated & { before?: Token[] }> {
  const { sequence, prompt, template, wishes } = turn
  const begins = beginnings(sequence.model, template)
  const bound = await boundTo(turn, begins)
  const stopping = {
    tokens: prompt.tokens,
    stopTokens: prompt.stopTokens.union(begins.tokens),
    stopStrings: [...prompt.stopStrings, ...begins.texts],
  }
  const said = await generate(sequence, stopping, { ...wishes, ...bound }, listener)
  const { found } = said
  if (typeof found === 'string' && begins.texts.includes(found) && !wishes.stop.includes(found)) {
    return { ...said, before: [...prompt.tokens, ...upTo(turn, said.tokens, found)] }
  }
  const begun = typeof found === 'number' && begins.tokens.has(found)
  return begun ? { ...said, before: [...prompt.tokens, ...said.tokens] } : said
}

/** What is said is held to the format that is asked for, and may begin a call in its place. */
async function boundTo({ sequence, grammar }: CallTurn, { all }: Beginnings): Promise<Pick<Wishes, 'grammar'>> {
  if (grammar === undefined) return {}
  return { grammar: await sequence.model.llama.createGrammar({ grammar: orOneOf(grammar, all) }) }
}

/** With one tool there is nothing to choose. */
async function chooseTool(
  turn: CallTurn,
  before: Token[],
  { signal }: Listener,
): Promise<{ tool: Tool; tokens: number }> {
  const { calling, template, wishes, sequence } = turn
  const [first, ...others] = calling.tools
  if (!first) throw new Error('no tool to call')
  if (others.length === 0) return { tool: first, tokens: 0 }
  const start = opening(template).tokenize(sequence.model.tokenizer)
  // With what ends a name in this template, so that one that begins another can be told from it.
  const end = textOf(template.settings.functions.call.paramsPrefix)[0] ?? ' '
  const names = alternatives(calling.tools.map(({ name }) => verbatim(name + end)))
  let said = ''
  const onPiece = ({ text }: Piece): void => {
    said += text
  }
  const { maxTokens: _, likelihoods: __, ...rest } = wishes
  const chosen = await write({ ...turn, wishes: rest }, [...before, ...start], {
    grammar: `root ::= ${names}\n`,
    listener: { signal, onPiece },
  })
  const tool = calling.tools.find(({ name }) => said === name + end)
  return { tool: tool ?? first, tokens: chosen.tokens.length }
}

async function write(
  { sequence, wishes }: CallTurn,
  tokens: Token[],
  { grammar, listener, maxTokens }: { grammar: string; listener: Listener; maxTokens?: number | undefined },
): Promise<Generated> {
  const made = await sequence.model.llama.createGrammar({ grammar })
  const { maxTokens: _, ...rest } = wishes
  const bound = { ...rest, stop: [], grammar: made, ...(maxTokens === undefined ? {} : { maxTokens }) }
  return await generate(sequence, { tokens, stopTokens: new Set(), stopStrings: [] }, bound, listener)
}

const left = ({ maxTokens }: Wishes, spent: number) => (maxTokens === undefined ? undefined : maxTokens - spent)

/** What a template begins a call with, in the section of calls where it has one. */
function opening({ settings }: ChatWrapper): LlamaText {
  const { call, parallelism } = settings.functions
  return LlamaText([parallelism?.call.sectionPrefix ?? '', call.prefix])
}

type Beginnings = Triggers & { all: readonly string[] }

/** By what a call is seen to begin; `all` as text, also where that is of a token. */
function beginnings(model: LlamaModel, { settings }: ChatWrapper): Beginnings {
  const { call, parallelism } = settings.functions
  const section = parallelism?.call
  const all = [
    ...(section ? [section.sectionPrefix, ...(section.sectionPrefixAlternateMatches ?? [])] : []),
    call.prefix,
    ...(call.prefixAlternateMatches ?? []),
  ]
  const { tokens, texts } = triggersOf(
    model,
    all.map((one) => LlamaText(one)),
    true,
  )
  const written = all.map(textOf).filter((text) => text.trim() !== '')
  return { tokens, texts: texts.map((text) => text.trim()), all: written }
}

/** The tokens of what was said before `end`, with which a call begins. */
function upTo({ sequence, prompt }: CallTurn, said: Token[], end: string): Token[] {
  const { model } = sequence
  for (let count = said.length - 1; count >= 0; count--) {
    if (!model.detokenize(said.slice(count), true, prompt.tokens).includes(end)) continue
    const text = model.detokenize(said.slice(count), true, [...prompt.tokens, ...said.slice(0, count)])
    return [...said.slice(0, count), ...model.tokenize(text.slice(0, text.indexOf(end)), false, 'trimLeadingSpace')]
  }
  return said
}
