import { said } from './said.ts'

/** What the log says of the server while an agent runs. */
export const connectionWords = {
  shutOut: (server: string, message: string, advice: string) =>
    `${server} takes nothing from this host and says ${said(message)} ${advice}`,
  letIn: (span: string) => `the host is let in again after ${span}`,
  answers: (status: number, code: string, message: string) => `the server answers ${status} ${code}, ${said(message)}`,
  askedAgain: (what: string) => `${what}; it is asked again until it works`,
  back: (span: string) => `the server is back after ${span}`,
  noAnswer: 'no answer in time',
  lost: 'the connection was lost',
  channelOff: 'it is switched off with --channel off',
  channelNotYet: 'it is not open yet',
  channelClosed: 'the channel is closed',
  channelSilent: 'nothing is heard on the channel',
  channelNotWell: (status: number) => `the server at its other end answers ${status}`,
  channelEnded: (why: string) => `the channel to the server ended: ${why}; each call is a request until the next one`,
  channelRefused: (status: number) =>
    status === 404 || status === 405
      ? 'the server is older than channels'
      : status === 426 || status === 400
        ? 'something between here and the server lets no WebSocket through'
        : `the server, or something before it, answers ${status}`,
  byCalls: (why: string) => `no channel to the server, each call is a request: ${why}`,
  byChannel: 'a channel to the server is open',
  notInForm: (call: string) => `the server answered ${call} on the channel, but not in the contract's form`,
  noResults: (what: string) => `the server takes no results of this job: ${what}`,
  stopping: 'the agent is stopping',
  restarted: 'the agent was restarted',
}
