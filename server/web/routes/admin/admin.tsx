import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { Page } from '../../parts/page.tsx'
import { t } from '../../texts/texts.ts'
import { Disputes } from './disputes.tsx'
import { Health } from './health.tsx'
import { Hosts } from './hosts.tsx'
import { Log } from './log.tsx'
import { Users } from './users.tsx'
import { VerificationQueue } from './verification.tsx'
import { Withdrawals } from './withdrawals.tsx'
import './admin.css'

const ROOMS: readonly (readonly [name: keyof typeof t.admin.rooms, content: () => ComponentChildren])[] = [
  ['health', () => <Health />],
  ['users', () => <Users />],
  ['hosts', () => <Hosts />],
  ['verification', () => <VerificationQueue />],
  ['withdrawals', () => <Withdrawals />],
  ['disputes', () => <Disputes />],
  ['log', () => <Log />],
]

const addressOf = (name: string) => (name === 'health' ? '/app/admin' : `/app/admin/${name}`)

/** What an operator sees and does, a room for each matter. */
export function Admin() {
  const { path } = useLocation()
  const here = path.replace(/^\/app\/admin\/?/, '') || 'health'
  const [, content] = ROOMS.find(([name]) => name === here) ?? []
  return (
    <Page title={t.places.admin}>
      <nav class="rooms" aria-label={t.places.admin}>
        {ROOMS.map(([name]) => (
          <a key={name} href={addressOf(name)} aria-current={name === here ? 'page' : undefined}>
            {t.admin.rooms[name]}
          </a>
        ))}
      </nav>
      {content ? content() : <p>{t.missing.text}</p>}
    </Page>
  )
}
