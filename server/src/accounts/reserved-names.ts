/** Behind which nobody would look for a stranger: who operates a marketplace, and what its mails come from. */
const RESERVED = [
  ...['admin', 'administrator', 'root', 'superuser', 'sysadmin', 'system', 'daemon', 'operator', 'operations'],
  ...['moderator', 'staff', 'team', 'official', 'support', 'help', 'helpdesk', 'service', 'contact', 'info'],
  ...['security', 'abuse', 'legal', 'privacy', 'compliance', 'billing', 'payments', 'payouts', 'finance'],
  ...['sales', 'accounts', 'mail', 'mailer', 'postmaster', 'webmaster', 'hostmaster', 'noreply', 'nobody', 'null'],
  ...['mkt', 'mktserver', 'mktagent', 'market', 'marketplace', 'platform', 'server', 'api', 'www', 'anonymous'],
]

/** What one letter is written for another, of those that names may hold. */
const LOOKS_LIKE: readonly (readonly [RegExp, string])[] = [
  [/[._-]/g, ''],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/0/g, 'o'],
  [/[1l|]/g, 'i'],
  [/3/g, 'e'],
  [/4/g, 'a'],
  [/5/g, 's'],
  [/7/g, 't'],
]

/** A name as one reads it in passing. */
const shapeOf = (name: string) =>
  LOOKS_LIKE.reduce((shape, [written, read]) => shape.replace(written, read), name.toLowerCase())

const SHAPES = new Set(RESERVED.map(shapeOf))

/**
 * Whether a name passes for the operator's: one of those that are reserved, however its letters are written, with
 * figures behind it, or two of them together.
 */
export function isReservedName(name: string): boolean {
  const shapes = [shapeOf(name), shapeOf(name.replace(/[._-]?\d+$/, ''))]
  const parts = name.split(/[._-]+/).filter((part) => part !== '')
  return (
    shapes.some((shape) => SHAPES.has(shape)) || (parts.length > 1 && parts.every((part) => SHAPES.has(shapeOf(part))))
  )
}
