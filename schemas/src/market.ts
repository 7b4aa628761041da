import type { Endpoint } from './endpoint.ts'
import { adminEndpoints } from './market/admin.ts'
import { alertEndpoints } from './market/alerts.ts'
import { aliasEndpoints } from './market/aliases.ts'
import { anthropicEndpoints } from './market/anthropic.ts'
import { batchEndpoints } from './market/batches.ts'
import { changeEndpoints } from './market/changes.ts'
import { conversationEndpoints } from './market/conversations.ts'
import { disputeEndpoints } from './market/disputes.ts'
import { figureEndpoints, hostHoursEndpoints } from './market/figures.ts'
import { hostEndpoints } from './market/hosts.ts'
import { jobEndpoints } from './market/jobs.ts'
import { mailEndpoints } from './market/mail.ts'
import { modelHistoryEndpoints } from './market/model-history.ts'
import { openEndpoints } from './market/open.ts'
import { openAiEndpoints } from './market/openai.ts'
import { openAiFileEndpoints } from './market/openai-files.ts'
import { passkeyEndpoints } from './market/passkeys.ts'
import { purchaseEndpoints } from './market/purchases.ts'
import { responseEndpoints } from './market/responses.ts'
import { secondFactorEndpoints } from './market/second-factor.ts'
import { sessionEndpoints } from './market/sessions.ts'
import { usageEndpoints } from './market/usage.ts'
import { userEndpoints } from './market/users.ts'
import { verificationEndpoints } from './market/verification.ts'
import { webhookEndpoints } from './market/webhooks.ts'

/** The endpoints of the market service by who uses them, in the order in which a reader meets them. */
export const marketGroups = {
  Open: { ...openEndpoints, ...modelHistoryEndpoints },
  Accounts: {
    ...userEndpoints,
    ...changeEndpoints,
    ...mailEndpoints,
    ...secondFactorEndpoints,
    ...passkeyEndpoints,
    ...sessionEndpoints,
  },
  Jobs: { ...jobEndpoints, ...batchEndpoints, ...conversationEndpoints },
  Disputes: disputeEndpoints,
  Verification: verificationEndpoints,
  Usage: { ...usageEndpoints, ...alertEndpoints, ...hostHoursEndpoints },
  Purchases: purchaseEndpoints,
  OpenAI: { ...openAiEndpoints, ...openAiFileEndpoints, ...responseEndpoints },
  Anthropic: anthropicEndpoints,
  Hosts: hostEndpoints,
  Webhooks: webhookEndpoints,
  Operators: { ...aliasEndpoints, ...adminEndpoints, ...figureEndpoints },
} satisfies Record<string, Record<string, Endpoint>>

/** Every endpoint of the market service, by name. */
export const market = {
  ...openEndpoints,
  ...modelHistoryEndpoints,
  ...userEndpoints,
  ...changeEndpoints,
  ...mailEndpoints,
  ...secondFactorEndpoints,
  ...passkeyEndpoints,
  ...sessionEndpoints,
  ...jobEndpoints,
  ...batchEndpoints,
  ...conversationEndpoints,
  ...disputeEndpoints,
  ...verificationEndpoints,
  ...usageEndpoints,
  ...alertEndpoints,
  ...hostHoursEndpoints,
  ...purchaseEndpoints,
  ...openAiEndpoints,
  ...openAiFileEndpoints,
  ...responseEndpoints,
  ...anthropicEndpoints,
  ...hostEndpoints,
  ...webhookEndpoints,
  ...aliasEndpoints,
  ...figureEndpoints,
  ...adminEndpoints,
} satisfies Record<string, Endpoint>
