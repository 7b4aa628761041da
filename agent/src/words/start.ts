/** What `start` says of itself, and of what a person answered. */
export const startWords = {
  unanswered: 'not answered: nothing is started; give the flags, or answer the questions',
  stateUnusable: (dir: string, why: string) =>
    `the state directory ${dir} cannot be used: ${why}; give another with --state DIR`,
  failed: (why: string) => `the agent failed: ${why}`,
  again: (signal: string) => `${signal} again: handing back what runs, and stopping`,
  noModelYet: 'no model works yet: the host is registered as soon as one does',
  waiting: 'waiting for the engine',
  noOutput: (why: string) => `mkt-agent: the output cannot be written: ${why}\n`,
  seeHelp: (command: string) => `(${command} --help shows what there is)`,
  wholeNumber: (min: number, max: number) => `must be a whole number from ${min} to ${max}.`,
  noModel: 'model is missing: name at least one that your backend runs',
}
