import type { Box } from './box.ts'
import type { Page, Word } from './page.ts'

/** Words on one base line without a wide gap between them: a label, a value, a cell, a line of prose. */
export interface Segment {
  page: number
  words: Word[]
  text: string
  box: Box
  size: number
  bold: boolean
}

/** Everything on one base line, left to right. */
export interface Line {
  page: number
  segments: Segment[]
  text: string
  box: Box
}

/** Segments that stand under each other as one text: an address, a paragraph, a stacked label. Top down. */
export interface Block {
  page: number
  segments: Segment[]
  text: string
  box: Box
}

/** A table: cells by row and column, top down and left to right. Empty cells have no words. */
export interface Grid {
  page: number
  box: Box
  /** Drawn with rules, or inferred from alignment. */
  ruled: boolean
  columns: readonly (readonly [x0: number, x1: number])[]
  rows: Cell[][]
}

export interface Cell {
  text: string
  words: Word[]
  box: Box
}

/** One page's structure, in reading order. Only words that a reader sees take part. */
export interface PageLayout {
  page: Page
  lines: Line[]
  blocks: Block[]
  grids: Grid[]
  /** Rectangles that rules enclose (form boxes, cells), the smallest that hold any point. */
  compartments: Compartment[]
  /** The lines' texts, joined by line feeds. */
  text: string
}

export interface Compartment {
  box: Box
  words: Word[]
}
