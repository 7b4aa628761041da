import './jitless.ts'
import './style/tokens.css'
import './style/base.css'
import './style/parts.css'
import './style/shell.css'
import { render } from 'preact'
import { App } from './app.tsx'
import { recall } from './state/session.ts'

void recall()
render(<App />, document.getElementById('root') as HTMLElement)

// While the server says who is signed in: a slow phone would take a quarter of a second for it afterwards.
if (/^\/app\/?$/.test(location.pathname)) void import('./routes/overview/overview.tsx')
