import type { Backend } from '../backends/backend.ts'

/** One engine that runs models for this host. */
export interface Engine {
  /** As the configuration calls it; undefined where it is the only one. */
  name?: string | undefined
  backend: Backend
  /** Under the names that buyers see. */
  models: readonly string[]
  /** Jobs at the same time. */
  concurrency: number
  first_token_timeout_ms: number
  idle_timeout_ms: number
}
