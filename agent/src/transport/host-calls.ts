import { type AnswerBody, type CallInput, market } from '@mkt/schemas'
import type { CallOptions, Client } from '@mkt/schemas/client'

export type HostCallOptions = Pick<CallOptions, 'signal' | 'timeoutMs'>

/** What an agent says all the time, by whichever way to the server. Throws what the client's calls throw. */
export interface HostCalls {
  heartbeat(
    body: CallInput<typeof market.heartbeatHost>['body'],
    options: HostCallOptions,
  ): Promise<AnswerBody<typeof market.heartbeatHost>>
  nextJob(
    body: CallInput<typeof market.nextJob>['body'],
    options: HostCallOptions,
  ): Promise<AnswerBody<typeof market.nextJob>>
  results(
    body: CallInput<typeof market.results>['body'],
    options: HostCallOptions,
  ): Promise<AnswerBody<typeof market.results>>
  /** Resolves when what else happens in this turn has happened: what it brings may go along. */
  turn?(): Promise<void>
}

/** A request for each. */
export function callsOf(client: Client): HostCalls {
  return {
    heartbeat: (body, options) => client.call(market.heartbeatHost, { body }, options),
    nextJob: (body, options) => client.call(market.nextJob, { body }, options),
    results: (body, options) => client.call(market.results, { body }, options),
  }
}
