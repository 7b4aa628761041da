import { ApiError } from '@mkt/schemas/client'
import { tell } from './output.ts'
import type { RetryOptions } from './retry.ts'
import { outputWords } from './words/output.ts'

/** A break that is over sooner is not worth a word. */
const QUIET_MS = 2000

/** Says once that the server is away and that we go on trying, and once that it is back. */
export function tellAway(): Required<Pick<RetryOptions, 'failed' | 'over'>> {
  let said = false
  return {
    failed(error, ms) {
      if (said || ms < QUIET_MS) return
      said = true
      const asks = error instanceof ApiError && error.status === 429
      tell(outputWords.away(error.message, asks))
    },
    over() {
      if (said) tell(outputWords.back)
      said = false
    },
  }
}
