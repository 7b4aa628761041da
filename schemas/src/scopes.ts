/** What a token may be limited to; one made without scopes may do what its account may. */
export const SCOPES = ['jobs:write', 'jobs:read', 'hosts:write', 'withdraw', 'account', 'documents'] as const
export type Scope = (typeof SCOPES)[number]

/** What the pages and `mkt tokens create` propose. */
export const JOB_SCOPES = ['jobs:write', 'jobs:read'] as const satisfies readonly Scope[]
