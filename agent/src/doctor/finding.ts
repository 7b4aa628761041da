/** What one look at one thing showed; `fix` says what to do where it is not ok. */
export interface Finding {
  check: string
  state: 'ok' | 'warn' | 'fail'
  found: string
  fix?: string
}

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found })
export const warn = (check: string, found: string, fix: string): Finding => ({ check, state: 'warn', found, fix })
export const fail = (check: string, found: string, fix: string): Finding => ({ check, state: 'fail', found, fix })
