import type { Analysis } from '@mkt/schemas'
import type { Issue } from '../model/source.ts'

type Worded = NonNullable<Analysis['issues']>[number]

/** The issues for a person: one of each kind, with the pages that it concerns. */
export function wordIssues(issues: readonly Issue[]): Worded[] {
  const worded = new Map<string, Worded & { pages: number[] }>()
  for (const { stage, code, page } of issues) {
    const one = worded.get(code) ?? { stage, code, message: messageOf(code), pages: [] }
    if (page !== undefined && !one.pages.includes(page)) one.pages.push(page)
    worded.set(code, one)
  }
  return [...worded.values()].map(({ pages, ...rest }) => (pages.length > 0 ? { ...rest, pages } : rest))
}

const MESSAGES: Record<string, string> = {
  page_unreadable: 'These pages could not be read and count as empty; print the document to a new PDF and send that.',
  page_partly_read: 'These pages are so large that only the beginning of what they paint was read.',
  page_not_recognised: 'The text in the picture of these pages could not be recognised; scan them again.',
  page_partly_looked_at:
    'These pages paint so much over and under their text that not all of it was held against what is seen.',
  page_partly_examined:
    'These pages draw, mark or hide so much that only the first of it was examined; ask for the document anew.',
  page_not_looked_at:
    'Whether these pages show what their text says could not be seen in time; ask for the document anew.',
  picture_skipped:
    'The file has so many pictures of pages that whether these were changed was not examined; send it in parts.',
  picture_not_inspected: 'Whether the pictures of these pages were changed could not be examined.',
  info_unreadable: 'What the file says of its author and dates could not be read.',
  signatures_unreadable: 'The signatures could not be read.',
  attachments_unreadable: 'The attached files could not be read.',
  scripts_unreadable: 'Whether the file has scripts could not be told.',
  left_behind_skipped:
    'The file is so large that what it still holds of its earlier pages was not looked for; print it to a new PDF.',
  marked_text_skipped:
    'The file is so large that what programs copy in the place of its letters was not read; print it to a new PDF.',
  revisions_unreadable: 'The earlier states of the file could not be read.',
  revision_unreadable: 'An earlier state of the file could not be read, so what changed since is not known.',
  revisions_skipped: 'The file was saved so often that only its last states were compared.',
  revision_pages_skipped: 'The file is so long that the earlier states of its first pages only were compared.',
  report_without_pages:
    "The original's pages could not be drawn into the annotated report, which is the summary alone.",
}

function messageOf(code: string): string {
  const [, type] = /^failed_(\w+)$/.exec(code) ?? []
  if (type) return `A document of type ${type.toUpperCase()} was found but its fields could not be read.`
  return MESSAGES[code] ?? 'A part of the file could not be read.'
}
