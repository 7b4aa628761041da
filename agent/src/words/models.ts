/** What the log says of a model that comes on sale or goes off it. */
const AGAIN = 'it is tried again by itself'

export function onSale(model: string, ms: number): string {
  return `${model} works, and is on sale: it answered in ${(ms / 1000).toFixed(2)} s`
}

export function goesOn(model: string): string {
  return `${model} goes on from the middle of a text: answers that other hosts leave can come here`
}

export function canDo(model: string, names: readonly string[]): string {
  return `${model} was seen to do what buyers may ask for: ${names.join(', ')}`
}

export function notOnSale(model: string, why: string): string {
  return `${model} is not on sale: ${why}; ${AGAIN}`
}

export function fellByProbes(model: string, last: string): string {
  return `${model} is off sale: 3 probes failed in a row, the last with: ${last}; ${AGAIN}`
}

export function fellByJobs(model: string, jobs: number): string {
  return `${model} is off sale: ${jobs} jobs failed in a row; ${AGAIN}`
}

export function heldBack(model: string, jobs: number, ms: number): string {
  return `${jobs} jobs of ${model} failed in a row: none is claimed for ${Math.round(ms / 1000)} s`
}

/** Of an engine that is away, or refuses. */
export function engineTrouble(why: string): string {
  return `${why}; no jobs are taken until it works`
}

export function engineLacks(what: string): string {
  return `${what}; load it there, or name it with --model NAME=ENGINE_MODEL`
}

export function notTaken(model: string, fault: string): string {
  return `${JSON.stringify(model)} is not sold: the server does not take the name, which ${fault}`
}
