/** What any request for a model's answer may be refused by, in whichever format it is asked. */
export const doorErrors = [
  'conflict',
  'insufficient_credits',
  'model_not_found',
  'too_many_queued',
  'no_host_available',
  'context_length_exceeded',
] as const
