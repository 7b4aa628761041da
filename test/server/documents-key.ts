import { market as endpoints } from '@mkt/schemas'
import type { Client } from '@mkt/schemas/client'

/** A documents key as its owner comes by one: an admin makes it, the owner fetches the secret. */
export async function documentsKey(admin: Client, owner: Client, user_id: string): Promise<string> {
  const { key_id = '' } = await admin.call(endpoints.createDocumentsKey, { params: { user_id } })
  return (await owner.call(endpoints.claimDocumentsKey, { params: { key_id } })).key
}
