import type { Usage } from '../delivery.ts'

/** Usage as OpenAI-style engines say it. */
export interface SaidUsage {
  prompt_tokens?: number | null
  completion_tokens?: number | null
  prompt_tokens_details?: { cached_tokens?: number | null } | null
  completion_tokens_details?: { reasoning_tokens?: number | null } | null
}

export function usageOf(said: SaidUsage | null | undefined): Usage | undefined {
  if (!said) return undefined
  return {
    prompt_tokens: said.prompt_tokens ?? undefined,
    completion_tokens: said.completion_tokens ?? undefined,
    cached_tokens: said.prompt_tokens_details?.cached_tokens ?? undefined,
    reasoning_tokens: said.completion_tokens_details?.reasoning_tokens ?? undefined,
  }
}
