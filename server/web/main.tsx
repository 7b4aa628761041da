import './style/tokens.css'
import './style/base.css'
import './style/parts.css'
import './style/shell.css'
import { render } from 'preact'
import { App } from './app.tsx'
import { recall } from './state/session.ts'

void recall()
render(<App />, document.getElementById('root') as HTMLElement)
