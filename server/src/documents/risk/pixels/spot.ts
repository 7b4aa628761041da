/** Where a word stands on a picture: its middle, its extent along and across its line, in pixels from the top left. */
export interface Spot {
  x: number
  y: number
  wide: number
  high: number
  /** How far its line falls for each pixel to the right. */
  slope: number
}

/** A word on a picture, and whether evidence may be found at it. */
export interface SeenWord {
  spot: Spot
  text: string
  value: boolean
}

/** A trace of somebody's hand at one word. */
export interface Trace {
  /** Its place among the words looked at. */
  at: number
  kind: 'copied' | 'pasted'
  /** Beyond what any page does by itself; else only rare. */
  clear: boolean
  /** For a person: what differs. */
  what: string
}
