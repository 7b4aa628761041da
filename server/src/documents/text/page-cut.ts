import type { Page } from '../model/page.ts'
import type { PageBudget } from './operators.ts'

/**
 * Thrown where a page's budget is used up. pdf.js goes on with such a page until its document is destroyed, so whoever
 * goes on without it opens the file anew.
 */
export class PageCut extends Error {
  override name = 'PageCut'
  readonly number: number
  /** What was read of it; undefined where it was read for comparison only. */
  readonly page: Page | undefined

  constructor(number: number, page: Page | undefined) {
    super(`page ${number} takes too long`)
    this.number = number
    this.page = page
  }
}

/** How far pages are read. */
export interface PageLimits {
  /** Pages whose budget was used up before, and what was read of them. */
  cut: ReadonlyMap<number, Page | undefined>
  budget?: PageBudget | undefined
  /** Told of each page that was read, of earlier states of the file too. */
  onPage?: (() => void) | undefined
}

export const ORDINARY: PageLimits = { cut: new Map() }
