import { z } from 'zod'
import { resultAnswer } from './job-result.ts'

/** The WebSocket subprotocol of a host's channel; a later version of its frames has another name. */
export const HOST_CHANNEL = 'mkt-host.1'

/** How often each side of a quiet channel says that it is there, and after how long a silence the other gives it up. */
export const CHANNEL_PING_SECONDS = 15
export const CHANNEL_SILENCE_SECONDS = 45

/**
 * Why a channel was closed, as the code of its end; a sentence goes with it. `policy`: what came was no frame. `large`:
 * a frame over the limit. `failed`: a defect of the server's. `stopping`: the server stops, another may be there.
 * `crowded`: the host has more channels than it may. `unauthorized`, `forbidden`: as calls are answered from now on.
 * `silent`: nothing was heard of the host.
 */
export const CHANNEL_CLOSE = {
  policy: 1008,
  large: 1009,
  failed: 1011,
  stopping: 1012,
  crowded: 1013,
  unauthorized: 4401,
  forbidden: 4403,
  silent: 4408,
} as const
export type ChannelClose = keyof typeof CHANNEL_CLOSE

/** Numbers that the sender chooses, each once on a channel. */
const callId = z.int().min(1)

/** The calls that a channel carries in place of POST /hosts/heartbeat, /hosts/next-job and /hosts/results. */
export const channelCall = z.enum(['heartbeat', 'next-job', 'results'])
export type ChannelCall = z.infer<typeof channelCall>

const ping = z.object({ type: z.literal('ping') }).meta({ description: 'Asks for a pong.' })
const pong = z.object({ type: z.literal('pong') })

/** What a host sends: each frame one JSON text. */
export const hostFrame = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('call'), id: callId, call: channelCall, body: z.unknown() }).meta({
      description:
        'A call with the body of its HTTP form, answered when it is done. A next-job that waits is a free slot.',
    }),
    z.object({ type: z.literal('drop'), id: callId }).meta({
      description: 'The answer to this call is not wanted any more; an offer that is on its way is taken back.',
    }),
    z.object({ type: z.literal('received'), id: callId }).meta({
      description: 'The offer of this next-job has arrived: unless that is said within 10 s, it is taken back.',
    }),
    ping,
    pong,
  ])
  .meta({ id: 'HostFrame' })
export type HostFrame = z.infer<typeof hostFrame>

/** An end that the host did not ask for; `attempt` says of which of its runs. */
const endedJob = resultAnswer.extend({ attempt: z.int() })
export type EndedJob = z.infer<typeof endedJob>

/** What the server sends: each frame one JSON text. */
export const serverFrame = z
  .discriminatedUnion('type', [
    z
      .object({
        type: z.literal('answer'),
        id: callId,
        status: z.int(),
        body: z.unknown().optional(),
        retry_after: z.number().optional(),
      })
      .meta({ description: 'What the HTTP form of the call is answered with; 204 has no body.' }),
    z.object({ type: z.literal('ended'), results: z.array(endedJob) }).meta({
      description: 'Jobs that ended otherwise than by what the host said of them: it need not run them on.',
    }),
    ping,
    pong,
  ])
  .meta({ id: 'ServerFrame' })
export type ServerFrame = z.infer<typeof serverFrame>
