import { t } from '../texts/texts.ts'

export interface Place {
  href: string
  text: string
}

interface Group {
  name?: string
  admin?: boolean
  places: readonly Place[]
}

const { places } = t

/** Where one can go, in the order in which it is shown. */
export const NAVIGATION: readonly Group[] = [
  { places: [{ href: '/app/', text: places.overview }] },
  {
    name: t.shell.use,
    places: [
      { href: '/app/models', text: places.models },
      { href: '/app/playground', text: places.playground },
      { href: '/app/jobs', text: places.jobs },
      { href: '/app/batches', text: places.batches },
      { href: '/app/usage', text: places.usage },
      { href: '/app/tokens', text: places.tokens },
    ],
  },
  {
    name: t.shell.earn,
    places: [
      { href: '/app/hosts', text: places.hosts },
      { href: '/app/earnings', text: places.earnings },
    ],
  },
  {
    name: t.shell.read,
    places: [
      { href: '/app/documents', text: places.documents },
      { href: '/app/review', text: places.review },
    ],
  },
  { name: t.shell.own, places: [{ href: '/app/account', text: places.account }] },
  { name: t.shell.operate, admin: true, places: [{ href: '/app/admin', text: places.admin }] },
]
