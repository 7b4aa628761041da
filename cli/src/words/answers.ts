import { count } from './count.ts'

/** What is said of several answers to one prompt. */
export const answersWords = {
  head: (number: number, of: number, job_id: string) => `--- ${number} of ${of} (${job_id})`,
  queued: (jobs: number, credits: string) => `${count(jobs, 'job')} queued, ${credits} reserved`,
  servedBy: (model: string) => `${model} answers`,
  short: (answers: number, credits: string) => `${answers} answers reserve ${credits} together`,
  fewer: 'Ask for fewer with --n, lower --max-tokens, or set a lower --max-price.',
  noneLeft: (jobs: number) =>
    `Not all answers could be had: ${count(jobs, 'job')} of this prompt ${jobs === 1 ? 'is' : 'are'} cancelled.`,
  stillThere: (job_id: string, command: string) => `Job ${job_id} could not be cancelled. Try again:  ${command}`,
  begunIsPaid: 'What a host had begun by then is paid for.',
  someFailed: (failed: number, all: number) => `${failed} of ${all} answers failed; see above`,
  readOther: (command: string) => `Read another:  ${command}`,
}
