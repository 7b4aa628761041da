import type { EngineOptions } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import type { SchemaChecks } from './schema-checks.ts'

/** Refuses a JSON Schema that is none, or that takes too long. Errors: invalid_request, rate_limited. */
export async function demandSchemas(
  checks: SchemaChecks,
  user_id: string,
  { response_format, tools = [] }: Pick<EngineOptions, 'response_format' | 'tools'>,
  isWaitedFor?: () => boolean,
): Promise<void> {
  if (response_format?.type === 'json_schema') {
    const fault = await checks.faultOf(user_id, response_format.json_schema.schema, isWaitedFor)
    if (fault) throw notSound('body.response_format.json_schema.schema', fault)
  }
  for (const [place, { function: one }] of tools.entries()) {
    const fault = one.strict && one.parameters ? await checks.faultOf(user_id, one.parameters, isWaitedFor) : undefined
    if (fault) throw notSound(`body.tools.${place}.function.parameters`, fault)
  }
}

function notSound(path: string, fault: string): DomainError {
  const details = [{ path, message: `is no JSON Schema that can be used here: ${fault}` }]
  return new DomainError('invalid_request', 'The request is not valid.', { details })
}
