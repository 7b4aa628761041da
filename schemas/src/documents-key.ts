import { z } from 'zod'
import { id, timestamp } from './text.ts'

export const documentsKeyId = id('tok')

/** Of one's own key its secret; of another user's where that user fetches it. */
export const madeDocumentsKey = z
  .object({ key: z.string().optional(), key_id: documentsKeyId.optional(), claim: z.string().optional() })
  .meta({ id: 'MadeDocumentsKey' })

export const documentsKeySecret = z.object({ key: z.string() }).meta({ id: 'DocumentsKeySecret' })

/**
 * `made_by` is an admin's user id, or `operator` for a command on the machine; null where that was not kept yet.
 * `last_used_at` is exact to ten minutes.
 */
const documentsKey = z
  .object({
    key_id: documentsKeyId,
    made_by: z.string().nullable(),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
    claimed: z.boolean(),
  })
  .meta({ id: 'DocumentsKey' })
export const documentsKeyList = z.object({ keys: z.array(documentsKey) })
