import type { Client } from '@mkt/schemas/client'
import { tellQuietly } from './output.ts'
import { outputWords } from './words/output.ts'

const SILENCE_MS = 2000
let told = false

/**
 * The client, which says once to a person that an answer is long in coming: where nothing comes back at all, a
 * connection is given up only after many seconds. Questions that the server is to hold are left out.
 */
export function tellingOfSilence(client: Client, server: string): Client {
  return {
    ...client,
    async call(endpoint, input, options) {
      const held = (input as { query?: { wait?: number } }).query?.wait !== undefined
      const timer = held || told ? undefined : setTimeout(() => tellSilence(server), SILENCE_MS)
      try {
        return await client.call(endpoint, input, options)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

function tellSilence(server: string): void {
  if (told || !process.stderr.isTTY) return
  told = true
  tellQuietly(outputWords.silent(server))
}
