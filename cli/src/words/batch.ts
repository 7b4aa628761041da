import { count } from './count.ts'

/** What `mkt batch` says of its files and of how far it is. */
export const batchWords = {
  neverAnswered: (stale: number, lines: string, shown: string) =>
    `the answer to ${count(stale, 'submission')} of more than a day ago never came: ${lines} ${shown}`,
  askAgain: 'Whether they were made, `mkt jobs` shows. With --again they are submitted anew, which may buy them twice.',
  faulty: (path: string, lines: string) => `${path} has ${lines} that cannot be submitted; nothing was sent`,
  noPrompts: (path: string) => `${path} holds no prompts`,
  changed: (path: string) => `${path} was changed while it was read: start again`,
  notText: 'is not UTF-8 text',
  unreadable: (path: string, why: string) => `cannot read the prompts: ${path}: ${why}`,
  noFile: (path: string) => `${path} is not a file`,
  onlyFile: 'A batch can go on after a break only from a file.',
  damaged: (path: string, line: number) => `${path} is damaged at line ${line}`,
  noProgress: (path: string) => `${path} is not the progress of a batch`,
  inputChanged: 'the input has changed since this batch began',
  otherServer: (server: unknown) => `this batch began on ${server}`,
  otherAccount: (user_id: unknown) => `this batch began with another account, ${user_id}`,
  otherOptions: (options: string) => `this batch began with other options: ${options}`,
  anew: (path: string) => `To run it anew, take another output file, or remove ${path} and the output beside it.`,
  noOutput: (folder: string, why: string) => `cannot write the output: ${folder}: ${why}`,
  taken: (which: string, path: string) => `another \`mkt batch\`${which} is writing ${path}`,
  foreignOutput: (path: string, line: number) => `${path} holds more than a batch wrote: see line ${line}`,
  answeredAlready: (answered: number, total: number) =>
    `${answered} of ${count(total, 'prompt')} ${total === 1 ? 'is' : 'are'} answered already.`,
  ignored: (names: string) => `Members that a job does not have are ignored: ${names}`,
  failed: (failed: number, total: number) => `${failed} of ${count(total, 'prompt')} failed`,
  whichFailed: (path: string) =>
    `Their lines say why: jq 'select(.status != "completed") | {line, id, error, message}' ${path}`,
  outputThere: (output: string, progress: string) =>
    `${output} is there already, without ${progress} that would say what it is of`,
  otherOutput: 'Take another output file, or remove this one.',
  outOfOrder: (path: string, line: number) =>
    `${path} does not hold the answers of this input in their order: see line ${line}`,
  getCredits: 'Ask the operator for credits, or begin anew with fewer tokens.',
  goOn: (answered: number, total: number) =>
    `${answered} of ${count(total, 'prompt')} ${total === 1 ? 'is' : 'are'} answered; jobs under way go on. The same command goes on from here.`,
}
