import DOMPurify from 'dompurify'
import { Marked, type Token } from 'marked'

/** A part of an answer that stands by itself: a paragraph, a list, a piece of code. */
export interface Block {
  raw: string
  html: string
}

// Raw HTML is shown as it is written: browsers report inline handlers even where it is only parsed. Pictures become
// links, for nothing is loaded from elsewhere.
const marked = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => escapeHtml(text),
    image: ({ href, text }) => `<a href="${escapeHtml(href)}">${escapeHtml(text || href)}</a>`,
  },
})

const TAGS = [
  ...[
    'a',
    'b',
    'blockquote',
    'br',
    'code',
    'del',
    'em',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'i',
    'li',
    'ol',
    'p',
  ],
  ...['pre', 's', 'strong', 'sub', 'sup', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'],
]

const purify = DOMPurify(window)
purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return
  node.setAttribute('rel', 'noopener noreferrer nofollow')
  node.setAttribute('target', '_blank')
})

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function htmlOf(token: Token): string {
  return purify.sanitize(marked.parser([token]), {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['href', 'start', 'align'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  })
}

/** What makes the next blocks of a growing text: all but its last two are done, and not read again. */
export function markdownReader(): (text: string) => readonly Block[] {
  let done: Block[] = []
  let length = 0
  let known = ''
  return (text) => {
    if (!text.startsWith(known)) {
      done = []
      length = 0
    }
    known = text
    const tokens = marked.lexer(text.slice(length))
    const settled = tokens.slice(0, Math.max(0, tokens.length - 2))
    for (const token of settled) {
      done.push({ raw: token.raw, html: htmlOf(token) })
      length += token.raw.length
    }
    const open = tokens.slice(settled.length).map((token) => ({ raw: token.raw, html: htmlOf(token) }))
    return [...done, ...open]
  }
}
