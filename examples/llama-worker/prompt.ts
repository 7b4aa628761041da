import type { ChatHistoryItem, ChatWrapper, LlamaModel, LlamaText, Token } from 'node-llama-cpp'

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

export interface Prompt {
  tokens: Token[]
  /** With what the model's template ends a turn, besides the model's own end of text. */
  stopTokens: ReadonlySet<Token>
  stopStrings: readonly string[]
}

/** The conversation in the model's own chat template, up to where the assistant speaks. */
export function chatPrompt(model: LlamaModel, template: ChatWrapper, messages: readonly ChatMessage[]): Prompt {
  const chatHistory: ChatHistoryItem[] = messages.map(({ role, content }) =>
    role === 'assistant' ? { type: 'model', response: [content] } : { type: role, text: content },
  )
  // An answer that is there is gone on with: the model speaks behind its last word.
  if (messages.at(-1)?.role !== 'assistant') chatHistory.push({ type: 'model', response: [] })
  const { contextText, stopGenerationTriggers } = template.generateContextState({ chatHistory })
  return { tokens: contextText.tokenize(model.tokenizer), ...stops(model, stopGenerationTriggers) }
}

/** The text as it is; special tokens written in it count as such, since its writer laid out the whole prompt. */
export function textPrompt(model: LlamaModel, text: string): Prompt {
  const tokens = model.tokenize(text, true)
  const { bos, shouldPrependBosToken } = model.tokens
  if (bos !== null && tokens[0] !== bos && (shouldPrependBosToken || tokens.length === 0)) tokens.unshift(bos)
  return { tokens, stopTokens: new Set(), stopStrings: [] }
}

/** A template ends a turn with a special token or with plain characters. */
function stops(model: LlamaModel, triggers: readonly LlamaText[]): Pick<Prompt, 'stopTokens' | 'stopStrings'> {
  const stopTokens = new Set<Token>()
  const stopStrings: string[] = []
  for (const trigger of triggers) {
    const [first, ...more] = trigger.tokenize(model.tokenizer)
    if (first !== undefined && more.length === 0 && model.isSpecialToken(first)) stopTokens.add(first)
    else if (trigger.values.every((value) => typeof value === 'string')) stopStrings.push(trigger.values.join(''))
  }
  return { stopTokens, stopStrings: stopStrings.filter((text) => text.trim() !== '') }
}
