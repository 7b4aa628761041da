import { market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Ago } from '../../parts/ago.tsx'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { Money } from '../../parts/money.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import type { Column } from '../../parts/table.tsx'
import { usePages } from '../../state/pages.ts'
import { toast } from '../../state/toasts.ts'
import { fill, t, whole } from '../../texts/texts.ts'
import { GrantDialog } from './grant-dialog.tsx'
import { List } from './list.tsx'
import { useShutOut } from './shut-out.tsx'

async function load(search: string, offset: number, limit: number) {
  const query = { offset, limit, detail: 'full' as const, ...(search ? { search } : {}) }
  const { users, total } = await api.call(market.adminUsers, { query })
  return { rows: users, total }
}

type User = Awaited<ReturnType<typeof load>>['rows'][number]

/** All users: found by name or address, given credits, shut out and let in. */
export function Users() {
  const [search, setSearch] = useState('')
  const [granting, setGranting] = useState<User>()
  const pages = usePages((offset, limit) => load(search.trim(), offset, limit), [search.trim()])
  const change = async ({ user_id, username, disabled }: User) => {
    await api.call(market.changeUser, { params: { user_id }, body: { disabled: !disabled } })
    toast(fill(disabled ? t.admin.letIn : t.admin.shutOut, { name: username }))
    await pages.reload()
  }
  const shutOut = useShutOut<User>({ nameOf: ({ username }) => username, text: t.admin.shutOutUserText, change })
  const columns: readonly Column<User>[] = [
    { head: t.fields.username, cell: ({ username }) => <strong>{username}</strong> },
    {
      head: t.columns.state,
      cell: ({ disabled }) =>
        disabled ? <Chip tone="bad">{t.admin.out}</Chip> : <Chip tone="good">{t.hosts.active}</Chip>,
      rank: 2,
    },
    { head: t.columns.credits, cell: ({ credits }) => <Money nano={credits} bare />, end: true },
    { head: t.usage.jobs, cell: ({ total_jobs }) => whole(total_jobs), end: true, rank: 2 },
    { head: t.columns.made, cell: ({ created_at }) => <Ago at={created_at} />, end: true, rank: 3 },
    {
      head: t.tokens.acts,
      end: true,
      cell: (user) => (
        <span class="row end">
          <Button small onClick={() => setGranting(user)} label={fill(t.admin.grantTo, { name: user.username })}>
            {t.admin.grant}
          </Button>
          <Button small onClick={() => shutOut.act(user)} label={`${actOf(user)} ${user.username}`}>
            {actOf(user)}
          </Button>
        </span>
      ),
    },
  ]
  return (
    <>
      <div class="filters">
        <SearchField label={t.admin.findUser} value={search} onValue={setSearch} />
      </div>
      <List
        label={t.admin.rooms.users}
        pages={pages}
        columns={columns}
        keyOf={({ user_id }) => user_id}
        none={t.admin.noUsers}
      />
      {shutOut.box}
      <GrantDialog user={granting} onClose={() => setGranting(undefined)} onDone={pages.reload} />
    </>
  )
}

const actOf = ({ disabled }: User) => (disabled ? t.admin.enable : t.admin.disable)
