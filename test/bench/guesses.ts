import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type Figure, ratioOf } from './figure.ts'
import type { Wave } from './guesser.ts'
import { latencies, type Sample, timed } from './measure.ts'
import { type BenchOptions, SUBMISSION, startScene } from './scene.ts'
import { ask } from './wire.ts'

const GUESSES = 300
const EVERY_MS = 10
const QUIET_MS = 3000

/** What a durable submission waits while 300 wrong passwords are tried at once, against the same server left in peace. */
export async function measureGuesses(options: BenchOptions): Promise<Figure> {
  const rounds = options.full ? 9 : 5
  const scene = await startScene(options, { buyers: 1, hosts: 1 })
  const [url, buyer] = [scene.server.url, scene.buyers[0] as string]
  const submit = () => ask(url, '/run/model', buyer, SUBMISSION)
  const ours: Sample[] = []
  const theirs: Sample[] = []
  const guesser = startGuesser(url)
  const told: Record<number, number> = {}
  try {
    for (let round = -1; round < rounds; round++) {
      const during = (work: () => Promise<unknown>) => beside(scene.server.pid, submit, work)
      const quiet = await during(() => pause(QUIET_MS))
      const guessed = await during(async () => {
        for (const status of await guesser.wave(round)) told[status] = (told[status] ?? 0) + 1
      })
      if (round < 0) continue
      ours.push(guessed)
      theirs.push(quiet)
    }
  } finally {
    guesser.stop()
    await scene.server.stop()
  }
  console.error(`answers to ${GUESSES} guesses a round: ${JSON.stringify(told)}`)
  return {
    name: 'guesses',
    what: `a durable submission every ${EVERY_MS} ms while ${GUESSES} wrong passwords are tried at once`,
    anchor: 'the same submissions, nobody guessing',
    goal: 'mean <= 2 x and worst <= 5 x the anchor',
    ours,
    theirs,
    ratios: [
      ratioOf('mean_ms', ours, theirs, (ratio) => ratio <= 2),
      ratioOf('worst_ms', ours, theirs, (ratio) => ratio <= 5),
      ratioOf('p50_ms', ours, theirs),
    ],
  }
}

/** Submits at each beat, however long the one before takes, until `work` is done. */
async function beside(pid: number, submit: () => Promise<unknown>, work: () => Promise<unknown>): Promise<Sample> {
  const taken: number[] = []
  const sample = await timed(pid, async () => {
    let over = false
    const worked = work().then(() => {
      over = true
    })
    const sent: Promise<void>[] = []
    const start = performance.now()
    for (let at = 0; !over; at++) {
      await pause(Math.max(0, start + at * EVERY_MS - performance.now()))
      const began = performance.now()
      sent.push(submit().then(() => void taken.push(performance.now() - began)))
    }
    await Promise.all([worked, ...sent])
    return taken.length
  })
  const mean_ms = taken.reduce((sum, ms) => sum + ms, 0) / taken.length
  return { ...sample, ...latencies(taken), mean_ms, worst_ms: Math.max(...taken) }
}

function startGuesser(url: string) {
  const child = fork(new URL('./guesser.ts', import.meta.url), { execArgv: ['--conditions=mkt-source'] })
  return {
    /** Resolves with the statuses of the answers once all guesses of the wave are answered. */
    async wave(number: number): Promise<number[]> {
      child.send({ url, number, guesses: GUESSES } satisfies Wave)
      return (await once(child, 'message'))[0]
    },
    stop: () => void child.kill('SIGKILL'),
  }
}
