import { formatCredits, market, parseCredits, TO_CREDITS } from '@mkt/schemas'
import { useRef, useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, FormFault, SelectField } from '../../parts/field.tsx'
import { creditsText } from '../../parts/money.tsx'
import { FieldFault, useForm } from '../../state/form.ts'
import { toast } from '../../state/toasts.ts'
import { fill, t } from '../../texts/texts.ts'

interface Host {
  host_id: string
  gpu: string
  balance: bigint
}

interface WithdrawProps {
  hosts: readonly Host[]
  open: boolean
  onClose: () => void
  onDone: () => Promise<void>
}

/** Takes earnings out: to the own credits at once, or to a destination that an operator pays. */
export function WithdrawDialog({ open, onClose, ...rest }: WithdrawProps) {
  return (
    <Dialog title={t.earnings.title} open={open} onClose={onClose}>
      {open ? <WithdrawForm onClose={onClose} {...rest} /> : null}
    </Dialog>
  )
}

function WithdrawForm({ hosts, onClose, onDone }: Omit<WithdrawProps, 'open'>) {
  const filled = hosts.filter(({ balance }) => balance > 0n)
  const [host_id, setHost] = useState(filled[0]?.host_id ?? '')
  const balance = filled.find((one) => one.host_id === host_id)?.balance ?? 0n
  const [text, setText] = useState(formatCredits(balance))
  const [way, setWay] = useState('credits')
  // One key for this box: a second press after a lost answer withdraws nothing twice.
  const key = useRef(crypto.randomUUID())
  const amount = parseCredits(text.trim())
  const form = useForm(async ({ destination = '' }) => {
    if (amount === undefined || amount <= 0n) throw new FieldFault('amount', t.tokens.badAmount)
    if (way !== 'credits' && !destination.trim()) throw new FieldFault('destination', t.earnings.noDestination)
    const body = { host_id, amount, destination: way === 'credits' ? TO_CREDITS : destination.trim() }
    await api.call(market.createWithdrawal, { body }, { headers: { 'idempotency-key': key.current } })
    toast(way === 'credits' ? t.earnings.moved : t.earnings.asked)
    await onDone()
    onClose()
  })
  const choose = (id: string) => {
    setHost(id)
    setText(formatCredits(filled.find((one) => one.host_id === id)?.balance ?? 0n))
  }
  return (
    <form onSubmit={form.submit} noValidate>
      <SelectField
        label={t.job.host}
        choices={filled.map((one) => ({ value: one.host_id, text: `${one.gpu} · ${amountText(one.balance)}` }))}
        value={host_id}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <Field
        label={t.earnings.amount}
        name="amount"
        inputMode="decimal"
        value={text}
        error={form.faults.amount}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <WhereTo way={way} onWay={setWay} error={form.faults.destination} />
      <FormFault form={form} />
      <div class="row end">
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="main" type="submit" busy={form.busy}>
          {fill(t.earnings.act, { amount: formatCredits(amount ?? 0n) })}
        </Button>
      </div>
    </form>
  )
}

interface WhereToProps {
  way: string
  onWay: (way: string) => void
  error: string | undefined
}

function WhereTo({ way, onWay, error }: WhereToProps) {
  return (
    <>
      <SelectField
        label={t.earnings.to}
        choices={[
          { value: 'credits', text: t.earnings.toCredits },
          { value: 'outside', text: t.earnings.outside },
        ]}
        value={way}
        onChange={({ currentTarget }) => onWay(currentTarget.value)}
      />
      {way === 'outside' ? (
        <Field label={t.earnings.destination} name="destination" hint={t.earnings.destinationHint} error={error} />
      ) : null}
    </>
  )
}

const amountText = (nano: bigint) => fill(t.money.credits, { amount: creditsText(nano) })
