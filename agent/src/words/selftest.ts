import { said } from './said.ts'

/** What `selftest` says. */
export const selftestWords = {
  prompt: 'Say in one sentence what you are.',
  noToken: 'a self-test is a job of the owner of this host: set MKT_TOKEN to a token of theirs',
  command: 'MKT_TOKEN=$(mkt tokens create selftest) mkt-agent selftest',
  silent: 'the server hears nothing of this host: its agent does not run, or does not get through',
  startIt: 'Start it (`mkt-agent start`) and try again beside it; `mkt-agent doctor` finds what is wrong.',
  paused: 'this host is paused and gets no jobs',
  resume: '`mkt-agent resume` lets it take jobs again.',
  notOffered: (model: string) => `this host does not offer ${model}`,
  tokenRefused: (message: string) => `the server does not take MKT_TOKEN and says ${said(message)}`,
  userToken: 'It must be a token of a user, which begins with mkt_u_; one is made by: mkt tokens create selftest',
  notOwned: (host_id: string) => `the user of MKT_TOKEN does not own ${host_id}`,
  whoOwns:
    'A host is owned by the user of the MKT_TOKEN that it was registered with. `mkt hosts adopt` takes over one without an owner, by its key.',
  notRun: (model: string) => `the engine of this host does not run ${model} now`,
  seeDoctor: '`mkt-agent doctor`, with the flags of `start`, shows what it lists.',
  fewerTokens: 'A smaller --max-tokens reserves less.',
  notTaken: (seconds: number) => `the host did not take the job within ${seconds} s; it is cancelled`,
  busy: 'Is the agent busy with as many jobs as its --concurrency, or its engine away? See its log, and `mkt-agent status`.',
  notDone: (seconds: number) => `the job was not done within ${seconds} s; it is cancelled`,
  slow: 'The engine is slow, or hangs: try it by itself, or a longer --timeout.',
  seeLog: 'The log of the agent says why.',
  ended: (tokens: number, reason: string | null) => `${tokens}, ended by ${reason}`,
  times: (waited: string | undefined, ran: string | undefined, speed: string) =>
    `${waited} s until taken, ${ran} s until done${speed}`,
  notKnown: 'not known, as other jobs ended meanwhile: see `mkt-agent status`',
}
