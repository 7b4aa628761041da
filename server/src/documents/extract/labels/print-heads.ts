import type { Line, PageLayout } from '../../model/layout.ts'
import { foldCase } from '../../values/fold.ts'
import { phrases } from '../../vocabulary/compile.ts'

const ADDRESS = /^(?:https?|file):\/\/\S+$/
const DAY_AND_HOUR = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}[:.]\d\d(?: ?[ap]\.?m\.?)?$/i
const PAGE_COUNT = new RegExp(`^\\d{1,3} ?(?:/|${phrases('page.of')}) ?\\d{1,3}$`, 'u')

/** `Jane Doe <jane@example.org>`, alone or behind `From:`. */
const MAILBOX = /<\S+@\S+>/
const MESSAGES = new RegExp(`^\\d+ ${phrases('mail.messages')}$`, 'u')
const HEADER = new RegExp(`^${phrases('mail.header')} ?:`, 'u')

/** The lines of a mail program's head lie among so many at the top of the page. */
const MAIL_HEAD = 12

/**
 * The page without what a browser (title, address, day and hour, page count in its margins) or a mail program (the
 * mailbox, its subject and headers) printed around the paper: none of it names the paper's parties.
 */
export function withoutPrintHeads(layout: PageLayout): PageLayout {
  const printed = new Set([...browserLines(layout.lines), ...mailLines(layout.lines)])
  return printed.size === 0 ? layout : { ...layout, lines: layout.lines.filter((line) => !printed.has(line)) }
}

// All three stand in the outermost lines, whatever else is switched off.
function browserLines(lines: readonly Line[]): Line[] {
  const outer = [lines[0], lines.at(-1)].filter((line) => line !== undefined)
  const texts = outer.flatMap(({ segments }) => segments.map(({ text }) => foldCase(text)))
  return [ADDRESS, DAY_AND_HOUR, PAGE_COUNT].every((sign) => texts.some((text) => sign.test(text))) ? outer : []
}

function mailLines(lines: readonly Line[]): Line[] {
  const top = lines.slice(0, MAIL_HEAD)
  const headers = top.filter(({ text }) => HEADER.test(foldCase(text)) || MAILBOX.test(text))
  const counted = top.some(({ segments }) => segments.some(({ text }) => MESSAGES.test(foldCase(text))))
  const last = headers.at(-1)
  const addressed = headers.some(({ text }) => MAILBOX.test(text))
  const isMail = addressed && (counted || headers.length > 2)
  return isMail && last ? top.slice(0, top.indexOf(last) + 1) : []
}
