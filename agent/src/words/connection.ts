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
  noResults: (what: string) => `the server takes no results of this job: ${what}`,
  stopping: 'the agent is stopping',
  restarted: 'the agent was restarted',
}
