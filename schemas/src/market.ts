import type { Endpoint } from './endpoint.ts'
import * as admin from './market/admin.ts'
import * as hosts from './market/hosts.ts'
import * as jobs from './market/jobs.ts'
import * as open from './market/public.ts'
import * as users from './market/users.ts'

/** Every endpoint of the market service, by name. */
export const market = { ...open, ...users, ...jobs, ...hosts, ...admin } satisfies Record<string, Endpoint>
