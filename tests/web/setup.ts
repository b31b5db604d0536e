import '#apps/website/zod-jitless.ts'
import '#apps/website/styles.css'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { listOrders } from '#features/orders/api/orders.ts'
import { setPageOwner } from '#ui/api.ts'
import { forgetEntries } from '#ui/frame/kept-entries.ts'
import { leaveKeysToInputMethods } from '#ui/keys.ts'
import { queryClient } from '#ui/query-client.ts'
import { line } from './line.ts'
import { endStreams, standForEventSource } from './live-events.ts'
import { endNetwork, network, standAtTheEdge } from './network.ts'
import { endPages } from './open-page.tsx'
import { endToasts } from './toasts.ts'
import { endTranslating } from './translate-page.ts'

standAtTheEdge()
// Asked for by the command palette and by pages that are idle. Who has orders in a test says so.
network.answerAlways(listOrders, {
  orders: [],
  summary: { timeSaved: 0, inboxCount: 0, totalDomains: 0, azureDomains: 0, googleDomains: 0 },
  refusedRenewals: [],
  cursor: '1',
})
standForEventSource()
leaveKeysToInputMethods()

const home = window.location.href
const size = { width: 1280, height: 800 }

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  forgetEntries()
  queryClient.clear()
  setPageOwner(undefined)
  if (window.innerWidth !== size.width || window.innerHeight !== size.height)
    await page.viewport(size.width, size.height)
})

afterEach(async () => {
  vi.useRealTimers()
  line.mend()
  endTranslating()
  endPages()
  await endToasts()
  endStreams()
  queryClient.clear()
  const problems = endNetwork()
  window.history.replaceState(null, '', home)
  expect(problems, 'what went over the network').toEqual([])
})
