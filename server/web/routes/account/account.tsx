import { market } from '@mkt/schemas'
import { api } from '../../api.ts'
import { Moment } from '../../parts/ago.tsx'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { Money } from '../../parts/money.tsx'
import { Loaded } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Facts, Panel } from '../../parts/panel.tsx'
import { useLive } from '../../state/live.ts'
import { toast } from '../../state/toasts.ts'
import { t } from '../../texts/texts.ts'
import { EmailForm } from './email-form.tsx'
import { EndAccount } from './end-account.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

const load = (signal: AbortSignal) => api.call(market.me, { query: { detail: 'full' } }, { signal })

/** Who one is here, how one signs in, and the way out. */
export function Account() {
  const live = useLive(load, [])
  return (
    <Page title={t.places.account}>
      <Loaded live={live} height={400}>
        {(me) => (
          <div class="grid-2">
            <div class="stack">
              <Profile me={me} />
              <Panel title={t.account.email}>
                <EmailForm onChange={live.reload} />
              </Panel>
              <Sessions />
            </div>
            <div class="stack">
              <Panel title={t.account.password}>
                <PasswordForm />
              </Panel>
              <Signing />
              <Panel title={t.account.data}>
                <div class="stack tight">
                  <p class="field-hint">{t.account.dataHint}</p>
                  <div class="row">
                    <a class="button" href="/users/me/export" download>
                      {t.account.export}
                    </a>
                    <EndAccount />
                  </div>
                </div>
              </Panel>
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** What stands beside the password; a first passkey is a second factor too. */
function Signing() {
  const factor = useLive((signal) => api.call(market.showSecondFactor, {}, { signal }), [])
  return (
    <>
      <Passkeys onChange={factor.reload} />
      <SecondFactor live={factor} />
    </>
  )
}

type Me = Awaited<ReturnType<typeof load>>

function Profile({ me }: { me: Me }) {
  const sendAgain = async () => {
    await api.call(market.sendVerification, {})
    toast(t.account.sent)
  }
  return (
    <Panel title={t.account.profile}>
      <Facts
        facts={[
          [t.fields.username, me.username],
          [
            t.account.id,
            <span key="id" class="mono">
              {me.user_id}
            </span>,
          ],
          [
            t.fields.email,
            <span key="email" class="row">
              {me.email}
              {me.email_verified ? (
                <Chip tone="good">{t.account.proven}</Chip>
              ) : (
                <Button small onClick={sendAgain}>
                  {t.account.prove}
                </Button>
              )}
            </span>,
          ],
          [t.account.since, <Moment key="since" at={me.created_at} />],
          [t.account.paid, <Money key="paid" nano={me.paid_credits ?? 0n} />],
          [t.account.promotional, <Money key="promotional" nano={me.promotional_credits ?? 0n} />],
        ]}
      />
    </Panel>
  )
}
