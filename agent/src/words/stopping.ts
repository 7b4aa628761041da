import { count } from './quantity.ts'

/** What the log says while an agent stops. */
export function draining(why: string, ms: number): string {
  return `${why}: no further job is claimed, running ones have ${ms / 1000} s to finish; once more, and they are handed back at once`
}

export function handingBack(jobs: number): string {
  return `handing back ${count(jobs, 'unfinished job')}`
}

export function handedBack(jobs: number): string {
  return `handed back ${count(jobs, 'job')}`
}

export function unacknowledged(jobs: number): string {
  return `the server did not acknowledge ${count(jobs, 'job')}: a next start hands back what is left`
}

export function notTold(jobs: number): string {
  return `the server did not answer: a next start hands back ${jobs > 0 ? count(jobs, 'job') : 'the rest'}`
}

/** Jobs of an earlier start. */
export function noLongerRun(jobs: number): string {
  return `handed back ${count(jobs, 'job')} that this agent no longer runs`
}
