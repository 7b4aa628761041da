import { z } from 'zod'
import { credits } from './credits.ts'
import { hostId, hostStatus } from './host.ts'
import { limit, offset, timestamp } from './text.ts'

/** A host as an operator sees it. */
export const adminHost = z
  .object({
    host_id: hostId,
    gpu: z.string(),
    status: hostStatus,
    total_jobs_completed: z.int(),
    total_earnings: credits,
    last_heartbeat: timestamp,
  })
  .meta({ id: 'AdminHost' })
export const adminHostChange = z.object({ disabled: z.boolean() })
/** A host in an operator's list. */
export const listedAdminHost = adminHost
  .extend({
    /** These with detail=full only. */
    disabled: z.boolean().optional(),
    flagged: z.boolean().optional().meta({ description: 'It seems to bill more tokens than its texts hold' }),
    models: z.int().optional().meta({ description: 'How many it sells' }),
    ready_models: z.int().optional().meta({ description: 'Of how many its engines are up, as it said last' }),
  })
  .meta({ id: 'ListedAdminHost' })
export const adminHostList = z.object({ hosts: z.array(listedAdminHost), total: z.int() })
/** `detail=full` adds which hosts are shut out, which are flagged, and whether their engines are up. */
export const adminHostQuery = z.object({
  limit,
  offset,
  detail: z.enum(['full']).optional(),
  first: z.enum(['newest', 'flagged']).default('newest'),
})
