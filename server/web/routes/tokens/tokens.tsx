import { market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Ago } from '../../parts/ago.tsx'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { Money } from '../../parts/money.tsx'
import { Empty, Loaded } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { type Column, ShortTable } from '../../parts/table.tsx'
import { useLive } from '../../state/live.ts'
import { toast } from '../../state/toasts.ts'
import { fill, t } from '../../texts/texts.ts'
import { TokenDialog } from './token-dialog.tsx'

type Token = Awaited<ReturnType<typeof load>>['tokens'][number]

const EVERY_MS = 15_000

const load = (signal: AbortSignal) => api.call(market.listTokens, { query: { detail: 'full' } }, { signal })

/** Tokens by which programs use the account, with what each may do. */
export function Tokens() {
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<Token>()
  const live = useLive(load, [], { every_ms: EVERY_MS })
  const revoke = async () => {
    if (!revoking) return
    await api.call(market.revokeToken, { params: { token_id: revoking.token_id } })
    toast(fill(t.tokens.revoked, { name: revoking.name }))
    await live.reload()
  }
  return (
    <Page
      title={t.places.tokens}
      actions={
        <Button kind="main" onClick={() => setMaking(true)}>
          {t.tokens.act}
        </Button>
      }
    >
      <Loaded live={live} height={240}>
        {({ tokens }) => <List tokens={tokens} onRevoke={setRevoking} />}
      </Loaded>
      <TokenDialog open={making} onClose={() => setMaking(false)} onMade={live.reload} />
      <Confirm
        title={fill(t.tokens.revokeTitle, { name: revoking?.name ?? '' })}
        open={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        text={t.tokens.revokeText}
        act={t.tokens.revoke}
        onAct={revoke}
      />
    </Page>
  )
}

function List({ tokens, onRevoke }: { tokens: readonly Token[]; onRevoke: (token: Token) => void }) {
  const columns: readonly Column<Token>[] = [
    { head: t.fields.name, cell: ({ name }) => <strong>{name}</strong> },
    { head: t.tokens.may, cell: (token) => rightsText(token), rank: 2 },
    { head: t.tokens.spent, cell: (token) => <Spent token={token} />, rank: 2 },
    {
      head: t.tokens.used,
      cell: ({ last_used_at }) => (last_used_at ? <Ago at={last_used_at} /> : t.tokens.unused),
      rank: 2,
    },
    { head: t.columns.made, cell: ({ created_at }) => <Ago at={created_at} />, rank: 3 },
    {
      head: t.tokens.ends,
      cell: ({ expires_at }) => (expires_at ? <Ago at={expires_at} /> : t.tokens.never),
      rank: 3,
    },
    {
      head: t.tokens.acts,
      cell: (token) => (
        <Button small onClick={() => onRevoke(token)} label={fill(t.tokens.revokeOne, { name: token.name })}>
          {t.tokens.revoke}
        </Button>
      ),
      end: true,
    },
  ]
  return (
    <section class="panel flush" aria-label={t.places.tokens}>
      {tokens.length === 0 ? (
        <Empty title={t.tokens.none}>{t.tokens.noneWhy}</Empty>
      ) : (
        <ShortTable label={t.places.tokens} columns={columns} rows={tokens} keyOf={({ token_id }) => token_id} />
      )}
    </section>
  )
}

/** What it may do, and of which models where it is bound to some. */
function rightsText({ scopes, models }: Token): string {
  const may = scopes ? scopes.map((scope) => t.scopes[scope]).join(', ') : t.tokens.everything
  return models ? `${may} (${models.join(', ')})` : may
}

function Spent({ token: { spent, spend_limit, spent_today, daily_spend_limit } }: { token: Token }) {
  if (spent !== undefined && spend_limit !== undefined) {
    const today =
      spent_today !== undefined && daily_spend_limit !== undefined ? (
        <>
          {', '}
          <Money nano={spent_today} bare /> {t.tokens.of} <Money nano={daily_spend_limit} /> {t.tokens.aDay}
        </>
      ) : null
    return (
      <>
        <Money nano={spent} bare /> {t.tokens.of} <Money nano={spend_limit} />
        {today}
      </>
    )
  }
  if (spent_today !== undefined && daily_spend_limit !== undefined) {
    return (
      <>
        <Money nano={spent_today} bare /> {t.tokens.of} <Money nano={daily_spend_limit} /> {t.tokens.aDay}
      </>
    )
  }
  return <span class="faint">{t.tokens.noLimit}</span>
}
