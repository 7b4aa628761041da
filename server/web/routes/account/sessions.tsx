import { market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Ago } from '../../parts/ago.tsx'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { Loaded } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useLive } from '../../state/live.ts'
import { toast } from '../../state/toasts.ts'
import { fill, t } from '../../texts/texts.ts'
import { browserName } from './browser-name.ts'

/** Shown at once; the others after a press. */
const FEW = 5

const load = (signal: AbortSignal) => api.call(market.listSessions, {}, { signal })

type Session = Awaited<ReturnType<typeof load>>['sessions'][number]

/** Where one is signed in, and a way to be signed out there. */
export function Sessions() {
  const live = useLive(load, [])
  const [all, setAll] = useState(false)
  const revoke = async ({ session_id, agent }: Session) => {
    await api.call(market.revokeSession, { params: { session_id } })
    toast(fill(t.sessions.ended, { name: browserName(agent) }))
    await live.reload()
  }
  return (
    <Panel title={t.sessions.title}>
      <Loaded live={live} height={80}>
        {({ sessions }) => (
          <div class="stack tight">
            <ul class="lines" aria-label={t.sessions.title}>
              {(all ? sessions : sessions.slice(0, FEW)).map((session) => (
                <One key={session.session_id} session={session} onRevoke={() => revoke(session)} />
              ))}
            </ul>
            {sessions.length > FEW && !all ? (
              <div class="row">
                <Button small onClick={() => setAll(true)}>
                  {fill(t.sessions.all, { n: sessions.length })}
                </Button>
              </div>
            ) : null}
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

function One({ session, onRevoke }: { session: Session; onRevoke: () => Promise<void> }) {
  const { agent, address, last_used_at, current } = session
  const name = browserName(agent)
  return (
    <li class="row apart">
      <span>
        <span title={agent}>{name}</span> <span class="faint small">{address}</span>
        <span class="soft small block">
          {t.sessions.used} <Ago at={last_used_at} />
        </span>
      </span>
      {current ? (
        <Chip tone="good">{t.sessions.here}</Chip>
      ) : (
        <Button small label={fill(t.sessions.endOne, { name, address })} onClick={onRevoke}>
          {t.tokens.revoke}
        </Button>
      )}
    </li>
  )
}
