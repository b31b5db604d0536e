import '../website/zod-jitless.ts'
import { staffQuery } from '#ui/console/staff-session.ts'
import { configQuery } from '#ui/frame/config.ts'
import { queryClient } from '#ui/query-client.ts'
import { askForAddress } from './asked-early.ts'

// In a file of its own that runs while the pages' own is still being read: what the page at this address shows is on
// its way by the time there is something to show it.
void queryClient.prefetchQuery(staffQuery)
void queryClient.prefetchQuery(configQuery)
askForAddress(window.location)
