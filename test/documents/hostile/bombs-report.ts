import { type Bomb, bomb } from './bomb-file.ts'

const crossReferences = (claims: string): Bomb => {
  const dict = `/Type /XRef /Size 9 ${claims}`
  return () => bomb({ objects: { 10: { dict, stream: 'abcdefgh' } } })
}

/**
 * Harmless to pdf.js, which follows references, but not to pdf-lib, which reads whatever lies in the file: the report's
 * thread ends of them when the analysis is made.
 */
export const REPORT_BOMBS = {
  'report-endless': crossReferences('/W [2000000000 1 1] /Index [0 9000]'),
  'report-memory': crossReferences('/W [0 0 0] /Index [0 2147483647]'),
} satisfies Record<string, Bomb>
