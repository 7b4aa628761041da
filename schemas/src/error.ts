import { z } from 'zod'

/** Every error code that the market service answers with; the status of each stands in the server's error-body.ts. */
export const errorCode = z.enum([
  'invalid_request',
  'context_length_exceeded',
  'unauthorized',
  'insufficient_credits',
  'forbidden',
  'password_required',
  'second_factor_required',
  'not_found',
  'model_not_found',
  'method_not_allowed',
  'conflict',
  'username_taken',
  'email_taken',
  'idempotency_conflict',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'too_many_queued',
  'upgrade_required',
  'internal_error',
  'no_host_available',
  'payments_unavailable',
])
export type ErrorCode = z.infer<typeof errorCode>

/** Every error code of the documents service: a closed union of its own. */
export const documentsErrorCode = z.enum([
  'invalid_file_format',
  'unauthorized',
  'not_found',
  'method_not_allowed',
  'payload_too_large',
  'unprocessable_document',
  'password_required',
  'password_wrong',
  'rate_limited',
  'internal_error',
])
export type DocumentsErrorCode = z.infer<typeof documentsErrorCode>

/** A code of either service. */
export type AnyErrorCode = ErrorCode | DocumentsErrorCode

/** One fault of a request: where (`body.max_tokens`, `query.limit`) and what is wanted. */
export const errorDetail = z.object({ path: z.string(), message: z.string() })
export type ErrorDetail = z.infer<typeof errorDetail>

/** The body of every error of the documents service: the code, and where a parameter is at fault, which one and why. */
export const documentsError = z
  .object({ error: documentsErrorCode, details: z.array(errorDetail).optional() })
  .meta({ id: 'DocumentsError' })

/** The body of every error of the market service; `details` comes with invalid_request only. */
export const errorBody = z
  .object({ error: errorCode, message: z.string(), details: z.array(errorDetail).optional() })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof errorBody>

/** Why a job failed, as GET /jobs/{id} and the stream's error event say it: ours, or the host's own code. */
export const jobErrorCode = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/)
  .meta({ description: 'cancelled, expired, host_lost, or the code that the host reported', example: 'host_lost' })
