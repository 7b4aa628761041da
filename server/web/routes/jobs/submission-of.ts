import type { Job } from '@mkt/schemas'

/** What asks for the same once more, with all that the first job was asked with. */
export function submissionOf(job: Job) {
  const { model, input_text, messages, max_tokens, temperature, tools, tool_choice, response_format } = job
  const { stop, top_p, seed, frequency_penalty, presence_penalty, logit_bias, top_k, min_p } = job
  const { logprobs, top_logprobs, parallel_tool_calls } = job
  return {
    ...(messages ? { messages } : { input_text }),
    ...{ model, max_tokens, temperature, tools, tool_choice, parallel_tool_calls, response_format },
    ...{ stop, top_p, seed, frequency_penalty, presence_penalty, logit_bias, top_k, min_p, logprobs, top_logprobs },
  }
}
