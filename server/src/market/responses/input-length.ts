import { MAX_INPUT_BYTES, type ResponseItem, type ResponsePart } from '@mkt/schemas'
import { tooLong } from '../openai/chat-of.ts'

/**
 * How long the texts of a request are together, as far as they were counted: in characters, of which there are no more
 * than bytes. The same text counts as often as it stands there.
 */
export class InputLength {
  #sum = 0

  /** Error: invalid_request, as soon as they are too long for a chat. */
  add(text: string): void {
    this.#sum += text.length
    if (this.#sum > MAX_INPUT_BYTES) throw tooLong()
  }

  /** Thoughts are left to whoever knows which of them are shown to a model again. */
  addItem(item: ResponseItem): void {
    if (item.type === 'function_call') this.add(item.name + item.arguments)
    else if (item.type === 'function_call_output') this.#addContent(item.output)
    else if (item.type === 'message' || item.type === undefined) this.#addContent(item.content)
  }

  #addContent(content: string | readonly ResponsePart[]): void {
    if (typeof content === 'string') this.add(content)
    else for (const part of content) if ('text' in part) this.add(part.text)
  }
}
