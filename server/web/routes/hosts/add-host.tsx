import { formatCredits, market, parseCredits } from '@mkt/schemas'
import { useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { CodeBlock } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, FormFault, SelectField } from '../../parts/field.tsx'
import { FieldFault, useForm } from '../../state/form.ts'
import { t } from '../../texts/texts.ts'
import { commandFor, ENGINES } from './engines.ts'

interface AddHostProps {
  open: boolean
  onClose: () => void
  /** Own hosts as they are now; a new one among them is the one that was waited for. */
  known: readonly { host_id: string }[]
}

/** As the agent takes it: credits a token, where a person writes them for 1,000. */
function priceOfOne(text: string): string | undefined {
  if (text === 'auto' || text === 'market') return text
  const nano = parseCredits(text)
  return nano === undefined || nano < 0n || nano % 1000n !== 0n ? undefined : formatCredits(nano / 1000n)
}

interface Made {
  token_id: string
  command: string
  before: ReadonlySet<string>
}

/** Gives the command that makes a GPU a host, with a token for this once, and waits until the host appears. */
export function AddHost({ open, onClose, known }: AddHostProps) {
  const [made, setMade] = useState<Made>()
  const close = () => {
    setMade(undefined)
    onClose()
  }
  const form = useForm(async ({ engine = '', price = '' }) => {
    const asked = priceOfOne(price.trim() || 'auto')
    if (asked === undefined) throw new FieldFault('price', t.addHost.badPrice)
    const body = { name: t.addHost.tokenName, scopes: ['hosts:write' as const], expires_in_days: 1 }
    const { token, token_id } = await api.call(market.createToken, { body })
    const before = new Set(known.map(({ host_id }) => host_id))
    setMade({ token_id, command: commandFor(engine, asked, token), before })
  })
  return (
    <Dialog title={t.hosts.add} open={open} onClose={close} wide>
      {made ? (
        <Waiting made={made} known={known} onClose={close} />
      ) : (
        <form onSubmit={form.submit} noValidate>
          <p>{t.addHost.text}</p>
          <div class="row">
            <SelectField
              label={t.addHost.engine}
              name="engine"
              choices={ENGINES.map(({ name, text }) => ({ value: name, text }))}
            />
            <Field
              label={t.addHost.price}
              name="price"
              placeholder="auto"
              hint={t.addHost.priceHint}
              error={form.faults.price}
            />
          </div>
          <FormFault form={form} />
          <div class="row end">
            <Button kind="main" type="submit" busy={form.busy}>
              {t.addHost.act}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

function Waiting({ made, known, onClose }: { made: Made; known: AddHostProps['known']; onClose: () => void }) {
  const fresh = known.find(({ host_id }) => !made.before.has(host_id))
  const done = useRef(false)
  useEffect(() => {
    if (!fresh || done.current) return
    done.current = true
    // It was for this once.
    api.call(market.revokeToken, { params: { token_id: made.token_id } }).catch(() => undefined)
  }, [fresh, made.token_id])
  return (
    <>
      <p>{t.addHost.run}</p>
      <CodeBlock code={made.command} label={t.addHost.command} />
      <p class="field-hint">{t.addHost.once}</p>
      <div class="row apart" role="status">
        {fresh ? (
          <>
            <Chip tone="good">{t.addHost.there}</Chip>
            <a class="button main" href={`/app/hosts/${fresh.host_id}`}>
              {t.addHost.open}
            </a>
          </>
        ) : (
          <>
            <Chip tone="busy">{t.addHost.waiting}</Chip>
            <Button onClick={onClose}>{t.addHost.later}</Button>
          </>
        )}
      </div>
    </>
  )
}
