import type { Guard } from '../../http/guard.ts'
import type { Market } from '../deps.ts'
import { alertRoutes } from './alerts.ts'
import { anthropicRoutes } from './anthropic.ts'
import { batchRoutes } from './batches.ts'
import { changeRoutes } from './changes.ts'
import { conversationRoutes } from './conversations.ts'
import { documentsKeyRoutes } from './documents-keys.ts'
import { fileRoutes } from './files.ts'
import { jobRoutes } from './jobs.ts'
import { openAiRoutes } from './openai.ts'
import { responseRoutes } from './responses.ts'
import { tokenRoutes } from './tokens.ts'
import { usageRoutes } from './usage.ts'
import { vectorRoutes } from './vectors.ts'

/** What buyers call. */
export function composeBuyers(guard: Guard, market: Market): void {
  tokenRoutes(guard, market)
  documentsKeyRoutes(guard, market)
  jobRoutes(guard, market)
  batchRoutes(guard, market)
  fileRoutes(guard, market)
  conversationRoutes(guard, market)
  openAiRoutes(guard, market)
  responseRoutes(guard, market)
  vectorRoutes(guard, market)
  anthropicRoutes(guard, market)
  usageRoutes(guard, market)
  alertRoutes(guard, market)
  changeRoutes(guard, market)
}
