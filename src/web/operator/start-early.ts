import '../zod-jitless.ts'
import { configQuery } from '../app-shell/config.ts'
import { queryClient } from '../query-client.ts'
import { askForAddress } from './asked-early.ts'
import { staffQuery } from './staff-session.ts'

// In a file of its own that runs while the pages' own is still being read: what the page at this address shows is on
// its way by the time there is something to show it.
void queryClient.prefetchQuery(staffQuery)
void queryClient.prefetchQuery(configQuery)
askForAddress(window.location)
