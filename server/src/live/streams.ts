import { DomainError } from '../base/errors.ts'
import type { Eventually } from '../base/eventually.ts'

/** How long an attempt may take, counted from its claim or, where that came later, from the start of the server. */
export interface Deadlines {
  /** Until the first piece with text. */
  first_ms: number
  /** From each piece with text to the next one. */
  next_ms: number
  /** Until the end. */
  end_ms: number
}

/** From which piece on an attempt wrote a text. */
export interface AttemptStart {
  attempt: number
  offset: number
}

/** What earlier attempts wrote of a job's text, which the next one goes on with. */
export interface TextSoFar {
  pieces: readonly string[]
  starts: readonly AttemptStart[]
}

/** A claim's attempt, whose stream begins. */
export interface NewStream {
  readonly job_id: string
  readonly model: string
  readonly attempt: number
  readonly host_id: string
  /** Which of the host's agents claimed it, where it said so. */
  readonly instance: string | null
  /** By which poll of that agent, where it numbers them. */
  readonly poll?: number | undefined
  readonly max_tokens: number
  /** What the job asks its host to be able to do, as bits: by it is known what its pieces may be. */
  readonly needs: number
  /** When the job was submitted, wall ms. */
  readonly created_at: number
  readonly deadlines: Deadlines
  /** The attempt goes on with a text: its stream begins with what is there, which readers have. */
  readonly before?: TextSoFar | undefined
}

/**
 * The tokens of one running attempt, which live while it runs: the database gets them at the end, and a host keeps
 * them until that end is acknowledged, so a crash here loses nothing. Its times are ms of the streams' own clock.
 */
export interface LiveStream extends Omit<NewStream, 'before'> {
  /** How many of its pieces earlier attempts wrote. */
  readonly prefix: number
  /** Which attempt wrote it from where on, the running one last. */
  readonly starts: readonly AttemptStart[]
  /** What is published when it changes; kept, since it is asked for with every token. */
  readonly topic: string
  /** From when its deadlines count. */
  readonly begun_at: number
  /** As far as this process has read them: see `refresh`. */
  readonly pieces: string[]
  /** How many pieces it has. */
  readonly length: number
  /** UTF-8 bytes of all pieces. */
  readonly bytes: number
  /** Taken over from before a restart of the server. */
  readonly resumed: boolean
  /** A reader was sent a piece: this job never begins again. */
  readonly seen: boolean
  /** It is being taken back to the queue: no reader is sent anything of it. */
  readonly withheld: boolean
  /** Since when. */
  readonly withheld_at?: number | undefined
  /** When its first piece of its own came, wall ms. */
  readonly first_at: number | undefined
  /** When the host last named the job. */
  readonly named_at: number
  /** When the last piece with text came, or what counts as one; before the first, the beginning. */
  readonly advanced_at: number
  /** Set while this process writes its end; whoever comes meanwhile waits for it. */
  ending: Promise<unknown> | undefined
}

export interface TakeBack {
  untouched?: boolean
  whole?: boolean
}

/** Which attempts wrote what, once one begins. */
export const startsWith = ({ attempt, before }: Pick<NewStream, 'attempt' | 'before'>): AttemptStart[] => [
  ...(before?.starts ?? []),
  { attempt, offset: before?.pieces.length ?? 0 },
]

/** Which attempt wrote a piece. */
export function writerOf(starts: readonly AttemptStart[], offset: number): number | undefined {
  return starts.findLast((start) => start.offset <= offset)?.attempt
}

/** Pieces as a host sends them: from its `offset` on, which may overlap what is there. */
export interface Arrival {
  offset: number
  pieces: readonly string[]
  /** The host's word that its engine works counts as a piece. */
  working: boolean
}

export interface Appended {
  /** False where the attempt is not live any more: nothing was taken. */
  live: boolean
  /** How many pieces were new. */
  added: number
  /** How many there were before. */
  before: number
  /** Bytes that the pieces of all attempts of the host take. */
  host_bytes: number
}

/**
 * All running attempts by job. A stream found in one process's memory is the stream; one that servers share is a copy
 * as of the moment of the call, which every call brings up to date that is given it. Where the shared place cannot be
 * reached, calls with an answer reject with a DomainError that may be told, and those without one are lost: whoever
 * needs the stream finds it missing, and resumes it from the database.
 */
export interface LiveStreams {
  /** Whether other servers have them too. */
  readonly shared: boolean
  /**
   * A claim's stream, over whatever the job had. After a restart (`resumed`) what readers saw is unknown, so it counts
   * as seen; where the attempt is live already, that is left as it is.
   */
  open(stream: NewStream, how?: { resumed?: boolean }): void
  find(jobId: string): Eventually<LiveStream | undefined>
  /**
   * An attempt of which this process has taken pieces, without asking: of a shared one a copy of which only what never
   * changes is sure, until it is appended to. The job may have another attempt by now, or none.
   */
  known(jobId: string): LiveStream | undefined
  /**
   * The attempt as its readers need it, with all its pieces. While somebody listens to its topic a shared one is kept
   * by what is published there, and costs no question more.
   */
  follow(jobId: string): Eventually<LiveStream | undefined>
  /** Whether what is followed has all pieces that are known of here, without asking. */
  fresh(stream: LiveStream): boolean
  /** Reads the pieces that came since; false where the attempt is not live any more. */
  refresh(stream: LiveStream): Eventually<boolean>
  /** Takes what is new of some pieces; of a gap or while it is withheld nothing. The host has named the job by it. */
  append(stream: LiveStream, arrival: Arrival): Eventually<Appended>
  /** A host names jobs that it runs; of those that are not the sender's it says nothing. */
  name(sender: Sender, jobIds: readonly string[]): Eventually<void>
  /** A reader is about to be sent a piece. False: it must not be, since the attempt is being taken back. */
  see(stream: LiveStream): Eventually<boolean>
  /**
   * Withholds the stream from readers, and reads its pieces; false where one was sent some before. Of this and `see`
   * one wins, whatever the servers. `untouched`: a resumed attempt without a piece counts as unseen. `whole`: one that
   * was seen is withheld too, so that what is read is all that anybody will have been sent.
   */
  takeBack(stream: LiveStream, how?: TakeBack): Eventually<boolean>
  /** It was not taken back: its readers may go on. */
  goOn(stream: LiveStream): Eventually<void>
  /** Forgets an attempt; a later attempt of the job is left alone. */
  close(attempt: { job_id: string; attempt: number }): void
  /** Whether all pieces take more bytes than this, and no other host's more than this one's. */
  crowded(hostId: string, bytes: number): Eventually<boolean>
  /** The attempt of a host whose pieces take the most. */
  largestOf(hostId: string): Eventually<LiveStream | undefined>
  /** The attempts that a host has running. */
  ofHost(hostId: string): Eventually<readonly LiveStream[]>
  /** How many they are, as far as is known. */
  countOf(hostId: string): Eventually<number>
  /** A claim for the host begins here, by which a stream may open; to be called back once it is over. */
  expect(hostId: string): () => void
  /** How many attempts a host may have once all its claims are over that are under way, where this process is alone. */
  mostOf(hostId: string): number
  all(): Eventually<readonly LiveStream[]>
  /** The streams' clock, ms; its time while nobody could be reached does not count. */
  now(): number
}

/** Who says something of a job: a host, and which of its agents and attempts, where it says so. */
export interface Sender {
  host_id: string
  instance?: string | undefined
  attempt?: number | undefined
}

/** Whether a stream is the sender's to speak of. */
export function speaksFor(sender: Sender, stream: Pick<LiveStream, 'host_id' | 'attempt' | 'instance'>): boolean {
  if (stream.host_id !== sender.host_id) return false
  if (sender.attempt !== undefined && sender.attempt !== stream.attempt) return false
  // Two agents with one key: only the one that claimed speaks, where both say who they are.
  return sender.instance === undefined || stream.instance === null || sender.instance === stream.instance
}

/** Runs the end of an attempt once: a second caller waits for the first; after a failure it may be tried again. */
export async function endOnce<T>(stream: LiveStream, end: () => Promise<T>): Promise<T | undefined> {
  if (stream.ending) {
    await stream.ending.catch(() => undefined)
    return undefined
  }
  const ending = end()
  stream.ending = ending
  try {
    return await ending
  } finally {
    stream.ending = undefined
  }
}

/** A stream for a report, which says nothing of it where what servers share cannot be reached. */
export async function lookedAt(streams: LiveStreams, jobId: string): Promise<LiveStream | undefined> {
  try {
    return await streams.find(jobId)
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}
