/** What a server sends over a WebSocket. */
export interface Frame {
  kind: 'text' | 'close' | 'other'
  text: string
  /** Of a close. */
  code: number
}

const TEXT = 1
const CLOSE = 8
const NO_CODE = 1005

/** A client's frame as characters of Latin 1. It has to be masked; the mask of zeros changes nothing. */
export function clientFrame(kind: 'text' | 'close', text: string): string {
  const payload = Buffer.from(text)
  const { length } = payload
  const head = [0x80 | (kind === 'text' ? TEXT : CLOSE)]
  if (length < 126) head.push(0x80 | length)
  else if (length < 65_536) head.push(0x80 | 126, length >> 8, length & 255)
  else head.push(0x80 | 127, 0, 0, 0, 0, length >>> 24, (length >> 16) & 255, (length >> 8) & 255, length & 255)
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]).toString('latin1')
}

/** Takes the whole frames off what has come of a server; what is left is the beginning of another. */
export function takeFrames(received: string): { frames: Frame[]; rest: string } {
  const frames: Frame[] = []
  let rest = Buffer.from(received, 'latin1')
  while (rest.length >= 2) {
    const short = (rest[1] as number) & 127
    const head = short < 126 ? 2 : short === 126 ? 4 : 10
    if (rest.length < head) break
    const length = short < 126 ? short : short === 126 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2))
    if (rest.length < head + length) break
    frames.push(frameOf((rest[0] as number) & 15, rest.subarray(head, head + length)))
    rest = rest.subarray(head + length)
  }
  return { frames, rest: rest.toString('latin1') }
}

function frameOf(op: number, payload: Buffer): Frame {
  if (op === TEXT) return { kind: 'text', text: payload.toString(), code: 0 }
  if (op !== CLOSE) return { kind: 'other', text: '', code: 0 }
  return {
    kind: 'close',
    text: payload.subarray(2).toString(),
    code: payload.length >= 2 ? payload.readUInt16BE(0) : NO_CODE,
  }
}
