import { count } from './quantity.ts'

/** What `status` says of a host. */
export const statusWords = {
  offSale: (model: string, reason: string) => `- ${model} is off sale, and tried again by itself: ${reason}`,
  state: (status: string, paused: boolean, heard: string) =>
    `${status}${paused ? ', paused' : ''}; last heartbeat ${heard} ago`,
  noAgent: 'not running with this state directory',
  connection: (way: 'channel' | 'calls', why: string | undefined) =>
    way === 'channel' ? 'a channel' : `a request for each call${why ? `: ${why}` : ''}`,
  price: (credits: string) => `${credits} credits per token`,
  balance: (balance: string, earned: string) => `${balance} credits; earned in all ${earned}`,
  pending: (credits: string) => `${credits} credits`,
  release: (credits: string, at: string) => `; ${credits} of them can be taken out from ${at} on`,
  disputed: (credits: string) => `${credits} credits of jobs whose buyers want them back`,
  frozen: (credits: string) => `${credits} credits, until the operator of the server decides on them`,
  jobs: (completed: number, failed: number, tokens: number, speed: string) =>
    `${completed} completed, ${failed} failed, ${count(tokens, 'token')}${speed}`,
  uptime: (part: number) => `${Math.round(part * 1000) / 10} % of the last month, about`,
  longest: (tokens: number) => `(answers of at most ${count(tokens, 'token')})`,
  proven: (models: string) => `${models}: its price counts in what jobs may cost`,
  verdict: {
    undecided: (model: string) => model,
    verified: (model: string) => `${model}: it was shown to run it`,
    watch: (model: string) => `${model}: answers differ from what the model says; it is checked more often`,
    refused: (model: string) =>
      `${model}: checks show another model. No jobs, and earnings are frozen; GET /hosts/me/verification says why, ` +
      'POST /hosts/me/verification/appeal speaks against it',
  },
  paused: 'nothing: it is paused',
  stops: 'nothing: its agent said that it stops',
  silent: 'nothing: the server hears nothing of it',
  noModel: 'nothing: its engine runs none of its models now',
}
