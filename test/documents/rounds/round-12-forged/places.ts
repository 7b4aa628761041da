import type { Forgery } from '../round-file.ts'
import type { Job } from './job.ts'
import { boxOf } from './pens.ts'

/** Where a paper says something else than before. */
export const placesOf = ({ paper, cells }: Job): Forgery['places'] =>
  cells.map(([was]) => {
    const [x, y, width, height] = boxOf(was, paper)
    return { page: was.page, box: [x, y, x + width, y + height] }
  })
