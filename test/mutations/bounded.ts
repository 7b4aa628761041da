import { spawn } from 'node:child_process'

export interface Ended {
  /** Null where it was ended by a signal. */
  code: number | null
  output: string
  timedOut: boolean
}

/** Runs Node on a script in a folder; past its time it is ended with all that it started. */
export function runNode(script: string, args: readonly string[], cwd: string, limit_ms: number): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd,
      // A group of its own, so that what the tests started ends with them.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    })
    let output = ''
    let timedOut = false
    const take = (data: Buffer) => {
      output = (output + data.toString('utf8')).slice(-100_000)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    const endAll = () => {
      try {
        process.kill(-(child.pid as number), 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
    }
    const timer = setTimeout(() => {
      timedOut = true
      endAll()
    }, limit_ms)
    child.once('error', reject)
    child.once('exit', (code) => {
      clearTimeout(timer)
      endAll()
      resolve({ code, output, timedOut })
    })
  })
}
