import { market } from '@mkt/schemas'
import type { ComponentType } from 'preact'
import { useState } from 'preact/hooks'
import { lazy } from 'preact-iso'
import { api } from '../api.ts'
import { explain } from '../state/explain.ts'
import { toast } from '../state/toasts.ts'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { Page } from './page.tsx'

/**
 * A page whose part is loaded when it is opened. Where that fails, since the server is away or has a newer build, the
 * page says so: without this the address would be the new page's and what is shown the old one's, for as long as the
 * window is open.
 */
export function late<P>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return lazy<ComponentType<P>>(() => load().catch((): ComponentType<P> => NotLoaded))
}

function NotLoaded() {
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    try {
      // Asked first: a window that is loaded anew without a server has nothing in it at all.
      await api.call(market.health, {})
      location.reload()
    } catch (error) {
      toast(explain(error), true)
      setBusy(false)
    }
  }
  return (
    <Page title={t.errors.partTitle}>
      <div class="failure" role="alert">
        <p>{t.errors.part}</p>
        <Button small onClick={again} busy={busy}>
          {t.retry}
        </Button>
      </div>
    </Page>
  )
}
