import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Tesseract from 'tesseract.js'
import { type Bitmap, toPgm } from './bitmap.ts'
import { CoreShares } from './core-shares.ts'

/** The names of the data that Tesseract reads languages with. */
export type Language =
  | ('eng' | 'fra' | 'deu' | 'spa' | 'por' | 'ita' | 'nld' | 'cat' | 'swe' | 'dan' | 'nor' | 'fin' | 'est' | 'lit')
  | ('lav' | 'pol' | 'ces' | 'slk' | 'hun' | 'ron' | 'hrv' | 'slv' | 'tur' | 'ell' | 'bul')

/** A word as Tesseract saw it, in the pixels of the bitmap that it was given, rows from the top. */
export interface SeenWord {
  text: string
  x0: number
  y0: number
  x1: number
  y1: number
  /** Tesseract's own, 0 to 1; not a probability. */
  confidence: number
  /** What was read, where `text` was mended. */
  readings?: readonly string[]
}

export interface ReadOptions {
  language: Language
  dpi: number
  signal?: AbortSignal | undefined
}

const require = createRequire(import.meta.url)
const folderOf = (language: Language) =>
  join(dirname(require.resolve(`@tesseract.js-data/${language}/package.json`)), '4.0.0_best_int')

/** Whether the data of a language are installed: those beside English, French and German may be left out. */
export function canRead(language: Language): boolean {
  try {
    return folderOf(language) !== ''
  } catch {
    return false
  }
}

/** A strip of a page takes seconds; one that takes this long is a picture that Tesseract is lost in. */
const TIMEOUT_MS = 30_000

/** Ended when no page came for so long: a worker holds about 100 MB. */
const IDLE_MS = 60_000

/**
 * A pack is one block of even lines, so Tesseract's own segmentation is not asked for; and it is dark on white, so
 * lines that it is unsure of need not be read once more as white on dark.
 */
const PARAMETERS = { tessedit_pageseg_mode: Tesseract.PSM.SINGLE_BLOCK, invert_threshold: '0' }

/**
 * Tesseract workers, started when they are needed, kept warm between pages and ended when idle. Each is a thread
 * beneath the one that calls, and ends with it. A worker that does not answer in time is ended and replaced.
 */
export class TesseractPool {
  readonly size: number
  #idle: Slot[] = []
  #busy = 0
  #waiting: (() => void)[] = []
  readonly #shares = new CoreShares()

  constructor(size: number) {
    this.size = Math.max(1, Math.floor(size))
  }

  /** The words of one upright bitmap, in no particular order. Rejects after the time limit or when `signal` aborts. */
  async read(bitmap: Bitmap, { language, dpi, signal }: ReadOptions): Promise<SeenWord[]> {
    let leave = this.#enter()
    while (!leave) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
      leave = this.#enter()
    }
    let slot: Slot | undefined
    try {
      signal?.throwIfAborted()
      slot = await this.#take(language)
      const words = await slot.read(bitmap, dpi, signal)
      this.#give(slot)
      return words
    } catch (error) {
      slot?.end()
      throw error
    } finally {
      leave()
      for (const wake of this.#waiting.splice(0)) wake()
    }
  }

  /** Ends the workers that are idle. */
  close(): void {
    for (const slot of this.#idle.splice(0)) slot.end()
  }

  // A pool's first job always gets through, or a thread might wait for others that never tell it when they are done.
  #enter(): (() => void) | undefined {
    if (this.#busy >= this.size) return undefined
    const share = this.#shares.take()
    if (!share && this.#busy > 0) return undefined
    this.#busy++
    return () => {
      this.#busy--
      share?.()
    }
  }

  async #take(language: Language): Promise<Slot> {
    const same = this.#idle.findIndex((slot) => slot.language === language)
    const [slot] = this.#idle.splice(Math.max(same, 0), 1)
    if (!slot) return await Slot.start(language)
    if (!slot.mayTurnTo(language)) {
      slot.end()
      return await Slot.start(language)
    }
    slot.wake()
    if (same < 0) await slot.turnTo(language)
    return slot
  }

  #give(slot: Slot): void {
    this.#idle.push(slot)
    slot.rest(() => {
      this.#idle = this.#idle.filter((other) => other !== slot)
    })
  }
}

/** The data of so many languages stay with a worker, some 10 MB each: it has all of them in its memory. */
const MOST_KNOWN = 6

/** What tesseract.js hands out beside its declared types. */
interface Inner {
  worker: import('node:worker_threads').Worker
}

class Slot {
  language: Language
  readonly #known: Set<Language>
  readonly #worker: Tesseract.Worker
  readonly #thread: Inner['worker']
  #timer: NodeJS.Timeout | undefined
  #failed: (error: Error) => void = () => {}

  private constructor(worker: Tesseract.Worker, language: Language) {
    this.language = language
    this.#known = new Set([language])
    this.#worker = worker
    this.#thread = (worker as unknown as Inner).worker
    this.#thread.on('error', (error) => this.#failed(error))
    this.#thread.on('exit', () => this.#failed(new Error('the OCR thread ended')))
  }

  static async start(language: Language): Promise<Slot> {
    const options = {
      langPath: folderOf(language),
      gzip: true,
      cacheMethod: 'none',
      // Without a handler of its own tesseract.js throws what it also rejects with, out of everyone's reach.
      errorHandler: () => {},
    }
    return new Slot(await Tesseract.createWorker(language, Tesseract.OEM.LSTM_ONLY, options), language)
  }

  /** Whether it knows the language, or few enough others. */
  mayTurnTo(language: Language): boolean {
    return this.#known.has(language) || this.#known.size < MOST_KNOWN
  }

  /** Takes a tenth of the time that a new worker needs, whose code is to be compiled first. */
  async turnTo(language: Language): Promise<void> {
    if (!this.#known.has(language)) {
      // tesseract.js looks for all languages in one folder; ours lie in one each. The file is put to where it would put
      // it, and asking for the language once, in vain, makes it known.
      const data = gunzipSync(await readFile(join(folderOf(language), `${language}.traineddata.gz`)))
      await this.#worker.writeText(`./${language}.traineddata`, data as never)
      await this.#worker.reinitialize(language, Tesseract.OEM.LSTM_ONLY).catch(() => undefined)
      this.#known.add(language)
    }
    await this.#worker.reinitialize(language, Tesseract.OEM.LSTM_ONLY)
    this.language = language
  }

  async read(bitmap: Bitmap, dpi: number, signal: AbortSignal | undefined): Promise<SeenWord[]> {
    // Ending a worker in the middle of a job leaves the job pending for ever, so each job has its own way out.
    return await new Promise<SeenWord[]>((resolve, reject) => {
      const stop = () => reject(signal?.reason)
      const timer = setTimeout(() => reject(new Error('OCR took too long')), TIMEOUT_MS)
      this.#failed = reject
      signal?.addEventListener('abort', stop, { once: true })
      this.#job(bitmap, dpi)
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', stop)
          this.#failed = () => {}
        })
    })
  }

  async #job(bitmap: Bitmap, dpi: number): Promise<SeenWord[]> {
    const parameters = { ...PARAMETERS, user_defined_dpi: String(Math.round(dpi)) }
    const { data } = await this.#worker.recognize(toPgm(bitmap), parameters as object, { blocks: true, text: false })
    const lines = (data.blocks ?? []).flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines))
    return lines.flatMap(({ words }) => words.map(seenWord))
  }

  rest(ended: () => void): void {
    this.#timer = setTimeout(() => {
      ended()
      this.end()
    }, IDLE_MS)
    this.#timer.unref()
    this.#thread.unref()
  }

  wake(): void {
    clearTimeout(this.#timer)
    this.#thread.ref()
  }

  end(): void {
    clearTimeout(this.#timer)
    void this.#worker.terminate()
  }
}

function seenWord({ text, bbox, confidence }: Tesseract.Word): SeenWord {
  return { text: text.trim(), ...bbox, confidence: confidence / 100 }
}
