import { tick } from '../clock.ts'
import { momentText, relativeText, zoneText } from './moments.ts'

const exactly = (ms: number) => `${momentText(ms)} ${zoneText(ms)}`

/** A moment, relative to now, which moves on by itself; the exact one on hover. */
export function Ago({ at }: { at: string }) {
  const ms = Date.parse(at)
  return (
    <time dateTime={at} title={exactly(ms)}>
      {relativeText(ms, tick.value)}
    </time>
  )
}

/** A moment to the second on the reader's clock; on hover how far that is from UTC. */
export function Moment({ at }: { at: string }) {
  const ms = Date.parse(at)
  return (
    <time dateTime={at} title={exactly(ms)}>
      {momentText(ms)}
    </time>
  )
}
