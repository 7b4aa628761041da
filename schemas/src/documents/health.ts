import { z } from 'zod'

/** GET /health of the documents service. */
export const documentsHealth = z
  .object({ status: z.literal('ok'), version: z.string(), uptime_seconds: z.number() })
  .meta({ id: 'DocumentsHealth' })
