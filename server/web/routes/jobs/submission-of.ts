import type { Job } from '@mkt/schemas'

/** What asks for the same once more, with all that the first job was asked with. */
export function submissionOf(job: Job) {
  const { model, temperature, tools, tool_choice, response_format } = job
  const { stop, top_p, seed, frequency_penalty, presence_penalty, logit_bias, top_k, min_p } = job
  const { logprobs, top_logprobs, parallel_tool_calls } = job
  const { max_price_per_token, max_price_per_input_token, target_host_id: host_id, hosts, verified, partial } = job
  return {
    ...inputOf(job),
    ...{ model, temperature, tools, tool_choice, parallel_tool_calls, response_format },
    ...{ stop, top_p, seed, frequency_penalty, presence_penalty, logit_bias, top_k, min_p, logprobs, top_logprobs },
    ...{ max_price_per_token, max_price_per_input_token, host_id, hosts, verified, partial },
  }
}

/** What it works on. Vectors and scores are made of texts, and have no length. */
function inputOf({ embed, rerank, messages, input_text, max_tokens }: Job) {
  if (embed) return { embed }
  if (rerank) return { rerank }
  return messages ? { messages, max_tokens } : { input_text, max_tokens }
}
