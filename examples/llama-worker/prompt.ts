import type { ChatModelFunctions, ChatWrapper, LlamaModel, LlamaText, Token } from 'node-llama-cpp'
import type { Chat } from './messages.ts'
import type { Tool } from './tools.ts'

export interface Prompt {
  tokens: Token[]
  /** With what the model's template ends a turn, besides the model's own end of text. */
  stopTokens: ReadonlySet<Token>
  stopStrings: readonly string[]
}

/** The conversation in the model's own chat template, up to where the assistant speaks or goes on. */
export function chatPrompt(
  model: LlamaModel,
  template: ChatWrapper,
  { history }: Chat,
  tools: readonly Tool[] = [],
): Prompt {
  const availableFunctions = Object.fromEntries(
    tools.map(({ name, description, parameters }) => [name, { description, params: parameters }]),
  ) as ChatModelFunctions
  const { contextText, stopGenerationTriggers } = template.generateContextState({
    chatHistory: history,
    ...(tools.length > 0 ? { availableFunctions } : {}),
  })
  return { tokens: contextText.tokenize(model.tokenizer), ...stops(model, stopGenerationTriggers) }
}

/** The text as it is; special tokens written in it count as such, since its writer laid out the whole prompt. */
export function textPrompt(model: LlamaModel, text: string): Prompt {
  const tokens = model.tokenize(text, true)
  const { bos, shouldPrependBosToken } = model.tokens
  if (bos !== null && tokens[0] !== bos && (shouldPrependBosToken || tokens.length === 0)) tokens.unshift(bos)
  return { tokens, stopTokens: new Set(), stopStrings: [] }
}

/** Texts of a template that mean something when a model says them: special tokens, or plain characters. */
export interface Triggers {
  tokens: Set<Token>
  texts: string[]
}

/** A text that begins with a special token is known by it alone where `byFirst`. */
export function triggersOf(model: LlamaModel, texts: readonly LlamaText[], byFirst = false): Triggers {
  const found: Triggers = { tokens: new Set(), texts: [] }
  for (const text of texts) {
    const [first, ...more] = text.tokenize(model.tokenizer)
    const known = first !== undefined && model.isSpecialToken(first) && (byFirst || more.length === 0)
    if (known) found.tokens.add(first)
    else found.texts.push(textOf(text))
  }
  return { ...found, texts: found.texts.filter((text) => text.trim() !== '') }
}

/** Its characters, without what makes some of them special. */
export const textOf = (text: string | LlamaText): string =>
  typeof text === 'string' ? text : text.values.map((one) => (typeof one === 'string' ? one : one.value)).join('')

/** A template ends a turn with a special token or with plain characters. */
function stops(model: LlamaModel, triggers: readonly LlamaText[]): Pick<Prompt, 'stopTokens' | 'stopStrings'> {
  const { tokens, texts } = triggersOf(model, triggers)
  return { stopTokens: tokens, stopStrings: texts }
}
