import { Button } from '../../parts/button.tsx'
import { CodeBlock } from '../../parts/copy.tsx'
import { toast } from '../../state/toasts.ts'
import { t } from '../../texts/texts.ts'

/** Codes that sign one in where neither app nor passkey is at hand, shown this once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  // The session stood for the password alone, which does no more.
  const leave = () => {
    toast(t.factor.again)
    onClose()
  }
  return (
    <>
      <p>{t.factor.codesText}</p>
      <CodeBlock code={codes.join('\n')} label={t.factor.codes} />
      <div class="row end">
        <Button kind="main" onClick={leave}>
          {t.factor.kept}
        </Button>
      </div>
    </>
  )
}
