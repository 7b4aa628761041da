import { count } from './quantity.ts'

/** What `set`, `pause` and `resume` say. */
export const changeWords = {
  terms: (host_id: string, credits: string, read: string | undefined, models: string) => {
    const beside = read === undefined ? '' : `, ${read} per token that is read,`
    return `${host_id}: ${credits} credits per token${beside} for ${models}`
  },
  unserved: (models: string) => `Nobody gets ${models} before an agent is started that serves it.`,
  startSetsBack: 'A start with other settings sets them back: change --price, --input-price and --model there as well.',
  lastAgent: 'the agent, as it was last started,',
  notServed: (agent: string, models: string, served: string) =>
    `${agent} does not serve ${models}; it serves ${served}`,
  serveFirst:
    'Start it with that --model NAME or NAME=ENGINE_MODEL, or write it into its configuration: that offers the model as well.',
  announceAnyway: '--yes announces it all the same.',
  otherPrice: 'If it is meant: --yes. Else give another --price.',
  setAnyway: (strange: string) => `${strange} Set it all the same?`,
  notSet: 'not set: the price stays',
  runOn: (jobs: number) => `; ${count(jobs, 'job that runs goes', 'jobs that run go')} on to the end`,
  paused: (host_id: string, rest: string) => `${host_id} is paused: it gets no further job${rest}`,
  resumed: (host_id: string) => `${host_id} takes jobs again`,
  nothing: 'nothing to set: give --price N, --input-price N, --model-price NAME=N or --model NAME',
  noModelPrices: 'this server knows no prices by model: give --price N, which is asked for all of them',
  modelPrice: (given: string, models: string) =>
    `--model-price must be NAME=N, NAME one of this host's models (${models}), not ${given}`,
  ofModel: (model: string, credits: string) => `${model}: ${credits} credits per token`,
  price: (flag: string, given: string) =>
    `${flag} must be credits per token, 0 or more with at most 9 decimals, not ${given}`,
  models: '--model must be names of 1 to 200 characters, 100 at most',
}
