import { z } from 'zod'
import { capabilitiesSaid, capabilitiesShown, capabilityList } from './capability.ts'
import { credits } from './credits.ts'
import { hostDeadlines, hostProof, patience } from './host-terms.ts'
import { modelName } from './model-name.ts'
import { inputPrice, modelPricesSaid, modelPricesShown, pricePerToken } from './model-prices.ts'
import { modelVerdicts } from './model-verdict.ts'
import { reputation, uptime } from './reputation.ts'
import { id, line, shownLine, timestamp } from './text.ts'

export const hostId = id('host')
export const hostStatus = z.enum(['active', 'inactive'])
export type HostStatus = z.infer<typeof hostStatus>
export const backendName = z.enum(['huggingface', 'langchain', 'worker'])
export type BackendName = z.infer<typeof backendName>

export const models = z
  .array(modelName)
  .min(1)
  .max(100)
  .transform((names) => [...new Set(names)])
/** Tells two agents with one host key apart; chosen anew at each start of an agent. */
export const instance = line(64).meta({ description: 'The agent process that speaks.' })

/**
 * The host is going away: it is off sale at once and gets no more jobs, until a heartbeat comes without this. What it
 * runs goes on by its results as ever.
 */
export const stopping = z.boolean().optional().meta({
  description: 'The host is stopping: it is off sale until its next heartbeat without this; its running jobs go on.',
})

/** Said by an agent that ends in order: what it hands back then costs the host nothing. */
const draining = z.boolean().optional().meta({
  description:
    'As `stopping`, in one heartbeat: jobs handed back from here on cost the host nothing, once in ten minutes.',
})

/** max_tokens of single models, where they differ from the host's. */
const modelLimits = z
  .record(modelName, z.int().min(1).max(1_000_000))
  .refine((limits) => Object.keys(limits).length <= 100, { error: 'must name at most 100 models' })

/** How much single models read and write together, where their engine says it. */
const contextLengths = z
  .record(modelName, z.int().min(1).max(100_000_000))
  .refine((lengths) => Object.keys(lengths).length <= 100, { error: 'must name at most 100 models' })
  .meta({ description: 'Tokens of prompt and answer together, by model.' })

/** Jobs that a host may hold at once, and how many it holds where it does not say. */
export const MOST_CONCURRENCY = 256
export const DEFAULT_CONCURRENCY = 32
const concurrency = z.int().min(1).max(MOST_CONCURRENCY).meta({
  description: 'Jobs that the host works on at the same time: it is given no more than these.',
})
const URL_TEXT = /^[\x21-\x7e]+$/
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .max(2048)
  .refine((url) => URL_TEXT.test(url), { error: 'must not contain spaces or control characters' })

export const registration = z
  .object({
    gpu: shownLine(200),
    models,
    price_per_token: pricePerToken,
    price_per_input_token: inputPrice.optional(),
    backend: backendName,
    endpoint_url: z.union([z.literal(''), httpUrl]).nullish(),
    max_tokens: z.int().min(1).max(1_000_000).default(4096),
    model_max_tokens: modelLimits.optional(),
    model_context_lengths: contextLengths.optional(),
    concurrency: concurrency.optional(),
    ...patience,
    ...capabilitiesSaid,
    ...modelPricesSaid,
  })
  .refine((host) => host.backend !== 'worker' || Boolean(host.endpoint_url), {
    path: ['endpoint_url'],
    error: 'is required for the worker backend',
  })
  .meta({ id: 'HostRegistration' })
export type Registration = z.infer<typeof registration>

/** The key is in this answer and never again. */
export const registeredHost = z
  .object({ host_id: hostId, status: z.literal('active'), api_key: z.string() })
  .meta({ id: 'RegisteredHost' })

export const heartbeat = z
  .object({
    host_id: hostId,
    gpu_utilization: z.number().min(0).max(1),
    available_models: z.array(modelName).max(100),
    instance: instance.optional(),
    /** Jobs that the host still works on: each is kept alive as an entry in its results would. */
    running_jobs: z.array(line(64)).max(1000).optional(),
    concurrency: concurrency.optional(),
    ...patience,
    ...capabilitiesSaid,
    ...modelPricesSaid,
    stopping,
    draining,
  })
  .meta({ id: 'Heartbeat' })
export type Heartbeat = z.infer<typeof heartbeat>
export const heartbeatAnswer = z.object({ status: z.literal('acknowledged') })

export const publicHost = z
  .object({
    host_id: hostId,
    gpu: z.string(),
    status: hostStatus,
    models: z.array(z.string()),
    price_per_token: credits,
    backend: backendName,
    /** With detail=full only. */
    ...capabilitiesShown,
    price_per_input_token: credits.optional(),
    ...modelPricesShown,
    ...reputation,
  })
  .meta({ id: 'Host' })
/** Without either the first 1,000 rows. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  cursor: line(200).optional().meta({ description: 'next_cursor of the page before' }),
})
const nextCursor = z.string().nullable().optional().meta({
  description:
    'With limit or cursor: where the next page begins; null at the end. A page may be shorter than its limit.',
})
export const hostList = z.object({ hosts: z.array(publicHost), next_cursor: nextCursor })

export const model = z
  .object({
    name: z.string(),
    available_hosts: z.int().min(0),
    min_price_per_token: credits,
    max_tokens: z.int(),
    /**
     * The members from here on come with detail=full only. The median of what others paid in the last 24 hours, of a
     * quiet day that of the week.
     */
    market_price_per_token: credits.nullable().optional(),
    /** The most that a job of 128 tokens may cost now without a limit of its own; null where such a job is refused. */
    price_limit_per_token: credits.nullable().optional(),
    /** Active hosts whose jobs others have paid: five of two buyers within a week. */
    proven_hosts: z.int().min(0).optional(),
    /** Active hosts that were shown to run the model that they name. */
    verified_hosts: z.int().min(0).optional(),
    /** The middle one of active hosts; null while none has completed a job. */
    tokens_per_second: z.number().nullable().optional(),
    /** What at least one active host can do with it. */
    capabilities: capabilityList.optional(),
    /** For a token of the prompt: the lowest price of an active host. */
    min_price_per_input_token: credits.nullable().optional(),
    /** Tokens of prompt and answer together: the most that an active host says; null where none does. */
    context_length: z.int().nullable().optional(),
  })
  .meta({ id: 'Model' })
export type Model = z.infer<typeof model>
/** `detail=full` adds what is paid for models, what is known of their hosts, and what hosts can do. */
export const listingQuery = pageQuery.extend({ detail: z.enum(['full']).optional() })
export const modelList = z.object({ models: z.array(model), next_cursor: nextCursor })

/** What an owner may change; the price of jobs that are claimed already stays. */
export const hostChange = z
  .object({
    gpu: shownLine(200).optional(),
    price_per_token: pricePerToken.optional(),
    price_per_input_token: inputPrice.optional(),
    models: models.optional(),
    model_max_tokens: modelLimits.optional(),
    model_context_lengths: contextLengths.optional(),
    paused: z.boolean().optional(),
    ...capabilitiesSaid,
    ...modelPricesSaid,
  })
  .meta({ id: 'HostChange' })
export type HostChange = z.infer<typeof hostChange>

export const rotatedKey = z.object({ host_id: hostId, api_key: z.string() }).meta({ id: 'RotatedKey' })
/** The key of an unowned host is the proof that it is the caller's. */
export const adoption = z.object({ api_key: z.string().max(200) })

/** One running job as its host sees it: `silent_ms` since the host last named it. */
export const runningJob = z.object({
  job_id: id('job'),
  model: z.string(),
  attempt: z.int(),
  instance: z.string().nullable(),
  silent_ms: z.int(),
})
export const whyNoJobs = z
  .object({
    model_not_served: z.int(),
    price_above_limit: z.int(),
    max_tokens_above_host: z.int(),
    excluded_after_failure: z.int(),
    reserved_for_another_host: z.int(),
    /** They need what it does not say that it can do. Older servers do not count it. */
    capability_missing: z.int().optional(),
  })
  .meta({ description: 'Queued jobs that this host may not run, counted by the first reason.' })

/**
 * Where a host's earnings are: `available` can be taken out, promotional ones as its owner's credits only; `pending`
 * are held for a while after they were earned, until `next_release` at least (checks may take longer); `disputed` and
 * `frozen` ones wait for an operator.
 */
export const hostFunds = z
  .object({
    available: credits,
    available_promotional: credits,
    pending: credits,
    disputed: credits.optional(),
    frozen: credits,
    next_release: z.object({ at: timestamp, amount: credits }).nullable(),
  })
  .meta({ id: 'HostFunds' })
export type HostFunds = z.infer<typeof hostFunds>

/** A host as its owner sees it. */
export const ownHost = z
  .object({
    host_id: hostId,
    status: hostStatus,
    gpu: z.string(),
    backend: backendName,
    models: z.array(z.string()),
    /** Those of its models that its engines can run now, as its last heartbeat said. */
    available_models: z.array(z.string()).optional(),
    price_per_token: credits,
    price_per_input_token: credits.optional(),
    ...modelPricesShown,
    max_tokens: z.int(),
    paused: z.boolean(),
    gpu_utilization: z.number().nullable(),
    balance: credits,
    total_earnings: credits,
    /** Older servers do not say it. */
    earnings: hostFunds.optional(),
    total_jobs_completed: z.int(),
    total_jobs_failed: z.int(),
    total_tokens: z.int(),
    tokens_per_second: z.number().nullable(),
    /** Older servers do not say it. */
    uptime,
    registered_at: timestamp,
    last_heartbeat: timestamp,
    running_jobs: z.array(runningJob),
    concurrency: z.int().optional(),
    ...capabilitiesShown,
    deadlines: hostDeadlines.optional(),
    hand_backs: z
      .object({ recent: z.int(), no_jobs_until: timestamp.nullable() })
      .optional()
      .meta({
        description:
          'Jobs handed back in the last ten minutes, counted up to four: with more than three the host gets none ' +
          'until then. Among strangers jobs that it lost by silence count too, and those that a host failed which ' +
          'nobody paid yet.',
      }),
    /** Older servers do not say it. */
    proof: hostProof.optional(),
    verification: modelVerdicts.optional(),
    why_no_jobs: whyNoJobs,
  })
  .meta({ id: 'OwnHost' })
export type OwnHost = z.infer<typeof ownHost>

/** One host of a user, in their list. */
export const ownedHost = z
  .object({
    host_id: hostId,
    gpu: z.string(),
    status: hostStatus,
    price_per_token: credits,
    paused: z.boolean(),
    balance: credits,
    /** With detail=full only: earnings that are held, and when the next of them can be taken out. */
    pending: credits.optional(),
    next_release: timestamp.nullable().optional(),
    /** With detail=full only: what it earned since midnight in UTC. */
    earned_today: credits.optional(),
    total_jobs_completed: z.int(),
    last_heartbeat: timestamp,
  })
  .meta({ id: 'OwnedHost' })
export const ownedHostList = z.object({ hosts: z.array(ownedHost) })
export const ownedHostQuery = z.object({ detail: z.enum(['full']).optional() })
