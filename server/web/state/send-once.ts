import { ApiError } from '../api.ts'

/** An answer of ours after which the same may have been done nevertheless, by this request or by an earlier one. */
const UNSURE: readonly ApiError['code'][] = ['internal_error', 'conflict', 'idempotency_conflict']

/** Whether the market itself said no, so that nothing is done and nothing charged. Without an answer nobody knows. */
export const isRefusal = (error: unknown): boolean => error instanceof ApiError && !UNSURE.includes(error.code)

/** Sends a thing under an Idempotency-Key: the same one again for as long as nobody knows whether it arrived. */
export function createSendOnce() {
  let key: string | undefined
  return async <T>(send: (headers: Record<string, string>) => Promise<T>): Promise<T> => {
    key ??= crypto.randomUUID()
    try {
      const answer = await send({ 'idempotency-key': key })
      key = undefined
      return answer
    } catch (error) {
      if (isRefusal(error)) key = undefined
      throw error
    }
  }
}
