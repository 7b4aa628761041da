import type { Endpoint } from './endpoint.ts'
import { adminEndpoints } from './market/admin.ts'
import { hostEndpoints } from './market/hosts.ts'
import { jobEndpoints } from './market/jobs.ts'
import { openEndpoints } from './market/open.ts'
import { userEndpoints } from './market/users.ts'

/** Every endpoint of the market service, by name. */
export const market = {
  ...openEndpoints,
  ...userEndpoints,
  ...jobEndpoints,
  ...hostEndpoints,
  ...adminEndpoints,
} satisfies Record<string, Endpoint>
