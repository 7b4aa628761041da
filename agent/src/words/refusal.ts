import { said } from './said.ts'

/** What a command says where its work cannot be done. */
export const refusals = {
  stateUnusable: (why: string) => `the state directory cannot be used: ${why}`,
  otherState: 'Give another with --state DIR.',
  keyRefused: (message: string) => `the server refuses the key of this host with ${said(message)}`,
  tryIn: (seconds: number) => `Try again in ${seconds} s.`,
  whichServer: (servers: number) => `this machine has hosts at ${servers} servers: say which with --server URL`,
  oneAt: (server: string) => `It has one at ${server}.`,
  noHost: (where: string) => `there is no host in the state directory ${where}`,
  startRegisters: '`mkt-agent start` registers one; give the --state, and the --server, that the agent runs with.',
  stateUnreadable: (path: string, why: string) => `${path} cannot be read: ${why}; see who may read it`,
  stateDamaged: (path: string) =>
    `${path} is damaged: restore it from a backup, or move it away to register this machine as a new host`,
}
