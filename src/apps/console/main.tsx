import './start-early.ts'
import '../website/styles.css'
import { followOtherTabs, staffQuery } from '#ui/console/staff-session.ts'
import { watchFit } from '#ui/frame/watch-fit.ts'
import { whenKnown } from '#ui/frame/when-known.ts'
import { queryClient } from '#ui/query-client.ts'
import { begin } from '../website/begin.tsx'
import { createConsoleRouter } from './console-router.tsx'

followOtherTabs()
watchFit()

const router = createConsoleRouter()
begin(router, () => whenKnown(router, queryClient.ensureQueryData(staffQuery)))
