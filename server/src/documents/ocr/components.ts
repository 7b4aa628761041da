import type { Bitmap } from './bitmap.ts'

/** Connected ink and the box around it, in pixels; x1 and y1 are the first beyond it. */
export interface Component {
  x0: number
  y0: number
  x1: number
  y1: number
  /** How many pixels of ink. */
  ink: number
}

/** The connected pieces of ink (bytes that are 1), by runs of rows and union-find; diagonal neighbours connect. */
export function componentsOf({ width, height, data }: Bitmap): Component[] {
  const runs = new RunList()
  let above = 0
  for (let y = 0; y < height; y++) {
    const start = runs.count
    let candidate = above
    const row = data.subarray(y * width, (y + 1) * width)
    for (let x = row.indexOf(1); x >= 0; x = row.indexOf(1, x)) {
      const x0 = x
      while (x < width && row[x]) x++
      const run = runs.add(x0, x, y)
      while (candidate < start && runs.end(candidate) < x0) candidate++
      for (let other = candidate; other < start && runs.start(other) <= x; other++) runs.join(run, other)
    }
    above = start
  }
  return runs.components()
}

/** Runs of ink with their row, four numbers each: start, end, row, and the run that stands for the piece. */
class RunList {
  count = 0
  #cells = new Int32Array(1 << 16)

  add(x0: number, x1: number, y: number): number {
    const at = this.count * 4
    if (at + 4 > this.#cells.length) {
      const wider = new Int32Array(this.#cells.length * 2)
      wider.set(this.#cells)
      this.#cells = wider
    }
    this.#cells[at] = x0
    this.#cells[at + 1] = x1
    this.#cells[at + 2] = y
    this.#cells[at + 3] = this.count
    return this.count++
  }

  start(run: number): number {
    return this.#cells[run * 4] as number
  }

  end(run: number): number {
    return this.#cells[run * 4 + 1] as number
  }

  join(a: number, b: number): void {
    const [first, second] = [this.#root(a), this.#root(b)]
    if (first !== second) this.#cells[Math.max(first, second) * 4 + 3] = Math.min(first, second)
  }

  components(): Component[] {
    const found = new Map<number, Component>()
    for (let run = 0; run < this.count; run++) {
      const [x0, x1, y] = [this.start(run), this.end(run), this.#cells[run * 4 + 2] as number]
      const root = this.#root(run)
      const piece = found.get(root)
      if (piece) {
        piece.x0 = Math.min(piece.x0, x0)
        piece.x1 = Math.max(piece.x1, x1)
        piece.y1 = y + 1
        piece.ink += x1 - x0
      } else {
        found.set(root, { x0, x1, y0: y, y1: y + 1, ink: x1 - x0 })
      }
    }
    return [...found.values()]
  }

  #root(run: number): number {
    const cells = this.#cells
    let root = run
    while (cells[root * 4 + 3] !== root) root = cells[root * 4 + 3] as number
    for (let at = run; at !== root; ) {
      const next = cells[at * 4 + 3] as number
      cells[at * 4 + 3] = root
      at = next
    }
    return root
  }
}
