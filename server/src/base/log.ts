import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** The request that the running code works for; every line logged below it carries the id. */
export const requestScope = new AsyncLocalStorage<{ request_id: string }>()

/** JSON lines on standard error, with ISO times and levels by name; readable ones when that is a terminal. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: () => requestScope.getStore() ?? {},
    redact: ['authorization', 'password', 'api_key', 'token', 'req.headers.authorization'],
  }
  if (destination) return pino(options, destination)
  if (!process.stderr.isTTY) return pino(options, pino.destination({ fd: 2, sync: false }))
  return pino({
    ...options,
    transport: { target: 'pino-pretty', options: { destination: 2, translateTime: 'SYS:HH:MM:ss' } },
  })
}
