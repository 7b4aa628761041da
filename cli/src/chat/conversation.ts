import { type ChatMessage, chatBytes, MAX_INPUT_BYTES } from '@mkt/schemas'
import { Failure } from '../failure.ts'
import { chatWords } from '../words/chat.ts'

/** What was said so far. Turns that got no answer are no part of it: the model is shown pairs only. */
export class Conversation {
  model: string
  system: string | undefined
  #turns: ChatMessage[] = []

  constructor({ model, system }: { model: string; system?: string | undefined }) {
    this.model = model
    this.system = system
  }

  /** The messages that ask `text` next. Throws a Failure (usage) where they are more than a server takes. */
  asking(text: string): ChatMessage[] {
    const system: ChatMessage[] = this.system === undefined ? [] : [{ role: 'system', content: this.system }]
    const messages: ChatMessage[] = [...system, ...this.#turns, { role: 'user', content: text }]
    if (chatBytes(messages) <= MAX_INPUT_BYTES) return messages
    throw new Failure('usage', chatWords.tooLong(MAX_INPUT_BYTES), [chatWords.clearIt])
  }

  keep(text: string, answer: string): void {
    this.#turns.push({ role: 'user', content: text }, { role: 'assistant', content: answer })
  }

  clear(): void {
    this.#turns = []
  }
}
