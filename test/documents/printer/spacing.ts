/** How far apart things stand where a template does not say. */
export interface Spacing {
  /** From base line to base line of text, in sizes of it. */
  leading: number
  /** From base line to base line of a list, by the size of its text. */
  list: (size: number) => number
  /** Of a table by its size: its lines, and what is between its rows. */
  line: (size: number) => number
  gap: number
  /** Of its heading: its lines, and what is between it and the first row. */
  headLine: (line: number, size: number) => number
  headGap: (gap: number) => number
  headAtFoot: boolean
  /** Lines of a row that may hang below the last base line of a page. */
  hanging: number
  /** The last base line of a page, up from its lower edge, and where a table goes on on the next. */
  bottom: number
  again: number
}

export const OFFICE: Spacing = {
  leading: 1.25,
  list: (size) => 1.45 * size,
  line: () => 10,
  gap: 4,
  headLine: (line) => line,
  headGap: (gap) => gap,
  headAtFoot: true,
  hanging: 1,
  bottom: 70,
  again: 80,
}

/** Of bills: wider, and on one page unless the template says where it ends. */
export const BILLS: Spacing = {
  leading: 1.3,
  list: () => 13,
  line: (size) => 1.3 * size,
  gap: 4,
  headLine: (_, size) => 1.25 * size,
  headGap: () => 8,
  headAtFoot: false,
  hanging: 0,
  bottom: Number.NEGATIVE_INFINITY,
  again: 60,
}
