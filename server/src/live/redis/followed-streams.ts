import type { SharedStream } from './shared-stream.ts'

/** A job whose topic this server listens to, with the copy of its attempt that all its readers here share. */
interface Followed {
  copy: SharedStream | undefined
  /** The copy has all that was published since. */
  fresh: boolean
  /** What came that the copy could not take: whoever reads meanwhile may have read too early. */
  missed: number
}

const JOB = 'job/'

/**
 * Copies that are kept by what is published on their topics: pieces come with their offset, and after a gap, a change
 * of another kind or a break of the connection a copy is read anew.
 */
export class FollowedStreams {
  /** By job. */
  readonly #jobs = new Map<string, Followed>()

  fresh(jobId: string): SharedStream | undefined {
    const job = this.#jobs.get(jobId)
    return job?.fresh ? job.copy : undefined
  }

  /** A copy is about to be read. */
  begin(jobId: string) {
    const job = this.#jobs.get(jobId)
    const missed = job?.missed
    return {
      copy: job?.copy,
      /** What was read is followed from here on, unless something came in between that it may not have. */
      done: (stream: SharedStream | undefined) => {
        const now = this.#jobs.get(jobId)
        if (!now || now !== job) return stream
        // Another reader of this server may have been faster; all follow one copy.
        if (stream && now.copy?.attempt === stream.attempt && now.copy.pieces.length >= stream.pieces.length)
          now.copy.seen ||= stream.seen
        else now.copy = stream
        now.fresh = stream !== undefined && now.missed === missed
        return now.copy
      },
    }
  }

  listened(topic: string): void {
    if (topic.startsWith(JOB)) this.#jobs.set(topic.slice(JOB.length), { copy: undefined, fresh: false, missed: 0 })
  }

  left(topic: string): void {
    this.#jobs.delete(topic.slice(JOB.length))
  }

  changed(topic: string): void {
    const job = this.#jobs.get(topic.slice(JOB.length))
    if (job) spoil(job)
  }

  /** `+attempt offset pieces`. */
  arrived(topic: string, text: string): void {
    const job = this.#jobs.get(topic.slice(JOB.length))
    if (!job) return
    const [, attempt, offset, pieces = '[]'] = /^\+(\d+) (\d+) (.*)$/s.exec(text) ?? []
    const { copy } = job
    const known = copy?.attempt === Number(attempt) ? copy : undefined
    if (!known || Number(offset) > known.pieces.length) spoil(job)
    else known.extend(Number(offset), JSON.parse(pieces) as string[])
  }

  lost(): void {
    this.#jobs.clear()
  }
}

function spoil(job: Followed): void {
  job.fresh = false
  job.missed++
}
