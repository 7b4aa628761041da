import type { DrawnJob } from './draw-job.ts'
import { LEAST_ASKED } from './fair-mix.ts'

/** What templates put around a prompt, and prompts of the system's own. */
const TEMPLATE_TOKENS = 256
/** No engine that writes texts holds less, whatever its host declares: or who declares less would never be checked. */
const LEAST_CONTEXT = 1024

/**
 * The job as every one of these contexts holds it, with a shorter answer where it must be; undefined where none is
 * left. No token is less than a byte, so that whoever refuses it as too long for what it declared does not tell the
 * truth. A host that declares nothing is asked whatever customers ask: their jobs count against it just so. Pure.
 */
export function fitContexts(drawn: DrawnJob, contexts: readonly (number | null)[]): DrawnJob | undefined {
  const { input_text, max_tokens } = drawn.submission
  const declared = contexts.flatMap((context) => context ?? [])
  const context = declared.length === 0 ? Number.POSITIVE_INFINITY : Math.max(LEAST_CONTEXT, Math.min(...declared))
  const left = context - Buffer.byteLength(input_text) - TEMPLATE_TOKENS
  if (left < LEAST_ASKED) return undefined
  return { ...drawn, submission: { ...drawn.submission, max_tokens: Math.min(max_tokens, left) } }
}
