import type { Answer } from './client-answer.ts'
import { ApiError } from './client-errors.ts'

/** More than any answer of the services, or any event of theirs, has: who is sent more talks to something else. */
export const MOST_BYTES = 67_108_864

/** The body as text; an error where it is longer than any, so that no server fills the memory of its callers. */
export async function wholeText(response: Answer): Promise<string> {
  const { body, headers, status } = response
  if (!body || isKnownShort(headers)) return await response.text()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const part of body) {
    bytes += part.length
    if (bytes > MOST_BYTES) throw tooLong(status)
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}

/** Of what is compressed the length says little. */
function isKnownShort(headers: Answer['headers']): boolean {
  const length = headers.get('content-length')
  return length !== null && headers.get('content-encoding') === null && Number(length) <= MOST_BYTES
}

export function tooLong(status: number): ApiError {
  const message = `the server's answer is longer than ${MOST_BYTES} bytes, which none of these services is; see whether --server names the right one`
  return new ApiError(status, 'internal_error', message, { answerer: 'stranger' })
}
