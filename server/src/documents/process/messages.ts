import { type AnalysisProgress, DOCUMENT_TYPES } from '@mkt/schemas'
import { z } from 'zod'
import type { SummaryFacts } from '../annotate/report-facts.ts'
import type { RefusalCode } from '../model/refused.ts'
import type { EarlierDocument } from '../risk/cross-document.ts'
import type { PoolOptions } from '../threads/pool.ts'
import type { DrawWork, Judged, Work } from '../threads/work.ts'

/** How a reader process works: the first that it hears. */
export interface ReaderSettings
  extends Pick<
    PoolOptions,
    'seconds' | 'msOfPage' | 'secondsOfPage' | 'memory' | 'secondsToBegin' | 'secondsOfReport'
  > {
  cores: number
  /** The module that a thread runs; the pipeline when not given. */
  worker?: string
}

/** To a reader process. It works on one thing at a time. */
export type ToReader =
  | { settings: ReaderSettings }
  /** Pieces of the file follow, `size` bytes together. */
  | { read: Omit<Work, 'port' | 'bytes'>; size: number }
  | { summarise: SummaryFacts }
  /** Pieces follow: `facts` bytes of what the report is drawn from, then the file, up to `poured`. */
  | { draw: Omit<DrawWork, 'bytes' | 'packed'>; facts: number }
  | { poured: true }
  /** The same without the file, over which a process has ended: the report is the summary alone. */
  | { drawSummary: true; size: number }
  /** After `subjects`. */
  | { earlier: EarlierDocument[] }
  /** How many pages it may recognise at once from now on. */
  | { cores: number }
  /** Who waits has left; `failed` still ends the work. */
  | { cancel: true }

/** How a work failed: the error's code where it is one that a caller is told. */
export interface Failure {
  code?: RefusalCode | 'rate_limited' | undefined
  message: string
  retryAfterS?: number | undefined
  /** The same for whoever sent the document, where they can do something about it. */
  said?: string | undefined
}

/** From a reader process. `done` and `failed` end a work; pieces of the report follow `done`, `size` bytes together. */
export type FromReader =
  | { progress: AnalysisProgress }
  | { subjects: string[] }
  | { judged: Judged }
  | { done: { issues: Judged['issues'] }; size: number }
  | { failed: Failure }
  | { log: { level: 'info' | 'error'; msg: string; document_id?: string | undefined; err?: unknown } }

const count = z.int().min(0)
const stages = ['queued', 'text', 'ocr', 'layout', 'classify', 'extract', 'risk', 'annotate', 'store'] as const
const issues = z.array(z.object({ stage: z.enum(stages), code: z.string().regex(/^[a-z][a-z0-9_]*$/) }).loose())
const box = z.tuple([z.number(), z.number(), z.number(), z.number()])

const assessment = z.object({
  score: z.number().min(0).max(100),
  level: z.enum(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']),
  flags: z.array(z.object({ code: z.string(), message: z.string(), fields: z.array(z.string()) }).loose()),
  confidence: z.number(),
  policy: z.string().min(1),
})

const doubt = z
  .object({ printed: z.string(), readings: z.array(z.string()), chosenBy: z.literal('sum').optional() })
  .optional()

/** As far as the server works with it: a reader that somebody else has taken over must cost its document alone. */
const judged = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  pageCount: count,
  recognised: count,
  parts: z.array(
    z.object({
      type: z.enum(DOCUMENT_TYPES),
      own: z
        .object({
          name: z.string().max(64),
          kinds: z.record(z.string(), z.enum(['amount', 'date', 'year', 'text'])),
          taken: z.boolean(),
        })
        .optional(),
      confidence: z.number(),
      pages: z.array(count),
      fields: z.record(
        z.string(),
        z.object({
          value: z.union([z.string(), z.number()]),
          confidence: z.number(),
          page: count,
          box,
          covered: z.literal(true).optional(),
          doubt,
        }),
      ),
      tables: z.array(
        z.object({
          name: z.string(),
          page: count,
          columns: z.array(z.string()),
          rows: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
          confidence: z.number(),
        }),
      ),
      assessment,
    }),
  ),
  assessment,
  subjects: z.array(z.string()),
  issues,
})

const heard = z.union([
  z.object({ progress: z.object({ stage: z.enum(stages), page: count.optional(), pages: count.optional() }) }),
  z.object({ subjects: z.array(z.string()).max(10_000) }),
  z.object({ judged }),
  z.object({ done: z.object({ issues }), size: count.max(1 << 30) }),
  z.object({
    failed: z.object({
      code: z
        .enum(['unprocessable_document', 'invalid_file_format', 'password_required', 'password_wrong', 'rate_limited'])
        .optional(),
      /** Where whoever sent the document can do something about it, as they are told it. */
      said: z.string().max(500).optional(),
      message: z.string(),
      retryAfterS: z.number().optional(),
    }),
  }),
  z.object({
    log: z.object({
      level: z.enum(['info', 'error']),
      msg: z.string(),
      document_id: z.string().optional(),
      err: z.unknown().optional(),
    }),
  }),
])

/** What a reader process said; throws where that is nothing that one says. */
export function readMessage(message: unknown): FromReader {
  return heard.parse(message) as FromReader
}
