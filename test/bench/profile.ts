import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flameOf } from './flame.ts'

/** Flags with which node profiles a server from its start to its end, into a file of the folder. */
export const profileFlags = (folder: string) => ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500']

// CPU.<day>.<time>.<pid>.<thread>.<number>.cpuprofile; thread 0 is the one with the event loop.
const MAIN_THREAD = /\.0\.\d+\.cpuprofile$/

/** Draws the profile that the figure's server left in the folder, and empties it. */
export function drawFlame(folder: string, name: string, into: string): void {
  const file = readdirSync(folder).find((entry) => MAIN_THREAD.test(entry))
  if (!file) throw new Error(`${name} left no profile: it starts no server of its own`)
  writeFileSync(
    into,
    flameOf(`mkt-server under the bench's ${name}`, JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  )
  for (const entry of readdirSync(folder)) rmSync(join(folder, entry))
}
