import { fork } from 'node:child_process'

export interface Anchor {
  url: string
  pid: number
  stop(): void
}

/** Starts one of the bare programs that a figure is held against, as a process of its own like the server. */
export function startAnchor(program: string, ...args: string[]): Promise<Anchor> {
  const child = fork(new URL(program, import.meta.url), args, { execArgv: ['--conditions=mkt-source'] })
  return new Promise((resolve, reject) => {
    child.once('message', (message) => {
      resolve({
        url: `http://127.0.0.1:${(message as { port: number }).port}`,
        pid: child.pid as number,
        stop: () => void child.kill('SIGKILL'),
      })
    })
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)))
  })
}
