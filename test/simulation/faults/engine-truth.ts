/** One generation: what an engine gave for a prompt, piece by piece, each naming its run and its place. */
export interface EngineRun {
  prompt: string
  number: number
  /** The name of the host that it ran on. */
  by: string
  /** The text that it was given to go on with; empty where it began. */
  before: string
  pieces: string[]
  /** What it said of its end; undefined while it runs, and where it broke. */
  end: { finish_reason: 'stop' | 'length'; completion_tokens: number | undefined } | undefined
}

/** What all engines of honest hosts really generated; nothing of it passes through the product. */
export class EngineTruth {
  readonly #runs = new Map<string, EngineRun[]>()

  begin(prompt: string, by: string, before = ''): EngineRun {
    const runs = this.#runs.get(prompt) ?? []
    this.#runs.set(prompt, runs)
    const run: EngineRun = { prompt, number: runs.length, by, before, pieces: [], end: undefined }
    runs.push(run)
    return run
  }

  /** The next piece of a run: `prompt.run.place`, some with letters of several bytes. */
  next(run: EngineRun): string {
    const place = run.pieces.length
    const piece = `${run.prompt}.${run.number}.${place}${place % 3 === 2 ? ' é😀' : ''} `
    run.pieces.push(piece)
    return piece
  }

  runs(prompt: string): readonly EngineRun[] {
    return this.#runs.get(prompt) ?? []
  }

  /** The run that a piece is of, and its place there; undefined for a piece that no engine ever gave. */
  find(prompt: string, piece: string): { run: EngineRun; place: number } | undefined {
    const [number, place] = piece
      .slice(prompt.length + 1)
      .split('.')
      .map((part) => Number.parseInt(part, 10))
    const run = this.#runs.get(prompt)?.[number ?? -1]
    return run && place !== undefined && run.pieces[place] === piece ? { run, place } : undefined
  }

  /** The run of which the pieces are the beginning; undefined where they are of none, or of several. */
  runOf(prompt: string, pieces: readonly string[]): EngineRun | undefined {
    const found = pieces.map((piece) => this.find(prompt, piece))
    const run = found[0]?.run
    return found.every((at, place) => at && at.run === run && at.place === place) ? run : undefined
  }
}
