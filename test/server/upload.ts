import { ask } from './contract/ask.ts'
import type { TestUser } from './marketplace.ts'

/** A request of a batch, as a line of a file has it. */
export const requestLine = (custom_id: string, body: object, url = '/v1/chat/completions') =>
  JSON.stringify({ custom_id, method: 'POST', url, body })

const REQUEST = requestLine('one', { model: 'm', messages: [{ role: 'user', content: 'x' }], max_tokens: 1 })

/** An upload as a form has it, `fields` behind the file. */
export function upload(content: string, fields: Record<string, string> = { purpose: 'batch' }) {
  const others = Object.entries(fields).map(
    ([name, value]) => `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = 'content-disposition: form-data; name="file"; filename="requests.jsonl"'
  const raw = `--cut\r\n${head}\r\n\r\n${content}\r\n${others.join('')}--cut--\r\n`
  return { raw, type: 'multipart/form-data; boundary=cut' }
}
export const anUpload = upload(REQUEST)

let last: Promise<unknown> = Promise.resolve()

/** One after the other: few of a user's are taken at once. */
export async function uploaded(url: string, { authorization }: TestUser, content = REQUEST): Promise<string> {
  const before = last
  const { promise, resolve } = Promise.withResolvers<void>()
  last = promise
  await before
  const { body } = await ask(url, 'POST /v1/files', { as: authorization, ...upload(content) })
  resolve()
  return (body as { id: string }).id
}
