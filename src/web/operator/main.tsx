import './start-early.ts'
import '../styles.css'
import { watchFit } from '../app-shell/watch-fit.ts'
import { whenKnown } from '../app-shell/when-known.ts'
import { begin } from '../begin.tsx'
import { queryClient } from '../query-client.ts'
import { createConsoleRouter } from './console-router.tsx'
import { followOtherTabs, staffQuery } from './staff-session.ts'

followOtherTabs()
watchFit()

const router = createConsoleRouter()
begin(router, () => whenKnown(router, queryClient.ensureQueryData(staffQuery)))
