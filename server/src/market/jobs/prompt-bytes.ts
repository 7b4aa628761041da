import { type ChatMessage, type Submission, textsRead } from '@mkt/schemas'

/** No engine makes more tokens of a picture, whatever its size. */
const TOKENS_OF_PICTURE = 4096

/** Engines put marks around each text that they make a vector of, and around both of a pair that they score. */
const TOKENS_AROUND = 8

/** What bounds the tokens that a host may count of a prompt: no token is less than a byte of what an engine reads. */
export function promptBytes(submission: Submission, messages: readonly ChatMessage[] = []): number {
  const { input_text, tools, response_format, rerank } = submission
  const read = textsRead(submission)
  if (read) {
    const each = TOKENS_AROUND + Buffer.byteLength(rerank?.query ?? '')
    return read.reduce((sum, text) => sum + Buffer.byteLength(text) + each, 0)
  }
  const declared = [tools, response_format].filter((part) => part !== undefined)
  const pictures = messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.filter(({ type }) => type === 'image_url'),
  )
  // What it thought before its tools answered is no part of the text.
  const thoughts = messages.map(({ reasoning_content = '' }) => reasoning_content)
  const texts = [input_text, ...thoughts, ...declared.map((part) => JSON.stringify(part))]
  const bytes = texts.map((text) => Buffer.byteLength(text))
  return bytes.reduce((sum, one) => sum + one, pictures.length * TOKENS_OF_PICTURE)
}
